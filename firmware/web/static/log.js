// The log of a game: what was done, move by move, in sentences, or as the record writes it.

import { ask } from "./connection.js";
import { byId, html } from "./dom.js";
import { isOver } from "./games.js";
import { paintOf } from "./pieces.js";
import { remember, remembered, say } from "./words.js";

/** @import { LogEntry, State } from "./types.js" */

export class Log {
  #address;
  #step;
  #short = remembered("log") === "notation";
  /** What is known of the first moves, in the order in which they were made. @type {LogEntry[]} */
  #entries = [];
  #source = ""; // of which game and in which language
  #asked = ""; // what was asked for last
  #shown = "";
  /** What each item shows, as JSON. @type {string[]} */
  #looks = [];
  /** @type {State | null} */
  #now = null;
  #ply = 0;

  /**
   * @param {number | null} number of the game on screens, null at a table
   * @param {(ply: number) => void} step shows the state after so many moves
   */
  constructor(number, step) {
    this.#address = number === null ? "/api/log?" : `/api/log?game=${number}&`;
    this.#step = step;
    byId("log-short").addEventListener("click", () => {
      this.#short = !this.#short;
      remember("log", this.#short ? "notation" : "sentences");
      this.#redraw();
    });
  }

  /**
   * Show the moves of a state.
   *
   * @param {State} now the present one
   * @param {number} ply the number of moves in the state that is shown
   */
  draw(now, ply) {
    this.#now = now;
    this.#ply = ply;
    byId("moves-box").hidden = !now.game;
    if (!now.game) {
      byId("moves").replaceChildren();
      this.#shown = "";
      return;
    }
    this.#follow(now, JSON.stringify([now.screen?.id, now.game.name, now.game.date, document.documentElement.lang]));
    byId("moves-end").textContent = isOver(now) ? now.prompt : now.last?.since.join(" · ") ?? "";
    this.#redraw();
  }

  /**
   * Take in what the state tells of the last move; ask for what was missed.
   *
   * @param {State} now
   * @param {string} source
   */
  #follow({ moves, last }, source) {
    if (source !== this.#source) this.#entries = [];
    this.#source = source;
    const wrong = this.#entries.findIndex(({ line }, at) => line !== moves[at]);
    if (wrong >= 0) this.#entries.length = wrong;
    const missing = moves.length - this.#entries.length;
    const made = moves[moves.length - 1]?.endsWith(last?.move ?? "\n"); // else time alone has ended the game
    if (missing === 1 && last && made) this.#entries.push({ ...last, line: moves[moves.length - 1] });
    else if (missing > 0) this.#ask(source, moves.length);
  }

  /**
   * @param {string} source
   * @param {number} last the number of moves there are
   */
  async #ask(source, last) {
    const after = this.#entries.length;
    const asked = `${source} ${after} ${last}`;
    if (asked === this.#asked) return; // it is on its way, or could not be answered
    this.#asked = asked;
    try {
      const entries = await ask(`${this.#address}after=${after}&lang=${document.documentElement.lang}`);
      if (this.#source !== source || this.#entries.length !== after) return;
      this.#entries.push(...entries);
      this.#redraw();
    } catch {
      this.#asked = ""; // the next state asks again
    }
  }

  #redraw() {
    const now = this.#now;
    if (!now?.game) return;
    const { moves, game, position } = now;
    const shown = JSON.stringify([this.#source, moves, this.#ply, this.#short, this.#entries.length]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    byId("log-short").setAttribute("aria-pressed", String(this.#short));
    const list = byId("moves");
    list.classList.toggle("short", this.#short);
    list.classList.toggle("timed", Boolean(position && position.clock !== null));
    const before = list.children;
    moves.forEach((line, at) => {
      const looks = JSON.stringify([this.#source, line, this.#short, this.#entries[at], this.#entries[at - 1]?.seat, at + 1 === this.#ply]);
      if (this.#looks[at] === looks && before[at]) return;
      this.#looks[at] = looks;
      const item = this.#item(line, at, game.colours);
      if (before[at]) before[at].replaceWith(item);
      else list.append(item);
    });
    while (before.length > moves.length) list.lastElementChild?.remove();
    byId("moves-none").hidden = moves.length > 0;
    requestAnimationFrame(() => { // when the page is laid out anyway
      const current = list.querySelector("[aria-current]")?.parentElement;
      if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2; // never the page itself
    });
  }

  /**
   * @param {string} line of the record
   * @param {number} at its place, from 0
   * @param {Record<string, string[]>} colours of the seats' pieces
   */
  #item(line, at, colours) {
    const entry = this.#entries[at];
    const number = html("span", { class: "ply" }, at + 1);
    const button = html("button", {
      type: "button", class: "move", data: { line }, "aria-current": at + 1 === this.#ply ? "step" : null,
      title: say("moves.go", { number: at + 1, move: line }), on: { click: () => this.#step(at + 1) },
    }, number, ...(this.#short || !entry ? [line] : [html("span", { class: "done" },
      ...entry.meanwhile.map((said) => html("small", { class: "meanwhile" }, said)), entry.done,
      ...entry.said.map((said) => html("span", { class: "gain" }, said)))]));
    const turn = entry && entry.seat !== this.#entries[at - 1]?.seat;
    if (entry?.seat) button.style.setProperty("--seat", paintOf(colours[entry.seat][0]));
    return html("li", { class: turn ? "turn" : null }, button);
  }
}
