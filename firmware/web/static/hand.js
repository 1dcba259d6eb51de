// The hand of who uses the page: what a pointer or the keyboard takes, carries and puts down.

import { byId, onKeys } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { CELL } from "./places.js";
import { html, render } from "./preact.js";
import { cellOf } from "./table.js";
import { onTop } from "./things.js";

/** @import { LoosePiece, Send, State, Supply, Thing } from "./state.js" */
/** @import { Table } from "./table.js" */

const SLIP = 6; // pixels that a finger may slip while it taps
const DOUBLE = 350; // milliseconds within which a second tap makes a double one

/**
 * A piece in the hand. from: the cell it was taken from, null when it comes from a supply. supply:
 * where it comes from, null when it was taken from a cell.
 *
 * @typedef {{ piece: LoosePiece, from: number | null, supply: Supply | null }} Held
 */

/**
 * A pointer that is down: where (window pixels) and on which cell. fromSupply: whether it went down on a supply.
 *
 * @typedef {{ x: number, y: number, cell: number | null, id: number, fromSupply: boolean, dragging: boolean }} Down
 */

/**
 * It holds at most one piece. What is taken and put down means, its kinds say: `Drops` in a game, `Editor` where a
 * position is laid.
 *
 * Dispatches `held` when what it holds changes, and `refused` when something cannot be done (detail:
 * the key of a label that says why).
 */
export class Hand extends EventTarget {
  /** @protected */ table;
  /** @protected */ send;
  /** @protected @type {State | null} */ state = null;
  /** @protected @type {Thing[]} */ things = [];
  /** @protected */ allowed = false;
  #surface;
  #sprite = byId("hand"); // where a piece in the hand is drawn
  /** @type {Held | null} */
  #held = null;
  /** @type {Down | null} */
  #down = null;
  /** @type {{ cell: number | null, at: number }} */
  #tapped = { cell: null, at: 0 };
  /** Where the pointer was last. @type {PointerEvent | null} */
  #pointer = null;
  /**
   * @param {Table} table what is touched
   * @param {Send} send
   */
  constructor(table, send) {
    super();
    this.table = table;
    this.send = send;
    const surface = table.surface;
    this.#surface = surface;
    surface.addEventListener("pointerdown", (event) => this.#begin(event));
    surface.addEventListener("touchstart", (event) => this.#keepFromScrolling(event), { passive: false });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#end(event));
    addEventListener("pointercancel", (event) => this.#cancel(event));
    surface.addEventListener("contextmenu", (event) => {
      if (this.allowed) event.preventDefault();
    });
    surface.addEventListener("keydown", (event) => this.#keyOnTable(event));
    onKeys(({ key, repeat }) => key === "Escape" && !repeat && this.putBack());
    // Not heard on the surface itself, which would take the focus; after the table knows the cell.
    surface.parentElement?.addEventListener("focusin", ({ target }) => {
      if (this.#held && cellOf(target) !== null) this.#hover(this.table.focusedCell);
    });
  }

  get held() {
    return this.#held;
  }

  /**
   * Take in what stands on the table now, and whether this page may touch it.
   *
   * @param {State} state
   * @param {Thing[]} things
   * @param {boolean} allowed
   */
  see(state, things, allowed) {
    this.state = state;
    this.things = things;
    this.allowed = allowed;
    if (!allowed && this.#held) this.hold(null);
  }

  /**
   * Take a piece from a supply; it is dragged when a pointer is down on it.
   *
   * @param {LoosePiece} piece
   * @param {Supply} supply
   * @param {PointerEvent | null} event
   */
  takeFrom(piece, supply, event) {
    if (!this.allowed) return;
    this.putBack();
    this.#pointer = event;
    this.hold({ piece, from: null, supply });
    if (!event) return;
    this.#surface.setPointerCapture(event.pointerId); // what was tapped may be drawn anew
    this.#down = { x: event.clientX, y: event.clientY, cell: null, id: event.pointerId, fromSupply: true, dragging: false };
  }

  /** Put what is held where it came from. */
  putBack() {
    if (this.#held) this.hold(null);
  }

  /** Lay what is held beside the table. */
  layAside() {
    this.hold(null);
  }

  // What its kinds say

  /**
   * Take the piece on top of a cell; gives whether there was one.
   *
   * @protected
   * @param {number} _cell
   */
  take(_cell) {
    return false;
  }

  /**
   * Put what is held on a cell; gives whether it could be.
   *
   * @protected
   * @param {Held} _held
   * @param {number} _cell
   */
  put(_held, _cell) {
    return false;
  }

  /**
   * @protected
   * @param {number} _cell
   * @param {boolean} _again whether this is the second tap of a double one
   */
  tap(_cell, _again) {}

  /**
   * Do what a key on a cell means; gives whether it means anything.
   *
   * @protected
   * @param {string} _key
   * @param {number} _cell
   */
  key(_key, _cell) {
    return false;
  }

  /**
   * @protected
   * @param {Held | null} held
   */
  hold(held) {
    this.#held = held;
    if (!held) this.table.lens.hide();
    if (!held) this.table.outline("aim", []);
    else if (held.from !== null) this.#hover(held.from); // which asks where things lie, before anything changes
    else if (this.#pointer) this.#follow(this.#pointer);
    else this.#hover(this.table.focusedCell);
    if (held) render(html`<svg viewBox="-24 -24 48 48">${drawPiece({ ...held.piece, running: false })}</svg>`, this.#sprite);
    this.#sprite.hidden = !held;
    this.dispatchEvent(new CustomEvent("held", { detail: held }));
  }

  // Pointers: a drag takes and puts down, and so do two taps

  /**
   * Let a finger on a piece drag it; elsewhere on the table it may scroll the page.
   *
   * @param {TouchEvent} event
   */
  #keepFromScrolling(event) {
    const [{ clientX: x, clientY: y }] = event.changedTouches;
    const cell = this.table.cellAt(x, y);
    const takes = cell !== null && (this.#held || onTop(this.things, cell));
    if (this.allowed && event.cancelable && event.touches.length === 1 && takes) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!this.allowed || event.button !== 0 || this.#down || !event.isPrimary) return;
    const cell = this.table.cellAt(event.clientX, event.clientY);
    this.#down = { x: event.clientX, y: event.clientY, cell, id: event.pointerId, fromSupply: false, dragging: false };
    this.#surface.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    this.#pointer = event;
    const down = this.#down;
    if (down && down.id === event.pointerId && !down.dragging) {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) <= SLIP) return;
      down.dragging = true;
      if (!this.#held && down.cell !== null) this.take(down.cell);
    }
    if (this.#held && (down || event.pointerType === "mouse")) this.#follow(event);
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const down = this.#down;
    if (!down || down.id !== event.pointerId) return;
    this.#down = null;
    const cell = this.table.cellAt(event.clientX, event.clientY);
    if (down.dragging) this.#drop(cell);
    else if (down.fromSupply || cell === null || cell !== down.cell) return;
    else this.#tap(cell);
  }

  /**
   * End a drag over a cell, or beside the table.
   *
   * @param {number | null} cell
   */
  #drop(cell) {
    if (!this.#held) return;
    if (cell === null) this.layAside();
    else if (!this.put(this.#held, cell)) this.putBack();
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (this.#down?.id !== event.pointerId) return;
    if (this.#down.dragging) this.putBack();
    this.#down = null;
  }

  /** @param {number} cell */
  #tap(cell) {
    const again = this.#tapped.cell === cell && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { cell, at: performance.now() };
    this.tap(cell, again);
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #keyOnTable(event) {
    if (!this.allowed || event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = cellOf(event.target);
    if (cell !== null && this.key(event.key, cell)) event.preventDefault();
  }

  // The piece in the hand is drawn over the page

  /** @param {PointerEvent} event */
  #follow(event) {
    const cell = this.table.cellAt(event.clientX, event.clientY);
    const { scale } = this.table.placeOf(cell ?? 0);
    const above = event.pointerType === "touch" ? 16 * scale + 14 : 0; // not under the finger
    this.#draw(event.clientX, event.clientY - above, scale);
    this.table.outline("aim", cell === null ? [] : [cell]);
    if (this.#down?.dragging && above) this.table.lens.show(event.clientX, event.clientY, CELL * scale);
  }

  /** @param {number} cell */
  #hover(cell) {
    const { x, y, scale } = this.table.placeOf(cell);
    this.#draw(x, y - 7 * scale, scale);
    this.table.outline("aim", [cell]);
  }

  /**
   * @param {number} x pixels of the window, as y
   * @param {number} y
   * @param {number} scale pixels a millimetre
   */
  #draw(x, y, scale) {
    const size = 48 * scale * 1.15;
    const { style } = this.#sprite;
    style.width = `${size}px`;
    style.height = `${size}px`;
    style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
  }
}
