// Turns pointer and keyboard input into moves of a game on a screen: a piece is dropped on a field.

import { svg } from "./dom.js";
import { isGlass } from "./games.js";
import { drawPiece } from "./pieces.js";
import { onTop, topOf } from "./reconcile.js";
import { cellOf } from "./table.js";

/** @import { LoosePiece, Send, State, Supply, Thing } from "./types.js" */
/** @import { Table } from "./table.js" */

const SLIP = 6; // pixels that a finger may slip while it taps
const DOUBLE = 350; // milliseconds within which a second tap makes a double one

/**
 * A piece in the hand, and where it comes from: a cell, or a supply.
 *
 * @typedef {{ piece: LoosePiece, from: number | null, supply: Supply | null }} Held
 */

/**
 * A pointer that is down: where and when, and on which cell. fromSupply: whether it took a piece of a
 * supply.
 *
 * @typedef {{ x: number, y: number, cell: number | null, id: number, fromSupply: boolean, dragging: boolean }} Down
 */

/**
 * The hand of who plays on this page; it holds at most one piece.
 *
 * Dispatches `held` when what it holds changes. What it drops is shown where it was dropped until
 * the game has answered: it has moved, or `refuse` lets it go back.
 */
export class MoveInput extends EventTarget {
  #table;
  #surface;
  #send;
  #sprite;
  /** @type {Held | null} */
  #held = null;
  /** What was dropped, and after how many moves. @type {(Held & { to: number, moves: number }) | null} */
  #dropped = null;
  /** @type {State | null} */
  #state = null;
  /** @type {Thing[]} */
  #things = [];
  /** @type {Down | null} */
  #down = null;
  /** @type {{ cell: number | null, at: number }} */
  #tapped = { cell: null, at: 0 };
  /** Where the pointer was last. @type {PointerEvent | null} */
  #pointer = null;
  #allowed = false;
  /** Nothing is carried without being known. @type {Map<number, LoosePiece>} */
  carried = new Map();
  pressing = false;
  turning = false;

  /**
   * @param {Table} table what is touched
   * @param {HTMLElement} sprite where a piece in the hand is drawn
   * @param {Send} send
   */
  constructor(table, sprite, send) {
    super();
    this.#table = table;
    this.#sprite = sprite;
    this.#send = send;
    this.#surface = table.surface;
    this.#surface.addEventListener("pointerdown", (event) => this.#begin(event));
    this.#surface.addEventListener("touchstart", (event) => this.#keepFromScrolling(event), { passive: false });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#end(event));
    addEventListener("pointercancel", (event) => this.#cancel(event));
    this.#surface.addEventListener("keydown", (event) => this.#keyOnTable(event));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.putBack();
    });
    this.#surface.parentElement?.addEventListener("focusin", ({ target }) => {
      if (this.#held && cellOf(target) !== null) this.#hover(this.#table.focusedCell);
    });
  }

  get held() {
    return this.#held;
  }

  /**
   * Take in what stands on the board now, and whether this page may move.
   *
   * @param {State} state
   * @param {Thing[]} things
   * @param {boolean} allowed
   */
  see(state, things, allowed) {
    if (this.#dropped && this.#dropped.moves !== state.moves.length) this.#dropped = null;
    this.#state = state;
    this.#things = things;
    this.#allowed = allowed;
    if (!allowed && this.#held) this.#hold(null);
    this.#table.allowTaking(new Set(allowed ? things.filter(({ magnet }) => magnet).map(({ cell }) => cell) : []));
    this.#showTargets();
  }

  /**
   * The things as they are drawn: what is in the hand is away from its cell, what was dropped is
   * where it was dropped.
   *
   * @param {Thing[]} things
   */
  arrange(things) {
    const moving = this.#held ?? this.#dropped;
    if (!moving) return things;
    const arranged = moving.from === null ? [...things] : without(things, moving.from, this.#held !== null);
    if (this.#dropped && moving === this.#dropped) {
      const { piece, to } = this.#dropped;
      const turned = isGlass(piece) ? { end_a_up: !piece.end_a_up, running: false } : {};
      arranged.push({ cell: to, piece: { ...topOf(piece), ...turned, cell: to }, way: "there", magnet: true });
    }
    return arranged;
  }

  /** Let what was dropped go back: the game has refused it. */
  refuse() {
    if (!this.#dropped) return;
    this.#dropped = null;
    this.dispatchEvent(new CustomEvent("held", { detail: null }));
  }

  /** @param {State} state */
  foreseen(state) {
    return state;
  }

  /**
   * Take a piece from a supply; it is dragged when a pointer is down on it.
   *
   * @param {LoosePiece} piece
   * @param {Supply} supply
   * @param {PointerEvent | null} event
   */
  takeFrom(piece, supply, event) {
    if (!this.#allowed) return;
    this.putBack();
    this.#hold({ piece, from: null, supply });
    if (!event) return;
    this.#surface.setPointerCapture(event.pointerId); // what was tapped may be drawn anew
    this.#down = { x: event.clientX, y: event.clientY, cell: null, id: event.pointerId, fromSupply: true,
      dragging: false };
    this.#follow(event);
  }

  /** Put what is held where it came from. */
  putBack() {
    if (this.#held) this.#hold(null);
  }

  layAside() {
    this.putBack();
  }

  /**
   * Take the piece on top of a cell; gives whether there was one.
   *
   * @param {number} cell
   */
  #take(cell) {
    const thing = onTop(this.#things, cell);
    if (!thing || !this.#allowed) return false;
    this.#hold({ piece: topOf(thing.piece), from: cell, supply: null });
    return true;
  }

  /**
   * Drop what is held on a cell; the game decides what that means.
   *
   * @param {Held} held
   * @param {number} cell
   */
  #put(held, cell) {
    this.#hold(null);
    if (cell === held.from) return;
    const source = held.from ?? held.supply?.moves ?? "";
    if (this.#send({ type: "drop", source, to: cell })) {
      this.#dropped = { ...held, to: cell, moves: this.#state?.moves.length ?? 0 };
      this.dispatchEvent(new CustomEvent("held", { detail: null }));
    }
  }

  /** @param {Held | null} held */
  #hold(held) {
    this.#held = held;
    this.#table.outline("aim", []);
    if (held) {
      this.#sprite.replaceChildren(svg("svg", { viewBox: "-24 -24 48 48" }, drawPiece(held.piece)));
      if (held.from !== null) this.#hover(held.from);
      else if (this.#pointer) this.#follow(this.#pointer);
      else this.#hover(this.#table.focusedCell);
    }
    this.#sprite.hidden = !held;
    this.#showTargets();
    this.dispatchEvent(new CustomEvent("held", { detail: held }));
  }

  /** Show what may move, or where what is held may go. */
  #showTargets() {
    const drops = this.#allowed ? this.#state?.screen?.drops ?? {} : {};
    const source = this.#held && String(this.#held.from ?? this.#held.supply?.moves);
    this.#table.outline("target", source === null ? [] : Object.keys(drops[source] ?? {}).map(Number));
    const cells = source === null ? Object.keys(drops).filter((one) => /^\d+$/.test(one)).map(Number) : [];
    this.#table.outline("source", cells);
  }

  /**
   * The supply from which alone a piece can be dropped on a cell, null for none or several.
   *
   * @param {number} cell
   */
  #onlySupply(cell) {
    const { page, screen } = this.#state ?? {};
    const found = page?.supplies.filter(({ moves }) => screen?.drops[moves]?.[cell]) ?? [];
    return found.length === 1 ? found[0] : null;
  }

  // Pointers: a drag takes and drops, and so do two taps

  /**
   * Let a finger on a piece drag it; elsewhere it may scroll the page.
   *
   * @param {TouchEvent} event
   */
  #keepFromScrolling(event) {
    const [{ clientX: x, clientY: y }] = event.changedTouches;
    const cell = this.#table.cellAt(x, y);
    const takes = cell !== null && (this.#held || onTop(this.#things, cell));
    if (this.#allowed && event.cancelable && event.touches.length === 1 && takes) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!this.#allowed || event.button !== 0 || this.#down || !event.isPrimary) return;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
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
      if (!this.#held && down.cell !== null) this.#take(down.cell);
    }
    if (this.#held && (down || event.pointerType === "mouse")) this.#follow(event);
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const down = this.#down;
    if (!down || down.id !== event.pointerId) return;
    this.#down = null;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    if (down.dragging) {
      if (!this.#held) return;
      if (cell === null) this.putBack();
      else this.#put(this.#held, cell);
    } else if (!down.fromSupply && cell !== null && cell === down.cell) {
      this.#tap(cell);
    }
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
    const forAll = this.#state?.screen?.for_all;
    if (again && forAll) {
      this.putBack();
      this.#send({ type: "move", move: forAll });
      return;
    }
    this.#choose(cell);
  }

  /**
   * Drop what is held on a cell; else take what is there, or bring what alone can be brought there.
   *
   * @param {number} cell
   */
  #choose(cell) {
    if (!this.#allowed) return;
    if (this.#held) {
      this.#put(this.#held, cell);
      return;
    }
    const supply = this.#state?.screen?.drops[cell] ? null : this.#onlySupply(cell);
    if (supply) this.#send({ type: "drop", source: supply.moves, to: cell });
    else this.#take(cell);
  }

  /** @param {KeyboardEvent} event */
  #keyOnTable(event) {
    if (!this.#allowed || event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = cellOf(event.target);
    if (cell === null || (event.key !== "Enter" && event.key !== " ")) return;
    this.#choose(cell);
    event.preventDefault();
  }

  // The piece in the hand is drawn over the page

  /** @param {PointerEvent} event */
  #follow(event) {
    const { scale } = this.#table.placeOf(0);
    const above = event.pointerType === "touch" ? 16 * scale + 14 : 0; // not under the finger
    this.#draw(event.clientX, event.clientY - above, scale);
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    this.#table.outline("aim", cell === null ? [] : [cell]);
  }

  /** @param {number} cell */
  #hover(cell) {
    const { x, y, scale } = this.#table.placeOf(cell);
    this.#draw(x, y - 7 * scale, scale);
    this.#table.outline("aim", [cell]);
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
