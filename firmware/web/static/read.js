// The page that reads a score sheet as somebody wrote it: its lines beside the moves, put right in place.

import { carried } from "./carried.js";
import { RefusedError, ask, whyOf } from "./connection.js";
import { byId } from "./dom.js";
import { urlOf, request } from "./host.js";
import { lineOf } from "./line.js";
import { html, render } from "./preact.js";
import { dots, resultOf, score } from "./result.js";
import { Files, replayOf } from "./sharing.js";
import "./site.js";
import { say } from "./words.js";

/** @import { Head } from "./state.js" */

/** @typedef {{ line: number, text: string, moves: string[], doubt: boolean }} Line */
/**
 * What was read of a sheet, from /api/read.
 *
 * @typedef {{
 *   sheet: string, record: string | null, proposed: boolean, sure: boolean, moves: number,
 *   checks: string[], lines: Line[], errors: { line: number, error: string }[]
 * }} Read
 */

const SHOWN = 40; // characters of a line that are sure to lie beside each other
const PAUSE = 600; // milliseconds after the last key until a sheet is read

const written = byId("written", HTMLTextAreaElement);
/** How often a sheet was sent to be read: an answer to an older one says nothing. */
let asked = 0;
/** @type {number | undefined} */
let timer;
/**
 * What somebody has put right: by line, the moves that it tells, and the names of the players.
 *
 * @type {{ rows: [number, string][], settled: Record<number, string[]>, names: string[] }}
 */
let right = { rows: [], settled: {}, names: [] };

/**
 * Read what stands in the field, a file, which is put there, or the lines as they were put right.
 *
 * @param {{ file?: Blob, again?: boolean }} [how]
 */
async function read({ file, again = false } = {}) {
  clearTimeout(timer);
  const number = ++asked;
  byId("found").hidden = !file && !written.value.trim();
  if (byId("found").hidden) return;
  byId("found").setAttribute("aria-busy", "true");
  if (!again) byId("said").textContent = say("read.reading");
  try {
    if (file?.type.startsWith("image/")) {
      byId("said").textContent = say("read.photograph");
      return;
    }
    const reading = await readingOf(again ? right : file ?? written.value);
    if (number !== asked) return;
    if (file) written.value = reading.sheet;
    if (!again) right = { rows: [], settled: {}, names: [] };
    await draw(reading, number);
  } catch (error) {
    if (number !== asked) return;
    byId("said").textContent = whyOf(error);
  } finally {
    if (number === asked) byId("found").removeAttribute("aria-busy");
  }
}

/**
 * @param {typeof right | Blob | string} sheet
 * @returns {Promise<Read>}
 */
async function readingOf(sheet) {
  const put = typeof sheet === "string" || sheet instanceof Blob ? { body: sheet }
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(sheet) };
  const answer = await request(`/api/read?lang=${document.documentElement.lang}`, { method: "POST", ...put });
  const reading = await answer.json();
  if (!answer.ok) throw new RefusedError(answer.status, reading);
  return reading;
}

/**
 * @param {Read} reading
 * @param {number} number which question it answers
 */
async function draw(reading, number) {
  const { record, proposed, sure, moves, checks, lines, errors } = reading;
  const doubts = lines.filter(({ doubt }) => doubt).length;
  byId("done").hidden = true;
  byId("accept").hidden = true; // until it is known what it accepts
  byId("said").textContent = record === null ? say("read.wrong", { number: errors.length })
    : !proposed ? say("read.whole", { number: moves })
      : doubts ? say("read.doubted", { number: doubts }) : say("read.proposed");
  if (lines.length || record !== null) right.rows = lines.map(({ line, text }) => [line, text]);
  render(html`${checks.map((check) => html`<p class="wrong">${check}</p>`)}${checks.length > 0 && button(say("read.right"), () => settle(0, []))}`,
    byId("checks"));
  const shown = lines.length || record !== null ? lines : right.rows.map(([line, text]) => ({ line, text, moves: [], doubt: false }));
  render([...errors.map(wrong), ...shown.map(drawn)], byId("lines"));
  render(null, byId("players"));
  if (record === null) return;
  const head = /** @type {Head} */ ((await lineOf({ record, head: true, last: 0 })).head);
  if (number !== asked) return;
  byId("result").textContent = `${head.title}: ${resultOf(head)}`;
  render(head.players.map((player, seat) => playing(player, seat, head, proposed)), byId("players"));
  byId("accept").onclick = () => take(record, head);
  byId("accept").hidden = !proposed || !sure;
  if (!proposed) await take(record, head);
}

/**
 * Offer what can be done with a game that is taken.
 *
 * @param {string} record
 * @param {Head} head
 */
async function take(record, head) {
  const number = asked;
  const address = urlOf(await replayOf(record));
  if (number !== asked) return;
  byId("accept").hidden = true;
  byId("watch").setAttribute("href", address);
  byId("kept").textContent = "";
  byId("keep").onclick = () => keep(record);
  render(html`<${Files} record=${record} game=${head.game} />`, byId("files"));
  byId("done").hidden = false;
}

/** What has changed in a field. @typedef {{ target: HTMLInputElement | HTMLTextAreaElement }} Changed */

/**
 * @param {string} label
 * @param {() => unknown} click
 */
const button = (label, click) => html`<button type="button" class="small" onClick=${click}>${label}</button>`;

/**
 * A player with colours and score; where a game is proposed, the name can be put right.
 *
 * @param {Head["players"][number]} player
 * @param {number} seat
 * @param {Head} head
 * @param {boolean} proposed
 */
function playing({ name, place, colours, score: points }, seat, head, proposed) {
  const change = (/** @type {Changed} */ { target }) => {
    right.names = head.players.map((one, at) => at === seat ? target.value : one.name);
    read({ again: true });
  };
  return html`<tr key=${seat}>
    <td>${proposed ? html`<input value=${name} maxlength="40" aria-label=${say("read.name", { player: name })} onChange=${change} />` : name}</td>
    <td>${dots(colours)}${place}</td><td>${score(points, say("points", { number: points }))}</td></tr>`;
}

/** @param {Read["errors"][number]} error */
const wrong = ({ line, error }) => html`<tr class="wrong" key=${`wrong ${line}`}><td><button type="button" class="line small"
  aria-label=${say("read.go", { line })} onClick=${() => select(line)}>${line}</button></td><td class="error" colspan="2">${error}</td></tr>`;

/**
 * A line of a sheet, which can be put right, beside the moves that it tells.
 *
 * @param {Line} line
 */
function drawn({ line, text, moves, doubt }) {
  const change = (/** @type {Changed} */ { target }) => {
    delete right.settled[line];
    right.rows = right.rows.map(([number, other]) => [number, number === line ? target.value.replaceAll("\n", " ") : other]);
    read({ again: true });
  };
  return html`<tr key=${line} class=${doubt ? "doubt" : ""}><td class="line">${doubt ? `? ${line}` : line}</td>
    <td><textarea value=${text} rows=${1 + Math.floor(text.length / SHOWN)} spellcheck=${false} aria-label=${say("read.line", { line })}
      onChange=${change} onKeyDown=${finish} /></td>
    <td><code>${moves.join(", ")}</code>${doubt && html`<span class="sharing">${button(say("read.right"), () => settle(line, moves))}
      ${button(say("read.remark"), () => settle(line, []))}</span>`}</td></tr>`;
}

/**
 * Let a line be finished by Enter.
 *
 * @param {KeyboardEvent & Changed} event
 */
function finish(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.target.blur();
}

/**
 * Say which moves a line tells, none for a remark, and read the sheet again.
 *
 * @param {number} line
 * @param {string[]} moves
 */
function settle(line, moves) {
  right.settled[line] = moves;
  read({ again: true });
}

/** @param {number} line */
function select(line) {
  const lines = written.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  written.focus();
  written.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

/** @param {string} record */
async function keep(record) {
  try {
    const { id } = await ask(`/api/games?lang=${document.documentElement.lang}`, { text: record });
    byId("kept").textContent = say("kept.in", { number: id });
  } catch (error) {
    byId("kept").textContent = error instanceof RefusedError && error.status === 409
      ? say("kept.already", { number: error.answer.id }) : whyOf(error);
  }
}

document.title = `${say("read")} \u2013 speeltafel`;
written.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(read, PAUSE);
});
const file = byId("file", HTMLInputElement);
file.addEventListener("change", () => read({ file: file.files?.[0] }));
file.addEventListener("click", () => { file.value = ""; }); // the same one may be opened again
for (const type of ["dragover", "dragleave", "drop"]) {
  written.addEventListener(type, (event) => written.classList.toggle("over", event.type === "dragover"));
}
written.addEventListener("dragover", (event) => event.preventDefault());
written.addEventListener("drop", (event) => {
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return; // text that is dropped is put in by the browser
  event.preventDefault();
  read({ file: dropped });
});
await read({ file: carried() ?? file.files?.[0] }); // what was there before this script
