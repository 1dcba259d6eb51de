// Asks for the best move in a game on a screen, and knows how long the answer holds.

import { ask, whyOf } from "./connection.js";
import { say } from "./words.js";

/** @import { State } from "./state.js" */

/** The answer, from /api/screen/N/hint. @typedef {{ said: string, from: number | null, to: number | null }} Shown */

export class Hint {
  #number;
  #changed;
  /** @type {Shown | null} */
  #shown = null;
  #moves = -1; // how many there were when it was asked for

  /**
   * @param {number} number of the game
   * @param {() => void} changed is called when there is something else to show
   */
  constructor(number, changed) {
    this.#number = number;
    this.#changed = changed;
  }

  /**
   * What there is to say in the place of the prompt, until a move is made; null for nothing.
   *
   * @param {State} state the present one
   */
  shown(state) {
    return state.moves.length === this.#moves ? this.#shown : null;
  }

  /**
   * Ask for the best move; where it is shown, show it no longer.
   *
   * @param {State} state the present one
   */
  async ask(state) {
    const thinks = { said: say("hint.thinks"), from: null, to: null };
    this.#shown = this.shown(state) ? null : thinks;
    this.#moves = state.moves.length;
    this.#changed();
    if (!this.#shown) return;
    const answer = await ask(`/api/screen/${this.#number}/hint`, { json: {} }).catch(
      (error) => ({ ...thinks, said: whyOf(error) }));
    if (this.#shown !== thinks) return; // it is wanted no longer
    this.#shown = answer;
    this.#changed();
  }
}
