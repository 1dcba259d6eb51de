// Shows how the table stood earlier: steps back and forth through the game that is being played.

import { byId } from "./dom.js";
import { Stands } from "./line.js";
import { say } from "./words.js";

/** @import { State } from "./state.js" */
/** @import { Read } from "./line.js" */

/** Steps through the game; dispatches `change` when another state is to be shown. */
export class GameHistory extends EventTarget {
  /** @type {number | null} */
  #ply = null;
  /** @type {State | null} */
  #snapshot = null;
  /** The lines of the game that is played. @type {string[]} */
  #moves = [];
  /** What is told of a game on a screen. @type {State["screen"]} */
  #screen = null;
  #stands;

  /**
   * @param {Read} read the line of the game
   * @param {number} part of how many places is asked at once
   */
  constructor(read, part) {
    super();
    this.#stands = new Stands(read, part);
    /** @type {Record<string, () => number>} */
    const steps = { first: () => 0, back: () => this.#from - 1, on: () => this.#from + 1, last: () => this.#last };
    for (const [name, to] of Object.entries(steps)) byId(`history-${name}`).addEventListener("click", () => this.step(to()));
    byId("history-leave").addEventListener("click", () => this.leave());
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** The earlier state that is shown, null when the present one is. */
  get snapshot() {
    return this.#snapshot;
  }

  get #last() {
    return this.#moves.length;
  }

  get #from() {
    return this.#ply ?? this.#last;
  }

  /**
   * Take in how many moves there are now; leave the history of a game that is no longer there.
   *
   * @param {State} state
   */
  follow({ game, moves, screen }) {
    if (!game || moves.length < (this.#ply ?? 0)) this.leave();
    const same = this.#moves.findIndex((line, at) => line !== moves[at]);
    if (same >= 0) this.#stands.forget(same + 1);
    this.#moves = moves;
    this.#screen = screen;
    this.#draw();
  }

  /**
   * Show the state after so many moves; after the last one that is the present.
   *
   * @param {number} ply
   */
  async step(ply) {
    if (ply < 0 || ply > this.#last) return;
    if (ply === this.#last) {
      this.leave();
      return;
    }
    this.#ply = ply;
    try {
      const state = await this.#stands.after(ply);
      if (this.#ply !== ply) return; // another step was faster
      this.#snapshot = { ...state, screen: this.#screen };
    } catch {
      this.#ply = this.#snapshot?.at ?? null; // the network is away: stay where we are
    }
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key, ctrlKey, altKey, metaKey, defaultPrevented } = event;
    if (ctrlKey || altKey || metaKey || defaultPrevented || !this.#moves.length) return;
    if (target instanceof Element && target.closest("input, select, textarea, dialog, .tries")) return;
    if (target instanceof Element && target.closest("#table") && key !== "Home" && key !== "End") return;
    const to = /** @type {Record<string, number>} */ ({ ArrowLeft: this.#from - 1, ArrowRight: this.#from + 1, Home: 0, End: this.#last })[key];
    if (to === undefined) return;
    event.preventDefault();
    this.step(to);
  }

  /** Show the present again. */
  leave() {
    if (this.#ply === null) return;
    this.#ply = null;
    this.#snapshot = null;
    this.#changed();
  }

  /** Ask for the shown state again, in another language. */
  retell() {
    this.#stands.forget(0);
    if (this.#ply !== null) this.step(this.#ply);
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new Event("change"));
  }

  #draw() {
    byId("history").hidden = this.#snapshot === null;
    for (const name of ["first", "back"]) byId(`history-${name}`, HTMLButtonElement).disabled = this.#from === 0;
    for (const name of ["on", "last"]) byId(`history-${name}`, HTMLButtonElement).disabled = this.#from === this.#last;
    byId("history-said").textContent = say("history", { number: this.#from, last: this.#last });
  }
}
