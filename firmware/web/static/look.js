// How a page looks, as this browser remembers it: light or dark, the board, motion, shapes on pieces.

import { shapePieces } from "./pieces.js";
import { remember, remembered } from "./words.js";

/** What can be chosen, and what is usual. */
const USUAL = { theme: "auto", board: "sheet", motion: "on", shapes: "off" };

/** @typedef {keyof typeof USUAL} Look */

/** A phone that is held upright: then a table stands upright, too. */
export const UPRIGHT = matchMedia("(max-width: 40rem) and (orientation: portrait)");

/**
 * What was chosen.
 *
 * @param {Look} name
 */
export function lookOfPage(name) {
  return remembered(name) ?? USUAL[name];
}

/**
 * Choose how the page looks from now on.
 *
 * @param {Look} name
 * @param {string} value
 */
export function choose(name, value) {
  remember(name, value);
  applyLook();
}

/** Let the page look as was chosen; what is usual needs no mark. */
export function applyLook() {
  const { dataset } = document.documentElement;
  for (const name of /** @type {Look[]} */ (Object.keys(USUAL))) {
    if (lookOfPage(name) === USUAL[name]) delete dataset[name];
    else dataset[name] = lookOfPage(name);
  }
  shapePieces(lookOfPage("shapes") === "on");
}

/** Whether things on the page move at once. */
export function isStill() {
  return lookOfPage("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
