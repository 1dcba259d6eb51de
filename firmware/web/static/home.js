// The first page: which game, and the games that go on, one's own before those of others.

import { beginOnScreen } from "./begin.js";
import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { together } from "./formats.js";
import { linked, show } from "./host.js";
import { teachingLinks } from "./parts.js";
import { html, render } from "./preact.js";
import { pageAt, say } from "./words.js";

/** @import { PlayableGame } from "./state.js" */

/**
 * A game that goes on, from /api/screen. seats: those of this browser.
 *
 * @typedef {{
 *   id: number, game: string, players: string[], moves: number, levels: Record<string, number>, seats: string[]
 * }} Unfinished
 */

const MOST_SHOWN = 8; // games that go on

/**
 * Draw the games that can be begun, and those that go on.
 *
 * @param {PlayableGame[]} games
 * @param {() => boolean} mayBegin whether this browser may begin a game; where not, it is asked for the PIN
 */
export async function drawHome(games, mayBegin) {
  const { lang } = document.documentElement;
  byId("home-alone").hidden = linked;
  byId("home-read").setAttribute("href", pageAt("/read"));
  render(games.map((game) => html`<li key=${game.name}>
    <button type="button" class="board-card" data-game=${game.name} onClick=${() => mayBegin() && beginOnScreen(game)}>
      ${picture(`${game.name}.svg?lang=${lang}`)}
      <strong>${say(`game.${game.name}`)}</strong><span>${say(`about.${game.name}`)}</span>
      <span class="faint">${say(game.players.length > 1 ? "home.numbers" : "home.number",
        { least: game.players[0], most: game.players[game.players.length - 1] })}</span>
    </button>${teachingLinks(game.name)}</li>`), byId("home-games"));
  /** @type {Unfinished[]} */
  const found = await ask(`/api/screen?lang=${lang}`).catch(() => []);
  for (const [id, shown] of /** @type {const} */ ([["home-on", found.filter(({ seats }) => seats.length)],
    ["home-others", found.filter(({ seats }) => !seats.length)]])) {
    byId(`${id}-box`).hidden = !shown.length;
    render(shown.slice(0, MOST_SHOWN).map((one) => html`<li key=${one.id}><a class="board-card" href=${pageAt(`/game/${one.id}`)}>
      ${picture(`of/${one.id}.svg?lang=${lang}&moves=${one.moves}`)}
      <strong>${say(`game.${one.game}`)}</strong><span>${together(one.players)}</span>
      <span class="faint">${say("home.moves", { number: one.moves })}</span></a></li>`), byId(id));
  }
}

/** @param {string} path */
const picture = (path) => html`<img alt="" width="498" height="338" ref=${(/** @type {HTMLElement | null} */ image) =>
  image && show(image, `/picture/${path}`)} />`;
