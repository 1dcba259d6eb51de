// A magnifier beside a finger that carries a piece: shows what lies under it where fields are small.

import { html, render } from "./preact.js";

const FINGER = 44; // pixels that a finger hits
const TIMES = 2; // as large as the board
const AWAY = 70; // pixels from the finger, so that the piece is seen between them
const SIZE = 112; // pixels

export class Lens {
  #sheet;
  #drawn;
  #root = document.createElement("div");

  /**
   * @param {Element} sheet the picture of the sheet
   * @param {SVGGraphicsElement} drawn all that is drawn over it, layer by layer
   */
  constructor(sheet, drawn) {
    this.#sheet = sheet;
    this.#drawn = drawn;
    document.body.append(this.#root);
  }

  /**
   * Show what lies at a point, if its field is smaller than a finger.
   *
   * @param {number} x pixels of the window, as y
   * @param {number} y
   * @param {number} size pixels of the field
   */
  show(x, y, size) {
    if (size >= FINGER) {
      this.hide();
      return;
    }
    const { left, top, width, height } = /** @type {Element} */ (this.#sheet.parentElement).getBoundingClientRect();
    const above = y - AWAY - SIZE;
    const beside = x < innerWidth / 2 ? x + AWAY : x - AWAY - SIZE;
    const at = above > 0 ? Math.min(Math.max(x - SIZE / 2, 0), innerWidth - SIZE) : beside;
    const seen = SIZE / 2 - 3; // within its edge
    const ways = ["turned", "left-near"].filter((name) => this.#sheet.closest(`.${name}`));
    // One use a layer: what changes in one has no other drawn anew.
    render(html`<div class=${["lens", ...ways].join(" ")} aria-hidden="true"
        style=${{ width: SIZE, height: SIZE, transform: `translate(${at}px, ${Math.max(above, 0)}px)` }}>
      <div class="board" style=${{ width: TIMES * width, height: TIMES * height,
        transform: `translate(${seen - TIMES * (x - left)}px, ${seen - TIMES * (y - top)}px)` }}>
        <img class="sheet" alt="" src=${this.#sheet.getAttribute("src")} hidden=${/** @type {HTMLElement} */ (this.#sheet).hidden} />
        <svg viewBox=${this.#drawn.ownerSVGElement?.getAttribute("viewBox")}><g transform=${this.#drawn.getAttribute("transform")}>
          ${[...this.#drawn.children].map(({ id }) => html`<use key=${id} href=${`#${id}`} />`)}</g></svg></div></div>`, this.#root);
  }

  /** Show nothing, which costs nothing. */
  hide() {
    render(null, this.#root);
  }
}
