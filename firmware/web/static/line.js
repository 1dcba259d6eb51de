// Reads lines of moves: the game that goes on, a recorded one, or one that is tried; see firmware/web/lines.py.

import { ask } from "./connection.js";
import { EMPTY, withView } from "./state.js";

/** @import { Line, Wanted } from "./state.js" */
/** @typedef {(span: Pick<Wanted, "first" | "last" | "stands">) => Promise<Line>} Read gives the steps of a line that are asked for */

/**
 * The line of a record, of more moves after it, or of pieces that are laid.
 *
 * @param {Wanted} wanted
 * @returns {Promise<Line>}
 */
export function lineOf(wanted) {
  return ask(`/api/line?lang=${document.documentElement.lang}`, { json: wanted });
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

/** How a game stood after each line, asked for once, when that is wanted first. */
export class Stands {
  #read;
  #part;
  /** The answers, by the first line of each. @type {Map<number, Promise<Line>>} */
  #parts = new Map();

  /**
   * @param {Read} read
   * @param {number} part how many are asked for at once
   */
  constructor(read, part) {
    this.#read = read;
    this.#part = part;
  }

  /**
   * How it stood after so many lines.
   *
   * @param {number} at
   * @throws what `ask` throws
   */
  async after(at) {
    const first = at - (at % this.#part);
    const asked = this.#parts.get(first) ?? this.#read({ first, last: first + this.#part - 1, stands: true });
    this.#parts.set(first, asked);
    try {
      return stateOf(await asked, at);
    } catch (error) {
      this.#parts.delete(first); // the network is away; the next step asks again
      throw error;
    }
  }

  /**
   * Forget how it stood after so many lines or more: others have taken their place.
   *
   * @param {number} at
   */
  forget(at) {
    for (const first of this.#parts.keys()) {
      if (first + this.#part > at) this.#parts.delete(first);
    }
  }
}
