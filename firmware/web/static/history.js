// Shows how the table stood earlier: steps back and forth through the game that is being played.

import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { say } from "./words.js";

/** @import { ScreenPart, State } from "./types.js" */

/** What an earlier state does not say, as nothing of the table itself is known of it. */
export const UNTOLD = { seq: 0, phase: "game", time: 0, prompt: "", reeds: [], tilts: [], lamps: [], computer: [],
  menu: null, trouble: null, choice: null, pairs: [], screen: null };

/** What an earlier state does not say of a game on a screen, and no other game has. @type {ScreenPart} */
export const NO_SCREEN = { id: 0, levels: {}, taken: [], proposal: null, paused: false, abandoned: false, over: false, can_agree: false,
  for_all: null, back: [], drops: {}, buttons: [] };

/** Steps through the game; dispatches `change` when another state is to be shown. */
export class GameHistory extends EventTarget {
  /** @type {number | null} */
  #ply = null;
  /** @type {State | null} */
  #snapshot = null;
  #last = 0;
  /** What is told of a game on a screen. @type {ScreenPart | null} */
  #screen = null;
  #query;

  /** @param {number | null} number of the game, where it is played on screens */
  constructor(number = null) {
    super();
    this.#query = number === null ? "" : `&game=${number}`;
    const steps = { first: () => 0, back: () => this.#from - 1, on: () => this.#from + 1, last: () => this.#last };
    for (const [name, to] of Object.entries(steps)) {
      byId(`history-${name}`).addEventListener("click", () => this.step(to()));
    }
    byId("history-leave").addEventListener("click", () => this.leave());
  }

  /** The earlier state that is shown, null when the present one is. */
  get snapshot() {
    return this.#snapshot;
  }

  /**
   * Take in how many moves there are now; leave the history of a game that is no longer there.
   *
   * @param {State} state
   */
  follow(state) {
    if (!state.game || state.moves.length < (this.#ply ?? 0)) this.leave();
    this.#last = state.moves.length;
    this.#screen = state.screen;
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
      const snapshot = await ask(`/api/at/${ply}?lang=${document.documentElement.lang}${this.#query}`);
      if (this.#ply !== ply) return; // another step was faster
      this.#snapshot = { ...UNTOLD, ...snapshot, screen: this.#screen, at: ply };
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
    if (this.#ply !== null) this.step(this.#ply);
  }

  get #from() {
    return this.#ply ?? this.#last;
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new Event("change"));
  }

  #draw() {
    byId("history").hidden = this.#snapshot === null;
    byId("history-said").textContent = say("history", { number: this.#from, last: this.#last });
    for (const name of ["first", "back"]) byId(`history-${name}`, HTMLButtonElement).disabled = this.#from === 0;
    for (const name of ["on", "last"]) byId(`history-${name}`, HTMLButtonElement).disabled = this.#ply === null;
  }
}
