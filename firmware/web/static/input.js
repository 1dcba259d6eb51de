// Turns pointer and keyboard input into touches of the table, which decides what they mean.

import { svg } from "./dom.js";
import { fieldOn, isGlass } from "./games.js";
import { drawPiece } from "./pieces.js";
import { isStack, onTop, topOf } from "./reconcile.js";
import { cellOf } from "./table.js";

/** @import { LoosePiece, Send, State, Supply, Thing, TouchMessage } from "./types.js" */
/** @import { Table } from "./table.js" */

const SLIP = 6; // pixels that a finger may slip while it taps
const LONG = 480; // milliseconds after which a finger that rests presses
const DOUBLE = 350; // milliseconds within which a second tap makes a double one
const FELT = 1500; // milliseconds for the table to feel a touch
/** @type {Record<string, string>} */
const KEYS = { c: "CONFIRM", u: "UNDO", h: "HINT", m: "MENU" };

/**
 * A piece in the hand. from: the cell it was taken from, null when it comes from a supply. magnet:
 * whether a magnet was lifted there. supply: where it comes from, null when it was taken from a cell.
 *
 * @typedef {{ piece: LoosePiece, from: number | null, magnet: boolean, supply: Supply | null }} Held
 */

/**
 * A pointer that is down: where and when (window pixels, milliseconds) and on which cell. presses:
 * whether it presses when it rests there. fromSupply: whether it went down on a supply.
 *
 * @typedef {{
 *   x: number, y: number, at: number, cell: number | null, id: number, presses: boolean,
 *   fromSupply: boolean, dragging: boolean, timer?: number
 * }} Down
 */

/**
 * The hand of who uses this page; it holds at most one piece.
 *
 * Dispatches `held` when what it holds changes, and `refused` when something cannot be done (detail:
 * the key of a label that says why).
 */
export class TableInput extends EventTarget {
  #table;
  #surface;
  #send;
  #sprite;
  /** @type {Held | null} */
  #held = null;
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
  /** The magnets that were moved a moment ago, by cell. @type {Map<number, { on: boolean, at: number }>} */
  #coming = new Map();
  /** The piece that was put down last on each cell where a magnet is. @type {Map<number, LoosePiece>} */
  carried = new Map();
  /** Whether taps press, whatever stands there. */
  pressing = false;
  /** Whether a sandglass is turned as it is planted. */
  turning = true;

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
    const surface = table.surface;
    this.#surface = surface;
    surface.addEventListener("pointerdown", (event) => this.#begin(event));
    surface.addEventListener("touchstart", (event) => this.#keepFromScrolling(event), { passive: false });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#end(event));
    addEventListener("pointercancel", (event) => this.#cancel(event));
    surface.addEventListener("contextmenu", (event) => {
      if (this.#allowed) event.preventDefault();
    });
    surface.addEventListener("keydown", (event) => this.#keyOnTable(event));
    addEventListener("keydown", (event) => this.#keyAnywhere(event));
    // Not heard on the surface itself, which would take the focus; after the table knows the cell.
    surface.parentElement?.addEventListener("focusin", ({ target }) => {
      if (this.#held && cellOf(target) !== null) this.#hover(this.#table.focusedCell);
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
    if (state.game?.name !== this.#state?.game?.name) this.carried.clear();
    this.#state = state;
    this.#things = things;
    this.#allowed = allowed;
    if (!allowed && this.#held) this.#hold(null);
    const magnets = new Set(state.reeds);
    for (const cell of this.carried.keys()) {
      if (!magnets.has(cell)) this.carried.delete(cell);
    }
    this.#table.allowTaking(new Set(allowed ? things.map(({ cell }) => cell) : []));
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
    this.#hold({ piece, from: null, magnet: false, supply });
    if (!event) return;
    this.#surface.setPointerCapture(event.pointerId); // what was tapped may be drawn anew
    this.#down = { x: event.clientX, y: event.clientY, at: event.timeStamp, cell: null,
      id: event.pointerId, presses: false, fromSupply: true, dragging: false };
    this.#follow(event);
  }

  /**
   * Press a cell.
   *
   * @param {number} cell
   */
  press(cell) {
    if (!this.#allowed) return;
    this.#touch({ touch: "press", cell });
    this.#table.ripple(cell);
  }

  /**
   * Turn over the sandglass on a cell where it stands.
   *
   * @param {number} cell
   */
  turn(cell) {
    const found = onTop(this.#things, cell);
    if (this.#allowed && found && isGlass(found.piece) && found.way !== "away") {
      this.#send({ type: "touch", touch: "turn", cell });
    }
  }

  /** Put what is held where it came from. */
  putBack() {
    if (!this.#held) return;
    const { from, magnet, piece } = this.#held;
    if (magnet && from !== null) this.#place(from, piece, piece.end_a_up);
    this.#hold(null);
  }

  /** Lay what is held beside the table. */
  layAside() {
    this.#hold(null);
  }

  /**
   * The state as it will be when the table has felt the touches that were just sent.
   *
   * @param {State} state
   */
  foreseen(state) {
    const magnets = new Set(state.reeds);
    for (const [cell, { on, at }] of this.#coming) {
      if (magnets.has(cell) === on || performance.now() - at > FELT) this.#coming.delete(cell);
      else if (on) magnets.add(cell);
      else magnets.delete(cell);
    }
    return this.#coming.size ? { ...state, reeds: [...magnets] } : state;
  }

  /**
   * The things as they are drawn: the table shows each as it stands.
   *
   * @param {Thing[]} things
   */
  arrange(things) {
    return things;
  }

  /** @param {Omit<TouchMessage, "type">} touch */
  #touch(touch) {
    const sent = this.#send({ type: "touch", ...touch });
    if (sent && touch.touch !== "press") {
      this.#coming.set(touch.cell, { on: touch.touch === "place", at: performance.now() });
    }
    return sent;
  }

  /**
   * Take the piece on top of a cell; gives whether there was one.
   *
   * @param {number} cell
   */
  #take(cell) {
    const thing = onTop(this.#things, cell);
    if (!thing || !this.#allowed) return false;
    let magnet = false;
    if (thing.way !== "away" && isStack(thing)) {
      this.press(cell); // the magnets below stay: the top is pressed as it is taken
    } else if (thing.way !== "away") {
      this.#touch({ touch: "lift", cell });
      magnet = true;
    }
    this.carried.delete(cell);
    this.#hold({ piece: topOf(thing.piece), from: cell, magnet, supply: null });
    return true;
  }

  /**
   * Put what is held on a cell; gives whether it could be.
   *
   * @param {Held} held
   * @param {number} cell
   */
  #put(held, cell) {
    const why = this.#whyNot(held, cell);
    if (why !== null) {
      this.dispatchEvent(new CustomEvent("refused", { detail: why }));
      return false;
    }
    const { piece, from, supply, magnet } = held;
    const taken = this.#isTaken(held, cell);
    if (cell === from && !magnet) {
      // it was the top of a stack, or lay beside the table: nothing has happened to a magnet
      if (!taken) this.#place(cell, piece, piece.end_a_up);
    } else if (taken || !this.#hasMagnet(piece)) {
      this.press(cell); // on a stack, or to set a piece that no reed feels
    } else {
      if (supply && supply.press !== null) this.press(supply.press);
      this.#place(cell, piece);
    }
    this.#hold(null);
    return true;
  }

  /**
   * Why what is held cannot be put on a cell: the key of a label, null when it can be.
   *
   * @param {Held} held
   * @param {number} cell
   */
  #whyNot(held, cell) {
    const { piece, from, supply, magnet } = held;
    if (supply && !this.#hasMagnet(piece)) return this.#isLegal(supply, cell) ? null : "refused.stone";
    if (this.#state?.page?.lamps_only.includes(cell)) return "refused.lamps";
    if (cell === from && !magnet) return null;
    if (!this.#isTaken(held, cell) || this.#state?.page?.stacks) return null;
    return onTop(this.#things, cell)?.piece.dead ? "refused.dead" : "occupied";
  }

  /**
   * Whether the magnet of another piece is on a cell.
   *
   * @param {Held} held
   * @param {number} cell
   */
  #isTaken({ from, magnet }, cell) {
    return Boolean(this.#state?.reeds.includes(cell)) && !(magnet && cell === from);
  }

  /** @param {LoosePiece} piece */
  #hasMagnet({ kind }) {
    return Boolean(this.#state?.page?.magnets.includes(kind));
  }

  /**
   * Whether a piece of this supply may be brought to a cell.
   *
   * @param {Supply} supply
   * @param {number} cell
   */
  #isLegal(supply, cell) {
    const field = this.#state?.game && fieldOn(this.#state.game, cell);
    return Boolean(this.#state?.position?.legal.includes(`${supply.moves}${field}`));
  }

  /**
   * @param {number} cell
   * @param {LoosePiece} piece
   * @param {boolean} [end] of a sandglass, whether its end A is up
   */
  #place(cell, piece, end = piece.end_a_up !== this.turning) {
    const glass = isGlass(piece) ? { end_a_up: end } : {};
    if (this.#touch({ touch: "place", cell, ...glass })) this.carried.set(cell, piece);
  }

  /** @param {Held | null} held */
  #hold(held) {
    this.#held = held;
    this.#table.outline("aim", []);
    if (held) {
      const drawn = drawPiece(held.piece);
      this.#sprite.replaceChildren(svg("svg", { viewBox: "-24 -24 48 48" }, drawn));
      if (held.from !== null) this.#hover(held.from);
      else if (this.#pointer) this.#follow(this.#pointer);
    }
    this.#sprite.hidden = !held;
    this.dispatchEvent(new CustomEvent("held", { detail: held }));
  }

  // Pointers: a drag lifts and puts down, a tap lifts or puts down, a long or double tap presses

  /**
   * Let a finger on a piece drag it; elsewhere on the table it may scroll the page.
   *
   * @param {TouchEvent} event
   */
  #keepFromScrolling(event) {
    const [{ clientX: x, clientY: y }] = event.changedTouches;
    const cell = this.#table.cellAt(x, y);
    if (this.#allowed && event.cancelable && cell !== null && onTop(this.#things, cell)) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!this.#allowed || event.button !== 0 || this.#down) return;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    const presses = !this.#held && cell !== null; // when it rests there; it may still drag then
    const timer = presses ? setTimeout(() => this.#table.ripple(cell), LONG) : undefined;
    this.#down = { x: event.clientX, y: event.clientY, at: event.timeStamp, cell, id: event.pointerId,
      presses, fromSupply: false, dragging: false, timer };
    this.#surface.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    this.#pointer = event;
    const down = this.#down;
    if (down && down.id === event.pointerId && !down.dragging) {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) <= SLIP) return;
      clearTimeout(down.timer);
      down.dragging = true;
      if (!this.#held && down.cell !== null) this.#take(down.cell);
    }
    if (this.#held && (down || event.pointerType === "mouse")) this.#follow(event);
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const down = this.#down;
    if (!down || down.id !== event.pointerId) return;
    clearTimeout(down.timer);
    this.#down = null;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    if (down.dragging) this.#drop(cell);
    else if (down.fromSupply || cell === null || cell !== down.cell) return;
    else if (down.presses && event.timeStamp - down.at >= LONG) this.press(cell);
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
    else if (!this.#put(this.#held, cell)) this.putBack();
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (this.#down?.id !== event.pointerId) return;
    clearTimeout(this.#down.timer);
    if (this.#down.dragging) this.putBack();
    this.#down = null;
  }

  /** @param {number} cell */
  #tap(cell) {
    const again = this.#tapped.cell === cell && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { cell, at: performance.now() };
    if (this.#held) {
      this.#tapHolding(this.#held, cell, again);
      return;
    }
    const asked = this.#state?.phase === "choice" || ["unclear", "unpressed"].includes(this.#state?.trouble ?? "");
    if (this.pressing || asked || !this.#take(cell)) this.press(cell);
  }

  /**
   * @param {Held} held
   * @param {number} cell
   * @param {boolean} again whether this is the second tap of a double one
   */
  #tapHolding(held, cell, again) {
    const glass = isGlass(held.piece);
    if (held.from === cell && glass) {
      this.#put(held, cell); // turned in its own hole
    } else if (held.from === cell) {
      this.putBack();
      if (again) this.press(cell);
    } else if (!this.#put(held, cell) && held.from !== null) {
      this.putBack();
      this.#take(cell);
    }
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #keyOnTable(event) {
    if (!this.#allowed || event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = cellOf(event.target);
    if (cell === null) return;
    if (event.key === "Enter") {
      if (this.#held) this.#put(this.#held, cell);
      else this.#take(cell);
    } else if (event.key === " ") {
      this.press(cell);
    } else if (event.key === "t") {
      this.turn(cell);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #keyAnywhere(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape") this.putBack();
    const key = KEYS[event.key.toLowerCase()];
    if (key && this.#allowed) this.#send({ type: "key", key });
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
