// What is written on the table while a game is being chosen.

import { say } from "./words.js";

/** @import { Choice } from "./types.js" */

const LONGEST = 14; // characters of a game's name in one line
const WIDEST = 74; // millimetres that a line of a label may have: two cells, and a gap

/**
 * The lines of a text: two where it is too long for one beside its neighbours.
 *
 * @param {string} text
 */
export function linesOf(text) {
  if (text.length <= LONGEST) return [text];
  /** @type {(at: number) => number} */
  const longer = (at) => Math.max(at, text.length - at - 1);
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (!spaces.length) return [text];
  const at = spaces.reduce((one, other) => longer(other) < longer(one) ? other : one);
  return [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Narrow a line that a wide font makes longer than the two cells that it has.
 *
 * @param {SVGTSpanElement} line
 */
export function narrow(line) {
  if (line.getComputedTextLength() <= WIDEST) return;
  line.setAttribute("textLength", String(WIDEST));
  line.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/**
 * @param {Choice} choice
 * @param {string} seat
 * @returns {string} the seat, and at which level the computer plays it
 */
export function seatOf({ computers }, seat) {
  const name = say(`seat.${seat}`);
  return seat in computers ? say("seat.level", { seat: name, level: computers[seat] }) : name;
}

/**
 * @param {Choice} choice
 * @param {number} cell
 */
export function choiceOn(choice, cell) {
  const { game_cells: games, number_cells: numbers, numbers: possible } = choice;
  if (cell in games) return say(`game.${games[cell]}`);
  if (cell in choice.seat_cells) return seatOf(choice, choice.seat_cells[cell]);
  const number = numbers[cell];
  return number && possible.includes(number) ? say("players.number", { number }) : undefined;
}
