// Works out what stands on the table: the pieces that the table believes in, held against its magnets.

import { fieldOn, isGlass, isPlaying, unknownPiece } from "./games.js";
import { lookOf } from "./pieces.js";

/** @import { GameState, LoosePiece, State, Thing } from "./state.js" */

/**
 * Everything to draw on the table.
 *
 * A reed cannot tell one piece from another. A strange piece is the one that the table has made out, else one of
 * those that are away.
 *
 * @param {State} state
 * @returns {Thing[]}
 */
export function reconcile(state) {
  if (!isPlaying(state)) return [];
  /** @type {Thing[]} */
  const things = state.pieces.map((piece) =>
    ({ cell: piece.cell, piece, way: "there", magnet: state.page.magnets.includes(piece.kind) }));
  if (state.at !== undefined || state.screen || state.position.over) return things;
  const believed = things.filter(({ magnet }) => magnet);
  const closed = new Set(state.reeds);
  for (const thing of believed) {
    if (!closed.has(thing.cell)) thing.way = "away";
  }
  const taken = new Set(believed.map(({ cell }) => cell));
  const strange = state.reeds.filter((cell) => !taken.has(cell));
  const away = believed.filter(({ way }) => way === "away").map(({ piece }) => piece);
  const known = identify(state, strange, away);
  for (const cell of strange) {
    const lampsOnly = fieldOn(state.game, cell) === undefined || state.page.lamps_only.includes(cell);
    if (!known.has(cell) && lampsOnly) continue; // the table ignores the reeds of these cells
    const piece = known.get(cell) ?? away.shift() ?? unknownPiece(state, cell);
    things.push({ cell, piece: asItStands(state, piece, cell), way: "strange", magnet: true });
  }
  return things;
}

/**
 * The pieces that can be told on cells where none is believed to be; they are removed from `away`.
 *
 * @param {GameState} state
 * @param {number[]} cells
 * @param {LoosePiece[]} away
 */
function identify(state, cells, away) {
  const belongs = new Map(state.pairs);
  /** @type {Map<number, LoosePiece>} */
  const known = new Map();
  for (const cell of cells) {
    const piece = away.find((one) => one.cell === belongs.get(cell));
    if (piece) known.set(cell, piece);
  }
  for (const piece of known.values()) {
    const at = away.findIndex((one) => lookOf(topOf(one)) === lookOf(piece));
    if (at >= 0) away.splice(at, 1);
  }
  return known;
}

/**
 * The piece on a cell that can be taken, undefined when there is none.
 *
 * @param {Thing[]} things
 * @param {number} cell
 */
export function onTop(things, cell) {
  const here = things.filter((thing) => thing.cell === cell && thing.magnet);
  return here.find(({ way }) => way === "strange") ?? here[0];
}

/**
 * The piece on top of a stack, as it looks alone.
 *
 * @param {LoosePiece} piece
 * @returns {LoosePiece}
 */
export function topOf(piece) {
  if (piece.height === 1) return piece;
  const colour = piece.colours.at(-1) ?? piece.colour;
  return { ...piece, colour, colours: [colour], height: 1 };
}

/**
 * A piece as it looks on the cell where it stands now: the top of its stack, its sand run on.
 *
 * @param {GameState} state
 * @param {LoosePiece} piece
 * @param {number} cell
 * @returns {LoosePiece}
 */
function asItStands(state, piece, cell) {
  if (!isGlass(piece)) return { ...topOf(piece), cell };
  const up = state.tilts.includes(cell);
  // Its sand has run on since it was taken. A glass that is no longer in the game has run out.
  const now = state.pieces.find(({ seat, label }) => seat === piece.seat && label === piece.label);
  if (!now) return { ...piece, cell, end_a_up: up, remaining: 0, running: false, dead: true };
  const { sand = 0, remaining = 0 } = now;
  return { ...now, cell, end_a_up: up, remaining: up === now.end_a_up ? remaining : sand - remaining };
}
