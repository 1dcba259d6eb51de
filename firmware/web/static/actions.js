// Draws what can be done in a game on a screen beside moving pieces: buttons, questions, what happened.

import { byId, onKeys } from "./dom.js";
import { together } from "./formats.js";
import { NOBODY, isPlaying } from "./games.js";
import { icon, sentence } from "./parts.js";
import { html, render } from "./preact.js";
import { isStill } from "./settings.js";
import { pageAt, say } from "./words.js";

/** @import { ClientMessage, GameState, ScreenPart, Send, State, YouMessage } from "./state.js" */

const READING = 500; // milliseconds in which nobody can have read a question, and no click answers it
const DOUBLED = { time: 350, way: 30 }; // milliseconds and pixels between two touches that are one doubled

const ROLLING = 700; // milliseconds for which a die is seen rolling
/** The dots on each face of the die: places in rows of three. @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

export class Actions {
  #root;
  #send;
  #people;
  #hint;
  /** @type {State | null} */
  #state = null;
  #you = NOBODY;
  #live = false;
  #number = 0; // what the die shows
  #rolling = false;
  /** What this browser is asked before it is done, and what a no does. @type {{ text: string, message: ClientMessage, no?: () => void } | null} */
  #asked = null;
  #question = 0; // the number of what was asked last
  #read = 0; // from when on it is answered, milliseconds
  #clicked = { at: -Infinity, x: 0, y: 0 }; // when and where a button was pressed last
  #moves = -1; // how many there were when the die was looked at last

  /**
   * @param {HTMLElement} root where the buttons are drawn
   * @param {Send} send
   * @param {() => void} people opens what can be done about the people of this game
   * @param {() => void} hint asks for the best move
   */
  constructor(root, send, people, hint) {
    this.#root = root;
    this.#send = send;
    this.#people = people;
    this.#hint = hint;
    onKeys((event) => this.#key(event));
    root.addEventListener("click", (event) => this.#passOnce(event), true);
  }

  /**
   * Let nothing come of the second click of a double click, whatever lies there by then.
   *
   * @param {MouseEvent} event
   */
  #passOnce(event) {
    const { at, x, y } = this.#clicked;
    this.#clicked = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    const touches = "pointerType" in event && event.pointerType === "touch"; // which may not be counted
    const again = touches && event.timeStamp < at + DOUBLED.time && Math.hypot(event.clientX - x, event.clientY - y) < DOUBLED.way;
    if (event.detail < 2 && !again) return;
    event.stopPropagation();
    event.preventDefault();
  }

  /**
   * Let the die be seen rolling if the last move was a roll; gives for how many milliseconds.
   *
   * @param {State} state
   */
  roll(state) {
    const before = this.#moves;
    this.#moves = state.moves.length;
    const number = rolledBy(state.moves);
    if (number === null || before < 0 || this.#moves !== before + 1) {
      this.#number = number ?? 0;
      return 0;
    }
    const time = isStill() ? 0 : ROLLING;
    this.#number = number;
    this.#rolling = time > 0;
    this.#redraw();
    return time;
  }

  /** Let the die lie; who draws the state of the roll next shows it so. */
  stopRolling() {
    this.#rolling = false;
  }

  /**
   * @param {State} state
   * @param {YouMessage} you
   * @param {boolean} live whether the present is shown and the game can be told something
   */
  draw(state, you, live) {
    this.#state = state;
    this.#you = you;
    this.#live = live;
    this.#redraw();
  }

  #redraw() {
    const state = this.#state;
    if (!state?.screen || !isPlaying(state)) return;
    if (state.screen.over || state.screen.proposal) this.#drop();
    render(this.#buttons(state, state.screen), this.#root);
    this.#drawQuestion(state, state.screen);
  }

  /**
   * @param {GameState} state
   * @param {ScreenPart} screen
   */
  #buttons(state, screen) {
    const { seats, again } = this.#you;
    const follow = again !== null && html`<a key="follow" class="button primary" href=${pageAt(`/game/${again}`)} data-tool="follow">${icon("turn")}${say("do.follow")}</a>`;
    const people = tool("people", "machine", say("players"), this.#people);
    if (!seats.length) return [follow, people]; // who watches can do nothing else
    const can = (/** @type {string} */ what) => this.#live && seats.some((seat) => state.rights?.[seat]?.includes(what));
    const send = (/** @type {ClientMessage} */ message) => () => this.#send(message);
    const others = state.game.seats.filter((seat) => !seats.includes(seat));
    const aborts = others.length > 0 && can("abort"); // what has hardly begun needs no other end
    return [
      this.#movesOf(state, screen),
      !screen.over && tool("back", "undo", say("do.back"), send({ type: "propose", what: "take back" }), can("take_back")),
      !screen.over && tool("hint", "hint", say("do.hint"), this.#hint, can("hint") && !this.#rolling),
      screen.can_agree && !aborts && tool("agree", "confirm", say("do.agree"), send({ type: "propose", what: "agree" }), can("agree")),
      follow,
      aborts ? tool("abort", "close", say("do.abort"), send({ type: "abort" })) : this.#ends(state, screen, others, can),
      people,
    ];
  }

  /**
   * The buttons that end the game: with people without a winner, against computers alone by resigning.
   *
   * @param {GameState} state
   * @param {ScreenPart} screen
   * @param {string[]} others the seats of others
   * @param {(what: string) => boolean} can
   */
  #ends({ computers }, screen, others, can) {
    const { seats } = this.#you;
    const resigns = others.length > 0 && can("resign");
    const leaves = !screen.over && (!resigns || seats.length > 1 || others.some((seat) => !computers[seat]));
    return [
      leaves && tool("leave", "close", say("do.abandon"), () => this.#leave(others.some((seat) => screen.taken.includes(seat))), can("abandon")),
      resigns && tool("resign", "close", say("do.resign"), () => this.#ask({ text: say("sure.resign"), message: { type: "resign", seat: seats[0] } })),
    ];
  }

  /**
   * Give the game up without a winner: with others when they agree, alone after a question.
   *
   * @param {boolean} others
   */
  #leave(others) {
    /** @type {ClientMessage} */
    const message = { type: "propose", what: "abandon" };
    if (others) this.#send(message);
    else this.#ask({ text: say("sure.leave"), message });
  }

  /**
   * Ask whether a move is to be made.
   *
   * @param {ClientMessage} message
   * @param {() => void} no is called where it is not
   */
  confirm(message, no) {
    this.#ask({ text: say("sure.move"), message, no });
    /** @type {HTMLElement | null} */ (byId("question").querySelector("[data-tool=yes]"))?.focus();
  }

  /** @param {{ text: string, message: ClientMessage, no?: () => void } | null} asked */
  #ask(asked) {
    this.#asked = asked;
    this.#redraw();
    if (asked) /** @type {HTMLElement | null} */ (byId("question").querySelector("[data-tool=no]"))?.focus();
  }

  /**
   * The buttons with which moves are made that need no piece.
   *
   * @param {GameState} state
   * @param {ScreenPart} screen
   */
  #movesOf({ position, buttons }, screen) {
    const turn = this.#live && this.#you.seats.includes(position.mover ?? "");
    const main = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {string} */ label,
      /** @type {ClientMessage} */ message, can = this.#live) => tool(name, picture, say(label), () => this.#send(message), can, "primary");
    if (screen.over) return null;
    if (screen.paused) return main("go on", "on", "do.go on", { type: "resume" });
    if (screen.for_all) return main("all", "turn", `do.${screen.for_all}`, { type: "move", move: screen.for_all });
    if (position.chance || this.#rolling) return this.#die(turn && !this.#rolling);
    return buttons.map((move) => main(move, "confirm", `do.${move}`, { type: "move", move }, turn));
  }

  /** @param {boolean} can whether it can be rolled here now */
  #die(can) {
    return html`<button key="die" type="button" class=${`tool die${this.#rolling ? " rolling" : ""}${can ? " primary" : ""}`} data-tool="die"
      disabled=${!can} aria-live="polite" aria-label=${can ? null : say("die.roll")} onClick=${() => this.#send({ type: "roll" })}>
      ${face(this.#number)}${can && say("die.roll")}</button>`;
  }

  /**
   * Ask what others have proposed, let one's own proposal be withdrawn, or ask whether one is sure.
   *
   * @param {GameState} state
   * @param {ScreenPart} screen
   */
  #drawQuestion({ game }, { proposal }) {
    const own = this.#asked;
    const isMine = (/** @type {string} */ seat) => this.#you.seats.includes(seat);
    const [waiting, asking] = proposal ? [proposal.waits_for, proposal.seats] : [[], []];
    const asked = own !== null || waiting.some(isMine);
    byId("question").hidden = !this.#live || !(asked || asking.some(isMine));
    const disabled = own === null && asked && !this.#isRead(proposal);
    const answer = (/** @type {boolean} */ yes) => () => {
      this.#ask(null);
      if (own && yes) this.#send(own.message);
      else own?.no?.();
      if (proposal) this.#send({ type: "answer", yes, number: proposal.number });
    };
    const names = game.players.filter((_, at) => waiting.includes(game.seats[at]));
    const text = asked ? own?.text ?? proposal?.asked : say("answer.waits", { names: together(names) });
    render(byId("question").hidden ? null : html`<p>${sentence(text ?? "", game.players)}</p>
      ${asked && html`<button type="button" class="primary" disabled=${disabled} data-tool="yes" onClick=${answer(true)}>${say("answer.yes")}</button>`}
      <button type="button" disabled=${disabled} data-tool="no" onClick=${answer(false)}>${say(asked ? "answer.no" : "answer.withdraw")}</button>`,
    byId("question"));
  }

  /** Ask nothing of this browser's own any more. */
  #drop() {
    this.#asked?.no?.();
    this.#asked = null;
  }

  /**
   * Whether somebody can have read what others ask; it is drawn anew when that is so.
   *
   * @param {ScreenPart["proposal"]} proposal
   */
  #isRead(proposal) {
    if (proposal && proposal.number !== this.#question) {
      this.#question = proposal.number;
      this.#read = performance.now() + READING;
      setTimeout(() => this.#redraw(), READING);
    }
    return performance.now() >= this.#read;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.repeat || !this.#state?.screen) return;
    if (event.key === "Escape" && this.#asked?.no) {
      this.#asked.no();
      this.#ask(null);
    }
    const tool = { r: "die", u: "back", c: "end", h: "hint" }[event.key.toLowerCase()];
    /** @type {HTMLButtonElement | null} */
    const button = tool === undefined ? null : this.#root.querySelector(
      tool === "end" ? "button.primary" : `[data-tool="${tool}"]`);
    if (button && !button.disabled) button.click();
  }
}

/**
 * @param {string} name
 * @param {string} picture
 * @param {string} label
 * @param {() => unknown} does
 * @param {boolean} [can]
 * @param {string} [kind]
 */
const tool = (name, picture, label, does, can = true, kind = "") => html`<button key=${name} type="button" class=${`tool ${kind}`}
  data-tool=${name} disabled=${!can} onClick=${does}>${icon(picture)}${label}</button>`;

/**
 * The number that the last move has rolled, null when it was no roll.
 *
 * @param {string[]} moves
 */
function rolledBy(moves) {
  const [, number] = /^roll (\d)$/.exec(moves[moves.length - 1] ?? "") ?? [];
  return number === undefined ? null : Number(number);
}

/**
 * One face of the die; 0 for one that nobody has seen yet.
 *
 * @param {number} number
 */
const face = (number) => html`<svg viewBox="0 0 24 24" aria-hidden="true" class="face"><rect x="1" y="1" width="22" height="22" rx="5" />${
  PIPS[number]?.map((at) => html`<circle cx=${((at - 1) % 3) * 6 + 6} cy=${Math.floor((at - 1) / 3) * 6 + 6} r="1.9" />`)
    ?? html`<text x="12" y="12">?</text>`}</svg>`;
