// How does the page hang together? The table's state in, input and keys out.

import { NewGame, open, showKept, showPin, showStandings, bindDialogs, bindKept, bindPin, bindSettings } from "./dialogs.js";
import { byId } from "./dom.js";
import { TableInput } from "./input.js";
import { GameHistory } from "./history.js";
import { Side } from "./side.js";
import { Sound } from "./sound.js";
import { reconcile } from "./reconcile.js";
import { Table } from "./table.js";
import { Tray } from "./tray.js";
import { Connection, ask } from "./connection.js";
import { firstLanguage, remember, remembered, say, speak } from "./words.js";

const NOTICE = 7000; // milliseconds that a notice stays

const rights = await ask("/api/me").catch(() => ({ may_touch: false, pin_needed: true, lang: "en" }));
const language = firstLanguage(rights.lang);
await speak(language);

const connection = new Connection(language);
const sound = new Sound();
const gameHistory = new GameHistory();
const table = new Table(byId("frame"));
const input = new TableInput(table, byId("table"), byId("hand"), send);
const tray = new Tray(byId("tray"), input, table);
const side = new Side({
  move: (move) => send({ type: "move", move }),
  show: (move) => table.showMove(move),
  step: (ply) => gameHistory.step(ply),
  computer: (seats) => send({ type: "computer", seats }),
});
const newGame = new NewGame(send);

let state = null;
let link = "connecting";
let before = null; // the game, its moves and whose turn it was when the last move was announced
let noticeTimer = null;

function send(message) {
  if (connection.send(message)) {
    if (message.type === "touch") queueMicrotask(draw);
    return true;
  }
  notice(say("lost"));
  return false;
}

function mayTouch() {
  return rights.may_touch && link === "live" && gameHistory.snapshot === null;
}

function draw() {
  if (!state) return;
  const shown = gameHistory.snapshot ?? input.foreseen(state);
  const things = reconcile(shown, input.carried);
  const allowed = mayTouch();
  input.see(shown, things, allowed);
  table.draw(shown, things);
  tray.draw(shown, allowed);
  side.draw(shown, state, allowed);
  drawOffer(allowed);
  document.body.dataset.phase = state.phase;
  byId("record").hidden = !state.game;
}

function drawOffer(allowed) {
  const offered = state.choice?.offered;
  byId("offer").hidden = state.phase !== "choice";
  byId("offer-resume").hidden = !offered || !allowed;
  byId("offer-leave").hidden = !offered || !allowed;
  byId("offer-new").hidden = Boolean(offered) || !allowed;
}

function drawLink() {
  byId("link").dataset.link = link;
  byId("link-said").textContent = say(`link.${link}`);
  byId("watching").hidden = rights.may_touch;
  byId("touch").hidden = rights.may_touch || !rights.pin_needed;
  document.body.dataset.link = link;
}

/** Say to who cannot see what has been played. */
function announce() {
  const last = state.moves.at(-1);
  const same = before !== null && before.game === state.game?.name;
  if (same && last && state.moves.length > before.moves) {
    const seat = state.game.seats.indexOf(before.seat);
    byId("announced").textContent = say("moved", { name: state.game.players[seat] ?? "", move: last });
  } else if (same && state.moves.length < before.moves) {
    byId("announced").textContent = say("taken back");
  }
  before = { game: state.game?.name, moves: state.moves.length, seat: state.position?.to_move };
}

function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { byId("notice").hidden = true; }, NOTICE);
}

connection.addEventListener("state", ({ detail }) => {
  state = detail;
  gameHistory.follow(state);
  announce();
  newGame.follow(state);
  draw();
});
connection.addEventListener("link", ({ detail }) => {
  link = detail;
  drawLink();
  draw();
});
connection.addEventListener("told", ({ detail }) => {
  if (detail.type === "tune") sound.play(detail.tune);
  else if (detail.type === "error") newGame.refuse(detail.message) || notice(detail.message);
  else if (detail.type === "warn") notice(detail.text);
});
gameHistory.addEventListener("change", draw);
input.addEventListener("held", draw);
input.addEventListener("refused", ({ detail }) => notice(say(detail)));

for (const button of byId("keys").querySelectorAll("button")) {
  button.addEventListener("click", () => send({ type: "key", key: button.dataset.key }));
}
byId("offer-resume").addEventListener("click", () => send({ type: "resume" }));
byId("offer-leave").addEventListener("click", () => send({ type: "key", key: "MENU" }));

const openers = {
  "new-game": () => rights.may_touch ? newGame.show(state) : "pin",
  pin: showPin,
  kept: showKept,
  standings: showStandings,
};
bindDialogs(openers);
bindKept(() => rights.may_touch, () => open("pin", openers));
bindPin(async () => {
  Object.assign(rights, await ask("/api/me"));
  drawLink();
  connection.open(); // with the rights that the PIN has given
});

function theme(value) {
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
}

const settings = { language, sound: sound.on, theme: remembered("theme") ?? "auto",
  turned: remembered("turned") === "true" };
table.turned = settings.turned;
theme(settings.theme);
bindSettings(settings, async (name, value) => {
  if (name === "sound") {
    sound.on = value;
    return;
  }
  remember(name, value);
  if (name === "theme") {
    theme(value);
  } else if (name === "turned") {
    table.turned = value;
  } else {
    history.replaceState(null, "", location.pathname); // ?lang has had its say
    await speak(value);
    drawLink();
    draw();
    gameHistory.retell();
    connection.open(value);
  }
});

drawLink();
connection.open();
