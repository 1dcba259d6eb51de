// How a page looks, as was chosen: light or dark, the board, motion, shapes on pieces.

import { USUAL, remember, remembered, setting } from "./settings.js";

const LOOKS = ["theme", "board", "motion", "notes", "shapes"];

/** A phone that is held upright: then a table stands upright, too. */
export const UPRIGHT = matchMedia("(max-width: 40rem) and (orientation: portrait)");

/**
 * Whether a table is shown upright: as was chosen, else where the window is a phone held upright.
 *
 * @param {boolean} onScreen whether it is a screen
 */
export function turnsUpright(onScreen) {
  const chosen = remembered("turned");
  return chosen === null ? onScreen && UPRIGHT.matches : chosen === "on";
}

/**
 * Choose something from now on.
 *
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  remember(name, value);
  applyLook();
}

/** Let the page look as was chosen; what is usual needs no mark. */
export function applyLook() {
  const { dataset } = document.documentElement;
  for (const name of LOOKS) {
    if (setting(name) === USUAL[name]) delete dataset[name];
    else dataset[name] = setting(name);
  }
}

/** Whether things on the page move at once. */
export function isStill() {
  return setting("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
