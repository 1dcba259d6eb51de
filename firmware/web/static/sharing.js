// Gives somebody a game: as a link, as its record, as a report.

import { RefusedError, whyOf } from "./connection.js";
import { copy, html, icon } from "./dom.js";
import { linkTo, request } from "./host.js";
import { packed } from "./share.js";
import { say } from "./words.js";

/** @import { Head } from "./state.js" */

/**
 * The path of the page that replays a game, with the whole game in it.
 *
 * @param {string} record
 * @param {string} [more] that its query should have
 */
export async function replayOf(record, more = "") {
  return `/replay?lang=${document.documentElement.lang}${more}#${await packed(record)}`;
}

/**
 * Copy the link to a game; where the browser does not allow that, select it in a field.
 *
 * @param {string} record
 * @param {HTMLInputElement} field
 * @param {HTMLElement} said says what has happened
 * @param {string} [more] that the query of the link should have
 */
export async function shareLink(record, field, said, more = "") {
  field.value = linkTo(await replayOf(record, more));
  field.hidden = false;
  const copied = await copy(field.value);
  said.textContent = say(copied ? "share.copied" : "share.select");
  if (!copied) field.select();
}

/**
 * Offer the record of a game and its report as files.
 *
 * @param {HTMLElement} place where the buttons are drawn
 * @param {string} record
 * @param {Head} head
 * @param {HTMLElement} said says what has gone wrong
 */
export function drawFiles(place, record, { game }, said) {
  const save = (/** @type {Blob} */ file, /** @type {string} */ kind) =>
    html("a", { href: URL.createObjectURL(file), download: `${game}.${kind}` }).click();
  const report = async () => {
    const lang = document.documentElement.lang;
    try {
      const answer = await request(`/api/report?lang=${lang}`, { method: "POST", body: record });
      if (!answer.ok) throw new RefusedError(answer.status, await answer.json());
      save(await answer.blob(), "html");
    } catch (error) {
      said.textContent = whyOf(error);
    }
  };
  const button = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {() => unknown} */ click) =>
    html("button", { type: "button", class: "small", data: { file: kind }, on: { click } }, icon("save"), label);
  place.replaceChildren(
    button("html", say("report", { kind: "HTML" }), report),
    button("record", say("kept.record"), () => save(new Blob([record], { type: "text/plain" }), "record")));
}
