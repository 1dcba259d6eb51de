// Where a newcomer is sent: the rules of each game, and a guided first game.

import { urlOf } from "./host.js";
import { html } from "./preact.js";
import { say } from "./words.js";

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
