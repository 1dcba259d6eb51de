// The hand in a game on a screen: a piece is dropped on a field, and the game decides what that means.

import { byId } from "./dom.js";
import { isGlass } from "./games.js";
import { Hand } from "./hand.js";
import { onTop, thingsOf, topOf, without } from "./things.js";
import { drawTray } from "./tray.js";

/** @import { LoosePiece, State, Thing } from "./state.js" */
/** @import { Held } from "./hand.js" */

/**
 * A move that is said before it is one's turn: it is made as soon as it can be. from: as of a drop.
 *
 * @typedef {{ source: number | string, to: number, piece: LoosePiece }} Premove
 */

/**
 * What it drops is shown where it was dropped until the game has answered: it has moved, or `refuse`
 * lets it go back.
 */
export class Drops extends Hand {
  /** What was dropped, and after how many moves. @type {(Held & { to: number, moves: number }) | null} */
  #dropped = null;
  /** @type {Premove | null} */
  #premove = null;
  /** The seats of this browser. @type {string[]} */
  #own = [];
  #tray = byId("tray");
  /** What was shown last, null while nothing is. @type {Parameters<Drops["show"]> | null} */
  #shown = null;

  /** Whether a seat of this browser may move now: a drop that the game has not answered may have been its last. */
  get plays() {
    return this.allowed && !this.#dropped && this.#own.some((seat) => this.state?.rights?.[seat]?.includes("play"));
  }

  /**
   * Whether a piece can be moved before it is the turn of whose it is.
   *
   * @param {LoosePiece} piece
   */
  saysBefore({ seat }) {
    return this.allowed && !this.plays && Boolean(this.state?.page?.premoves && seat && this.#own.includes(seat));
  }

  /** Make the move that was said before, once it may be made; forget it where it can never be. */
  #makePremove() {
    const said = this.#premove;
    if (!said || (this.allowed && !this.plays)) return;
    this.#forgetPremove();
    if (!this.plays) return;
    if (this.state?.drops[said.source]?.[said.to] && this.send({ type: "drop", source: said.source, to: said.to })) {
      const from = typeof said.source === "number" ? said.source : null;
      this.#dropped = { piece: said.piece, from, supply: null, to: said.to, moves: this.state.moves.length };
    } else {
      this.dispatchEvent(new CustomEvent("refused", { detail: "premove.gone" }));
    }
  }

  #forgetPremove() {
    this.#premove = null;
    this.table.outline("premove", []);
  }

  /**
   * Say a move before it can be made.
   *
   * @param {Premove} said
   */
  #sayBefore(said) {
    this.#premove = said;
    this.table.outline("premove", typeof said.source === "number" ? [said.source, said.to] : [said.to]);
    this.dispatchEvent(new CustomEvent("refused", { detail: "premove.said" }));
  }

  /** @override */
  putBack() {
    this.#forgetPremove();
    super.putBack();
  }

  /** @override @type {Hand["see"]} */
  see(state, things, allowed) {
    if (this.#dropped && this.#dropped.moves !== state.moves.length) this.#dropped = null;
    super.see(state, things, allowed);
    this.table.takes = new Set(allowed ? things.filter(({ magnet }) => magnet).map(({ cell }) => cell) : []);
    this.#makePremove();
    this.#showTargets();
  }

  /**
   * Show a state on the table, with what is in the hand or was dropped, and beside it what may still come.
   *
   * @param {State} state
   * @param {boolean} allowed whether this page may touch it
   * @param {string[]} seats of this browser
   */
  show(state, allowed, seats) {
    const things = thingsOf(state);
    this.#shown = [state, allowed, seats];
    this.#own = seats;
    this.see(state, things, allowed);
    this.table.draw(state, this.#arranged(things));
    drawTray(this.#tray, state, this);
  }

  /** Show the same with what is in the hand by then: several changes at once are shown once. */
  #showAgain() {
    const shown = this.#shown;
    queueMicrotask(() => shown !== null && shown === this.#shown && this.show(...shown));
  }

  /** Let somebody else show the table. */
  rest() {
    if (this.state) this.see(this.state, [], false);
    this.#shown = null;
    this.#tray.hidden = true;
    this.#tray.classList.remove("kept");
  }

  /**
   * The things as they are drawn: what is in the hand is away from its cell, what was dropped is where it was dropped.
   *
   * @param {Thing[]} things
   */
  #arranged(things) {
    const moving = this.held ?? this.#dropped;
    if (!moving) return things;
    const arranged = moving.from === null ? [...things] : without(things, moving.from, this.held !== null);
    if (this.#dropped && moving === this.#dropped) {
      const { piece, to } = this.#dropped;
      const turned = isGlass(piece) ? { end_a_up: !piece.end_a_up, running: false } : {};
      arranged.push({ cell: to, piece: { ...topOf(piece), ...turned, cell: to }, way: "there", magnet: true });
    }
    return arranged;
  }

  /** Let what was dropped go back: it was refused. */
  refuse() {
    if (!this.#dropped) return;
    this.#dropped = null;
    this.#showAgain();
  }

  /** @override @type {Hand["take"]} */
  take(cell) {
    const thing = onTop(this.things, cell);
    if (!thing || !this.allowed) return false;
    this.hold({ piece: topOf(thing.piece), from: cell, supply: null });
    return true;
  }

  /** @override @type {Hand["put"]} */
  put(held, cell) {
    this.hold(null);
    const source = held.from ?? held.supply?.moves ?? "";
    if (cell !== held.from && this.saysBefore(held.piece)) {
      this.#sayBefore({ source, to: cell, piece: held.piece });
    } else if (cell !== held.from && this.send({ type: "drop", source, to: cell })) {
      this.#dropped = { ...held, to: cell, moves: this.state?.moves.length ?? 0 };
    }
    return true;
  }

  /** @override @type {Hand["hold"]} */
  hold(held) {
    super.hold(held);
    this.#showTargets();
    this.#showAgain();
  }

  /** Show what may move, and where a tap brings a piece, or where what is held may go. */
  #showTargets() {
    const drops = this.plays ? this.state?.drops ?? {} : {};
    const source = this.held && String(this.held.from ?? this.held.supply?.moves);
    const supplied = this.state?.supplies.flatMap(({ moves }) => Object.keys(drops[moves] ?? {})) ?? [];
    this.table.outline("target", source === null ? supplied.map(Number).filter((cell) => this.#suppliedBy(cell))
      : Object.keys(drops[source] ?? {}).map(Number));
    const cells = source === null ? Object.keys(drops).filter((one) => /^\d+$/.test(one)).map(Number) : [];
    this.table.outline("source", cells);
  }

  /**
   * The supply from which a tap brings a piece to a cell: where nothing is taken up, and from that alone.
   *
   * @param {number} cell
   */
  #suppliedBy(cell) {
    const { supplies, drops = {} } = this.state ?? {};
    if (drops[cell]) return null;
    const found = supplies?.filter(({ moves }) => drops[moves]?.[cell]) ?? [];
    return found.length === 1 ? found[0] : null;
  }

  /** @override @type {Hand["tap"]} */
  tap(cell, again) {
    const forAll = this.state?.screen?.for_all;
    if (again && forAll) {
      this.putBack();
      this.send({ type: "move", move: forAll });
    } else {
      this.#choose(cell);
    }
  }

  /**
   * Drop what is held on a cell; else take what is there, or bring what alone can be brought there.
   *
   * @param {number} cell
   */
  #choose(cell) {
    if (!this.allowed) return;
    if (this.#premove && !this.held) {
      this.#forgetPremove();
      return;
    }
    if (this.held) {
      this.put(this.held, cell);
      return;
    }
    const supply = this.#suppliedBy(cell);
    if (supply) this.send({ type: "drop", source: supply.moves, to: cell });
    else this.take(cell);
  }

  /** @override @type {Hand["key"]} */
  key(key, cell) {
    if (key !== "Enter" && key !== " ") return false;
    this.#choose(cell);
    return true;
  }
}
