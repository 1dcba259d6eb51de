// Says what a game came to.

import { together } from "./formats.js";
import { paintOf, shapeOf } from "./pieces.js";
import { html } from "./preact.js";
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
 * The colours of somebody's pieces, as dots.
 *
 * @param {string[]} colours
 */
export const dots = (colours) => html`<span class="dots">${colours.map((colour) =>
  html`<span class="dot" style=${{ backgroundColor: paintOf(colour) }}>${shapeOf(colour)}</span>`)}</span>`;

/**
 * How far a player has come: the number is seen, what it counts is heard.
 *
 * @param {number} number
 * @param {string} counts what it counts; a sentence that has the number in it is heard alone
 */
export const score = (number, counts) => html`<span class="score"><span aria-hidden="true">${number}</span>
  <span class="unseen">${counts.includes(String(number)) ? counts : `${number} ${counts}`}</span></span>`;
