// Shows what a game that is over came to: who won and why, how it went, and what can be done now.

import { Chart, seriesOf } from "./chart.js";
import { byId } from "./dom.js";
import { isOver } from "./games.js";
import { urlOf } from "./host.js";
import { lineOf } from "./line.js";
import { html, render } from "./preact.js";
import { reasonOf, resultOf } from "./result.js";
import { Sharing, replayOf } from "./sharing.js";
import { say } from "./words.js";

/** @import { Head, Line, State } from "./state.js" */

/**
 * Begins the game of a state again. names: of the players, as the record has them.
 *
 * @typedef {(state: State, names: string[]) => unknown} Again
 */

export class End {
  #recordOf;
  #again;
  /** The game that is shown, by its moves; "" for none. */
  #shown = "";
  /** @type {Line & { head: Head } | null} */
  #line = null;
  #address = "";
  /** @type {State | null} */
  #state = null;
  #allowed = false;
  #replays;

  /**
   * @param {() => Promise<string>} recordOf gives the record of the game that is shown
   * @param {Again} again
   * @param {boolean} replays whether the page shows anyway how it went
   */
  constructor(recordOf, again, replays) {
    this.#replays = replays;
    this.#recordOf = recordOf;
    this.#again = again;
  }

  /**
   * Show the end of the game of a state, if it is over.
   *
   * @param {State} state the present one
   * @param {boolean} allowed whether this page may begin another game, or ask for it
   */
  async draw(state, allowed) {
    this.#state = state;
    this.#allowed = allowed;
    const { game, moves } = state;
    const shown = game && isOver(state) ? [game.name, game.date, document.documentElement.lang, state.prompt, ...moves].join("\n") : "";
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#line = null;
      if (shown) await this.#ask(shown);
    }
    this.#draw();
  }

  /** @param {string} shown what is asked for */
  async #ask(shown) {
    try {
      const line = await lineOf({ record: await this.#recordOf(), head: true });
      const address = urlOf(await replayOf(line.record, "&analyse"));
      if (this.#shown !== shown || !line.head) return;
      [this.#line, this.#address] = [{ ...line, head: line.head }, address];
      setTimeout(() => this.#bring());
    } catch {
      if (this.#shown === shown) this.#shown = ""; // the next state asks again
    }
  }

  #draw() {
    const line = this.#line;
    byId("end").hidden = !line;
    if (!line) return;
    const { head, lines, record } = line;
    render(html`<h2 id="end-result">${head.over ? resultOf(head) : this.#state?.prompt}</h2><p>${reasonOf(head)}</p>
      <div class="sharing">
        ${this.#allowed && html`<button type="button" class="primary" onClick=${() => this.#rematch()}>${say("end.rematch")}</button>`}
        <button type="button" data-opens="begin">${say("new")}</button>
        ${!this.#replays && html`<a class="button" href=${this.#address}>${say("replay.analyse")}</a>`}</div>
      <${Sharing} key=${record} record=${record} game=${head.game} />
      ${!this.#replays && html`<${Chart} title=${head.counts} moves=${lines.length} at=${lines.length} series=${seriesOf(line, head)} />`}`, byId("end"));
  }

  /** Bring what can be done now into the window, where it lies below. */
  #bring() {
    const tools = byId("end").querySelector(".sharing");
    if (tools && tools.getBoundingClientRect().bottom > innerHeight) tools.scrollIntoView({ block: "end" });
  }

  /** Begin the same game again, with the same people, computers and house rules. */
  #rematch() {
    const seats = this.#state?.game?.seats;
    const line = this.#line;
    if (!this.#state || !seats || !line) return;
    // A name as the record has it: what a seat is called anyway is no name.
    this.#again(this.#state, line.head.players.map(({ name }, at) => line.record.includes(`"${name}"`) ? name : seats[at]));
  }
}
