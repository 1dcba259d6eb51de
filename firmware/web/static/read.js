// The page that reads a score sheet as somebody wrote it: pasted, dropped or from a file, corrected line by line.

import { carried } from "./carried.js";
import { RefusedError, ask } from "./connection.js";
import { byId, html } from "./dom.js";
import { urlOf, request } from "./host.js";
import { applyLook } from "./look.js";
import { resultOf } from "./result.js";
import { drawFiles, replayOf } from "./sharing.js";
import { firstLanguage, say, speak } from "./words.js";

/** @import { Rights, Summary } from "./types.js" */

/** @typedef {{ line: number, notes: string, changed: boolean, error: string, choices: string[] }} Line */
/**
 * What was read of a sheet, from /api/read.
 *
 * @typedef {{
 *   sheet: string, record: string | null, proposed: boolean, moves: number, lines: Line[], above: string[]
 * }} Read
 */

const PAUSE = 600; // milliseconds after the last key until a sheet is read

const written = byId("written", HTMLTextAreaElement);
/** How often a sheet was sent to be read: an answer to an older one says nothing. */
let asked = 0;
/** @type {number | undefined} */
let timer;

/**
 * Read what stands in the field, or a file, which is put there.
 *
 * @param {{ accept?: boolean, file?: Blob }} [how]
 */
async function read({ accept = false, file } = {}) {
  clearTimeout(timer);
  const number = ++asked;
  byId("found").hidden = !file && !written.value.trim();
  if (byId("found").hidden) return;
  byId("found").setAttribute("aria-busy", "true");
  try {
    if (file?.type.startsWith("image/")) {
      byId("said").textContent = say("read.photograph");
      return;
    }
    const lang = document.documentElement.lang;
    const answer = await request(`/api/read?lang=${lang}${accept ? "&accept=1" : ""}`,
      { method: "POST", body: file ?? written.value });
    const reading = await answer.json();
    if (!answer.ok) throw new RefusedError(answer.status, reading);
    if (number !== asked) return;
    if (file) written.value = reading.sheet;
    await draw(reading, number);
  } catch (error) {
    if (number !== asked) return;
    byId("said").textContent = error instanceof RefusedError ? error.message : say("lost");
  } finally {
    if (number === asked) byId("found").removeAttribute("aria-busy");
  }
}

/**
 * @param {Read} reading
 * @param {number} number which question it answers
 */
async function draw({ record, proposed, moves, lines, above }, number) {
  byId("done").hidden = true;
  const wrong = lines.filter(({ error }) => error);
  byId("said").textContent = proposed ? say("read.proposed")
    : record === null ? say("read.wrong", { number: wrong.length }) : say("read.whole", { number: moves });
  byId("above").replaceChildren(...above.map((line) => html("button", { type: "button", class: "small",
    on: { click: () => replace(0, 0, `${line}\n`) } }, say(`game.${/"(\w+)"/.exec(line)?.[1]}`))));
  byId("accept").hidden = !proposed;
  const texts = written.value.split(/\r\n|[\r\n]/);
  byId("lines").replaceChildren(...lines.map((line) => drawn(line, texts[line.line - 1] ?? "")));
  const first = byId("lines").querySelector(".wrong, .changed");
  if (first instanceof HTMLElement) byId("lines").scrollTop = first.offsetTop;
  if (proposed || record === null) return;
  /** @type {Summary} */
  const summary = await ask(`/api/replay?lang=${document.documentElement.lang}`, { text: record });
  const address = urlOf(await replayOf(record));
  if (number !== asked) return;
  byId("result").textContent = `${summary.title}: ${resultOf(summary)}`;
  byId("watch").setAttribute("href", address);
  byId("kept").textContent = "";
  byId("keep").onclick = () => keep(record);
  drawFiles(byId("files"), record, summary, byId("kept"));
  byId("done").hidden = false;
}

/**
 * A line beside what was read of it, with what could stand in its place.
 *
 * @param {Line} line
 * @param {string} text
 */
function drawn({ line, notes, changed, error, choices }, text) {
  return html("li", { class: error ? "wrong" : changed ? "changed" : "" },
    html("button", { type: "button", class: "line small", "aria-label": say("read.go", { line }), on: { click: () => select(line) } }, line),
    html("code", {}, text),
    html("div", { class: "says" },
      error ? html("span", { class: "error" }, error) : null,
      notes ? html("span", { class: "faint" }, notes) : null,
      choices.length ? html("span", { class: "sharing" }, choices.map((choice) => html("button", { type: "button", class: "small",
        on: { click: () => replace(...placeOf(line), choice) } }, choice))) : null));
}

/**
 * Where a line begins and ends in the field.
 *
 * @param {number} line
 * @returns {[number, number]}
 */
function placeOf(line) {
  const lines = written.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  return [start, start + (lines[line - 1] ?? "").length];
}

/** @param {number} line */
function select(line) {
  written.focus();
  written.setSelectionRange(...placeOf(line));
}

/**
 * Put a text in the place of another, and read the sheet again.
 *
 * @param {number} start
 * @param {number} end
 * @param {string} text
 */
function replace(start, end, text) {
  written.setRangeText(text, start, end, "end");
  read();
}

/** @param {string} record */
async function keep(record) {
  try {
    const { id } = await ask(`/api/games?lang=${document.documentElement.lang}`, { text: record });
    byId("kept").textContent = say("kept.in", { number: id });
  } catch (error) {
    byId("kept").textContent = !(error instanceof RefusedError) ? say("lost")
      : error.status === 409 ? say("kept.already", { number: error.answer.id }) : error.message;
  }
}

/** @type {Rights} */
const rights = await ask("/api/me").catch(() => ({ may_touch: false, pin_needed: true, lang: "en" }));
applyLook();
await speak(firstLanguage(rights.lang));
document.title = `${say("read")} \u2013 speeltafel`;
written.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(read, PAUSE);
});
byId("accept").addEventListener("click", () => read({ accept: true }));
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
