// Says what a game came to.

import { html } from "./dom.js";
import { together } from "./formats.js";
import { say } from "./words.js";

/** @import { Head } from "./state.js" */

/**
 * Who won, in a sentence; whose turn it is where the game is not over.
 *
 * @param {Head} head
 */
export function resultOf({ over, players, result }) {
  if (!over) return result;
  const names = players.filter(({ won }) => won).map(({ name }) => name);
  if (!names.length) return say("end.draw");
  if (names.length === 1) return say("end.won", { name: names[0] });
  return say("end.shared", { names: together(names) });
}

/**
 * What decided it, as a sentence of its own; "" where the game is not over.
 *
 * @param {Head} head
 */
export function reasonOf({ why }) {
  const [first = ""] = why;
  return why ? `${first.toLocaleUpperCase(document.documentElement.lang)}${why.slice(first.length)}.` : "";
}

/**
 * The colours of somebody's pieces.
 *
 * @param {string[]} colours
 */
export function dotsOf(colours) {
  return html("span", { class: "dots" }, colours.map((colour) => {
    const dot = html("span", { class: "dot" });
    dot.style.backgroundColor = colour;
    return dot;
  }));
}

/**
 * A score: the number is seen, "1 point" is heard.
 *
 * @param {number} number
 */
export function scoreOf(number) {
  return html("span", { class: "score" }, html("span", { "aria-hidden": "true" }, number),
    html("span", { class: "unseen" }, heardOf(number, say("points", { number }))));
}

/**
 * How far a player has come, as it is heard.
 *
 * @param {number} number
 * @param {string} counts what it counts; a sentence that has the number in it is heard alone
 */
export function heardOf(number, counts) {
  return counts.includes(String(number)) ? counts : `${number} ${counts}`;
}
