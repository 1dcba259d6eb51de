// The log of a game: what was done, move by move, in sentences, or as the record writes it.

import { byId } from "./dom.js";
import { isOver } from "./games.js";
import { paintOf } from "./pieces.js";
import { html, render } from "./preact.js";
import { remember, remembered } from "./settings.js";
import { say } from "./words.js";

/** @import { Deed, State } from "./state.js" */
/** @import { Read } from "./line.js" */

/** A line of the record, and what is told of it; ply: the number of the move, null for none. @typedef {{ line: string, deed: Deed, ply?: number | null }} Told */

/**
 * What a log shows: the lines, how many lead to what is shown, the colours of the seats' pieces.
 *
 * @typedef {{ lines: string[], at: number, colours: Record<string, string[]> }} Shown
 */

export class Log {
  #step;
  #read;
  #short = remembered("log") === "notation";
  /** What is known of the first lines, in order. @type {Told[]} */
  #told = [];
  #source = ""; // of which game and in which language
  #asked = ""; // what was asked for last
  /** @type {Shown | null} */
  #now = null;
  /** The marks behind moves, by their number. @type {Map<number, string>} */
  marks = new Map();
  #scrolled = ""; // what was scrolled to the move that is shown

  /**
   * @param {(at: number) => void} step shows the state after so many lines
   * @param {Read} read the line of the game
   */
  constructor(step, read) {
    this.#step = step;
    this.#read = read;
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
    byId("moves-box").hidden = !now.game;
    if (!now.game) return;
    this.#follow(now, JSON.stringify([now.screen?.id, now.game.name, now.game.date, document.documentElement.lang]));
    byId("moves-end").textContent = isOver(now) ? now.prompt : now.last?.since.join(" · ") ?? "";
    this.#now = { lines: now.moves, at: ply, colours: now.game.colours };
    this.#redraw();
  }

  /**
   * Take in what the state tells of the last move; ask for what was missed.
   *
   * @param {State} now
   * @param {string} source
   */
  #follow({ moves, last }, source) {
    if (source !== this.#source) this.#told = [];
    this.#source = source;
    const wrong = this.#told.findIndex(({ line }, at) => line !== moves[at]);
    if (wrong >= 0) this.#told.length = wrong;
    const missing = moves.length - this.#told.length;
    const newest = moves[moves.length - 1];
    if (missing === 1 && last && newest.endsWith(last.move)) this.#told.push({ line: newest, deed: last }); // else time alone has ended the game
    else if (missing > 0) this.#ask(source, moves.length);
  }

  /**
   * @param {string} source
   * @param {number} last the number of moves there are
   */
  async #ask(source, last) {
    const after = this.#told.length;
    const asked = `${source} ${after} ${last}`;
    if (asked === this.#asked) return; // it is on its way, or could not be answered
    this.#asked = asked;
    try {
      const line = await this.#read({ first: after + 1 });
      if (this.#source !== source || this.#told.length !== after) return;
      this.#told.push(...toldOf(line));
      this.#redraw();
    } catch {
      this.#asked = ""; // the next state asks again
    }
  }

  #redraw() {
    const now = this.#now;
    if (!now) return;
    const list = byId("moves");
    byId("log-short").setAttribute("aria-pressed", String(this.#short));
    list.classList.toggle("short", this.#short);
    list.classList.toggle("timed", now.lines.some((line) => /^\d[\d.]* /.test(line)));
    render(now.lines.map((line, at) => this.#item(line, at, now)), list);
    byId("moves-none").hidden = now.lines.length > 0;
    const shown = [now.at, now.lines.length, this.#told.length, this.#short, this.marks.size].join();
    if (this.#scrolled === shown) return;
    this.#scrolled = shown;
    requestAnimationFrame(() => { // when the page is laid out anyway
      const current = list.querySelector("[aria-current]")?.parentElement;
      list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0; // never the page itself
    });
  }

  /**
   * @param {string} line of the record
   * @param {number} at its place, from 0
   * @param {Shown} now
   */
  #item(line, at, { at: shown, colours }) {
    const { deed, ply = at + 1 } = this.#told[at] ?? {};
    const turn = deed && deed.seat !== this.#told[at - 1]?.deed.seat;
    return html`<li key=${at} class=${turn ? "turn" : ""}><button type="button" class="move" data-line=${line}
      aria-current=${at + 1 === shown ? "step" : null} title=${say("moves.go", { number: ply ?? at + 1, move: line })}
      style=${deed?.seat && colours[deed.seat] ? { "--seat": paintOf(colours[deed.seat][0]) } : null} onClick=${() => this.#step(at + 1)}>
      <span class="ply">${ply}</span>${this.#short || !deed ? line : sentencesOf(deed, line)}
      ${this.marks.has(at + 1) && html`<span class="mark">${this.marks.get(at + 1)}</span>`}</button></li>`;
  }
}

/**
 * @param {Deed} deed
 * @param {string} line of the record, shown where nothing was done
 */
const sentencesOf = ({ meanwhile, done, said }, line) => html`<span class="done">${meanwhile.map((one) => html`<small class="meanwhile">${one}</small>`)}${
  done || line}${said.map((one) => html`<span class="gain">${one}</span>`)}</span>`;

/**
 * What the steps of a line tell of its lines.
 *
 * @param {import("./state.js").Line} line
 * @returns {Told[]}
 */
function toldOf({ first, steps, lines }) {
  return steps.flatMap(({ deed, ply }, at) => (deed ? [{ line: lines[first + at - 1], deed, ply }] : []));
}
