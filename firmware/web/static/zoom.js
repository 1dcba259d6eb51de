// Makes the board larger within its frame: by pinch, wheel and keys; what is drawn there stays sharp.

import { html, icon } from "./dom.js";
import { say } from "./words.js";

const MOST = 5; // times as large
const STEP = 1.3; // times as large by a key
const BY_WHEEL = 0.0016; // how much larger by a pixel of a wheel, as a logarithm

/**
 * How large the board is, and where its corner lies: in widths and heights of the frame, both from
 * 1 - scale to 0.
 *
 * @typedef {{ scale: number, x: number, y: number }} View
 */

/** @type {View} */
export const WHOLE = { scale: 1, x: 0, y: 0 };

/**
 * The view scaled by a factor so that a point of the frame stays where it is.
 *
 * @param {View} view
 * @param {number} factor
 * @param {number} x in widths of the frame
 * @param {number} y in heights
 * @returns {View}
 */
export function scaled(view, factor, x, y) {
  const scale = Math.min(Math.max(view.scale * factor, 1), MOST);
  const by = scale / view.scale;
  return moved({ scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by }, 0, 0);
}

/**
 * The view moved, as far as the board goes.
 *
 * @param {View} view
 * @param {number} x in widths of the frame
 * @param {number} y in heights
 * @returns {View}
 */
export function moved({ scale, x: left, y: top }, x, y) {
  const within = (/** @type {number} */ at) => Math.min(Math.max(at, 1 - scale), 0);
  return { scale, x: within(left + x), y: within(top + y) };
}

export class Zoom {
  #frame;
  #board;
  #holds;
  #reset;
  #view = WHOLE;
  /** Where a mouse or finger that moves the board was last. @type {{ x: number, y: number } | null} */
  #at = null;
  /** Where two fingers were last, and how far apart. @type {{ x: number, y: number, apart: number } | null} */
  #pinch = null;

  /**
   * @param {HTMLElement} frame with its board, as `fillFrame` makes it
   * @param {() => boolean} holds whether a piece is in the hand: then dragging does not move the board
   */
  constructor(frame, holds) {
    this.#frame = frame;
    this.#board = /** @type {HTMLElement} */ (frame.querySelector(".board"));
    this.#holds = holds;
    this.#reset = html("button", { type: "button", class: "whole", hidden: true,
      on: { click: () => this.#show(WHOLE) } }, icon("whole"));
    frame.append(this.#reset);
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
    frame.addEventListener("touchmove", (event) => this.#touch(event), { passive: false });
    frame.addEventListener("touchend", () => { this.#pinch = null; });
    frame.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => { this.#at = { x, y }; });
    addEventListener("pointermove", (event) => this.#drag(event));
    addEventListener("pointerup", () => { this.#at = null; });
    addEventListener("pointercancel", () => { this.#at = null; });
    addEventListener("keydown", (event) => this.#key(event));
    frame.addEventListener("focusin", ({ target }) => this.#bring(target));
  }

  /** @param {View} view */
  #show(view) {
    this.#view = view;
    const { scale, x, y } = view;
    const large = scale > 1;
    this.#frame.classList.toggle("zoomed", large);
    this.#reset.hidden = !large;
    this.#reset.title = say("zoom.reset");
    this.#reset.setAttribute("aria-label", say("zoom.reset"));
    const { style } = this.#board;
    style.width = style.height = large ? `${100 * scale}%` : "";
    style.left = large ? `${100 * x}%` : "";
    style.top = large ? `${100 * y}%` : "";
  }

  /**
   * @param {number} factor
   * @param {number} clientX pixels of the window, as clientY
   * @param {number} clientY
   */
  #zoom(factor, clientX, clientY) {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    this.#show(scaled(this.#view, factor, (clientX - left) / width, (clientY - top) / height));
  }

  /**
   * @param {number} x pixels, as y
   * @param {number} y
   */
  #move(x, y) {
    const { width, height } = this.#frame.getBoundingClientRect();
    this.#show(moved(this.#view, x / width, y / height));
  }

  /**
   * Zoom by the wheel, where it does not scroll the page: a whole board gets no smaller, and a page
   * that is scrolled down goes back up first.
   *
   * @param {WheelEvent} event
   */
  #wheel(event) {
    const whole = this.#view.scale === 1;
    if (!event.ctrlKey && whole && (event.deltaY >= 0 || scrollY > 0)) return;
    event.preventDefault();
    const pixels = event.deltaY * [1, 16, 300][event.deltaMode] * (event.ctrlKey ? 5 : 1);
    this.#zoom(Math.exp(-pixels * BY_WHEEL), event.clientX, event.clientY);
  }

  /** @param {TouchEvent} event */
  #touch(event) {
    if (event.touches.length !== 2) return;
    const [one, other] = event.touches;
    const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (event.cancelable) event.preventDefault();
    if (this.#pinch) {
      this.#zoom(apart / this.#pinch.apart, x, y);
      this.#move(x - this.#pinch.x, y - this.#pinch.y);
    }
    this.#pinch = { x, y, apart };
    this.#at = null;
  }

  /** @param {PointerEvent} event */
  #drag({ clientX: x, clientY: y }) {
    if (!this.#at || this.#pinch || this.#view.scale === 1 || this.#holds()) return;
    this.#move(x - this.#at.x, y - this.#at.y);
    this.#at = { x, y };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    const factor = { "+": STEP, "=": STEP, "-": 1 / STEP, "0": 0 }[event.key];
    if (factor === undefined) return;
    event.preventDefault();
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    if (factor) this.#zoom(factor, left + width / 2, top + height / 2);
    else this.#show(WHOLE);
  }

  /**
   * Bring a field that gets the focus into the frame.
   *
   * @param {EventTarget | null} target
   */
  #bring(target) {
    if (this.#view.scale === 1 || !(target instanceof SVGElement) || !target.matches(":focus-visible")) return;
    this.#frame.scrollTo(0, 0); // browsers scroll to what has the focus
    const [frame, field] = [this.#frame.getBoundingClientRect(), target.getBoundingClientRect()];
    const beyond = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ least, /** @type {number} */ most) =>
      low < least ? least - low : Math.min(most - high, 0);
    this.#move(beyond(field.left, field.right, frame.left, frame.right),
      beyond(field.top, field.bottom, frame.top, frame.bottom));
  }
}
