// What touching a field means in a guided first game: one move is wanted, by hand.

/**
 * How a move is made: its piece is taken from a cell (null: from beside the board, or only the field
 * is touched) and put on another one.
 *
 * @typedef {{ source: number | null, target: number }} Hand
 * @typedef {"taken" | "back" | "made" | "take" | "put" | "touch"} Touched what comes of it: the piece is
 *   taken, put back, or the move is made; or what should be done instead
 */

/**
 * What comes of touching a cell.
 *
 * @param {Hand} hand
 * @param {boolean} taken whether the piece is taken already
 * @param {number} cell
 * @returns {Touched}
 */
export function touched({ source, target }, taken, cell) {
  if (source === null) return cell === target ? "made" : "touch";
  if (!taken) return cell === source ? "taken" : "take";
  if (cell === target) return "made";
  return cell === source ? "back" : "put";
}

/**
 * What comes of dragging from one cell to another.
 *
 * @param {Hand} hand
 * @param {number} from
 * @param {number} to
 * @returns {Touched}
 */
export function dragged({ source, target }, from, to) {
  if (source === null) return to === target ? "made" : "touch";
  if (from !== source) return "take";
  return to === target ? "made" : "put";
}

/**
 * The cells that light up.
 *
 * @param {Hand} hand
 * @param {boolean} taken
 */
export function litBy({ source, target }, taken) {
  return [source === null || taken ? target : source];
}
