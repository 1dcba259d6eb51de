// Shows how the table stood earlier: steps back and forth through the game that is being played.

import { byId } from "./dom.js";
import { Stands, bindSteps, drawSteps } from "./line.js";

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

  /** @param {Read} read the line of the game */
  constructor(read) {
    super();
    this.#stands = new Stands(read, 1);
    bindSteps("history-", () => ({ at: this.#from, last: this.#last }), (at) => this.step(at));
    byId("history-leave").addEventListener("click", () => this.leave());
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
    byId("history-said").textContent = drawSteps("history-", this.#from, this.#last);
  }
}
