// What the page begins with: what this browser may do, the games there are, the language, the look.

import { Connection, ask } from "./connection.js";
import { byId } from "./dom.js";
import { gameShown, pageShown } from "./host.js";
import { applyLook } from "./settings.js";
import { firstLanguage, speak } from "./words.js";

/** @import { PlayableGame, Rights } from "./state.js" */

const NOTICE = 7000; // milliseconds that a notice stays

/** The first part of the path of this page: "game", "replay", "learn", "read", "" for the first one. */
export const page = pageShown();
/** The number of the game that is shown, null at a table and on pages without one. */
export const number = page === "game" && /^\d+$/.test(gameShown()) ? Number(gameShown()) : null;
/** What follows the game: it is asked for at once, while all else is fetched. */
export const connection = new Connection(number);
document.documentElement.lang = firstLanguage("en");
if (number !== null) connection.open();
/** @type {[Rights, PlayableGame[], void]} */
const [rights, games] = await Promise.all([
  ask("/api/me").catch(() => ({ may_touch: false, pin_needed: true, lang: "en", table: "" })),
  ask("/api/playable").catch(() => []),
  speak(firstLanguage("en")),
]);
if (firstLanguage(rights.lang) !== document.documentElement.lang) {
  await speak(firstLanguage(rights.lang));
  if (number !== null) connection.open();
}
applyLook();

export { games, rights };
/** Whether a board on this page is that of a screen, not of a table. */
export const onScreen = rights.table === "screen" || page === "replay" || number !== null;

/** @type {number | undefined} */
let noticeTimer;

/**
 * Show for a while what has happened.
 *
 * @param {string} text
 */
export function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { byId("notice").hidden = true; }, NOTICE);
}
