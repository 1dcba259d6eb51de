// Draws what lies beside the board: pieces still to come.

import { isOver, isPlaying } from "./games.js";
import { drawPiece, lookOf } from "./pieces.js";
import { html, render } from "./preact.js";
import { say } from "./words.js";

/** @import { LoosePiece, State, Supply } from "./state.js" */
/** @import { Drops } from "./drops.js" */

export class Tray {
  #root;
  #input;
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
    render(supplies.map((supply) => this.#supply(supply)), this.#root);
    this.#root.hidden = !supplies.length;
    if (supplies.length) this.#root.classList.add("kept"); // its place stays
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
    const pressed = (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#input.takeFrom(piece, supply, event);
    };
    const clicked = (/** @type {MouseEvent} */ event) => {
      if (event.detail === 0) this.#input.takeFrom(piece, supply, null); // by keyboard
    };
    const takes = usable && this.#allowed;
    return html`<button key=${key} type="button" class="supply" disabled=${!usable}
      aria-label=${say("tray.take", { piece: name, left })}
      onPointerDown=${takes && pressed} onClick=${takes && clicked}>
      <svg key=${lookOf(piece)} viewBox=${magnet ? "-17 -18 34 36" : "-4 -2 22 22"} aria-hidden="true"
        ref=${(/** @type {Element | null} */ root) => root && !root.firstChild && root.append(drawPiece(piece))} />
      <span class="count">${left}</span>
    </button>`;
  }
}
