// Says whose turn it is: in the title and the icon of the tab, by a tone and, where that is wanted, by a
// notification; and how long the turn still lasts.

import { NOBODY, hasEnded, isOver, isPlaying, playsOne } from "./games.js";
import { setting } from "./settings.js";
import { say } from "./words.js";

/** @import { Sound } from "./sound.js" */
/** @import { Clocks, State, YouMessage } from "./state.js" */

const HURRY = 5; // seconds before the end of a turn that are told
const LITTLE = 10; // seconds that are little time on a clock: tenths are shown then
const [ICON, TURN] = ["icon", "turn"].map((name) => new URL(`./${name}.svg`, import.meta.url).href);
const SENT_EVERY = 1; // seconds: a running clock is sent more often, so what is not sent stands still

export class Turns {
  #sound;
  #icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  #mine = false; // whether it is the turn of this browser
  /** @type {State | null} */
  #state = null;
  #since = 0; // when the state came
  #left = Infinity; // seconds of the turn, or of one's own clock, as shown last
  #you = NOBODY;
  #ahead = 0; // milliseconds by which the clock of the host is ahead of the page's

  /** @param {Sound} sound */
  constructor(sound) {
    this.#sound = sound;
    setInterval(() => this.#run(), 200);
  }

  /**
   * Take in whose turn it is.
   *
   * @param {State} now the present state
   * @param {YouMessage} you
   */
  follow(now, you) {
    if (now.position !== this.#state?.position) this.#since = performance.now();
    this.#state = now;
    if (you !== this.#you) this.#ahead = you.now / 1000 - performance.now();
    this.#you = you;
    const { mine } = whoseTurn(now, you);
    if (mine !== this.#mine) this.#turn(mine, now);
    this.#drawTitle(now, mine);
    this.#run();
  }

  /**
   * @param {boolean} mine
   * @param {State} now
   */
  #turn(mine, now) {
    this.#mine = mine;
    this.#icon.href = mine ? TURN : ICON;
    if (!mine || !document.hidden) return;
    this.#sound.play("question");
    if (notifies()) new Notification(say("turn.yours"), { body: now.prompt, tag: "speeltafel", icon: ICON });
  }

  /**
   * @param {State} now
   * @param {boolean} mine
   */
  #drawTitle({ game }, mine) {
    const title = game ? `${game.title}: ${game.players.join(" · ")} – speeltafel` : "speeltafel";
    document.title = mine ? `● ${say("turn.yours")} – ${title}` : title;
  }

  #run() {
    const clocks = this.#state?.clocks;
    if (clocks) this.#runClocks(clocks);
    else this.#runTurn();
  }

  /**
   * Show how much time each player has left.
   *
   * @param {Clocks} clocks
   */
  #runClocks({ left, seat: running, since, delay }) {
    for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-seat]"))) {
      const seat = shown.dataset.seat ?? "";
      const runs = seat === running && since !== null;
      const used = runs ? Math.max(0, performance.now() + this.#ahead - since / 1000 - delay) : 0;
      const seconds = Math.max(0, (left[seat] - used) / 1000);
      const text = clockOf(seconds);
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("runs", runs);
      shown.classList.toggle("hurry", seconds < LITTLE);
      if (!runs || !this.#you.seats.includes(seat)) continue;
      if (seconds < LITTLE && this.#left >= LITTLE && this.#left < Infinity) this.#sound.play("warning");
      this.#left = seconds;
    }
  }

  /** Show how long the turn still lasts, where it passes by itself: by the player, and on phones above the board. */
  #runTurn() {
    const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".players .clock, .standing .clock"));
    if (!shown.length || !this.#state?.position) return;
    const { clock, turn_ends: ends } = this.#state.position;
    if (clock === null || ends === null || isOver(this.#state)) {
      for (const one of shown) one.textContent = "";
      this.#left = Infinity;
      return;
    }
    const left = Math.max(0, ends - clock - Math.min((performance.now() - this.#since) / 1000, SENT_EVERY));
    const seconds = Math.ceil(left);
    for (const one of shown) {
      one.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      one.classList.toggle("hurry", left <= HURRY);
    }
    if (this.#mine && left <= HURRY && this.#left > HURRY) this.#sound.play("warning");
    this.#left = left;
  }
}

/**
 * A time on a clock: hours where there are any, tenths of a second when there is little of it.
 *
 * @param {number} seconds
 */
function clockOf(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds < LITTLE) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Whether this browser can notify anybody: over plain HTTP from elsewhere it cannot. */
export function canNotify() {
  return "Notification" in window && window.isSecureContext;
}

/** Whether a notification tells that it is one's turn, while the page is not looked at. */
export function notifies() {
  return setting("notify") === "on" && canNotify() && Notification.permission === "granted";
}

/**
 * Whose turn it is, in words, "" where that says nothing; and whether it is that of this browser.
 *
 * @param {State} now
 * @param {YouMessage} you
 */
export function whoseTurn(now, you) {
  const seat = isPlaying(now) && now.screen && !hasEnded(now) && !isOver(now) ? now.position.mover : null;
  if (!isPlaying(now) || !now.screen || seat === null) return { text: "", mine: false };
  const mine = you.seats.includes(seat) && playsOne(now, you.seats);
  const thinks = now.computers[seat] && !now.screen.paused; // nobody thinks while sand rests
  const name = now.game.players[now.game.seats.indexOf(seat)] ?? "";
  return { text: mine ? say("turn.yours") : say(thinks ? "turn.thinks" : "turn.other", { name }), mine };
}
