// What can be done in a game on a screen beside moving pieces: buttons, questions, the die.

import { onKeys } from "./dom.js";
import { together } from "./formats.js";
import { isPlaying } from "./games.js";
import { icon, sentence } from "./parts.js";
import { html, useLayoutEffect, useRef, useState } from "./preact.js";
import { isStill } from "./settings.js";
import { pageAt, say } from "./words.js";

/** @import { ClientMessage, GameState, ScreenPart, Send, State, YouMessage } from "./state.js" */

/** What this browser is asked before it is done. no: is called where it is not; then a yes is expected. @typedef {{ text: string, message: ClientMessage, no?: () => void }} Asked */

/**
 * What is shown, and what can be done. live: whether the present is shown and the game can be told something. people: opens what can
 * be done about the people of this game. hint: asks for the best move. ask: asks before something is done.
 *
 * @typedef {{
 *   state: State, you: YouMessage, live: boolean, die: Die, send: Send, people: () => void, hint: () => void, ask: (asked: Asked) => void
 * }} Doing
 */

const READING = 500; // milliseconds in which nobody can have read a question, and no click answers it
const DOUBLED = { time: 350, way: 30 }; // milliseconds and pixels between two touches that are one doubled
const KEYS = new Map([["r", "[data-tool=die]"], ["u", "[data-tool=back]"], ["c", "button.primary"], ["h", "[data-tool=hint]"]]);
const ROLLING = 700; // milliseconds for which a die is seen rolling
/** The dots on each face of the die: places in rows of three. @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** The die of a game. */
export class Die {
  number = 0; // that it shows, 0 where it was not rolled
  rolling = false;
  #moves = -1; // how many there were when it was looked at last

  /**
   * Let the die be seen rolling if the last move was a roll; gives for how many milliseconds.
   *
   * @param {State} state
   */
  follow({ moves }) {
    const [, number] = /^roll (\d)$/.exec(moves[moves.length - 1] ?? "") ?? [];
    this.rolling = number !== undefined && this.#moves >= 0 && moves.length === this.#moves + 1 && !isStill();
    this.number = Number(number ?? 0);
    this.#moves = moves.length;
    return this.rolling ? ROLLING : 0;
  }
}

/**
 * Let keys press buttons, and nothing come of the second click of a double click, whatever lies there by then.
 *
 * @param {HTMLElement} root where the buttons are
 */
export function hearHands(root) {
  onKeys(({ key, repeat }) => {
    const selector = repeat ? undefined : KEYS.get(key.toLowerCase());
    /** @type {HTMLButtonElement | null} */
    const button = selector === undefined ? null : root.querySelector(selector);
    if (button && !button.disabled) button.click();
  });
  let clicked = { at: -Infinity, x: 0, y: 0 };
  root.addEventListener("click", (event) => {
    const { at, x, y } = clicked;
    clicked = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    const touches = "pointerType" in event && event.pointerType === "touch"; // which may not be counted
    const again = touches && event.timeStamp < at + DOUBLED.time && Math.hypot(event.clientX - x, event.clientY - y) < DOUBLED.way;
    if (event.detail < 2 && !again) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}

/** The buttons. @param {Doing} doing */
export function Actions(doing) {
  const { state, you: { seats, again }, live, die, send, people: open, hint } = doing;
  const { screen } = state;
  if (!screen || !isPlaying(state)) return null;
  const follow = again !== null && html`<a key="follow" class="button primary" href=${pageAt(`/game/${again}`)} data-tool="follow">${icon("turn")}${say("do.follow")}</a>`;
  const people = tool("people", "machine", say("players"), open);
  if (!seats.length) return [follow, people]; // who watches can do nothing else
  const can = (/** @type {string} */ what) => live && seats.some((seat) => state.rights?.[seat]?.includes(what));
  const propose = (/** @type {"take back" | "agree"} */ what) => () => send({ type: "propose", what });
  const others = state.game.seats.filter((seat) => !seats.includes(seat));
  const aborts = others.length > 0 && can("abort"); // what has hardly begun needs no other end
  return [
    movesOf(doing, state, screen),
    !screen.over && tool("back", "undo", say("do.back"), propose("take back"), can("take_back")),
    !screen.over && tool("hint", "hint", say("do.hint"), hint, can("hint") && !die.rolling),
    screen.can_agree && !aborts && tool("agree", "confirm", say("do.agree"), propose("agree"), can("agree")),
    follow,
    aborts ? tool("abort", "close", say("do.abort"), () => send({ type: "abort" })) : endsOf(doing, state, screen, others, can),
    people,
  ];
}

/**
 * The buttons with which moves are made that need no piece.
 *
 * @param {Doing} doing
 * @param {GameState} state
 * @param {ScreenPart} screen
 */
function movesOf({ you, live, die, send }, { position, buttons }, screen) {
  const turn = live && you.seats.includes(position.mover ?? "");
  const main = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {string} */ label,
    /** @type {ClientMessage} */ message, can = live) => tool(name, picture, say(label), () => send(message), can, "primary");
  if (screen.over) return null;
  if (screen.paused) return main("go on", "on", "do.go on", { type: "resume" });
  if (screen.for_all) return main("all", "turn", `do.${screen.for_all}`, { type: "move", move: screen.for_all });
  if (!position.chance && !die.rolling) return buttons.map((move) => main(move, "confirm", `do.${move}`, { type: "move", move }, turn));
  const can = turn && !die.rolling;
  return html`<button key="die" type="button" class=${`tool die${die.rolling ? " rolling" : ""}${can ? " primary" : ""}`} data-tool="die"
    disabled=${!can} aria-live="polite" aria-label=${can ? null : say("die.roll")} onClick=${() => send({ type: "roll" })}>
    ${face(die.number)}${can && say("die.roll")}</button>`;
}

/**
 * The buttons that end the game: with people without a winner, when they agree; against computers alone by resigning.
 *
 * @param {Doing} doing
 * @param {GameState} state
 * @param {ScreenPart} screen
 * @param {string[]} others the seats of others
 * @param {(what: string) => boolean} can
 */
function endsOf({ you: { seats }, send, ask }, { computers }, screen, others, can) {
  const resigns = others.length > 0 && can("resign");
  const leaves = !screen.over && (!resigns || seats.length > 1 || others.some((seat) => !computers[seat]));
  /** @type {ClientMessage} */
  const message = { type: "propose", what: "abandon" };
  const leave = () => others.some((seat) => screen.taken.includes(seat)) ? send(message) : ask({ text: say("sure.leave"), message });
  return [
    leaves && tool("leave", "close", say("do.abandon"), leave, can("abandon")),
    resigns && tool("resign", "close", say("do.resign"), () => ask({ text: say("sure.resign"), message: { type: "resign", seat: seats[0] } })),
  ];
}

/**
 * Asks whether one is sure, or what others have proposed, or lets one's own proposal be withdrawn.
 *
 * @param {{ state: GameState, you: YouMessage, asked: Asked | null, send: Send, answer: (yes: boolean) => void }} props asked: what
 *   this browser is asked before it is done, which `answer` answers
 */
export function Question({ state: { game, screen }, you, asked, send, answer }) {
  const proposal = screen?.proposal;
  const [read, know] = useState(-1); // the number of the proposal that can have been read
  const [yes, no] = [useRef(/** @type {HTMLElement | null} */ (null)), useRef(/** @type {HTMLElement | null} */ (null))];
  useLayoutEffect(() => {
    const timer = proposal && setTimeout(() => know(proposal.number), READING);
    return () => clearTimeout(timer ?? undefined);
  }, [proposal?.number]);
  useLayoutEffect(() => { if (asked) (asked.no ? yes : no).current?.focus(); }, [asked]);
  const waiting = proposal?.waits_for ?? [];
  const mine = asked !== null || waiting.some((seat) => you.seats.includes(seat));
  const names = game.players.filter((_, at) => waiting.includes(game.seats[at]));
  const text = asked?.text ?? (mine ? proposal?.asked : say("answer.waits", { names: together(names) }));
  const disabled = mine && !asked && read !== proposal?.number;
  const give = (/** @type {boolean} */ agreed) => () => {
    if (asked) answer(agreed);
    else if (proposal) send({ type: "answer", yes: agreed, number: proposal.number });
  };
  return html`<p>${sentence(text ?? "", game.players)}</p>
    ${mine && html`<button type="button" class="primary" ref=${yes} data-tool="yes" disabled=${disabled}
      onClick=${give(true)}>${say("answer.yes")}</button>`}
    <button type="button" ref=${no} data-tool="no" disabled=${disabled}
      onClick=${give(false)}>${say(mine ? "answer.no" : "answer.withdraw")}</button>`;
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
 * One face of the die; 0 for one that nobody has seen yet.
 *
 * @param {number} number
 */
const face = (number) => html`<svg viewBox="0 0 24 24" aria-hidden="true" class="face"><rect x="1" y="1" width="22" height="22" rx="5" />${
  PIPS[number]?.map((at) => html`<circle cx=${((at - 1) % 3) * 6 + 6} cy=${Math.floor((at - 1) / 3) * 6 + 6} r="1.9" />`)
    ?? html`<text x="12" y="12">?</text>`}</svg>`;
