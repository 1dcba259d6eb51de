// What is asked in a dialog? A new game, the PIN, games kept, the standings, settings, how to play.

import { byId, html, icon } from "./dom.js";
import { GAMES } from "./games.js";
import { LANGUAGES, say } from "./words.js";
import { RefusedError, ask } from "./connection.js";

/** Let every button with data-opens open its dialog, and each dialog close at its cross.
 *
 * openers: what prepares a dialog, by its name; gives the name of another to be opened in its place.
 */
export function bindDialogs(openers) {
  for (const button of document.querySelectorAll("[data-opens]")) {
    button.addEventListener("click", () => open(button.dataset.opens, openers));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // beside it
    });
  }
}

/** Open a dialog, prepared. */
export function open(name, openers) {
  const dialog = byId(name);
  if (dialog.open) return;
  const other = openers[name]?.();
  if (typeof other === "string") open(other, openers);
  else dialog.showModal();
}

// A new game

const PATIENCE = 3000; // milliseconds for the computer to take its seats
const NAME = '(?:[^"\\p{C}\\p{Z}]| )*'; // what the header of a record can hold

export class NewGame {
  #send;
  #names = [];
  #machines = new Set(); // the places at which the computer plays
  #state = null;
  #known = ""; // the game whose names these are
  #asked = null; // {game, options, number, machines, before}: what should begin now
  #wanted = null; // the seats that the computer is to play in the game that has begun

  constructor(send) {
    this.#send = send;
    byId("new-form").addEventListener("change", (event) => this.#changed(event.target));
    byId("new-game").addEventListener("close", () => { this.#asked = null; });
    byId("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    });
  }

  /** Prepare the dialog with what the table offers now. */
  show(state) {
    this.#state = state;
    const name = state.game?.name ?? state.choice?.game ?? "revolution";
    const players = state.game?.players.length ?? state.choice?.players;
    const known = JSON.stringify([name, state.game?.players, state.game?.date]);
    if (state.game && known !== this.#known) this.#names = this.#namesOf(state.game);
    this.#known = known;
    this.#asked = null;
    byId("new-said").textContent = "";
    byId("new-games").replaceChildren(...Object.keys(GAMES).map((game) =>
      html("label", { class: "game-card" },
        html("input", { type: "radio", name: "game", value: game, checked: game === name }),
        html("span", {}, html("strong", {}, say(`game.${game}`)), html("small", {}, say(`about.${game}`))))));
    this.#drawGame(players);
    byId("new-unfinished").hidden = !state.game || state.position.over || !state.moves.length;
  }

  /** Once the new game has begun, close, and let the computer play what it was asked to. */
  follow(state) {
    this.#state = state;
    this.#finish();
    const { game, moves, computer } = state;
    const wanted = this.#wanted;
    if (!wanted || !game || game.name !== wanted.game || moves.length) return;
    if (String(computer) === String(wanted.seats) || Date.now() > wanted.until) this.#wanted = null;
    else this.#send({ type: "computer", seats: wanted.seats });
  }

  /** Say why the table does not begin what it was asked for; whether it was asked for anything. */
  refuse(why) {
    if (!this.#asked) return false;
    this.#asked = null;
    byId("new-said").textContent = why;
    return true;
  }

  #finish() {
    const { game, moves } = this.#state;
    const asked = this.#asked;
    if (!asked || game?.name !== asked.game || moves.length || game.players.length !== asked.number) return;
    const { before } = asked;
    const alike = game === before.game && !before.moves.length; // perhaps it began just so before
    if (alike && JSON.stringify(game.options) !== JSON.stringify(asked.options)) return;
    this.#asked = null;
    const { game: name, machines: seats } = asked;
    if (seats.length) this.#wanted = { game: name, seats, until: Date.now() + PATIENCE };
    byId("new-game").close();
  }

  /** The names that people gave: what a seat is called anyway is no name. */
  #namesOf(game) {
    return game.players.map((name, at) => {
      const seat = game.seats[at];
      const plain = [seat, say(`seat.${seat}`).toLowerCase()];
      return plain.includes(name.toLowerCase()) ? "" : name;
    });
  }

  get #game() {
    return GAMES[this.#value("game")];
  }

  #value(name) {
    return new FormData(byId("new-form")).get(name);
  }

  #changed(input) {
    if (input.name === "game") this.#drawGame(Number(this.#value("players")));
    if (input.name === "players") this.#drawSeats();
    if (input.name === "name") this.#names[input.dataset.seat] = input.value;
    if (input.name === "machine") {
      if (input.checked) this.#machines.add(input.dataset.seat);
      else this.#machines.delete(input.dataset.seat);
    }
  }

  #drawGame(players) {
    const { players: numbers, options } = this.#game;
    const chosen = numbers.includes(players) ? players : numbers.at(-1) < players ? numbers.at(-1) : numbers[0];
    byId("new-numbers").replaceChildren(...numbers.map((number) => html("label", { class: "number" },
      html("input", { type: "radio", name: "players", value: number, checked: number === chosen }),
      html("span", {}, number))));
    byId("new-numbers-box").hidden = numbers.length === 1;
    this.#drawSeats();
    const game = this.#value("game");
    byId("new-options").replaceChildren(...Object.entries(options).map(([name, values]) =>
      this.#option(game, name, values)));
    byId("new-options-box").hidden = !Object.keys(options).length;
  }

  #option(game, name, values) {
    const id = `option-${name}`;
    const control = Array.isArray(values)
      ? html("select", { id, name: id }, values.map((value) =>
        html("option", { value }, say(`option.${game}.${name}.${value}`))))
      : html("input", { id, name: id, value: values, autocomplete: "off", spellcheck: "false" });
    return html("div", { class: "option" },
      html("label", { for: id }, say(`option.${game}.${name}`)), control,
      html("small", {}, say(`meaning.${game}.${name}`)));
  }

  #drawSeats() {
    const number = Number(this.#value("players"));
    const seats = this.#game.seats.slice(0, number);
    const simulated = this.#state.computer !== undefined;
    byId("new-seats").replaceChildren(...seats.map((seat, at) => {
      const called = say(`seat.${seat}`);
      return html("div", { class: "seat" },
        html("input", { name: "name", data: { seat: at }, value: this.#names[at] ?? "", maxlength: 40,
          pattern: NAME, title: say("new.name.form"),
          placeholder: called, "aria-label": say("new.name", { seat: called }), autocomplete: "off" }),
        simulated ? html("label", { class: "check" },
          html("input", { type: "checkbox", name: "machine", data: { seat: at }, checked: this.#machines.has(String(at)) }),
          icon("machine"), say("computer")) : null);
    }));
  }

  #begin() {
    const game = this.#value("game");
    const { seats, options } = GAMES[game];
    const playing = seats.slice(0, Number(this.#value("players")));
    const names = playing.map((seat, at) => this.#names[at]?.trim() || nameless(seat));
    const chosen = {};
    for (const [name, values] of Object.entries(options)) {
      const value = this.#value(`option-${name}`).trim();
      if (value && value !== (Array.isArray(values) ? values[0] : values)) chosen[name] = value;
    }
    byId("new-said").textContent = "";
    if (!this.#send({ type: "new", game, names, options: chosen })) {
      byId("new-said").textContent = say("lost");
      return;
    }
    const machines = playing.filter((_, at) => this.#machines.has(String(at)));
    this.#asked = { game, options: chosen, number: playing.length, machines, before: this.#state };
    this.#wanted = null;
    this.#finish();
  }
}

/** What a seat is called in the record when nobody gave a name. */
function nameless(seat) {
  return Number(seat) ? say(`seat.${seat}`) : seat;
}

// The PIN

/** Ask for the PIN; touchable is called when it was right. */
export function bindPin(touchable) {
  const input = byId("pin-input");
  byId("pin-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    byId("pin-said").textContent = "";
    try {
      await ask("/api/pin", { json: { pin: input.value.trim() } });
    } catch (error) {
      const status = error instanceof RefusedError ? error.status : 0;
      byId("pin-said").textContent = say({ 403: "pin.wrong", 429: "pin.wait" }[status] ?? "pin.lost");
      input.select();
      return;
    }
    byId("pin").close();
    touchable();
  });
}

export function showPin() {
  byId("pin-input").value = "";
  byId("pin-said").textContent = "";
}

// Games kept, and who is ahead

/** mayTouch: whether games may be added; ask for the PIN with askPin when not. */
export function bindKept(mayTouch, askPin) {
  byId("kept-file").addEventListener("click", (event) => {
    if (mayTouch()) return;
    event.preventDefault();
    askPin();
  });
  byId("kept-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    try {
      const { id } = await ask("/api/games", { text: await file.text() });
      await showKept();
      byId("kept-said").textContent = say("kept.in", { number: id });
    } catch (error) {
      byId("kept-said").textContent = error.status === 409
        ? say("kept.already", { number: error.answer.id })
        : say("kept.refused", { file: file.name, why: error.message });
    }
  });
}

export async function showKept() {
  byId("kept-said").textContent = "";
  await fill("kept-list", "/api/games", "kept.none", (game) => {
    const winners = game.players.filter(({ won }) => won).map(({ name }) => name);
    const how = game.how === null ? say("kept.unfinished")
      : game.how === "abandoned" ? say("kept.abandoned")
      : winners.length ? say("kept.won", { names: together(winners) }) : say("kept.draw");
    return html("tr", {},
      html("td", {}, html("strong", {}, say(`game.${game.game}`)), html("small", {}, when(game.began))),
      html("td", {}, together(game.players.map(({ name, score }) => score === null ? name : `${name} ${score}`)),
        html("small", {}, how)),
      html("td", { class: "right" }, html("a", {
        class: "button small", href: `/api/games/${game.id}/record`, download: `${game.game}-${game.id}.record`,
        "aria-label": say("kept.export", { number: game.id }), title: say("kept.export", { number: game.id }),
      }, icon("save"))));
  });
}

export async function showStandings() {
  await fill("standings-list", "/api/standings", "standings.none", (one, before) => html("tr", {
    class: one.game === before?.game ? "" : "group" },
    html("th", { scope: "row" }, one.player, html("small", {}, say(`game.${one.game}`))),
    ...[one.played, one.won, one.drawn, one.best, average(one.average)].map((number) =>
      html("td", { class: "right" }, number))));
}

async function fill(id, path, none, row) {
  const body = byId(id);
  let found = [];
  try {
    found = await ask(path);
  } catch {
    body.replaceChildren(html("tr", {}, html("td", { colspan: 6 }, say("lost"))));
    return;
  }
  const rows = found.map((one, at) => row(one, found[at - 1]));
  body.replaceChildren(...(rows.length ? rows : [html("tr", {}, html("td", { colspan: 6 }, say(none)))]));
}

function average(number) {
  return number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}

function together(names) {
  return new Intl.ListFormat(document.documentElement.lang).format(names);
}

function when(time) {
  if (!time) return "";
  const style = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang, style).format(new Date(time));
}

// Settings

/** settings: {language, theme, sound, turned} now; changed(name, value) takes up another one. */
export function bindSettings(settings, changed) {
  byId("language").replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) =>
    html("option", { value: code, lang: code, selected: code === settings.language }, name)));
  byId("language").addEventListener("change", (event) => changed("language", event.target.value));
  for (const name of ["sound", "turned"]) {
    byId(name).checked = settings[name];
    byId(name).addEventListener("change", (event) => changed(name, event.target.checked));
  }
  for (const input of document.querySelectorAll("input[name=theme]")) {
    input.checked = input.value === settings.theme;
    input.addEventListener("change", () => changed("theme", input.value));
  }
}
