// Reads a score sheet as somebody wrote it: its lines beside the moves, put right in place.

import { ask, whyOf } from "./connection.js";
import { byId } from "./dom.js";
import { urlOf } from "./host.js";
import { lineOf } from "./line.js";
import { dots, icon, resultOf, score } from "./parts.js";
import { html, render } from "./preact.js";
import { Files, replayOf } from "./sharing.js";
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

byId("main").className = "reading";
byId("main").replaceChildren();
drawPlaces();

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
 * What is shown of a sheet. head: of its game; address: where that can be replayed, "" until it is taken.
 *
 * @type {{ said: string, busy: boolean, reading: Read | null, head: Head | null, address: string, kept: string }}
 */
let shown = { said: "", busy: false, reading: null, head: null, address: "", kept: "" };

/** Draw where a sheet is written, and the place of what is found in it. */
function drawPlaces() {
  document.title = `${say("read")} \u2013 speeltafel`;
  render(html`<section class="written"><h1>${say("read")}</h1><p class="faint">${say("read.does")}</p>
      <textarea id="written" rows="22" spellcheck=${false} autocapitalize="off" autocomplete="off" aria-label=${say("read.sheet")} />
      <p class="sharing"><label class="button">${icon("open")}<span>${say("read.file")}</span>
        <input class="unseen" type="file" id="file" accept=".record,.txt,.csv,.tsv,.md,.html,text/*" /></label></p></section>
    <section class="panel found" id="found" hidden />`, byId("main"));
}

/** @param {Partial<typeof shown>} change */
function show(change) {
  shown = { ...shown, ...change };
  byId("found").setAttribute("aria-busy", String(shown.busy));
  render(found(), byId("found"));
}

/**
 * Read what stands in the field, a file, which is put there, or the lines as they were put right.
 *
 * @param {{ file?: Blob, again?: boolean }} [how]
 */
async function read({ file, again = false } = {}) {
  clearTimeout(timer);
  const number = ++asked;
  const nothing = !file && !written.value.trim();
  byId("found").hidden = nothing;
  if (nothing) return;
  show({ busy: true, said: again ? shown.said : say("read.reading") });
  const sheet = again ? right : file ?? written.value;
  const now = await foundIn(sheet).catch((error) => ({ said: whyOf(error), reading: undefined }));
  if (number !== asked) return;
  const { reading } = now;
  if (reading && file) written.value = reading.sheet;
  if (reading && !again) right = { rows: [], settled: {}, names: [] };
  if (reading?.lines.length) right.rows = reading.lines.map(({ line, text }) => [line, text]);
  show({ busy: false, ...now });
}

/**
 * What is found in a sheet, with the head of its game, and its address where it is whole.
 *
 * @param {typeof right | Blob | string} sheet
 * @returns {Promise<Partial<typeof shown>>}
 */
async function foundIn(sheet) {
  if (sheet instanceof Blob && sheet.type.startsWith("image/")) return { said: say("read.photograph") };
  /** @type {Read} */
  const reading = await ask("/api/read",
    typeof sheet === "string" ? { text: sheet } : sheet instanceof Blob ? { bytes: await sheet.arrayBuffer() } : { json: sheet });
  const { record, proposed } = reading;
  const head = record === null ? null : (await lineOf({ record, head: true, last: 0 })).head ?? null;
  const address = record === null || proposed ? "" : urlOf(await replayOf(record));
  return { said: saidOf(reading), reading, head, address, kept: "" };
}

/** @param {Read} reading */
function saidOf({ record, proposed, moves, lines, errors }) {
  const doubts = lines.filter(({ doubt }) => doubt).length;
  if (record === null) return say("read.wrong", { number: errors.length });
  if (!proposed) return say("read.whole", { number: moves });
  return doubts ? say("read.doubted", { number: doubts }) : say("read.proposed");
}

/** What was found in the sheet. */
function found() {
  const { said, reading, head } = shown;
  const { record = null, proposed = false, checks = [], lines = [], errors = [] } = reading ?? {};
  const rows = lines.length || record !== null ? lines : right.rows.map(([line, text]) => ({ line, text, moves: [], doubt: false }));
  return html`<h2>${say("read.lines")}</h2><p><strong>${head && `${head.title}: ${resultOf(head)}`}</strong></p>
    <table class="players"><tbody>${head?.players.map((player, seat) => playing(player, seat, head, proposed))}</tbody></table>
    <p role="status">${said}</p>
    <div>${checks.map((check) => html`<p class="wrong">${check}</p>`)}${checks.length > 0 && button(say("read.right"), () => settle(0, []))}</div>
    ${record !== null && head && taken(record, head, reading?.sure ?? false)}
    <div class="lines"><table><tbody>${errors.map(wrong)}${rows.map(drawn)}</tbody></table></div>`;
}

/**
 * What can be done with a game; where it is only proposed, it can be accepted if that is sure.
 *
 * @param {string} record
 * @param {Head} head
 * @param {boolean} sure
 */
function taken(record, head, sure) {
  const { address, kept } = shown;
  const accept = async () => show({ address: urlOf(await replayOf(record)) });
  if (!address) return sure && html`<div class="sharing"><button type="button" class="primary" onClick=${accept}>${say("read.accept")}</button></div>`;
  return html`<div class="done"><div class="sharing"><a class="button primary" href=${address}>${say("replay")}</a>
      <button type="button" onClick=${() => keep(record)}>${say("read.keep")}</button></div>
    <div class="sharing"><${Files} record=${record} game=${head.game} /></div><p role="status">${kept}</p></div>`;
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
    const { id } = await ask("/api/games", { text: record });
    show({ kept: say("kept.in", { number: id }) });
  } catch (error) {
    show({ kept: whyOf(error) });
  }
}

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
await read({ file: file.files?.[0] }); // what was there before this script

/**
 * Take up what was chosen in the settings.
 *
 * @param {string} name
 */
export function redraw(name) {
  if (name !== "language") return;
  drawPlaces();
  read();
}
