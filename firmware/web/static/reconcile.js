// What really stands on the table? The pieces that the table believes in, held against its magnets.

import { fieldOn, isGlass, unknownPiece } from "./games.js";
import { lookOf } from "./pieces.js";

/** The fields of Forum Romanum on which no piece belongs. */
export const LAMPS_ONLY = /^(steps|key)-/;

const MAGNETS = new Set(["roman", "card", "building", "hourglass", "recruit"]);

/**
 * Everything to draw on the table: {cell, piece, way}, the way being
 * - "there": it stands where the table believes it to be;
 * - "away": it is believed there, but no magnet is: it is in a hand, or beside the table;
 * - "strange": a magnet is there, where no piece is believed to be.
 *
 * carried: the pieces that this page's own hands have put down, by cell. A reed tells no piece from
 * another: a strange one is what the table has made out, else what these hands brought, else one
 * of those that are away.
 */
export function reconcile(state, carried = new Map()) {
  const plain = state.at !== undefined || state.position?.over;
  const magnets = new Set(state.reeds);
  const things = state.pieces.map((piece) => ({ cell: piece.cell, piece, way: "there" }));
  if (plain || !state.game) return things;
  const believed = things.filter(({ piece }) => MAGNETS.has(piece.kind));
  const away = believed.filter(({ cell }) => !magnets.has(cell));
  for (const thing of away) thing.way = "away";
  for (const { piece } of believed) magnets.delete(piece.cell);
  const unclaimed = away.map(({ piece }) => piece);
  const belongs = new Map(state.pairs);
  const known = new Map([...magnets].map((cell) =>
    [cell, unclaimed.find((piece) => piece.cell === belongs.get(cell)) ?? carried.get(cell)]));
  for (const piece of known.values()) {
    if (piece) claim(unclaimed, piece);
  }
  for (const cell of magnets) {
    const field = fieldOn(state.game, cell);
    if (!known.get(cell) && (!field || LAMPS_ONLY.test(field))) continue; // the table does not look there
    const piece = known.get(cell) ?? unclaimed.shift() ?? unknownPiece(state, cell);
    things.push({ cell, piece: asItStands(state, piece, cell), way: "strange" });
  }
  return things;
}

/** The piece on top of a cell that hands can take, undefined when there is none. */
export function onTop(things, cell) {
  const here = things.filter((thing) => thing.cell === cell && MAGNETS.has(thing.piece.kind));
  return here.find(({ way }) => way === "strange") ?? here[0];
}

/** Whether a hand that takes this thing leaves the magnet of another one below. */
export function isStack({ piece, way }) {
  return piece.kind === "recruit" && piece.height > 1 && way === "there";
}

/** What a hand holds that takes the top of this thing. */
export function topOf({ piece }) {
  if (piece.kind !== "recruit") return piece;
  const colour = piece.colours.at(-1);
  return { ...piece, colour, colours: [colour], height: 1 };
}

function asItStands(state, piece, cell) {
  const top = topOf({ piece });
  if (!isGlass(piece)) return { ...top, cell };
  const up = state.tilts.includes(cell);
  // Its sand has run on since hands took it; a glass that is no longer in the game has died.
  const now = state.pieces.find(({ seat, label }) => seat === piece.seat && label === piece.label);
  if (!now) return { ...top, cell, end_a_up: up, remaining: 0, running: false, dead: true };
  const remaining = up === now.end_a_up ? now.remaining : now.sand - now.remaining;
  return { ...now, cell, end_a_up: up, remaining };
}

function claim(pieces, known) {
  const at = pieces.findIndex((piece) => lookOf(topOf({ piece })) === lookOf(known));
  if (at >= 0) pieces.splice(at, 1);
}
