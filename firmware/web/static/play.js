// The page of a board: the table's state in, input and keys out.

import { Actions, Die, Question, hearHands } from "./actions.js";
import { ask as askHost, whyOf } from "./connection.js";
import { openDialog, redrawDialog } from "./dialog.js";
import { byId, onKeys } from "./dom.js";
import { Drops } from "./drops.js";
import { NOBODY, isOver, isPlaying, uprightFor } from "./games.js";
import { request, saves } from "./host.js";
import { rejoice } from "./joy.js";
import { GameHistory, lineOf, reads } from "./line.js";
import { Log, stepsOf } from "./log.js";
import { addressOf, icon } from "./parts.js";
import { People, sitByLink } from "./people.js";
import { html, render } from "./preact.js";
import { Recording } from "./recording.js";
import { setting, turnsUpright } from "./settings.js";
import { drawCaption, drawNotice, drawSide, textOf } from "./side.js";
import { Sound } from "./sound.js";
import { connection, games, notice, number, onScreen, page, rights } from "./start.js";
import { Study } from "./study.js";
import { Table } from "./table.js";
import { thingsOf } from "./things.js";
import { Turns } from "./turns.js";
import { Voice } from "./voice.js";
import { leaveOut, pageAt, say } from "./words.js";

/** @import { ClientMessage, Notice, Phrase, State } from "./state.js" */

/** The best move, from /api/screen/N/hint. @typedef {{ said: string, from: number | null, to: number | null }} Hint */

const SECOND = 1000; // milliseconds
const SEEN = 6000; // milliseconds for which one sees what others say

const told = { state: takeIn, link: drawConnected, notice: hear };
/** A recorded game in place of one that goes on. */
const recording = page === "replay" ? new Recording(told) : null;
const source = recording ?? connection;
const sound = new Sound();
const voice = new Voice();
const table = new Table(byId("frame"));
const gameHistory = new GameHistory(recording?.read ?? reads(number), recording ? 32 : 1, draw);
const turns = new Turns(sound);
/** What moves pieces in a game on a screen, and where moves are tried. */
const hand = new Drops(table, (message) => study.trying ? study.trying.make(message) : sendMove(message));
const study = new Study(table, hand, gameHistory, draw);
const die = new Die();
/** The best move, and how many moves there were when it was asked for: it holds until one is made. @type {Hint & { moves: number } | null} */
let hint = null;
/** What this browser is asked before it is done. @type {import("./actions.js").Asked | null} */
let asked = null;
/** What each seat has said lately. @type {Map<string, string>} */
const said = new Map();

/** @type {State | null} */
let state = null;
let you = NOBODY;
/** The state of a roll that is being seen, and the newest one after it. @type {State[]} */
let waiting = [];
let link = "connecting";
const address = number === null ? "/api/record" : `/api/record?game=${number}`;
/** The timer by which all beside the table is drawn. @type {ReturnType<typeof setTimeout> | null} */
let drawing = null;
/** What was announced last, and whether something was asked then. @type {{ game?: string, moves: number, asked: boolean, turn?: string | null } | null} */
let announced = null;

/** @param {ClientMessage} message */
export function send(message) {
  if (source.send(message, pliesFor(message))) return true;
  notice(say("lost"));
  return false;
}

/**
 * The number of moves that the game shows, where a request means something else after another; else null.
 *
 * @param {ClientMessage} message
 */
function pliesFor({ type }) {
  const depends = ["drop", "move", "roll", "propose"].includes(type);
  return depends && state?.screen && !state.screen.over ? state.moves.length : null;
}

/**
 * Send a move of a piece, once it is confirmed where that is wanted.
 *
 * @param {ClientMessage} message
 */
function sendMove(message) {
  if (setting("confirm") !== "on" || message.type !== "drop") return send(message);
  ask({ text: say("sure.move"), message, no: () => hand.refuse() });
  return true;
}

/** What there is to say in the place of the prompt. @param {State} now the present state */
function hintOf(now) {
  return hint?.moves === now.moves.length ? hint : null;
}

/** Ask for the best move; where it is shown, show it no longer. @param {State} now the present state */
async function askHint(now) {
  const thinks = { said: say("hint.thinks"), from: null, to: null, moves: now.moves.length };
  const wanted = hintOf(now) ? null : thinks;
  hint = wanted;
  draw();
  if (!wanted) return;
  const best = await askHost(`/api/screen/${number}/hint`, { json: {} }).catch((error) => ({ said: whyOf(error) }));
  if (hint !== wanted) return; // it is wanted no longer
  hint = { ...wanted, ...best };
  draw();
}

/** @param {import("./actions.js").Asked} question */
function ask(question) {
  asked = question;
  draw();
}

/** @param {boolean} yes to what this browser is asked */
function answer(yes) {
  const question = asked;
  asked = null;
  if (yes && question) send(question.message);
  else question?.no?.();
  draw();
}

function mayTouch() {
  const may = onScreen ? you.seats.length > 0 && state !== null && !isOver(state) : rights.may_touch;
  return may && link === "live" && gameHistory.snapshot === null;
}

/** Draw what is shown: the table now, what stands beside it in a task of its own, so that no task is long. */
function draw() {
  if (!state || (number !== null && you === NOBODY) || study.trying) return; // who this is, is told at once
  const shown = drawTable(state);
  if (onScreen) drawLast(shown);
  if (number !== null) drawOnScreen(state);
  drawDoing(state);
  turns.follow(state, you);
  drawSoon();
}

/**
 * Draw the table; gives the state that it shows.
 *
 * @param {State} now the present state
 */
function drawTable(now) {
  const shown = gameHistory.snapshot ?? now;
  table.turned = turnsUpright(onScreen) ? uprightFor(shown.page, you.seats[0]) : 0;
  if (number === null) table.draw(shown, thingsOf(shown));
  else hand.show(shown, mayTouch(), you.seats);
  return shown;
}

function drawSoon() {
  drawing ??= setTimeout(() => {
    drawing = null;
    drawBeside();
  });
}

function drawBeside() {
  if (!state) return;
  const allowed = mayTouch();
  const shown = gameHistory.snapshot ?? state;
  const unkept = state.kept === false ? say("unkept") : state.beside ? say("beside", { file: state.beside }) : "";
  drawSide({ state: shown, now: state, allowed, you, unkept, hint: (shown === state && hintOf(state)?.said) || "",
    said, talks: talksWith(state), send, show: (move) => table.showMove(move) });
  drawMoves(state);
  drawAbove();
  drawOffer(state, allowed);
  document.body.dataset.phase = state.game ? "game" : "choice";
  byId("frame").classList.toggle("unkept", state.kept === false);
  drawEnd(state);
}

/**
 * Draw the moves, and the steps through them.
 *
 * @param {State} now the present state
 */
function drawMoves(now) {
  byId("moves-box").hidden = !now.game;
  render(html`<${Log} now=${now} history=${gameHistory} marks=${study.marks} />`, byId("log"));
  const saving = html`<a class="button" download="game.record" aria-label=${say("record")} title=${say("record")}
    ref=${(/** @type {HTMLElement | null} */ save) => save && saves(save, address)}>${icon("save")}</a>`;
  for (const [place, shows] of /** @type {const} */ ([["steps", !study.shows], ["steps-near", study.shows]])) {
    render(shows && [stepsOf(gameHistory), !recording && saving], byId(place));
  }
  byId("history").hidden = gameHistory.snapshot === null;
  render(html`<p role="status">${say("history", { number: gameHistory.at, last: gameHistory.last })}</p>
    <button type="button" class="primary" onClick=${() => gameHistory.leave()}>${say("history.leave")}</button>`, byId("history"));
}

/**
 * Draw what the last move was and has brought about; what time has brought about since is newer.
 *
 * @param {State} shown the state that is looked at
 */
function drawLast({ last, game }) {
  const texts = !last ? [] : last.since.length ? last.since : [...last.said, last.done];
  table.showLast(last ?? null);
  drawCaption([...texts, study.comment].filter(Boolean).join(" · "), game?.players ?? []);
}

/**
 * Draw what only a game on a screen has.
 *
 * @param {State} now the present state
 */
function drawOnScreen(now) {
  const best = gameHistory.snapshot ? null : hintOf(now);
  table.outline("best", [best?.from, best?.to].filter((cell) => typeof cell === "number"));
  if (!isPlaying(now)) return;
  redrawDialog("people", people());
  if (you.seats.length && new URLSearchParams(location.search).has("people")) {
    leaveOut("people"); // once
    showPeople();
  }
}

/**
 * Draw the buttons, and what is asked.
 *
 * @param {State} now the present state
 */
function drawDoing(now) {
  const live = link === "live" && gameHistory.snapshot === null;
  const proposal = now.screen?.proposal;
  if (asked && (now.screen?.over || proposal)) answer(false);
  byId("actions").hidden = number === null && !study.shows;
  render([study.controls(), number !== null && html`<${Actions} state=${now} you=${you} live=${live} die=${die} send=${send}
    people=${showPeople} hint=${() => askHint(now)} ask=${ask} />`], byId("actions"));
  const asks = live && (asked || [...proposal?.waits_for ?? [], ...proposal?.seats ?? []].some((seat) => you.seats.includes(seat)));
  byId("question").hidden = !asks;
  render(asks ? html`<${Question} state=${now} you=${you} asked=${asked} send=${send} answer=${answer} />` : null, byId("question"));
}

/**
 * Offer a game where none is played: an unfinished one, or another.
 *
 * @param {Pick<State, "game" | "choice">} now
 * @param {boolean} allowed
 */
function drawOffer({ game, choice }, allowed) {
  byId("offer").hidden = game !== null;
  const offered = choice?.offered && html`<button type="button" class="primary big" onClick=${() => send({ type: "resume" })}>${say("offer.resume")}</button>
    <button type="button" class="big" onClick=${() => send({ type: "key", key: "MENU" })}>${say("offer.leave")}</button>`;
  const another = html`<button type="button" class="primary big" data-opens="begin">${say("offer.new")}</button>`;
  render(game === null && allowed ? offered || another : null, byId("offer"));
}

/** @param {State} now */
function drawEnd(now) {
  const { game, prompt, rights: seats, computers } = now;
  const may = onScreen ? you.seats.some((seat) => seats?.[seat]?.includes("rematch")) : rights.may_touch;
  study.draw(isOver(now) ? prompt : "", game !== null && may && link === "live" && ((names) =>
    send(onScreen ? { type: "propose", what: "rematch" } : { type: "new", game: game.name, names, options: game.options, computers: Object.keys(computers) })));
}

/**
 * Study the game once it is over, or was recorded.
 *
 * @param {State} now
 */
function studyEnd(now) {
  const { game, moves, prompt } = now;
  const about = recording || (game && isOver(now)) ? [game?.name, game?.date, document.documentElement.lang, prompt, ...moves].join("\n") : "";
  study.follow(about, async () => recording?.line ?? lineOf({ record: await (await request(address)).text(), head: true }));
}

/** Draw what stands above all: the game, who only looks on, and how the connection is. */
function drawAbove() {
  const game = state?.game;
  const plays = onScreen ? number === null || you.seats.length > 0 : rights.may_touch;
  const locked = !rights.may_touch && rights.pin_needed && !(onScreen && number !== null);
  render(html`<h1>${game?.title ?? study.title ?? (state && say("choice"))}</h1>
    ${game && html`<a class="button small" href=${addressOf("rules", game.name)}>${say("rules")}</a>`}
    <span class="pill" id="watching" hidden=${plays}>${icon("eye")}<span>${say("watching")}</span></span>
    ${you.spectators > 0 && you.seats.length > 0 && html`<span class="pill">${icon("eye")}<span>${say("spectators", { number: you.spectators })}</span></span>`}
    ${locked && html`<button type="button" class="small" data-opens="pin">${icon("lock")}<span>${say("touch")}</span></button>`}
    <span class="pill" id="link" role="status" data-link=${link} hidden=${recording !== null}><span class="lamp-dot" aria-hidden="true"></span>
      <span id="link-said">${say(`link.${link}`)}</span></span>`, byId("above"));
}

function drawLink() {
  drawAbove();
  document.body.dataset.link = link;
  if (link === "none") drawNone();
}

/** Say that there is no such game, and lead to the first page. */
function drawNone() {
  drawNotice(say("link.none"));
  byId("actions").hidden = true;
  drawOffer({ game: null, choice: null }, true);
}

/**
 * Tell people who cannot see the page which move has been played.
 *
 * @param {State} now
 */
function announce(now) {
  const { game, last } = now;
  const move = now.moves.at(-1);
  if (announced !== null && announced.game === game?.name) {
    tellOfTime(now);
    if (game && last && move?.endsWith(last.move) && now.moves.length > announced.moves) {
      byId("announced").textContent = say("moved", { name: game.players[game.seats.indexOf(last.seat)] ?? "", move });
    } else if (now.moves.length < announced.moves) {
      if (announced.asked) notice(say("taken back")); // by others, too
      else byId("announced").textContent = say("taken back");
    }
  }
  announced = { game: game?.name, moves: now.moves.length, asked: Boolean(now.screen?.proposal), turn: now.position?.to_move };
}

/**
 * Say that the turn has passed by time alone, which is the last of what that has brought about.
 *
 * @param {State} now
 */
function tellOfTime({ last, moves, position }) {
  const passed = announced?.moves === moves.length && position && !position.over && announced.turn !== position.to_move;
  if (passed && last?.since.length) notice(last.since[last.since.length - 1]);
}

/** @param {State} now */
function followAloud(now) {
  voice.follow(now.aloud, now.moves.length, say("taken back"), document.documentElement.lang);
}

/**
 * Take in a state; one of a roll, once the die has been seen rolling, and what comes after it, after it.
 *
 * @param {State} now
 */
function takeIn(now) {
  if (waiting.length) {
    waiting[1] = now;
    return;
  }
  const time = number === null ? 0 : die.follow(now);
  if (!time) {
    show(now);
    return;
  }
  waiting = [now];
  if (state) drawDoing(state);
  setTimeout(() => {
    const [rolled, newest] = waiting;
    waiting = [];
    die.rolling = false;
    if (rolled) show(rolled);
    if (newest) takeIn(newest);
  }, time);
}

/** @param {State} now */
function show(now) {
  if (onScreen) sound.follow(now);
  rejoice(byId("joy"), state, now, you);
  if (!state && number !== null && isPlaying(now)) sitByLink(now, () => source.open());
  state = now;
  gameHistory.follow(now);
  studyEnd(now);
  announce(now);
  followAloud(now);
  draw();
}

/** @param {string} now how the connection is */
function drawConnected(now) {
  link = now;
  drawLink();
  draw();
}

/** @param {Notice} message */
function hear(message) {
  if (message.type === "said") {
    if (state) hearPhrase(state, message.seats, message.phrase);
  } else if (message.type === "tune") {
    sound.play(message.tune);
  } else if (message.type === "warn") {
    notice(message.text);
  } else if (message.type === "you") {
    const begun = message.again !== null && you.again === null && you !== NOBODY; // while this page looks on
    you = { ...message, came: performance.now() };
    if (begun && you.seats.length) location.href = pageAt(`/game/${message.again}`);
    else if (begun) notice(say("again"));
    drawLink();
    draw();
  } else if (message.type === "refused" || message.type === "error") {
    tellRefusal(message.message);
  }
}

/** Whether this browser can say something to others. @param {State} now */
function talksWith({ game, screen }) {
  return link === "live" && you.seats.length > 0 && Boolean(game?.seats.some((seat) => !you.seats.includes(seat) && screen?.taken.includes(seat)));
}

/**
 * Show for a while what was said; one who has several seats says it once.
 *
 * @param {State} now
 * @param {string[]} seats
 * @param {Phrase} phrase
 */
function hearPhrase({ game }, [seat], phrase) {
  const text = textOf(phrase);
  said.set(seat, text);
  byId("announced").textContent = say("phrase.said", { name: game?.players[game.seats.indexOf(seat)] ?? "", text: say(`phrase.${phrase}`) });
  setTimeout(() => {
    if (said.get(seat) === text) said.delete(seat);
    draw();
  }, SEEN);
  draw();
}

/** @param {string} why */
function tellRefusal(why) {
  if (onScreen) {
    hand.refuse();
    sound.play("refused");
  }
  notice(why);
}

hand.addEventListener("refused", (event) => notice(say(/** @type {CustomEvent<string>} */ (event).detail)));

/** Open the dialog to begin a game at the table. */
export function begin() {
  import("./begin.js").then(({ beginAtTable }) => state && beginAtTable(games, send, state));
}

/** How bright the table's lamps and how loud its sounds are, null while that cannot be changed. */
export function intensity() {
  return (link === "live" && state?.intensity) || null;
}

/** Connect anew, with the rights that the PIN has given. */
export function known() {
  drawLink();
  source.open();
}

/**
 * Take up what was chosen in the settings.
 *
 * @param {string} name
 */
export function redraw(name) {
  if (name === "voice" && state) followAloud(state);
  if (name === "language") {
    drawLink();
    gameHistory.retell();
    source.open();
  }
  draw();
}

if (number !== null) hearHands(byId("actions"));
onKeys(({ key, repeat }) => key === "Escape" && !repeat && asked?.no && answer(false));
byId("keys").hidden = onScreen;
byId("caption").hidden = !onScreen;
drawLink();
if (number !== null) {
  setInterval(() => {
    if (!Object.keys(you.kept).length || !state || !isPlaying(state)) return;
    drawSoon(); // the seconds for which their seats are kept
    redrawDialog("people", people());
  }, SECOND);
}
if (!recording) connection.listen(told);
if (number === null) source.open();

/** What is said of the people of the game, and can be done about them. */
function people() {
  return html`<${People} number=${number} state=${state} you=${you} seated=${() => source.open()} mayCorrect=${rights.may_touch} />`;
}

function showPeople() {
  openDialog("people", people());
}
