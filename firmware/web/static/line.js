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
