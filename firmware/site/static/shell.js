// The page around the pages: it has the worker, so that this goes on from one page to the next, and the
// address, whose # is the path of the page within.

import { fileOf, pathOf } from "./paths.js"; // and nothing else, as all waits for this

const page = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const save = /** @type {HTMLAnchorElement} */ (document.getElementById("save"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const MEGABYTE = 1e6;

const PATIENCE = 1000; // milliseconds after which the games are fetched for a page that does not need them yet

/** The games, begun when a page has drawn what it can without them, or at once on a later visit. @type {Worker | null} */
let worker = null;

function games() {
  if (!worker) {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "games" });
    worker.onmessage = tell;
    worker.onerror = ({ message }) => tell(new MessageEvent("message", { data: { failed: message } }));
  }
  return worker;
}

addEventListener("message", ({ data, ports, source }) => {
  if (data === "page" && source === page.contentWindow) games().postMessage(null, [...ports]);
});
page.addEventListener("load", () => {
  setTimeout(games, PATIENCE);
  const { contentWindow, contentDocument } = page;
  if (!contentWindow || contentWindow.location.href === "about:blank") return;
  const follow = () => history.replaceState(null, "", `#${pathOf(contentWindow.location)}`);
  const entitle = () => { document.title = contentDocument?.title || "speeltafel"; };
  follow();
  entitle();
  contentWindow.addEventListener("hashchange", follow);
  const head = contentDocument?.querySelector("title");
  if (head) new MutationObserver(entitle).observe(head, { childList: true });
});
addEventListener("hashchange", go);
// A page that a browser only puts aside would have the games locked, and another tab would wait for them.
addEventListener("pagehide", () => worker?.terminate());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

function go() {
  page.src = fileOf(location.hash.slice(1) || "/") ?? fileOf("/") ?? "";
}

const words = import("./words.js").then(async ({ firstLanguage, say, speak }) => {
  await speak(firstLanguage("en"));
  return say;
});
/**
 * Show how the games are doing. What comes before there are words waits for them, in its order.
 *
 * @param {MessageEvent} message
 */
async function tell({ data }) {
  const say = await words;
  if (data.total) {
    bar.value = data.fetched / data.total;
    said.textContent = say("site.loading", { done: (data.fetched / MEGABYTE).toFixed(1), all: (data.total / MEGABYTE).toFixed(1) });
  }
  if (data.failed || data.full || data.elsewhere) said.textContent = trouble(say, data);
  save.hidden = !data.kept?.length;
  if (!save.hidden) offer(say("kept.all"), data.kept);
  bar.hidden = !data.total && data.elsewhere !== false;
  if (data.keeps === false) said.textContent = say("site.unkept");
  said.parentElement?.toggleAttribute("hidden", data.full === "" || (data.ready !== undefined && data.keeps));
  if (data.ready) begun(data.ready);
}

/**
 * What hinders the games.
 *
 * @param {typeof import("./words.js").say} say
 * @param {{ failed?: string, full?: string }} data
 */
function trouble(say, { failed, full }) {
  if (failed === "newer") return say("site.newer");
  if (failed) return say("site.failed", { why: failed });
  return full ? say("site.full", { why: full }) : say("site.elsewhere");
}

/** @param {number} ready milliseconds that the worker took to begin */
function begun(ready) {
  document.documentElement.dataset.ready = String(ready);
  navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {}); // plays online then
  navigator.serviceWorker?.ready.then(() => { document.documentElement.dataset.offline = "ready"; });
  navigator.storage?.persist?.();
}

/**
 * Offer the games as a file, as they cannot be opened or kept here.
 *
 * @param {string} name of the link
 * @param {BlobPart} bytes
 */
function offer(name, bytes) {
  save.textContent = name;
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([bytes]));
}

go();
if (navigator.serviceWorker?.controller) games(); // its files are here: no page waits for them
