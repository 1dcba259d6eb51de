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
    if (state.moves.length !== this.#moves) this.#shown = null;
    return this.#shown;
  }

  /**
   * Ask for the best move; where it is shown, show it no longer.
   *
   * @param {State} state the present one
   */
  async ask(state) {
    const moves = state.moves.length;
    if (this.#shown) {
      this.#show(-1, null);
      return;
    }
    this.#show(moves, { said: say("hint.thinks"), from: null, to: null });
    const { lang } = document.documentElement;
    const answer = await ask(`/api/screen/${this.#number}/hint?lang=${lang}`, { json: {} }).catch(
      (error) => ({ said: whyOf(error), from: null, to: null }));
    if (this.#moves === moves) this.#show(moves, answer);
  }

  /**
   * @param {number} moves
   * @param {Shown | null} shown
   */
  #show(moves, shown) {
    this.#moves = moves;
    this.#shown = shown;
    this.#changed();
  }
}
