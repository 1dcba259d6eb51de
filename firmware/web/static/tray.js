// Draws what lies beside the board: pieces still to come.

import { html, svg } from "./dom.js";
import { isOver, isPlaying } from "./games.js";
import { drawPiece } from "./pieces.js";
import { say } from "./words.js";

/** @import { LoosePiece, State, Supply } from "./state.js" */
/** @import { Drops } from "./drops.js" */

export class Tray {
  #root;
  #input;
  #shown = "";
  /** @type {State | null} */
  #state = null;
  #allowed = false;

  /**
   * @param {HTMLElement} root where it is drawn
   * @param {Drops} input takes things from it
   */
  constructor(root, input) {
    this.#root = root;
    this.#input = input;
    input.addEventListener("held", () => this.#redraw());
  }

  /**
   * Show what lies beside the board in this state.
   *
   * @param {State} state
   * @param {boolean} allowed whether this page may touch it
   */
  draw(state, allowed) {
    this.#state = state;
    this.#allowed = allowed;
    this.#redraw();
  }

  #redraw() {
    const state = this.#state;
    if (!state) return;
    const supplies = isPlaying(state) && !isOver(state) ? state.supplies : [];
    const shown = JSON.stringify([this.#allowed, supplies.map((one) => [one, this.#isUsable(one)]), this.#input.plays,
      document.documentElement.lang]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement;
    const tool = focused instanceof HTMLElement && this.#root.contains(focused) && focused.dataset.tool;
    this.#root.replaceChildren(...supplies.map((supply) => this.#supply(supply)));
    this.#root.hidden = !supplies.length;
    if (supplies.length) this.#root.classList.add("kept"); // its place stays
    if (tool) /** @type {HTMLElement | null} */ (this.#root.querySelector(`[data-tool="${tool}"]`))?.focus();
  }

  /**
   * Whether one of a supply can be brought now.
   *
   * @param {Supply} supply
   */
  #isUsable({ moves }) {
    return this.#input.plays && Object.hasOwn(this.#state?.drops ?? {}, moves);
  }

  /**
   * A supply as a button, from which a piece can be dragged off or taken by a tap.
   *
   * @param {Supply} supply
   */
  #supply(supply) {
    const { key, kind, colour, name, seat, left } = supply;
    /** @type {LoosePiece} */
    const piece = { kind, colour, colours: [colour], label: "", height: 1, seat, name };
    const usable = this.#input.saysBefore(piece) || this.#isUsable(supply);
    const magnet = this.#state?.page?.magnets.includes(kind);
    const button = html("button", {
      type: "button", class: "supply", disabled: !usable, data: { tool: key },
      "aria-label": say("tray.take", { piece: name, left }),
    }, svg("svg", { viewBox: magnet ? "-17 -18 34 36" : "-4 -2 22 22", "aria-hidden": "true" }, drawPiece(piece)),
    html("span", { class: "count" }, left));
    if (!usable || !this.#allowed) return button;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#input.takeFrom(piece, supply, event);
    });
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.#input.takeFrom(piece, supply, null); // by keyboard
    });
    return button;
  }
}
