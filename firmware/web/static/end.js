// Shows what a game that is over came to: who won and why, how it went, and what can be done now.

import { drawChart } from "./chart.js";
import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { reasonOf, resultOf } from "./result.js";
import { linkTo, shareLink } from "./sharing.js";
import { pageAt } from "./words.js";

/** @import { State, Summary } from "./types.js" */

/**
 * Begins the game of a state again. names: of the players, as the record has them.
 *
 * @typedef {(state: State, names: string[]) => unknown} Again
 */

export class End {
  #again;
  #address;
  /** The game that is shown, by its moves; "" for none. */
  #shown = "";
  #record = "";
  /** @type {Summary | null} */
  #summary = null;
  /** @type {State | null} */
  #state = null;
  #chart = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("end-chart")));

  /**
   * @param {number | null} number of the game on screens that is shown, null at a table
   * @param {Again} again
   */
  constructor(number, again) {
    this.#address = number === null ? "/api/record" : `/api/record?game=${number}`;
    this.#again = again;
    byId("end-rematch").addEventListener("click", () => this.#rematch());
    byId("end-share").addEventListener("click", () =>
      shareLink(this.#record, byId("end-link", HTMLInputElement), byId("end-said")));
    new ResizeObserver(() => this.#drawChart()).observe(byId("end"));
  }

  /**
   * Show the end of the game of a state, if it is over.
   *
   * @param {State} state the present one
   * @param {boolean} allowed whether this page may begin another game
   */
  async draw(state, allowed) {
    this.#state = state;
    byId("end-rematch").hidden = !allowed;
    const { game, position, moves } = state;
    const over = game && position?.over;
    const shown = over ? [game.name, game.date, document.documentElement.lang, ...moves].join("\n") : "";
    if (shown === this.#shown) return;
    this.#shown = shown;
    byId("end").hidden = true;
    if (!over) return;
    try {
      const record = await (await fetch(this.#address, { cache: "no-store" })).text();
      /** @type {Summary} */
      const summary = await ask(`/api/replay?lang=${document.documentElement.lang}`, { text: record });
      if (this.#shown === shown) this.#show(record, summary);
    } catch {
      if (this.#shown === shown) this.#shown = ""; // the next state asks again
    }
  }

  /**
   * @param {string} record
   * @param {Summary} summary
   */
  async #show(record, summary) {
    this.#record = record;
    this.#summary = summary;
    byId("end-result").textContent = resultOf(summary);
    byId("end-why").textContent = reasonOf(summary);
    byId("end-said").textContent = "";
    byId("end-link").hidden = true;
    byId("end").hidden = false;
    this.#drawChart();
    byId("end-replay", HTMLAnchorElement).href = await linkTo(record);
  }

  #drawChart() {
    if (!this.#summary || byId("end").hidden) return;
    const { players, series, counts, entries } = this.#summary;
    drawChart(this.#chart, { title: counts, moves: entries.length, at: entries.length,
      series: players.map(({ name, colours }, index) => ({ name, colours, values: series[index] })) });
  }

  /** Begin the same game again, with the same people, computers and house rules. */
  #rematch() {
    const { seats } = this.#state?.game ?? {};
    if (!this.#state || !this.#summary || !seats) return;
    this.#again(this.#state, this.#summary.players.map(({ name }, index) => this.#nameOf(name, seats[index])));
  }

  /**
   * A name as the record has it: what a seat is called anyway is no name.
   *
   * @param {string} name
   * @param {string} seat
   */
  #nameOf(name, seat) {
    return this.#record.includes(`"${name}"`) ? name : seat;
  }
}

/**
 * Begin a game on screens again, with the same people and computers.
 *
 * @param {State} state
 * @param {string[]} names of the players
 * @param {string[]} own the seats of this browser
 */
export async function beginAgain({ game, screen }, names, own) {
  if (!game || !screen) return;
  const seats = game.seats.map((seat) => screen.levels[seat] ?? 0);
  const here = game.seats.every((seat, at) => seats[at] || own.includes(seat));
  const full = game.seats.every((seat, at) => seats[at] || screen.taken.includes(seat));
  const again = own.length ? { again: screen.id } : {};
  const { id } = await ask("/api/screen",
    { json: { game: game.name, names, options: game.options, seats, here, ...again } });
  location.href = pageAt(`/game/${id}${full ? "" : "?people"}`);
}
