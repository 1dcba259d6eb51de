// Lines of moves: the game that goes on, a recorded one, or one that is tried (see firmware/web/lines.py); and the
// steps back and forth through one.

import { ask } from "./connection.js";
import { onKeys } from "./dom.js";
import { EMPTY, withView } from "./state.js";

/** @import { Deed, Line, State, Wanted } from "./state.js" */
/** @typedef {(span: Pick<Wanted, "first" | "last" | "stands">) => Promise<Line>} Read gives the steps of a line that are asked for */

/**
 * The line of a record, of more moves after it, or of pieces that are laid.
 *
 * @param {Wanted} wanted
 * @returns {Promise<Line>}
 */
export function lineOf(wanted) {
  return ask("/api/line", { json: wanted });
}

/**
 * What reads the line of the game that goes on.
 *
 * @param {number | null} number of a game on screens, null at a table
 * @returns {Read}
 */
export function reads(number) {
  return ({ first = 0, last, stands }) => {
    const query = new URLSearchParams({ lang: document.documentElement.lang, first: String(first) });
    if (last !== undefined) query.set("last", String(last));
    if (stands) query.set("stands", "1");
    if (number !== null) query.set("game", String(number));
    return ask(`/api/line?${query}`);
  };
}

/**
 * How the game of a line stood after so many of its lines, which it was asked to tell.
 *
 * @param {Line} line
 * @param {number} at
 */
export function stateOf(line, at) {
  const { board, moves } = line;
  const stand = line.steps[at - line.first]?.stand;
  return { ...withView(EMPTY, { board, stand, ...(moves && { moves }) }), moves: line.lines.slice(0, at), at };
}

/** A line of the record, and what is told of it; ply: the number of the move, null for none. @typedef {{ line: string, deed: Deed, ply?: number | null }} Told */

/** Steps back and forth through a game. */
export class GameHistory {
  #read;
  #part;
  #changed;
  /** @type {number | null} */
  #ply = null;
  /** @type {State | null} */
  #snapshot = null;
  /** The present state. @type {State} */
  #now = EMPTY;
  /** How the game stood, by the first line of what was asked for at once. @type {Map<number, Promise<Line>>} */
  #parts = new Map();
  #source = ""; // of which game and in which language the lines are told
  #asked = ""; // what was asked for last
  /** What is known of the first lines, in order. @type {Told[]} */
  told = [];

  /**
   * @param {Read} read the line of the game
   * @param {number} part of how many places is asked at once
   * @param {() => void} changed is called when another state is to be shown, or more is told
   */
  constructor(read, part, changed) {
    this.#read = read;
    this.#part = part;
    this.#changed = changed;
    onKeys((event) => this.#key(event));
  }

  /** The earlier state that is shown, null when the present one is. */
  get snapshot() {
    return this.#snapshot;
  }

  /** The number of lines that there are. */
  get last() {
    return this.#now.moves.length;
  }

  /** The number of lines after which the game is shown. */
  get at() {
    return this.#ply ?? this.last;
  }

  /**
   * Take in the lines there are now; leave the history of a game that is no longer there.
   *
   * @param {State} now the present state
   */
  follow(now) {
    const { game, moves, last, screen } = now;
    const source = JSON.stringify([screen?.id, game?.name, game?.date, document.documentElement.lang]);
    const same = source === this.#source ? this.#now.moves.findIndex((line, at) => line !== moves[at]) : -1;
    if (same >= 0) this.#forget(same);
    else if (source !== this.#source) this.#forget(-1);
    [this.#source, this.#now] = [source, now];
    const newest = moves[moves.length - 1];
    // Where no move was made, time alone has ended the game.
    if (moves.length === this.told.length + 1 && last && newest.endsWith(last.move)) this.told.push({ line: newest, deed: last });
    else if (moves.length > this.told.length) this.#ask();
    if (!game || moves.length < (this.#ply ?? 0)) this.leave();
  }

  /** Ask for what is not told as yet. */
  async #ask() {
    const [source, after] = [this.#source, this.told.length];
    const asked = `${source} ${after} ${this.last}`;
    if (asked === this.#asked) return; // it is on its way, or could not be answered
    this.#asked = asked;
    try {
      const { first, steps, lines } = await this.#read({ first: after + 1 });
      if (this.#source !== source || this.told.length !== after) return;
      this.told.push(...steps.flatMap(({ deed, ply }, at) => deed && first + at > after ? [{ line: lines[first + at - 1], deed, ply }] : []));
      this.#changed();
    } catch {
      this.#asked = ""; // the next state asks again
    }
  }

  /**
   * Show the state after so many lines; after the last one that is the present.
   *
   * @param {number} ply
   */
  async step(ply) {
    if (ply < 0 || ply > this.last) return;
    if (ply === this.last) {
      this.leave();
      return;
    }
    this.#ply = ply;
    try {
      const state = await this.#after(ply);
      if (this.#ply !== ply) return; // another step was faster
      this.#snapshot = { ...state, screen: this.#now.screen };
    } catch {
      this.#ply = this.#snapshot?.at ?? null; // the network is away: stay where we are
    }
    this.#changed();
  }

  /**
   * How the game stood after so many lines.
   *
   * @param {number} at
   * @throws what `ask` throws
   */
  async #after(at) {
    const first = at - (at % this.#part);
    const asked = this.#parts.get(first) ?? this.#read({ first, last: first + this.#part - 1, stands: true });
    this.#parts.set(first, asked);
    try {
      return stateOf(await asked, at);
    } catch (error) {
      this.#parts.delete(first); // the next step asks again
      throw error;
    }
  }

  /**
   * Forget what has come after so many lines: others have taken their place.
   *
   * @param {number} at -1 for the beginning, too
   */
  #forget(at) {
    this.told.length = Math.min(this.told.length, Math.max(at, 0));
    for (const first of this.#parts.keys()) {
      if (first + this.#part > at + 1) this.#parts.delete(first);
    }
  }

  /** Show the present again. */
  leave() {
    if (this.#ply === null) return;
    this.#ply = null;
    this.#snapshot = null;
    this.#changed();
  }

  /** Ask for the shown state again, in another language. */
  retell() {
    this.#forget(-1);
    if (this.#ply !== null) this.step(this.#ply);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    const elsewhere = target instanceof Element && (target.closest(".tries") || (target.closest("#table") && key !== "Home" && key !== "End"));
    if (!this.last || elsewhere) return;
    const to = /** @type {Record<string, number>} */ ({ ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last })[key];
    if (to === undefined) return;
    event.preventDefault();
    this.step(to);
  }
}
