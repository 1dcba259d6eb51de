// What several panels draw, with preact: icons, sentences, colours, scores, what a game came to, and where it is taught.

import { together } from "./formats.js";
import { urlOf } from "./host.js";
import { paintOf, shapeOf } from "./pieces.js";
import { html } from "./preact.js";
import { say } from "./words.js";

/** @import { Head } from "./state.js" */

const LONG_NAME = 14; // characters, more than which are cut in a sentence

/**
 * An icon of index.html.
 *
 * @param {string} name
 */
export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${`#icon-${name}`} /></svg>`;

/**
 * A sentence, in which long names leave room for what is done: they are cut where they are shown.
 *
 * @param {string} text
 * @param {string[]} names that may be in it
 * @returns {import("./preact.js").Drawn[]}
 */
export function sentence(text, names) {
  const [name, ...more] = names.filter((one) => one.length > LONG_NAME).sort((one, other) => other.length - one.length);
  if (name === undefined) return [text];
  return text.split(name).flatMap((part, at) =>
    [...(at ? [html`<span class="called" title=${name}>${name}</span>`] : []), ...sentence(part, more)]);
}

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

/**
 * The links to what teaches a game.
 *
 * @param {string} game
 */
export function teachingLinks(game) {
  const editor = urlOf(`/replay?lang=${document.documentElement.lang}&setup#game=${game}`);
  return html`<span class="teaches">${[["learn", addressOf("learn", game)], ["rules", addressOf("rules", game)], ["edit", editor]].map(
    ([what, href]) => html`<a class="button small" href=${href} aria-label=${`${say(`game.${game}`)}: ${say(what)}`}>${say(what)}</a>`)}</span>`;
}

/**
 * The address of a page about a game, in the language of this page.
 *
 * @param {string} page
 * @param {string} game
 */
export function addressOf(page, game) {
  return urlOf(`/${page}/${game}?lang=${document.documentElement.lang}`);
}
