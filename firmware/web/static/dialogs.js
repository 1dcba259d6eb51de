// The dialogs: a new game, the PIN, games kept, the standings, settings.

import { RefusedError, ask, askPage } from "./connection.js";
import { byId, html, icon } from "./dom.js";
import { decimal, together, when } from "./formats.js";
import { request, saves, urlOf } from "./host.js";
import { LANGUAGES, say } from "./words.js";

/** @import { Game, KeptGame, Option, PlayableGame, Send, Standing, State } from "./types.js" */


/**
 * What prepares a dialog, by its id; gives the id of another one that is to be opened in its place.
 *
 * @typedef {Record<string, () => unknown>} Openers
 */

/**
 * Let every button with data-opens open its dialog, and each dialog close at its cross.
 *
 * @param {Openers} openers
 */
export function bindDialogs(openers) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
    button.addEventListener("click", () => open(button.dataset.opens ?? "", openers));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // beside it
    });
  }
}

/**
 * Prepare a dialog and open it.
 *
 * @param {string} name its id
 * @param {Openers} openers
 */
export function open(name, openers) {
  const dialog = byId(name, HTMLDialogElement);
  if (dialog.open) return;
  const other = openers[name]?.();
  if (typeof other === "string") {
    if (other) open(other, openers);
  } else {
    dialog.showModal();
  }
}

// A new game

const SEATING = 3000; // milliseconds for the computer to take its seats
const LONGEST_NAME = 40; // characters
const NAME = '(?:[^"\\p{C}\\p{Z}]|[ \u200d])*'; // what the header of a record can hold

/**
 * The game that was asked for and should begin now. options: what was chosen of each, and what is
 * usual. machines: the seats of the computer. before: the state in which it was asked for.
 *
 * @typedef {{
 *   game: string, options: { name: string, usual: string, value: string }[], number: number,
 *   machines: string[], before: State
 * }} Asked
 */

export class NewGame {
  #games;
  #send;
  /** The names typed, by place. @type {string[]} */
  #names = [];
  /** The places at which the computer plays. @type {Set<number>} */
  #machines = new Set();
  /** @type {State | null} */
  #state = null;
  #known = ""; // the game whose names these are
  /** @type {Asked | null} */
  #asked = null;
  /**
   * The seats that the computer is to play in the game that has begun. until: milliseconds.
   *
   * @type {{ game: string, seats: string[], until: number } | null}
   */
  #wanted = null;

  /**
   * @param {PlayableGame[]} games
   * @param {Send} send
   */
  constructor(games, send) {
    this.#games = games;
    this.#send = send;
    byId("new-form").addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) this.#changed(target);
    });
    byId("new-sit").addEventListener("click", () => {
      if (send({ type: "sit", link: byId("new-link", HTMLInputElement).value })) byId("new-game", HTMLDialogElement).close();
    });
    byId("new-game").addEventListener("close", () => { this.#asked = null; });
    byId("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    });
  }

  /**
   * Prepare the dialog with what the table offers now.
   *
   * @param {State} state
   */
  show(state) {
    this.#state = state;
    const { game: playing, choice, position, moves } = state;
    const name = playing?.name ?? choice?.game ?? this.#games[0]?.name;
    const players = playing?.players.length ?? choice?.players ?? 2;
    const known = JSON.stringify([name, playing?.players, playing?.date]);
    if (playing && known !== this.#known) this.#names = namesOf(playing);
    this.#known = known;
    this.#asked = null;
    byId("new-said").textContent = "";
    byId("new-games").replaceChildren(...this.#games.map(({ name: game }) =>
      html("label", { class: "game-card" },
        html("input", { type: "radio", name: "game", value: game, checked: game === name }),
        html("span", {}, html("strong", {}, say(`game.${game}`)), html("small", {}, say(`about.${game}`))))));
    this.#drawGame(players);
    byId("new-unfinished").hidden = !position || position.over || !moves.length;
  }

  /**
   * Begin the game of a state again, with the same house rules and computers.
   *
   * @param {State} state
   * @param {string[]} names of the players
   */
  again({ game, computer: seats }, names) {
    if (!game || !this.#send({ type: "new", game: game.name, names, options: game.options })) return;
    this.#wanted = seats.length ? { game: game.name, seats, until: Date.now() + SEATING } : null;
  }

  /**
   * Close once the new game has begun, and let the computer play the seats it was given.
   *
   * @param {State} state
   */
  follow(state) {
    this.#state = state;
    this.#finish(state);
    const { game, moves, computer } = state;
    const wanted = this.#wanted;
    if (!wanted || !game || game.name !== wanted.game || moves.length) return;
    if (String(computer) === String(wanted.seats) || Date.now() > wanted.until) this.#wanted = null;
    else this.#send({ type: "computer", seats: wanted.seats });
  }

  /**
   * Say why the table does not begin the game; gives whether one was asked for.
   *
   * @param {string} why
   */
  refuse(why) {
    if (!this.#asked) return false;
    this.#asked = null;
    byId("new-said").textContent = why;
    return true;
  }

  /**
   * Close the dialog if the game that was asked for has begun.
   *
   * @param {State} state
   */
  #finish({ game, moves }) {
    const asked = this.#asked;
    if (!asked || game?.name !== asked.game || moves.length || game.players.length !== asked.number) return;
    const { before } = asked;
    const alike = game === before.game && !before.moves.length; // perhaps it began just so before
    const { options } = game;
    if (alike && asked.options.some(({ name, value, usual }) => (options[name] ?? usual) !== value)) return;
    this.#asked = null;
    const { game: name, machines: seats } = asked;
    if (seats.length) this.#wanted = { game: name, seats, until: Date.now() + SEATING };
    byId("new-game", HTMLDialogElement).close();
  }

  /** The game that is chosen in the dialog, undefined when the server told of none. */
  get #game() {
    const name = this.#value("game");
    return this.#games.find((game) => game.name === name);
  }

  /**
   * What is chosen or typed in a field of the form.
   *
   * @param {string} name
   */
  #value(name) {
    const value = new FormData(byId("new-form", HTMLFormElement)).get(name);
    return typeof value === "string" ? value : "";
  }

  /** @param {HTMLInputElement} input */
  #changed(input) {
    const place = Number(input.dataset.seat);
    if (input.name === "game") this.#drawGame(Number(this.#value("players")));
    if (input.name === "players") this.#drawSeats();
    if (input.name === "name") this.#names[place] = input.value;
    if (input.name === "machine") {
      if (input.checked) this.#machines.add(place);
      else this.#machines.delete(place);
    }
  }

  /** @param {number} players how many are wanted, if the game can be played by so many */
  #drawGame(players) {
    const game = this.#game;
    if (!game) return;
    const chosen = nearestNumber(game.players, players);
    byId("new-numbers").replaceChildren(...game.players.map((number) => html("label", { class: "number" },
      html("input", { type: "radio", name: "players", value: number, checked: number === chosen }),
      html("span", {}, number))));
    byId("new-numbers-box").hidden = game.players.length === 1;
    byId("new-begins").textContent = say(`begins.${game.name}`);
    this.#drawSeats();
    byId("new-options").replaceChildren(...game.options.map((option) => optionControl(game.name, option)));
    byId("new-options-box").hidden = !game.options.length;
  }

  #drawSeats() {
    const seats = this.#game?.seats.slice(0, Number(this.#value("players"))) ?? [];
    byId("new-seats").replaceChildren(...seats.map((seat, at) => {
      const unnamed = say(`seat.${seat}`);
      return html("div", { class: "seat" },
        html("input", { name: "name", data: { seat: at }, value: this.#names[at] ?? "", maxlength: LONGEST_NAME,
          pattern: NAME, title: say("new.name.form"),
          placeholder: unnamed, "aria-label": say("new.name", { seat: unnamed }), autocomplete: "off" }),
        html("label", { class: "check" },
          html("input", { type: "checkbox", name: "machine", data: { seat: at }, checked: this.#machines.has(at) }),
          icon("machine"), say("computer")));
    }));
  }

  /**
   * What is chosen of a game.
   *
   * @param {PlayableGame} game
   */
  #chosen(game) {
    const playing = game.seats.slice(0, Number(this.#value("players")));
    const names = playing.map((seat, at) => this.#names[at]?.trim() || seat);
    const chosen = game.options.map(({ name, default: usual }) => (
      { name, usual, value: this.#value(`option-${name}`).trim() || usual }));
    const options = Object.fromEntries(chosen.filter(({ value, usual }) => value !== usual)
      .map(({ name, value }) => [name, value]));
    const machines = playing.filter((_, at) => this.#machines.has(at));
    return { playing, names, chosen, options, machines };
  }

  #begin() {
    const game = this.#game;
    if (!game || !this.#state) return;
    const { playing, names, chosen, options, machines } = this.#chosen(game);
    byId("new-said").textContent = "";
    if (!this.#send({ type: "new", game: game.name, names, options })) {
      byId("new-said").textContent = say("lost");
      return;
    }
    this.#asked = { game: game.name, options: chosen, number: playing.length, machines, before: this.#state };
    this.#wanted = null;
    this.#finish(this.#state);
  }
}

/**
 * The number of players to begin with: as wanted, else the most where more are wanted, else the fewest.
 *
 * @param {number[]} numbers that the game can be played by, in order
 * @param {number} wanted
 */
export function nearestNumber(numbers, wanted) {
  if (numbers.includes(wanted)) return wanted;
  const most = numbers[numbers.length - 1];
  return most < wanted ? most : numbers[0];
}

/**
 * The names that people gave: what a seat is called anyway is no name.
 *
 * @param {Game} game
 */
function namesOf(game) {
  return game.players.map((name, at) => {
    const seat = game.seats[at];
    const plain = [seat, say(`seat.${seat}`).toLowerCase()];
    return plain.includes(name.toLowerCase()) ? "" : name;
  });
}

/**
 * @param {string} game
 * @param {Option} option
 */
export function optionControl(game, { name, default: usual, choices, file }) {
  const id = `option-${name}`;
  const control = choices.length
    ? html("select", { id, name: id }, choices.map((value) =>
      html("option", { value, selected: value === usual }, say(`option.${game}.${name}.${value}`))))
    : html("input", { id, name: id, type: file ? "file" : "text", value: usual, autocomplete: "off", spellcheck: "false" });
  return html("div", { class: "option" },
    html("label", { for: id }, say(`option.${game}.${name}`)), control,
    html("small", {}, say(`meaning.${game}.${name}`)));
}

// The PIN

/**
 * Let the dialog ask for the PIN.
 *
 * @param {() => unknown} given is called when it was right
 */
export function bindPin(given) {
  const input = byId("pin-input", HTMLInputElement);
  byId("pin-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    byId("pin-said").textContent = "";
    try {
      await ask("/api/pin", { json: { pin: input.value.trim() } });
    } catch (error) {
      const status = error instanceof RefusedError ? error.status : 0;
      byId("pin-said").textContent = say(PIN_SAID.get(status) ?? "pin.lost");
      input.select();
      return;
    }
    byId("pin", HTMLDialogElement).close();
    given();
  });
}

/** The labels that say why a PIN was refused, by HTTP's status. */
const PIN_SAID = new Map([[403, "pin.wrong"], [429, "pin.wait"]]);

/** Prepare the dialog that asks for the PIN. */
export function showPin() {
  byId("pin-input", HTMLInputElement).value = "";
  byId("pin-said").textContent = "";
}

// Games kept, and who is ahead

/**
 * Let a score sheet be added to the games kept.
 *
 * @param {() => boolean} mayTouch whether that is allowed
 * @param {() => void} askPin what to do where it is not
 */
export function bindKept(mayTouch, askPin) {
  const input = byId("kept-file", HTMLInputElement);
  input.addEventListener("click", (event) => {
    if (mayTouch()) return;
    event.preventDefault();
    askPin();
  });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    const text = file.text();
    input.value = "";
    try {
      if (file.name.endsWith(".db")) {
        await bringBack(file);
        return;
      }
      const path = `/api/games?lang=${document.documentElement.lang}`;
      /** @type {{ id: number, notes?: { line: number, note: string }[] }} */
      const { id, notes = [] } = await ask(path, { text: await text });
      await showKept();
      const read = notes.map((one) => say("kept.note", one));
      byId("kept-said").textContent = [say("kept.in", { number: id }), ...read].join("\n");
    } catch (error) {
      byId("kept-said").textContent = error instanceof RefusedError && error.status === 409
        ? say("kept.already", { number: error.answer.id })
        : say("kept.refused", { file: file.name, why: error instanceof Error ? error.message : error });
    }
  });
}

/**
 * Keep the games of a file that holds all games of some host, those that are not here yet.
 *
 * @param {File} file
 */
async function bringBack(file) {
  const answer = await request("/api/store", { method: "POST", body: file });
  const back = await answer.json();
  if (!answer.ok) throw new RefusedError(answer.status, back);
  await showKept();
  byId("kept-said").textContent = say("kept.back", { number: back.games });
}

/** Fill the dialog of the games kept with the newest of them. */
export async function showKept() {
  byId("kept-said").textContent = "";
  saves(byId("kept-all"), "/api/store");
  await showPage(`/api/games?lang=${document.documentElement.lang}`);
}

/**
 * Show a page of the games kept, and offer the next one.
 *
 * @param {string} path asked for
 * @param {boolean} more whether it is added to those that are shown
 */
async function showPage(path, more = false) {
  const next = await fill("kept-list", path, "kept.none", (/** @type {KeptGame} */ game) => {
    const label = say("kept.export", { number: game.id });
    return html("tr", {},
      html("td", {}, html("strong", {}, say(`game.${game.game}`)), html("small", {}, when(game.began))),
      html("td", {}, together(game.players.map((one) => one.score === null ? called(one) : `${called(one)} ${one.score}`)),
        html("small", {}, howItEnded(game))),
      html("td", { class: "right" }, html("a", {
        class: "button small", href: urlOf(`/replay?lang=${document.documentElement.lang}#kept=${game.id}`),
      }, say("replay")), " ", saves(html("a", {
        class: "button small", download: `${game.game}-${game.id}.record`, "aria-label": label, title: label,
      }, icon("save")), `/api/games/${game.id}/record`)));
  }, ({ moves }) => moves > 0, more);
  const older = byId("kept-older", HTMLButtonElement);
  older.hidden = next === null;
  older.onclick = () => next !== null && showPage(next, true);
}

/**
 * Offer the blank score sheets, for every game and every number of players.
 *
 * @param {PlayableGame[]} games
 */
export function showBlank(games) {
  const { lang } = document.documentElement;
  byId("blank-list").replaceChildren(...games.flatMap(({ name, players }) => [
    html("dt", {}, say(`game.${name}`)),
    html("dd", {}, players.map((number) => html("a", {
      class: "button small", href: urlOf(`/score-sheet/${name}/${number}?lang=${lang}`), target: "_blank",
      "aria-label": say("blank.print", { game: say(`game.${name}`), number }),
    }, number))),
  ]));
}

/**
 * What to call a player of a kept game, whose name is that of the seat when nobody gave one.
 *
 * @param {{ name: string, seat: string }} player
 */
function called({ name, seat }) {
  return name === seat ? say(`seat.${seat}`) : cut(name);
}

/** @param {KeptGame} game */
function howItEnded({ how, reason, players }) {
  if (how === null) return say("kept.unfinished");
  const winners = players.filter(({ won }) => won).map(called); // one, of a game that a side resigned
  if (reason === "aborted") return say("kept.aborted");
  if (how === "abandoned" && !winners.length) return say("kept.abandoned");
  return winners.length ? say("kept.won", { names: together(winners) }) : say("kept.draw");
}

/**
 * A rating and its uncertainty, as text.
 *
 * @param {Standing} one
 */
function rated({ rating, uncertainty }) {
  return rating === null || uncertainty === null ? "–" : `${Math.round(rating)} ±\u00a0${Math.round(uncertainty)}`;
}

/** Fill the dialog of the standings: people, and computers in a table of their own. */
export async function showStandings() {
  const row = (/** @type {Standing} */ one, /** @type {Standing | undefined} */ before) => html("tr", {
    class: one.game === before?.game ? "" : "group" },
  html("th", { scope: "row" }, one.level ? say("people.level", { level: one.level }) : cut(one.player),
    html("small", {}, say(`game.${one.game}`))),
  [one.played, one.won, one.drawn, one.points, one.best, decimal(one.average), rated(one)].map((number) =>
    html("td", { class: "right" }, number)));
  const path = `/api/standings?lang=${document.documentElement.lang}`;
  await fill("standings-list", path, "standings.none", row, ({ level }) => !level);
  await fill("computers-list", path, "standings.none", row, ({ level }) => level > 0);
}

/**
 * Fill the rows of a table with what the server answers.
 *
 * @template T
 * @param {string} id of the table's body
 * @param {string} path asked for
 * @param {string} none the key of the label for an empty table
 * @param {(one: T, before: T | undefined) => HTMLElement} row
 * @param {(one: T) => boolean} shown whether there is a row of it
 * @param {boolean} more whether the rows that are there stay
 * @returns {Promise<string | null>} the path of the next page, if there is one
 */
async function fill(id, path, none, row, shown = () => true, more = false) {
  const body = byId(id);
  /** @type {T[]} */
  let found;
  /** @type {string | null} */
  let next;
  try {
    ({ answer: found, next } = await askPage(path));
  } catch (error) {
    const why = error instanceof RefusedError ? error.message : say("lost");
    body.replaceChildren(html("tr", {}, html("td", { colspan: 7 }, why)));
    return null;
  }
  const rows = found.filter(shown).map((one, at, all) => row(one, all[at - 1]));
  const before = more ? [...body.children] : [];
  const all = [...before, ...rows];
  body.replaceChildren(...(all.length ? all : [html("tr", {}, html("td", { colspan: 7 }, say(none)))]));
  return next;
}

/**
 * A name of a player, cut where it was kept before names were limited.
 *
 * @param {string} name
 */
function cut(name) {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : name;
}

// Settings

/** What is on or off. @typedef {"sound" | "voice" | "notify" | "turned" | "motion" | "shapes" | "confirm"} Switch */

/**
 * Let the settings be changed.
 *
 * @param {{ language: string } & Record<"theme" | "board", string> & Record<Switch, boolean>} settings as they are now
 * @param {Record<"language" | "theme" | "board", (value: string) => void> & Record<Switch, (value: boolean) => void>} change
 *   what takes up another value of each
 */
export function bindSettings(settings, change) {
  const languages = byId("language", HTMLSelectElement);
  languages.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) =>
    html("option", { value: code, lang: code, selected: code === settings.language }, name)));
  languages.addEventListener("change", () => change.language(languages.value));
  for (const name of /** @type {const} */ (["sound", "voice", "notify", "turned", "motion", "shapes", "confirm"])) {
    const box = byId(name, HTMLInputElement);
    box.checked = settings[name];
    box.addEventListener("change", () => change[name](box.checked));
  }
  for (const name of /** @type {const} */ (["theme", "board"])) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name=${name}]`))) {
      input.checked = input.value === settings[name];
      input.addEventListener("change", () => change[name](input.value));
    }
  }
}
