// Puts the page together: the table's state in, input and keys out.

import { Connection, ask } from "./connection.js";
import { bindDialogs, bindKept, bindPin, bindSettings, open, showBlank, showKept, showPin, showStandings } from "./dialogs.js";
import { byId } from "./dom.js";
import { NOBODY, isOver, isPlaying, uprightFor } from "./games.js";
import { GameHistory } from "./history.js";
import { reads } from "./line.js";
import { gameShown, isKnown, saves } from "./host.js";
import { UPRIGHT, applyLook, choose, lookOfPage } from "./look.js";
import { offerRules, showRules } from "./teaching.js";
import { reconcile } from "./reconcile.js";
import { drawNotice, drawSide } from "./side.js";
import { Sound } from "./sound.js";
import { Table } from "./table.js";
import { Turns, canNotify } from "./turns.js";
import { Voice, canSpeak } from "./voice.js";
import { firstLanguage, leaveOut, pageAt, remember, remembered, say, speak } from "./words.js";

/** @import { ClientMessage, Notice, PlayableGame, Rights, State } from "./state.js" */

const SECOND = 1000; // milliseconds
const NOTICE = 7000; // milliseconds that a notice stays

/** @type {[Rights, PlayableGame[]]} */
const [rights, games] = await Promise.all([
  ask("/api/me").catch(() => ({ may_touch: false, pin_needed: true, lang: "en", table: "" })),
  ask("/api/playable").catch(() => [])]);
const language = firstLanguage(rights.lang);
await speak(language);

const onScreen = rights.table === "screen";
/** The number of the game that is shown, null at a table and on the first page. */
const number = onScreen && /^\d+$/.test(gameShown()) ? Number(gameShown()) : null;
/** Whether a board is shown, so that what belongs to it is fetched. */
const shows = !onScreen || number !== null;
const connection = new Connection(language, number);
const sound = new Sound();
const voice = new Voice();
const gameHistory = new GameHistory(reads(number));
const table = new Table(byId("frame"));
/** What only a page with a board has. */
const parts = shows ? await import("./game.js") : null;
/** @type {Partial<ReturnType<typeof partsOf>>} */
const { hand, tray, people, hint, actions, phrases } = number === null || !parts ? {} : partsOf(number, parts);
const turns = new Turns(sound);
const log = parts && new parts.Log((ply) => gameHistory.step(ply), reads(number));
/** What begins games at a table. */
const begins = onScreen ? null : import("./begin.js").then(({ AtTable }) => new AtTable(games, send));
/** Shows the end of a game: fetched when one is over. @type {Promise<import("./end.js").End> | null} */
let end = null;

/** @type {State | null} */
let state = null;
let you = NOBODY;
/** The state of a roll that is being seen, and the newest one after it. @type {State[]} */
let waiting = [];
let link = "connecting";
/** Draws the first page. @type {(() => unknown) | null} */
let drawFirst = null;
const drawSoon = once(drawBeside, setTimeout);
/** What was announced last, and whether something was asked then. @type {{ game?: string, moves: number, asked: boolean, turn?: string | null } | null} */
let announced = null;
/** @type {number | undefined} */
let noticeTimer;

/** @param {ClientMessage} message */
function send(message) {
  if (connection.send(message, pliesFor(message))) return true;
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
  if (remembered("confirm") !== "on" || message.type !== "drop") return send(message);
  actions?.confirm(message, () => hand?.refuse());
  return true;
}

/**
 * What only a game on a screen has.
 *
 * @param {number} game
 * @param {typeof import("./game.js")} modules
 */
function partsOf(game, { Actions, Drops, Hint, People, Phrases, Tray }) {
  const dropping = new Drops(table, byId("hand"), sendMove);
  const seating = new People(game, () => connection.open(), () => rights.may_touch);
  const hinting = new Hint(game, draw);
  const doing = new Actions(byId("actions"), send, () => seating.show(), () => state && hinting.ask(state));
  return { hand: dropping, tray: new Tray(byId("tray"), dropping), people: seating, hint: hinting, actions: doing,
    phrases: new Phrases(send, draw) };
}

function mayTouch() {
  const may = onScreen ? you.seats.length > 0 && state !== null && !isOver(state) : rights.may_touch;
  return may && link === "live" && gameHistory.snapshot === null;
}

/** Draw what is shown: the table now, what stands beside it in a task of its own, so that no task is long. */
function draw() {
  if (!state || (number !== null && you === NOBODY)) return; // which is told at once
  const shown = drawTable(state);
  const allowed = mayTouch();
  if (actions) drawOnScreen(state, shown, actions);
  tray?.draw(shown, allowed);
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
  const things = reconcile(shown);
  hand?.know(you);
  hand?.see(shown, things, mayTouch());
  table.turned = isUpright() ? uprightFor(shown.page, you.seats[0]) : 0;
  table.draw(shown, hand?.arrange(things) ?? things);
  return shown;
}

/** @param {() => void} todo @param {(run: () => void) => unknown} when */
function once(todo, when) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    when(() => {
      waits = false;
      todo();
    });
  };
}

function drawBeside() {
  if (!state) return;
  const allowed = mayTouch();
  const shown = gameHistory.snapshot ?? state;
  const unkept = state.kept === false ? say("unkept") : state.beside ? say("beside", { file: state.beside }) : "";
  drawSide({ state: shown, now: state, allowed, you, unkept, hint: (shown === state && hint?.shown(state)?.said) || "",
    saidBy: (seat) => phrases?.of(seat) ?? "", send, show: (move) => table.showMove(move) });
  log?.draw(state, shown.at ?? state.moves.length);
  drawOffer(state, allowed);
  drawIntensity(state);
  document.body.dataset.phase = state.game ? "game" : "choice";
  byId("frame").classList.toggle("unkept", state.kept === false);
  byId("record").hidden = !state.game;
  if (number !== null) saves(byId("record"), `/api/record?game=${number}`);
  offerRules(state.game);
  drawEnd(state);
}

/**
 * Draw what only a game on a screen has.
 *
 * @param {State} now the present state
 * @param {State} shown the one that is looked at
 * @param {NonNullable<typeof actions>} doing
 */
function drawOnScreen(now, shown, doing) {
  const past = shown.at !== undefined;
  const last = (past || onScreen ? shown.last : null) ?? null;
  const best = past ? null : hint?.shown(now);
  table.showLast(last);
  table.outline("best", [best?.from, best?.to].filter((cell) => typeof cell === "number"));
  doing.draw(now, you, link === "live" && gameHistory.snapshot === null);
  doing.drawCaption(last);
  if (!isPlaying(now)) return;
  people?.follow(now, you);
  phrases?.draw(now, you, link === "live");
}

/**
 * @param {State} now
 * @param {boolean} allowed
 */
function drawOffer(now, allowed) {
  const offered = now.choice?.offered;
  byId("offer").hidden = now.game !== null;
  byId("offer-resume").hidden = !offered || !allowed;
  byId("offer-leave").hidden = !offered || !allowed;
  byId("offer-new").hidden = Boolean(offered) || !allowed;
}

/**
 * Show how bright the table's lamps and how loud its sounds are, to who may change that.
 *
 * @param {State} now
 */
function drawIntensity({ intensity }) {
  byId("intensity").hidden = !intensity || !rights.may_touch || link !== "live";
  if (!intensity) return;
  byId("intensity-lamps", HTMLSelectElement).value = String(intensity.lamps);
  byId("intensity-sound", HTMLSelectElement).value = String(intensity.sound);
}

for (const id of ["intensity-lamps", "intensity-sound"]) {
  byId(id).addEventListener("change", () => {
    const [lamps, loudness] = ["intensity-lamps", "intensity-sound"].map((one) => Number(byId(one, HTMLSelectElement).value));
    send(/** @type {ClientMessage} */ ({ type: "adjust", lamps, sound: loudness }));
  });
}

/** @param {State} now */
async function drawEnd(now) {
  if (!end && !isOver(now)) return;
  end ??= import("./end.js").then(({ End }) => new End(number, (over, names) =>
    onScreen ? send({ type: "propose", what: "rematch" }) : begins?.then((begin) => begin.again(over, names))));
  const may = onScreen ? you.seats.some((seat) => now.rights?.[seat]?.includes("rematch")) : rights.may_touch;
  (await end).draw(now, may && link === "live");
}

function drawLink() {
  byId("link").dataset.link = link;
  byId("link-said").textContent = say(`link.${link}`);
  byId("spectators").hidden = !you.spectators || !you.seats.length;
  byId("spectators-said").textContent = say("spectators", { number: you.spectators });
  byId("watching").hidden = onScreen ? number === null || you.seats.length > 0 : rights.may_touch;
  byId("touch").hidden = rights.may_touch || !rights.pin_needed || (onScreen && number !== null);
  document.body.dataset.link = link;
  if (link === "none") drawNone();
}

/** Say that there is no such game, and lead to the first page. */
function drawNone() {
  drawNotice(say("link.none"));
  byId("actions").hidden = true;
  for (const id of ["offer-resume", "offer-leave"]) byId(id).hidden = true;
  byId("offer").hidden = false;
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

/** @param {string} text */
function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { byId("notice").hidden = true; }, NOTICE);
}

/**
 * Call a listener with the detail of each CustomEvent of a type.
 *
 * @template T
 * @param {EventTarget} target
 * @param {string} type
 * @param {(detail: T) => void} listener
 */
function on(target, type, listener) {
  target.addEventListener(type, (event) => listener(/** @type {CustomEvent<T>} */ (event).detail));
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
  const time = actions?.roll(now) ?? 0;
  if (!time) {
    show(now);
    return;
  }
  waiting = [now];
  setTimeout(() => {
    const [rolled, newest] = waiting;
    waiting = [];
    actions?.stopRolling();
    if (rolled) show(rolled);
    if (newest) takeIn(newest);
  }, time);
}

/** @param {State} now */
function show(now) {
  if (onScreen) sound.follow(now);
  parts?.rejoice(byId("frame"), state, now, you);
  state = now;
  gameHistory.follow(now);
  announce(now);
  followAloud(now);
  begins?.then((begin) => begin.follow(now));
  draw();
}

on(connection, "state", takeIn);
on(connection, "link", (/** @type {string} */ now) => {
  link = now;
  drawLink();
  draw();
});
on(connection, "notice", (/** @type {Notice} */ message) => {
  if (message.type === "said") {
    if (state) phrases?.hear(state, message.seats, message.phrase);
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
});

/** @param {string} why */
function tellRefusal(why) {
  if (onScreen) {
    hand?.refuse();
    sound.play("refused");
  }
  notice(why);
}

gameHistory.addEventListener("change", draw);
hand?.addEventListener("held", once(() => state && drawTable(state), queueMicrotask)); // a drop tells of two changes
if (hand) on(hand, "refused", (/** @type {string} */ why) => notice(say(why)));

byId("offer-resume").addEventListener("click", () => send({ type: "resume" }));
byId("offer-leave").addEventListener("click", () => send({ type: "key", key: "MENU" }));

const openers = {
  begin: () => {
    if (onScreen) {
      location.href = pageAt("/");
      return "";
    }
    if (!rights.may_touch) return "pin";
    begins?.then((begin) => state && begin.show(state));
    return "";
  },
  pin: showPin,
  kept: () => {
    showBlank(games);
    return showKept();
  },
  standings: showStandings,
  help: () => showRules(games),
};
bindDialogs(openers);
const facts = byId("facts-box", HTMLDetailsElement);
facts.open = remembered("facts") === "on";
facts.addEventListener("toggle", () => remember("facts", facts.open ? "on" : "off"));
addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (key !== "?" || ctrlKey || altKey || metaKey) return;
  if (!(target instanceof Element && target.closest("input, select, textarea, dialog"))) open("help", openers);
});
bindKept(() => rights.may_touch, () => open("pin", openers));
bindPin(async () => {
  Object.assign(rights, await ask("/api/me"));
  drawLink();
  connection.open(); // with the rights that the PIN has given
});

/** Whether the table is shown upright: as was chosen, else where the window is a phone held upright. */
function isUpright() {
  const chosen = remembered("turned");
  return chosen === null ? onScreen && UPRIGHT.matches : chosen === "true";
}

/** @param {string} value */
async function setLanguage(value) {
  leaveOut("lang");
  await speak(value);
  drawLink();
  draw();
  drawFirst?.();
  gameHistory.retell();
  connection.open(value);
}

const settings = { language, sound: sound.on, voice: voice.on, notify: turns.notifies, turned: isUpright(),
  motion: lookOfPage("motion") === "on", shapes: lookOfPage("shapes") === "on", confirm: remembered("confirm") === "on",
  theme: lookOfPage("theme"), board: lookOfPage("board") };
UPRIGHT.addEventListener("change", () => {
  byId("turned", HTMLInputElement).checked = isUpright();
  draw();
});
applyLook();
bindSettings(settings, {
  sound: (value) => { sound.on = value; },
  voice: (value) => {
    voice.on = value;
    if (state) followAloud(state);
  },
  notify: async (value) => {
    byId("notify", HTMLInputElement).checked = await turns.notify(value);
  },
  theme: (value) => choose("theme", value),
  board: (value) => choose("board", value),
  motion: (value) => choose("motion", value ? "on" : "off"),
  shapes: (value) => {
    choose("shapes", value ? "on" : "off");
    draw();
  },
  confirm: (value) => remember("confirm", value ? "on" : "off"),
  turned: (value) => {
    remember("turned", value);
    draw();
  },
  language: (value) => {
    remember("language", value);
    setLanguage(value);
  },
});

document.body.dataset.table = rights.table;
byId("voice").closest("p")?.toggleAttribute("hidden", !canSpeak());
byId("notify").closest("p")?.toggleAttribute("hidden", !onScreen);
byId("notify", HTMLInputElement).disabled = !canNotify();
byId("notify-cannot").hidden = !onScreen || canNotify();
byId("cookie").hidden = isKnown() || !(onScreen || rights.pin_needed);
byId("keys").hidden = onScreen;
byId("actions").hidden = number === null;
byId("main").hidden = onScreen && number === null;
byId("home").hidden = !onScreen || number !== null;
drawLink();
if (onScreen && number === null) {
  byId("link").hidden = true;
  const { bindHome, drawHome } = await import("./home.js");
  bindHome();
  drawFirst = () => drawHome(games, () => {
    if (!rights.may_touch) open("pin", openers);
    return rights.may_touch;
  });
  drawFirst();
} else {
  if (number !== null) {
    connection.addEventListener("state", () => state && parts?.sitByLink(state, () => connection.open()), { once: true });
    setInterval(() => {
      if (!Object.keys(you.kept).length || !state || !isPlaying(state)) return;
      drawSoon(); // the seconds for which their seats are kept
      people?.follow(state, you);
    }, SECOND);
    if (new URLSearchParams(location.search).has("people")) on(connection, "notice", showPeopleOnce);
  }
  connection.open();
}

/** Open what is said of the people once, as soon as they are known. */
function showPeopleOnce() {
  if (!new URLSearchParams(location.search).has("people") || !you.seats.length) return;
  leaveOut("people");
  people?.show();
}
