// What stands on the table: each piece, whether its magnet is felt, and which one of a cell can be taken.

/** @import { LoosePiece, State, Thing } from "./state.js" */

/**
 * Everything to draw on the table: the pieces, and the magnets that a table feels where none should be.
 *
 * @param {Pick<State, "page" | "pieces" | "missing" | "strange">} state
 * @returns {Thing[]}
 */
export function thingsOf({ page, pieces, missing, strange }) {
  /** @type {Thing[]} */
  const standing = pieces.map((piece) => {
    const magnet = page !== null && page.magnets.includes(piece.kind);
    return { cell: piece.cell, piece, way: magnet && missing.includes(piece.cell) ? "away" : "there", magnet };
  });
  return standing.concat(strange.map((piece) => ({ cell: piece.cell, piece, way: "strange", magnet: true })));
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
 * The things without the top of those on a cell.
 *
 * @param {Thing[]} things
 * @param {number} cell
 * @param {boolean} faint whether its place is still shown, faintly
 * @returns {Thing[]}
 */
export function without(things, cell, faint) {
  const taken = onTop(things, cell);
  return things.flatMap((thing) => {
    if (thing !== taken) return [thing];
    const { piece } = thing;
    if (piece.height > 1) {
      const colours = piece.colours.slice(0, -1);
      return [{ ...thing, piece: { ...piece, colours, colour: colours[colours.length - 1], height: piece.height - 1 } }];
    }
    return faint ? [{ ...thing, way: "away" }] : [];
  });
}
