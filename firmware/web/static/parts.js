// What several panels draw, with preact.

import { html } from "./preact.js";

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
