// A magnifier beside a finger that carries a piece: shows what lies under it where fields are small.

import { html, svg } from "./dom.js";

const FINGER = 44; // pixels that a finger hits
const TIMES = 2; // as large as the board
const AWAY = 70; // pixels from the finger, so that the piece is seen between them

export class Lens {
  #sheet;
  #drawn;
  #lens = html("div", { class: "lens", "aria-hidden": "true", hidden: true });

  /**
   * @param {Element} sheet the picture of the sheet
   * @param {SVGElement} drawn all that is drawn over it, layer by layer
   */
  constructor(sheet, drawn) {
    this.#sheet = sheet;
    this.#drawn = drawn;
    document.body.append(this.#lens);
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
    if (this.#lens.hidden) this.#fill();
    const { left, top, width, height } = /** @type {Element} */ (this.#sheet.parentElement).getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.#lens;
    const above = y - AWAY - high;
    const beside = x < innerWidth / 2 ? x + AWAY : x - AWAY - wide;
    const at = above > 0 ? Math.min(Math.max(x - wide / 2, 0), innerWidth - wide) : beside;
    this.#lens.style.transform = `translate(${at}px, ${Math.max(above, 0)}px)`;
    const { style } = /** @type {HTMLElement} */ (this.#lens.firstElementChild);
    style.width = `${TIMES * width}px`;
    style.height = `${TIMES * height}px`;
    style.transform = `translate(${wide / 2 - TIMES * (x - left)}px, ${high / 2 - TIMES * (y - top)}px)`;
  }

  /** Show nothing, which costs nothing. */
  hide() {
    if (this.#lens.hidden) return;
    this.#lens.hidden = true;
    this.#lens.replaceChildren();
  }

  #fill() {
    const picture = /** @type {Element} */ (this.#sheet.cloneNode());
    picture.removeAttribute("id");
    for (const name of ["turned", "left-near"]) this.#lens.classList.toggle(name, Boolean(this.#sheet.closest(`.${name}`)));
    // One use a layer: what changes in one has no other drawn anew.
    const layers = [...this.#drawn.children].map(({ id }) => svg("use", { href: `#${id}` }));
    this.#lens.replaceChildren(html("div", { class: "board" }, picture,
      svg("svg", { viewBox: this.#drawn.ownerSVGElement?.getAttribute("viewBox") },
        svg("g", { transform: this.#drawn.getAttribute("transform") }, layers))));
    this.#lens.hidden = false;
  }
}
