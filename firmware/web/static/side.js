// Draws what is said beside the board: the prompt, the players and how far they are, the possible moves, the keys.

import { byId } from "./dom.js";
import { atTime } from "./formats.js";
import { hasEnded, isOver, isPlaying, playsOne } from "./games.js";
import { dots, icon, score, sentence } from "./parts.js";
import { paintOf } from "./pieces.js";
import { html, render, useState } from "./preact.js";
import { remember, setting } from "./settings.js";
import { legalOf } from "./state.js";
import { whoseTurn } from "./turns.js";
import { say } from "./words.js";

/** @import { ClientMessage, GameState, Phrase, Send, State, YouMessage } from "./state.js" */

/**
 * What is shown. state: the one that is looked at; now: the present one. allowed: whether this page may touch it. hint:
 * what is said in the place of the prompt. unkept: why the game is not on the disk. said: what seats have
 * said lately. talks: whether this browser can say something to others.
 *
 * @typedef {{
 *   state: State, now: State, allowed: boolean, you: YouMessage, hint: string, unkept: string, said: Map<string, string>, talks: boolean
 * }} View
 */

/** What can be done there. show: outlines the fields of a move. @typedef {{ send: Send, show: (move: string | null) => void }} Deeds */

const LONG = 56; // characters of a prompt that may need a second line
const NAME = 14; // characters as which a name counts that is cut
const SHOWN = 60; // of the legal moves at once: more are found by typing
const KEYS = ["CONFIRM", "UNDO", "HINT", "MENU"];

/** @param {View & Deeds} view */
export function drawSide(view) {
  const { state, now, allowed, you } = view;
  render(prompt(view), /** @type {Element} */ (document.querySelector(".prompt-place")));
  byId("players-box").hidden = !isPlaying(state);
  if (isPlaying(state)) render(players(view, state), byId("players-box"));
  const mine = state.screen && you.seats.some((seat) => state.rights?.[seat]?.includes("play"));
  const legal = allowed && mine && state.at === undefined ? legalOf(state) : [];
  byId("legal-box").hidden = !legal.length;
  render(html`<${Legal} legal=${legal} ...${view} />`, byId("legal-box"));
  if (!now.screen) render(KEYS.map((key) => keyOf(key, view)), byId("keys"));
}

/**
 * Say below the board what has happened.
 *
 * @param {string} text
 * @param {string[]} names that may be in it
 */
export function drawCaption(text, names) {
  render(sentence(text, names), byId("caption"));
}

/**
 * Say one thing alone in the place of the prompt.
 *
 * @param {string} text
 */
export function drawNotice(text) {
  render(html`<div class="prompt"><p id="prompt" role="status">${text}</p></div>`,
    /** @type {Element} */ (document.querySelector(".prompt-place")));
}

/** @param {View} view */
function prompt({ state, now, you, hint, unkept }) {
  const names = now.game?.players ?? [];
  const parts = sentence(promptFor(now, you), names);
  const length = parts.map((part) => typeof part === "string" ? part.length : NAME).reduce((sum, one) => sum + one);
  const mover = moverOf(now);
  const { text, mine } = whoseTurn(now, you);
  const reason = now.position?.reason;
  const kind = ["prompt", length > LONG && "long", now.trouble && "trouble", mine && "mine"];
  return html`<div class=${kind.filter(Boolean).join(" ")} id="prompt-box"
    style=${{ "--seat": now.game && mover ? paintOf(now.game.colours[mover][0]) : "transparent" }}>
    <span class="standing" aria-hidden="true">${isPlaying(state) ? chips(state) : null}</span>
    <p id="hint" role="status" aria-live="polite" hidden=${!hint}>${sentence(hint, names)}</p>
    <small id="whose" hidden=${!text}>${text}</small>
    <p id="prompt" role="status" aria-live="polite">${parts}</p>
    <small id="reason" hidden=${!reason}>${reason ? say(`reason.${reason}`) : ""}</small>
    <small id="unkept" role="alert" hidden=${!unkept}>${unkept}</small>
  </div>`;
}

/**
 * The prompt for who plays here: what they may do, or expect while others are to move. It calls by name who is to move.
 *
 * @param {State} now
 * @param {YouMessage} you
 */
function promptFor(now, you) {
  const mover = moverOf(now);
  if (!isPlaying(now) || !mover || !playsOne(now, you.seats)) return now.prompt;
  const name = now.game.players[now.game.seats.indexOf(mover)];
  if (!now.prompt.startsWith(`${name}, `)) return now.prompt;
  const rest = now.prompt.slice(name.length + 2);
  if (you.seats.includes(mover)) return rest.charAt(0).toLocaleUpperCase(document.documentElement.lang) + rest.slice(1);
  return say(now.page.premoves ? "turn.before" : "turn.wait", { name });
}

/**
 * How far each has come, where the players are below the board.
 *
 * @param {GameState} state
 */
function chips(state) {
  const { game, position, clocks } = state;
  const timed = clocks ? game.seats : position.turn_ends === null ? [] : [position.to_move];
  return game.seats.map((seat) => html`<span class="chip" style=${{ "--seat": paintOf(game.colours[seat][0]) }}>${
    timed.includes(seat) ? html`<span class="clock" data-seat=${clocks ? seat : null}></span>` : null}${
    countOf(state, seat)[0]}</span>`);
}

/**
 * The players, what they can say to each other, and how near each is.
 *
 * @param {View & Deeds} view
 * @param {GameState} state
 */
function players(view, state) {
  const { talks, send } = view;
  const facts = state.position.facts.filter(([, text]) => text);
  const toggle = (/** @type {{ currentTarget: HTMLDetailsElement }} */ { currentTarget }) => remember("facts", currentTarget.open ? "on" : "off");
  return html`<header><h2>${say("players")}</h2><span class="faint" aria-hidden="true">${isOver(state) && state.at === undefined ? "" : state.game.counts}</span></header>
    <ul class="players" id="players">${state.game.seats.map((seat, at) => player(view, state, seat, at))}</ul>
    ${talks && html`<${Phrases} send=${send} />`}
    ${facts.length > 0 && html`<details open=${setting("facts") === "on"} onToggle=${toggle}><summary>${say("facts")}</summary>
      <dl class="facts">${facts.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl></details>`}`;
}

/**
 * @param {View & Deeds} view
 * @param {GameState} state
 * @param {string} seat
 * @param {number} at the place of the seat
 */
function player({ allowed, you, said, send }, state, seat, at) {
  const { game, position, computers: levels, screen, clocks } = state;
  const computer = Object.keys(levels);
  const name = game.players[at];
  const machine = computer.includes(seat);
  const { turn, won, you: own, away, level } = notesOf(state, seat, you);
  const notes = [own && say("players.you"), turn && say("players.turn"), won && say("players.won"), away,
    level ? say("people.level", { level }) : machine && !allowed && say("computer")].filter(Boolean).join(" · ");
  const computers = machine ? computer.filter((one) => one !== seat) : [...computer, seat];
  const label = say("computer.plays", { name });
  return html`<li key=${seat} class=${Object.entries({ turn, won, you: own }).filter(([, is]) => is).map(([one]) => one).join(" ")}>
    ${dots(game.colours[seat])}
    <span class="name">${name}${notes && html`<span class="note">${notes}</span>`}${
      said.has(seat) && html`<span class="said">${said.get(seat)}</span>`}</span>
    ${clocks ? html`<span class="clock" role="timer" data-seat=${seat} aria-label=${say("clock.of", { name })}></span>`
      : position.to_move === seat && html`<span class="clock" role="timer"></span>`}
    ${score(...countOf(state, seat))}
    ${allowed && !screen && !position.over && html`<button type="button" class="machine" aria-pressed=${String(machine)} aria-label=${label}
      title=${label} onClick=${() => send({ type: "computer", seats: computers })}>${icon("machine")}</button>`}
  </li>`;
}

/**
 * How far a seat has come, and what that counts; at the end its points.
 *
 * @param {GameState} state
 * @param {string} seat
 * @returns {[number, string]}
 */
function countOf(state, seat) {
  const { game, position: { scores, standing } } = state;
  const ended = isOver(state) && state.at === undefined;
  return ended ? [scores[seat], say("points", { number: scores[seat] })] : [standing[seat], game.counts];
}

/**
 * What is said of a seat beside its name.
 *
 * @param {GameState} state
 * @param {string} seat
 * @param {YouMessage} you
 */
function notesOf(state, seat, you) {
  return { turn: moverOf(state) === seat, won: state.position.winners.includes(seat), level: state.screen ? state.computers[seat] : 0,
    you: playsOne(state, you.seats) && you.seats.includes(seat), away: state.screen?.taken.includes(seat) && awayOf(you, seat) };
}

/**
 * The moves that are possible, to be found by typing.
 *
 * @param {{ legal: string[] } & Deeds} props
 */
function Legal({ legal, send, show }) {
  const [wanted, want] = useState("");
  const [at, rove] = useState(0);
  const found = legal.filter((move) => move.toLowerCase().includes(wanted.trim().toLowerCase()));
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const moves = /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button");
    const next = moves[/** @type {Record<string, number>} */ ({ ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1,
      ArrowUp: at - 1, Home: 0, End: moves.length - 1 })[event.key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return html`<summary><h2>${say("legal")}</h2> <span class="faint">${legal.length}</span></summary>
    <input type="search" aria-label=${say("legal.find")} autocomplete="off" spellcheck=${false} value=${wanted}
      onInput=${(/** @type {{ target: HTMLInputElement }} */ { target }) => want(target.value)} />
    <div class="legal" role="group" aria-label=${say("legal")} onKeyDown=${walk} onMouseLeave=${() => show(null)} onFocusOut=${() => show(null)}>
      ${found.slice(0, SHOWN).map((move, number) => html`<button type="button" class="move" key=${move} tabindex=${number === at ? 0 : -1}
        onClick=${() => send({ type: "move", move })} onMouseEnter=${() => show(move)}
        onFocusIn=${() => { rove(number); show(move); }}>${move}</button>`)}
    </div>
    <p class="faint" hidden=${found.length <= SHOWN}>${say("legal.more", { number: found.length - SHOWN })}</p>`;
}

/**
 * A key of the table.
 *
 * @param {string} key
 * @param {View & Deeds} view
 */
function keyOf(key, { now, allowed, send }) {
  return html`<button type="button" disabled=${!allowed} class=${key === wantedKey(now, allowed) ? "tool primary" : "tool"}
    onClick=${() => send(/** @type {ClientMessage} */ ({ type: "key", key }))}>${icon(key.toLowerCase())}
    <span><b>${key}</b> <small>${say(key === "MENU" ? menuLabel(now) : `key.${key.toLowerCase()}`)}</small></span></button>`;
}

/**
 * Who is to move, nobody once the game has ended or was given up.
 *
 * @param {State} state
 */
function moverOf(state) {
  return isOver(state) ? null : state.position?.mover;
}

/**
 * What is said of a seat whose holder is away, "" while they are there.
 *
 * @param {YouMessage} you
 * @param {string} seat
 */
export function awayOf(you, seat) {
  if (!you.away.includes(seat)) return "";
  const seconds = keptFor(you, seat);
  if (seconds) return say("people.lost", { seconds });
  return you.since[seat] ? say("people.since", { time: atTime(you.since[seat]) }) : say("people.away");
}

/**
 * The seconds for which a seat is still that of its holder, who is away; 0 once others may take it.
 *
 * @param {YouMessage} you
 * @param {string} seat
 */
export function keptFor({ kept, came }, seat) {
  return Math.max(0, Math.ceil((kept[seat] ?? 0) / 1e6 - (performance.now() - (came ?? 0)) / 1000));
}

/**
 * The key that the table waits for, "" for none.
 *
 * @param {State} now
 * @param {boolean} allowed
 */
function wantedKey(now, allowed) {
  const { game, menu, trouble, buttons } = now;
  if (!allowed) return "";
  const endsTurn = !trouble && buttons.includes("end"); // CONFIRM ends a turn that could go on
  if (!game || menu || trouble === "back" || endsTurn) return "CONFIRM";
  return hasEnded(now) ? "MENU" : "";
}

/**
 * The label that says what MENU leads to.
 *
 * @param {State} now
 */
function menuLabel(now) {
  const { menu, choice } = now;
  if (hasEnded(now)) return "key.next";
  if (menu) return "key.no";
  return choice?.offered ? "offer.leave" : "key.menu";
}

// What players say to each other: one of a few phrases, or a face, and nothing else.

/** @type {Phrase[]} */
const PHRASES = ["hello", "luck", "well", "thanks", "moment", "bye"];
/** @type {Partial<Record<Phrase, string>>} */
const FACES = { thumb: "👍", clap: "👏", laugh: "😄", wow: "😮", sad: "😢", heart: "❤️" };

/** @param {Phrase} phrase */
export const textOf = (phrase) => FACES[phrase] ?? say(`phrase.${phrase}`);

/** The phrases as buttons. @param {{ send: Send }} props */
function Phrases({ send }) {
  const tell = (/** @type {Phrase} */ phrase) => (/** @type {{ currentTarget: Element }} */ { currentTarget }) => {
    send({ type: "say", phrase });
    currentTarget.closest("details")?.removeAttribute("open");
  };
  return html`<details class="phrases"><summary>${say("phrase")}</summary><div class="sharing">${
    [...PHRASES, ...// What players say to each other: one of a few phrases, or a face, and nothing else.

/** @type {Phrase[]} */ (Object.keys(FACES))].map((phrase) => html`<button type="button" key=${phrase}
      class=${FACES[phrase] ? "small face" : "small"} aria-label=${FACES[phrase] ? say(`phrase.${phrase}`) : null}
      data-phrase=${phrase} onClick=${tell(phrase)}>${textOf(phrase)}</button>`)}</div></details>`;
}
