// Gives somebody the link to a game.

import { packed } from "./share.js";
import { say } from "./words.js";

/**
 * The address of a page that replays a game, with the whole game in it.
 *
 * @param {string} record
 */
export async function linkTo(record) {
  return `${location.origin}/replay?lang=${document.documentElement.lang}#${await packed(record)}`;
}

/**
 * Copy the link to a game; where the browser does not allow that, select it in a field.
 *
 * @param {string} record
 * @param {HTMLInputElement} field
 * @param {HTMLElement} said says what has happened
 */
export async function shareLink(record, field, said) {
  field.value = await linkTo(record);
  field.hidden = false;
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = say("share.copied");
  } catch {
    field.select(); // a page without HTTPS may not write to the clipboard
    said.textContent = say("share.select");
  }
}
