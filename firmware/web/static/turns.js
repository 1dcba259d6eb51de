// Says whose turn it is: above the prompt, in the title and the icon of the tab, by a tone and, where
// that is wanted, by a notification; and how long the turn still lasts.

import { byId } from "./dom.js";
import { hasEnded, isPlaying, playsOne } from "./games.js";
import { urlOf } from "./host.js";
import { remember, remembered, say } from "./words.js";

/** @import { Sound } from "./sound.js" */
/** @import { GameState, State, YouMessage } from "./types.js" */

const HURRY = 5; // seconds before the end of a turn that are told
const SENT_EVERY = 1; // seconds: a running clock is sent more often, so what is not sent stands still

export class Turns {
  #sound;
  #icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  #mine = false; // whether it is the turn of this browser
  /** @type {State | null} */
  #state = null;
  #since = 0; // when the state came
  #left = Infinity; // seconds of the turn, as shown last

  /** @param {Sound} sound */
  constructor(sound) {
    this.#sound = sound;
    setInterval(() => this.#run(), 200);
  }

  /** Whether a notification tells that it is one's turn, while the page is not looked at. */
  get notifies() {
    return remembered("notify") === "on" && canNotify() && Notification.permission === "granted";
  }

  /**
   * Switch notifications on or off; gives whether they are on then.
   *
   * @param {boolean} value
   */
  async notify(value) {
    remember("notify", value ? "on" : "off");
    if (value && canNotify() && Notification.permission === "default") await Notification.requestPermission();
    return this.notifies;
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
    const seat = isPlaying(now) && !hasEnded(now) && !now.screen?.over ? now.position.to_move : null;
    const text = isPlaying(now) && seat !== null ? whose(now, seat, you) : "";
    const mine = seat !== null && you.seats.includes(seat) && playsOne(now, you.seats);
    byId("whose").textContent = text;
    byId("whose").hidden = !text;
    byId("prompt-box").classList.toggle("mine", mine);
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
    this.#icon.href = urlOf(`/static/${mine ? "turn" : "icon"}.svg`);
    if (!mine || !document.hidden) return;
    this.#sound.play("question");
    if (this.notifies) new Notification(say("turn.yours"), { body: now.prompt, tag: "speeltafel", icon: urlOf("/static/icon.svg") });
  }

  /**
   * @param {State} now
   * @param {boolean} mine
   */
  #drawTitle({ game }, mine) {
    const title = game ? `${game.title} – speeltafel` : "speeltafel";
    document.title = mine ? `● ${say("turn.yours")} – ${title}` : title;
  }

  /** Show how long the turn still lasts, where it passes by itself. */
  #run() {
    const shown = document.querySelector(".players .clock");
    const position = this.#state?.position;
    if (!shown || !position) return;
    const { clock, turn_ends: ends } = position;
    if (clock === null || ends === null || position.over) {
      shown.textContent = "";
      this.#left = Infinity;
      return;
    }
    const left = Math.max(0, ends - clock - Math.min((performance.now() - this.#since) / 1000, SENT_EVERY));
    const seconds = Math.ceil(left);
    shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    shown.classList.toggle("hurry", left <= HURRY);
    if (this.#mine && left <= HURRY && this.#left > HURRY) this.#sound.play("warning");
    this.#left = left;
  }
}

/** Whether this browser can notify anybody: over plain HTTP from elsewhere it cannot. */
export function canNotify() {
  return "Notification" in window && window.isSecureContext;
}

/**
 * Whose turn it is, in words.
 *
 * @param {GameState} now
 * @param {string} seat whose turn it is
 * @param {YouMessage} you
 */
function whose(now, seat, you) {
  if (!now.screen) return "";
  const name = now.game.players[now.game.seats.indexOf(seat)] ?? "";
  if (you.seats.includes(seat)) return playsOne(now, you.seats) ? say("turn.yours") : say("turn.other", { name });
  return say(now.screen.levels[seat] ? "turn.thinks" : "turn.other", { name });
}
