// Gives somebody a game: as a link, as its record, as a report.

import { answerTo, whyOf } from "./connection.js";
import { copy } from "./dom.js";
import { linkTo } from "./host.js";
import { packed } from "./packing.js";
import { icon } from "./parts.js";
import { html, useRef, useState } from "./preact.js";
import { say } from "./words.js";

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
 * A button that copies the link to a game; where the browser does not allow that, it is selected in a field.
 *
 * @param {{ record: string, label: string, more?: string }} props more: what the query of the link has beside
 */
export function ShareLink({ record, label, more = "" }) {
  const [link, show] = useState("");
  const [said, tell] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const share = async () => {
    const address = linkTo(await replayOf(record, more));
    const copied = await copy(address);
    show(address);
    tell(say(copied ? "share.copied" : "share.select"));
    if (!copied) setTimeout(() => field.current?.select()); // once it is there
  };
  return html`<button type="button" class="small" onClick=${share}>${icon("share")}<span>${label}</span></button>
    ${link && html`<input class="link-field" ref=${field} readonly value=${link} aria-label=${say("share.link")} />`}
    ${said && html`<p role="status">${said}</p>`}`;
}

/**
 * A game as files: its report, and its record.
 *
 * @param {{ record: string, game: string }} props game: its name
 */
export function Files({ record, game }) {
  const [said, tell] = useState("");
  const save = (/** @type {Blob} */ file, /** @type {string} */ kind) =>
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${game}.${kind}` }).click();
  const report = async () => {
    try {
      const answer = await answerTo("/api/report", { text: record });
      save(await answer.blob(), "html");
    } catch (error) {
      tell(whyOf(error));
    }
  };
  const button = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {() => unknown} */ click) =>
    html`<button type="button" class="small" data-file=${kind} onClick=${click}>${icon("save")}<span>${label}</span></button>`;
  return html`${button("html", say("report", { kind: "HTML" }), report)}
    ${button("record", say("kept.record"), () => save(new Blob([record], { type: "text/plain" }), "record"))}
    ${said && html`<p role="status">${said}</p>`}`;
}

/**
 * All ways to give a game to somebody.
 *
 * @param {{ record: string, game: string }} props
 */
export const Sharing = ({ record, game }) => html`<div class="sharing" id="end-files">
  <${ShareLink} record=${record} label=${say("share")} /><${Files} record=${record} game=${game} /></div>`;
