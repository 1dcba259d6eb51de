// Where does each cell lie in the drawing? On a table in rows; a screen may show some elsewhere, and larger.

/** @import { PageGame } from "./state.js" */

export const CELL = 40; // millimetres
export const COLUMNS = 12;
export const ROWS = 8;

export class Places {
  /** @type {PageGame["places"]} */
  #moved = {};

  /** Take in where the cells lie. @param {PageGame["places"]} moved those that lie elsewhere than on a table */
  take(moved) {
    this.#moved = moved;
  }

  /** Whether some cells lie elsewhere than on a table. */
  get changed() {
    return Object.keys(this.#moved).length > 0;
  }

  /**
   * The middle of a cell, in millimetres to the right and down, and how many times as large as on a table it is.
   *
   * @param {number} cell
   * @returns {[x: number, y: number, size: number]}
   */
  of(cell) {
    return this.#moved[cell] ?? [CELL * (cell % COLUMNS + 0.5), CELL * (Math.floor(cell / COLUMNS) + 0.5), 1];
  }

  /**
   * The cell at a point, null beside the table and between cells.
   *
   * @param {number} x millimetres, as y
   * @param {number} y
   */
  at(x, y) {
    for (const [cell, [left, top, size]] of Object.entries(this.#moved)) {
      if (Math.max(Math.abs(x - left), Math.abs(y - top)) <= CELL / 2 * size) return Number(cell);
    }
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const cell = row * COLUMNS + column;
    return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS && !(cell in this.#moved) ? cell : null;
  }

  /**
   * The attributes of the square that a cell is.
   *
   * @param {number} cell
   * @param {number} [half] half of its side in millimetres, on a table
   */
  squareOf(cell, half = CELL / 2) {
    const [x, y, size] = this.of(cell);
    return { x: x - half * size, y: y - half * size, width: 2 * half * size, height: 2 * half * size };
  }
}
