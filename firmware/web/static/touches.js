// The hand at a table with magnets: it sends touches, and the table decides what they mean.

import { fieldOn, isGlass } from "./games.js";
import { Hand } from "./hand.js";
import { isStack, onTop, topOf } from "./reconcile.js";

/** @import { LoosePiece, State, Supply, Thing, TouchMessage } from "./types.js" */
/** @import { Held } from "./hand.js" */

const FELT = 1500; // milliseconds for the table to feel a touch
/** @type {Record<string, string>} */
const KEYS = { c: "CONFIRM", u: "UNDO", h: "HINT", m: "MENU" };

export class Touches extends Hand {
  /** The magnets that were moved a moment ago, by cell. @type {Map<number, { on: boolean, at: number }>} */
  #coming = new Map();
  turning = true;

  /**
   * @override
   * @param {State} state
   * @param {Thing[]} things
   * @param {boolean} allowed
   */
  see(state, things, allowed) {
    if (state.game?.name !== this.state?.game?.name) this.carried.clear();
    super.see(state, things, allowed);
    const magnets = new Set(state.reeds);
    for (const cell of this.carried.keys()) {
      if (!magnets.has(cell)) this.carried.delete(cell);
    }
    this.table.allowTaking(new Set(allowed ? things.map(({ cell }) => cell) : []));
  }

  /**
   * @override
   * @param {number} cell
   */
  press(cell) {
    if (!this.allowed) return;
    this.#touch({ touch: "press", cell });
    this.table.ripple(cell);
  }

  /**
   * Turn over the sandglass on a cell where it stands.
   *
   * @param {number} cell
   */
  turn(cell) {
    const found = onTop(this.things, cell);
    if (this.allowed && found && isGlass(found.piece) && found.way !== "away") {
      this.send({ type: "touch", touch: "turn", cell });
    }
  }

  /** @override */
  putBack() {
    if (!this.held) return;
    const { from, magnet, piece } = this.held;
    if (magnet && from !== null) this.#place(from, piece, piece.end_a_up);
    this.hold(null);
  }

  /**
   * @override
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

  /** @param {Omit<TouchMessage, "type">} touch */
  #touch(touch) {
    const sent = this.send({ type: "touch", ...touch });
    if (sent && touch.touch !== "press") {
      this.#coming.set(touch.cell, { on: touch.touch === "place", at: performance.now() });
    }
    return sent;
  }

  /**
   * @override
   * @protected
   * @param {number} cell
   */
  take(cell) {
    const thing = onTop(this.things, cell);
    if (!thing || !this.allowed) return false;
    let magnet = false;
    if (thing.way !== "away" && isStack(thing)) {
      this.press(cell); // the magnets below stay: the top is pressed as it is taken
    } else if (thing.way !== "away") {
      this.#touch({ touch: "lift", cell });
      magnet = true;
    }
    this.carried.delete(cell);
    this.hold({ piece: topOf(thing.piece), from: cell, supply: null, magnet });
    return true;
  }

  /**
   * @override
   * @protected
   * @param {Held} held
   * @param {number} cell
   */
  put(held, cell) {
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
    this.hold(null);
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
    if (this.state?.page?.lamps_only.includes(cell)) return "refused.lamps";
    if (cell === from && !magnet) return null;
    if (!this.#isTaken(held, cell) || this.state?.page?.stacks) return null;
    return onTop(this.things, cell)?.piece.dead ? "refused.dead" : "occupied";
  }

  /**
   * Whether the magnet of another piece is on a cell.
   *
   * @param {Held} held
   * @param {number} cell
   */
  #isTaken({ from, magnet }, cell) {
    return Boolean(this.state?.reeds.includes(cell)) && !(magnet && cell === from);
  }

  /** @param {LoosePiece} piece */
  #hasMagnet({ kind }) {
    return Boolean(this.state?.page?.magnets.includes(kind));
  }

  /**
   * Whether a piece of this supply may be brought to a cell.
   *
   * @param {Supply} supply
   * @param {number} cell
   */
  #isLegal(supply, cell) {
    const field = this.state?.game && fieldOn(this.state.game, cell);
    return Boolean(this.state?.position?.legal.includes(`${supply.moves}${field}`));
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

  /** @protected */
  get pressesAtRest() {
    return true;
  }

  /**
   * @override
   * @protected
   * @param {number} cell
   * @param {boolean} again
   */
  tap(cell, again) {
    if (this.held) {
      this.#tapHolding(this.held, cell, again);
      return;
    }
    const asked = this.state?.phase === "choice" || ["unclear", "unpressed"].includes(this.state?.trouble ?? "");
    if (this.pressing || asked || !this.take(cell)) this.press(cell);
  }

  /**
   * @param {Held} held
   * @param {number} cell
   * @param {boolean} again whether this is the second tap of a double one
   */
  #tapHolding(held, cell, again) {
    if (held.from === cell && isGlass(held.piece)) {
      this.put(held, cell); // turned in its own hole
    } else if (held.from === cell) {
      this.putBack();
      if (again) this.press(cell);
    } else if (!this.put(held, cell) && held.from !== null) {
      this.putBack();
      this.take(cell);
    }
  }

  /**
   * @override
   * @protected
   * @param {string} key
   * @param {number} cell
   */
  key(key, cell) {
    if (key === "Enter" && this.held) this.put(this.held, cell);
    else if (key === "Enter") this.take(cell);
    else if (key === " ") this.press(cell);
    else if (key === "t") this.turn(cell);
    else return false;
    return true;
  }

  /**
   * @override
   * @protected
   * @param {string} key
   */
  keyAnywhere(key) {
    const name = KEYS[key.toLowerCase()];
    if (name && this.allowed) this.send({ type: "key", key: name });
  }
}
