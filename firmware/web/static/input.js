// What do hands do to the table? Pointer and keyboard become touches; the table decides what they mean.

import { drawPiece } from "./pieces.js";
import { svg } from "./dom.js";
import { fieldOn, isGlass } from "./games.js";
import { LAMPS_ONLY, isStack, onTop, topOf } from "./reconcile.js";

const SLIP = 6; // pixels that a finger may slip while it taps
const LONG = 480; // milliseconds after which a finger that rests presses
const DOUBLE = 350; // milliseconds within which a second tap makes a double one
const PATIENCE = 1500; // milliseconds for the table to feel a touch
const KEYS = { c: "CONFIRM", u: "UNDO", h: "HINT", m: "MENU" };

/**
 * Hands at the table. They hold at most one piece:
 * {piece, from: the cell it was taken from or null, magnet: whether it was lifted there, press: a
 * cell to press before it is put down, stone: whether it has no magnet}.
 *
 * Dispatches `held` when what they hold changes, `refused` when something cannot be done.
 */
export class TableInput extends EventTarget {
  #table;
  #surface;
  #send;
  #sprite;
  #held = null;
  #state = null;
  #things = [];
  #down = null; // {x, y, at, cell, id, timer, presses, dragging, new}
  #tapped = { cell: null, at: 0 };
  #pointer = null; // where the pointer was last
  #allowed = false;
  #coming = new Map(); // the magnets that were moved a moment ago: {on, at} by cell
  carried = new Map(); // what these hands have put down last on each cell where a magnet is
  pressing = false; // whether taps press, whatever stands there
  turning = true; // whether an hourglass is turned as it is planted

  /** table: what is touched. surface: its svg. sprite: where a piece in the hand is drawn. */
  constructor(table, surface, sprite, send) {
    super();
    this.#table = table;
    this.#surface = surface;
    this.#sprite = sprite;
    this.#send = send;
    surface.addEventListener("pointerdown", (event) => this.#begin(event));
    surface.addEventListener("touchstart", (event) => this.#keepFromScrolling(event), { passive: false });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#end(event));
    addEventListener("pointercancel", (event) => this.#cancel(event));
    surface.addEventListener("contextmenu", (event) => this.#allowed && event.preventDefault());
    surface.addEventListener("keydown", (event) => this.#type(event));
    addEventListener("keydown", (event) => this.#key(event));
    // Not heard on the surface itself, which would take the focus; after the table knows the cell.
    surface.parentElement.addEventListener("focusin", ({ target }) => {
      if (this.#held && target.dataset.cell !== undefined) this.#hover(this.#table.focusedCell);
    });
  }

  get held() {
    return this.#held;
  }

  /** Know what stands on the table now, and whether these hands may touch it. */
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

  /** Take something that lies beside the table; dragged when a pointer is down on it. */
  takeNew(piece, { press = null, stone = false, event = null } = {}) {
    if (!this.#allowed) return;
    this.putBack();
    this.#hold({ piece, from: null, magnet: false, press, stone });
    if (!event) return;
    this.#surface.setPointerCapture(event.pointerId); // what was tapped may be drawn anew
    this.#down = { x: event.clientX, y: event.clientY, cell: null, id: event.pointerId, new: true };
    this.#follow(event);
  }

  /** Press a cell. */
  press(cell) {
    if (!this.#allowed) return;
    this.#touch({ touch: "press", cell });
    this.#table.ripple(cell);
  }

  /** Turn over the hourglass on a cell where it stands. */
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
    if (magnet) this.#place(from, piece, piece.end_a_up);
    this.#hold(null);
  }

  /** Lay what is held beside the table. */
  layAside() {
    this.#hold(null);
  }

  /** The state as it will be when the table has felt what these hands have just done. */
  foreseen(state) {
    const magnets = new Set(state.reeds);
    for (const [cell, { on, at }] of this.#coming) {
      if (magnets.has(cell) === on || performance.now() - at > PATIENCE) this.#coming.delete(cell);
      else if (on) magnets.add(cell);
      else magnets.delete(cell);
    }
    return this.#coming.size ? { ...state, reeds: [...magnets] } : state;
  }

  #touch(message) {
    const sent = this.#send({ type: "touch", ...message });
    if (sent && message.touch !== "press") {
      this.#coming.set(message.cell, { on: message.touch === "place", at: performance.now() });
    }
    return sent;
  }

  #take(cell) {
    const thing = onTop(this.#things, cell);
    if (!thing || !this.#allowed) return false;
    const piece = topOf(thing);
    let magnet = false;
    if (thing.way !== "away" && isStack(thing)) {
      this.press(cell); // the magnets below stay: the top is pressed as it is taken
    } else if (thing.way !== "away") {
      this.#touch({ touch: "lift", cell });
      magnet = true;
    }
    this.carried.delete(cell);
    this.#hold({ piece, from: cell, magnet, press: null, stone: false });
    return true;
  }

  /** Put what is held on a cell; whether it could be. */
  #put(cell) {
    const { piece, from, press, stone, magnet } = this.#held;
    const taken = this.#state.reeds.includes(cell) && !(magnet && cell === from);
    const field = this.#state.game && fieldOn(this.#state.game, cell);
    if (stone && !this.#state.position?.legal.includes(`*${field}`)) {
      return this.#refuse("refused.stone");
    } else if (stone) {
      this.press(cell);
    } else if (LAMPS_ONLY.test(field)) {
      return this.#refuse("refused.lamps");
    } else if (cell === from && !magnet) {
      // it was the top of a stack, or lay beside the table: nothing has happened to a magnet
      if (!taken) this.#place(cell, piece, piece.end_a_up);
    } else if (taken && piece.kind === "recruit") {
      this.press(cell);
    } else if (taken) {
      return this.#refuse(onTop(this.#things, cell)?.piece.dead ? "refused.dead" : "occupied");
    } else {
      if (press !== null) this.press(press);
      this.#place(cell, piece);
    }
    this.#hold(null);
    return true;
  }

  /** Say why it cannot be done. */
  #refuse(why) {
    this.dispatchEvent(new CustomEvent("refused", { detail: why }));
    return false;
  }

  #place(cell, piece, end = piece.end_a_up !== this.turning) {
    const message = { touch: "place", cell };
    if (isGlass(piece)) message.end_a_up = end;
    if (this.#touch(message)) this.carried.set(cell, piece);
  }

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

  /** A finger on a piece drags it; elsewhere on the table it may scroll the page. */
  #keepFromScrolling(event) {
    const [{ clientX: x, clientY: y }] = event.changedTouches;
    const cell = this.#table.cellAt(x, y);
    if (this.#allowed && event.cancelable && onTop(this.#things, cell)) event.preventDefault();
  }

  #begin(event) {
    if (!this.#allowed || event.button !== 0 || this.#down) return;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    const presses = !this.#held && cell !== null; // when it rests there; it may still drag then
    const timer = presses ? setTimeout(() => this.#table.ripple(cell), LONG) : undefined;
    this.#down = { x: event.clientX, y: event.clientY, at: event.timeStamp, cell, id: event.pointerId, timer, presses };
    this.#surface.setPointerCapture(event.pointerId);
  }

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

  #end(event) {
    const down = this.#down;
    if (!down || down.id !== event.pointerId) return;
    clearTimeout(down.timer);
    this.#down = null;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    if (!down.dragging) {
      if (down.new || cell === null || cell !== down.cell) return;
      if (down.presses && event.timeStamp - down.at >= LONG) this.press(cell);
      else this.#tap(cell);
      return;
    }
    if (!this.#held) return;
    if (cell !== null) this.#put(cell) || this.putBack();
    else if (this.#held.from === null) this.#hold(null);
    else this.layAside();
  }

  #cancel(event) {
    if (this.#down?.id !== event.pointerId) return;
    clearTimeout(this.#down.timer);
    if (this.#down.dragging) this.putBack();
    this.#down = null;
  }

  #tap(cell) {
    const again = this.#tapped.cell === cell && performance.now() - this.#tapped.at < DOUBLE;
    this.#tapped = { cell, at: performance.now() };
    if (this.#held) {
      const { from, piece } = this.#held;
      if (again && from === cell && !isGlass(piece)) {
        this.putBack();
        this.press(cell);
      } else if (from === cell && isGlass(piece)) {
        this.#put(cell); // turned in its own hole
      } else if (from === cell) {
        this.putBack();
      } else if (!this.#put(cell) && from !== null) {
        this.putBack();
        this.#take(cell);
      }
      return;
    }
    const asked = this.#state.phase === "choice" || ["unclear", "unpressed"].includes(this.#state.trouble);
    if (this.pressing || asked || !this.#take(cell)) this.press(cell);
  }

  // Keys

  #type(event) {
    if (!this.#allowed || event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = Number(event.target.dataset.cell);
    if (Number.isNaN(cell)) return;
    if (event.key === "Enter") {
      if (this.#held) this.#put(cell);
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

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    if (event.key === "Escape" && this.#held) this.putBack();
    const key = KEYS[event.key.toLowerCase()];
    if (key && this.#allowed) this.#send({ type: "key", key });
  }

  // The piece in the hand is drawn over the page

  #follow(event) {
    const { scale } = this.#table.placeOf(0);
    const above = event.pointerType === "touch" ? 16 * scale + 14 : 0; // not under the finger
    this.#draw(event.clientX, event.clientY - above, scale);
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    this.#table.outline("aim", cell === null ? [] : [cell]);
  }

  #hover(cell) {
    const { x, y, scale } = this.#table.placeOf(cell);
    this.#draw(x, y - 7 * scale, scale);
    this.#table.outline("aim", [cell]);
  }

  #draw(x, y, scale) {
    const size = 48 * scale * 1.15;
    this.#sprite.style.width = this.#sprite.style.height = `${size}px`;
    this.#sprite.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
  }
}
