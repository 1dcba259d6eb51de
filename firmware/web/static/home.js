// The first page: which game, against whom, and the games that go on.

import { carry } from "./carried.js";
import { RefusedError, ask } from "./connection.js";
import { optionControl } from "./dialogs.js";
import { byId, html } from "./dom.js";
import { together } from "./formats.js";
import { linked, show } from "./host.js";
import { teachingLinks } from "./teaching.js";
import { pageAt, remember, remembered, say } from "./words.js";

/** @import { PlayableGame } from "./types.js" */

/** @typedef {"computer" | "here" | "phones"} Against */

/**
 * A game that goes on, from /api/screen.
 *
 * @typedef {{
 *   id: number, game: string, players: string[], moves: number, levels: Record<string, number>, seats: string[]
 * }} Unfinished
 */

const LEVELS = [1, 2, 3, 4, 5];
const LONGEST_NAME = 40; // characters
const MOST_SHOWN = 8; // games that go on
/** What a clock does, by what is written between its seconds. @type {Record<string, string>} */
const CLOCKS = { sudden: "clock.sudden.does", "+": "clock.increment.does", d: "clock.delay.does" };

export class Home {
  #games;
  #mayTouch;
  #askPin;
  /** @type {PlayableGame | null} */
  #game = null;
  /** The names typed, by place. @type {string[]} */
  #names;

  /**
   * @param {PlayableGame[]} games
   * @param {() => boolean} mayTouch whether this browser may begin a game
   * @param {() => void} askPin
   */
  constructor(games, mayTouch, askPin) {
    this.#games = games;
    this.#mayTouch = mayTouch;
    this.#askPin = askPin;
    this.#names = [remembered("name") ?? ""];
    byId("home-alone").hidden = linked;
    byId("home-read").setAttribute("href", pageAt("/read"));
    byId("against-phones").hidden = !linked;
    document.addEventListener("paste", (event) => this.#read(event, event.clipboardData));
    document.addEventListener("drop", (event) => this.#read(event, event.dataTransfer));
    document.addEventListener("dragover", (event) => {
      if (!byId("home").hidden) event.preventDefault();
    });
    byId("begin-form").addEventListener("change", ({ target }) => this.#changed(target));
    byId("begin-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    });
  }

  /**
   * Have a sheet read that is pasted or dropped on this page.
   *
   * @param {Event} event
   * @param {DataTransfer | null} data
   */
  async #read(event, data) {
    const typed = event.target instanceof Element && event.target.closest("dialog, input, textarea");
    if (byId("home").hidden || typed) return;
    event.preventDefault(); // or the browser opens the file
    if (await carry(data)) location.href = pageAt("/read");
  }

  /** Draw the games that can be begun, and those that go on. */
  async draw() {
    const { lang } = document.documentElement;
    byId("home-games").replaceChildren(...this.#games.map((game) => html("li", {},
      html("button", { type: "button", class: "board-card", data: { game: game.name }, on: { click: () => this.#choose(game) } },
        pictureOf(`${game.name}.svg?lang=${lang}`),
        html("strong", {}, say(`game.${game.name}`)), html("span", {}, say(`about.${game.name}`)),
        html("span", { class: "faint" }, say(game.players.length > 1 ? "home.numbers" : "home.number",
          { least: game.players[0], most: game.players[game.players.length - 1] }))),
      teachingLinks(game.name))));
    /** @type {Unfinished[]} */
    const found = await ask(`/api/screen?lang=${lang}`).catch(() => []);
    byId("home-on-box").hidden = !found.length;
    byId("home-on").replaceChildren(...found.slice(0, MOST_SHOWN).map((one) => html("li", {},
      html("a", { class: "board-card", href: pageAt(`/game/${one.id}`) },
        pictureOf(`of/${one.id}.svg?lang=${lang}&moves=${one.moves}`),
        html("strong", {}, say(`game.${one.game}`)), html("span", {}, together(one.players)),
        html("span", { class: "faint" }, say("home.moves", { number: one.moves }))))));
  }

  /** @param {PlayableGame} game */
  #choose(game) {
    if (!this.#mayTouch()) {
      this.#askPin();
      return;
    }
    this.#game = game;
    byId("begin-title").textContent = say(`game.${game.name}`);
    byId("begin-said").textContent = "";
    const level = remembered("level") ?? "1";
    byId("begin-levels").replaceChildren(...LEVELS.map((one) => html("label", { class: "number" },
      html("input", { type: "radio", name: "level", value: one, checked: String(one) === level }),
      html("span", {}, say(`level.${one}`)))));
    byId("begin-numbers").replaceChildren(...game.players.map((number, at) => html("label", { class: "number" },
      html("input", { type: "radio", name: "players", value: number, checked: at === 0 }), html("span", {}, number))));
    byId("begin-numbers-box").hidden = game.players.length === 1;
    byId("begin-options").replaceChildren(...game.options.map((option) => optionControl(game.name, option)));
    byId("begin-options-box").hidden = !game.options.length;
    const [kind = "", minutes = "10", added = "5"] = (remembered("clock") ?? "").split(" ");
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (byId("begin-clock-box").querySelectorAll("input[type=radio]"))) {
      input.checked = input.value === kind;
    }
    this.#field("minutes").value = minutes;
    this.#field("added").value = added;
    this.#drawSeats();
    byId("begin", HTMLDialogElement).showModal();
  }

  /**
   * What is chosen or typed in a field of the form.
   *
   * @param {string} name
   */
  #value(name) {
    const value = new FormData(byId("begin-form", HTMLFormElement)).get(name);
    return typeof value === "string" ? value : "";
  }

  /** The seats that are played, in order. */
  get #seats() {
    return this.#game?.seats.slice(0, Number(this.#value("players"))) ?? [];
  }

  /** @param {EventTarget | null} target */
  #changed(target) {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "name") this.#names[Number(target.dataset.seat)] = target.value;
    if (["against", "players", "first", "clock"].includes(target.name)) this.#drawSeats();
  }

  #drawSeats() {
    const against = this.#value("against");
    const seats = this.#seats;
    const own = this.#own;
    byId("begin-levels-box").hidden = against !== "computer";
    byId("begin-begins").textContent = this.#game ? say(`begins.${this.#game.name}`) : "";
    const asked = against === "computer" ? [seats[own ?? 0]] : inTurn(seats, own ?? 0);
    byId("begin-seats").replaceChildren(...asked.map((seat, at) => {
      const called = say(own !== null && at === 0 ? "home.you" : `seat.${seat}`);
      return html("input", { name: "name", data: { seat: at }, value: this.#names[at] ?? "", maxlength: LONGEST_NAME,
        placeholder: called, "aria-label": say("new.name", { seat: called }), autocomplete: "off" });
    }));
    this.#drawSides(seats, against);
    this.#drawClock();
  }

  /** The place of who sits here among the seats, null where all do. */
  get #own() {
    if (this.#value("against") === "here") return null;
    return this.#value("first") === "second" ? 1 : 0;
  }

  /**
   * Ask which side somebody plays, or who begins where the sides have no names.
   *
   * @param {string[]} seats
   * @param {string} against
   */
  #drawSides(seats, against) {
    const named = seats.some((seat) => !/^\d+$/.test(seat));
    byId("begin-first-box").hidden = against === "here";
    byId("begin-first").textContent = say(named ? "home.side" : "home.first");
    byId("begin-first-own").textContent = say(named ? `seat.${seats[0]}` : "home.first.you");
    byId("begin-first-other").textContent = say(named ? `seat.${seats[1]}`
      : against === "computer" ? "home.first.computer" : "home.first.other");
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement} */ (byId("begin-form", HTMLFormElement).elements.namedItem(name));
  }

  #drawClock() {
    const kind = this.#value("clock");
    const limits = Boolean(this.#game?.limits) && this.#seats.length === 2;
    byId("begin-clock-box").hidden = !limits;
    byId("begin-times").hidden = !kind;
    byId("begin-added").hidden = kind === "sudden";
    this.#field("minutes").disabled = !limits || !kind; // so that it is not asked for
    this.#field("added").disabled = !limits || !kind || kind === "sudden";
    byId("begin-clock-does").textContent = kind ? say(CLOCKS[kind]) : "";
  }

  /** The time of each player as the host reads it, "" for as much as they like. */
  get #clock() {
    const kind = byId("begin-clock-box").hidden ? "" : this.#value("clock");
    if (!kind) return "";
    const seconds = 60 * this.#field("minutes").valueAsNumber;
    return kind === "sudden" ? String(seconds) : `${seconds}${kind}${this.#field("added").value}`;
  }

  async #begin() {
    const game = this.#game;
    if (!game) return;
    const against = this.#value("against");
    const level = Number(this.#value("level"));
    const seats = this.#seats;
    const own = this.#own ?? 0;
    const typed = (/** @type {number} */ at) => this.#names[at]?.trim() ?? "";
    const levels = seats.map((_, at) => against !== "computer" || at === own ? 0 : level);
    const places = inTurn([...seats.keys()], own); // of the seats, in the order in which their names are asked for
    const names = seats.map((seat, at) => levels[at] ? computerName(seats.length, at) : typed(places.indexOf(at)) || seat);
    const options = Object.fromEntries(game.options.filter(({ file }) => !file)
      .map(({ name, default: usual }) => [name, this.#value(`option-${name}`).trim() || usual, usual])
      .filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]));
    /** @type {Record<string, string>} */
    const files = {};
    for (const { name } of game.options.filter(({ file }) => file)) {
      const sent = new FormData(byId("begin-form", HTMLFormElement)).get(`option-${name}`);
      if (!(sent instanceof File) || !sent.name) continue;
      options[name] = sent.name;
      files[sent.name] = await sent.text();
    }
    remember("name", typed(0));
    remember("level", String(level));
    if (!byId("begin-clock-box").hidden) {
      remember("clock", [this.#value("clock"), this.#field("minutes").value, this.#field("added").value].join(" "));
    }
    try {
      const { id } = await ask("/api/screen", { json: {
        game: game.name, names, seats: levels, options, files, here: against !== "phones", own: seats[own], clock: this.#clock } });
      location.href = pageAt(`/game/${id}${against === "phones" ? "?people" : ""}`);
    } catch (error) {
      byId("begin-said").textContent = error instanceof RefusedError ? error.message : say("lost");
    }
  }
}

/** @param {string} path */
function pictureOf(path) {
  return show(html("img", { alt: "", width: 498, height: 338 }), `/picture/${path}`);
}

/**
 * The seats in the order in which their names are asked for: one's own before the others.
 *
 * @template T
 * @param {T[]} seats
 * @param {number} own
 */
function inTurn(seats, own) {
  return [seats[own], ...seats.filter((_, at) => at !== own)];
}

/**
 * What a computer is called: by its number where there are several.
 *
 * @param {number} players
 * @param {number} at
 */
function computerName(players, at) {
  return players > 2 ? `${say("home.computer")} ${at + 1}` : say("home.computer");
}
