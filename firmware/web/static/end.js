// Shows what a game that is over came to: who won and why, how it went, and what can be done now.

import { drawChart, seriesOf } from "./chart.js";
import { byId } from "./dom.js";
import { isOver } from "./games.js";
import { request, urlOf } from "./host.js";
import { lineOf } from "./line.js";
import { reasonOf, resultOf } from "./result.js";
import { drawFiles, replayOf, shareLink } from "./sharing.js";

/** @import { Line, State } from "./state.js" */

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
  /** @type {Line | null} */
  #line = null;
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
      shareLink((this.#line?.record ?? ""), byId("end-link", HTMLInputElement), byId("end-said")));
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
      const line = await lineOf({ record, head: true });
      if (this.#shown === shown) this.#show(line);
    } catch {
      if (this.#shown === shown) this.#shown = ""; // the next state asks again
    }
  }

  /** @param {Line} line */
  async #show(line) {
    const { head, record } = line;
    if (!head) return;
    this.#line = line;
    byId("end-result").textContent = head.over ? resultOf(head) : this.#state?.prompt ?? "";
    byId("end-why").textContent = reasonOf(head);
    byId("end-said").textContent = "";
    byId("end-link").hidden = true;
    byId("end").hidden = false;
    this.#drawChart();
    drawFiles(byId("end-files"), record, head, byId("end-said"));
    this.#bring();
    byId("end-replay", HTMLAnchorElement).href = urlOf(await replayOf(record, "&analyse"));
  }

  /** Bring what can be done now into the window, where it lies below. */
  #bring() {
    const tools = /** @type {Element} */ (byId("end-rematch").parentElement);
    if (tools.getBoundingClientRect().bottom > innerHeight) tools.scrollIntoView({ block: "end" });
  }

  #drawChart() {
    const { head, lines } = this.#line ?? {};
    if (!this.#line || !head || !lines || byId("end").hidden) return;
    drawChart(this.#chart, { title: head.counts, moves: lines.length, at: lines.length, series: seriesOf(this.#line, head) });
  }

  /** Begin the same game again, with the same people, computers and house rules. */
  #rematch() {
    const { seats } = this.#state?.game ?? {};
    const { head } = this.#line ?? {};
    if (!this.#state || !head || !seats) return;
    this.#again(this.#state, head.players.map(({ name }, index) => this.#nameOf(name, seats[index])));
  }

  /**
   * A name as the record has it: what a seat is called anyway is no name.
   *
   * @param {string} name
   * @param {string} seat
   */
  #nameOf(name, seat) {
    return (this.#line?.record ?? "").includes(`"${name}"`) ? name : seat;
  }
}
