// Shows what a game that is over came to: who won and why, how it went, and what can be done now.

import { drawChart } from "./chart.js";
import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { isOver } from "./games.js";
import { request, urlOf } from "./host.js";
import { reasonOf, resultOf } from "./result.js";
import { drawFiles, replayOf, shareLink } from "./sharing.js";

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
   * @param {boolean} allowed whether this page may begin another game, or ask for it
   */
  async draw(state, allowed) {
    this.#state = state;
    byId("end-rematch").hidden = !allowed;
    const { game, moves } = state;
    const over = game && isOver(state);
    const shown = over ? [game.name, game.date, document.documentElement.lang, state.prompt, ...moves].join("\n") : "";
    if (shown === this.#shown) return;
    this.#shown = shown;
    byId("end").hidden = true;
    if (!over) return;
    try {
      const record = await (await request(this.#address)).text();
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
    byId("end-result").textContent = summary.over ? resultOf(summary) : this.#state?.prompt ?? "";
    byId("end-why").textContent = reasonOf(summary);
    byId("end-said").textContent = "";
    byId("end-link").hidden = true;
    byId("end").hidden = false;
    this.#drawChart();
    drawFiles(byId("end-files"), record, summary, byId("end-said"));
    this.#bring();
    byId("end-replay", HTMLAnchorElement).href = urlOf(await replayOf(record, "&analyse"));
  }

  /** Bring what can be done now into the window, where it lies below. */
  #bring() {
    const tools = /** @type {Element} */ (byId("end-rematch").parentElement);
    if (tools.getBoundingClientRect().bottom > innerHeight) tools.scrollIntoView({ block: "end" });
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
