// The page around the pages: it has the worker, which so lives on from one page to the next, and the
// address, whose # is the path of the page within.

import { fileOf, pathOf } from "./paths.js"; // no other import, as everything waits for this script

const page = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const save = /** @type {HTMLAnchorElement} */ (document.getElementById("save"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
/** The warnings that games are not kept for later visits, by how long they last. @type {Record<string, string>} */
const LASTS = { page: "site.unkept", address: "site.insecure", window: "site.private" };
const MEGABYTE = 1e6;
const WORKER = new URL("./worker.js", import.meta.url);

const PATIENCE = 1000; // milliseconds after which the games are fetched for a page that does not need them yet

/** The games, begun when a page has drawn what it can without them, or at once on a later visit. @type {Worker | null} */
let worker = null;
/** The worker that thinks for computers, begun when the games ask for it. @type {Worker | null} */
let thinker = null;
let isAsked = false; // whether to keep the games for long

function games() {
  if (!worker) {
    worker = new Worker(WORKER, { type: "module", name: "games" });
    worker.onmessage = ({ data, ports }) => (data.think === undefined ? tell(data) : think(data.think, ports));
    worker.onerror = ({ message }) => tell({ failed: message });
  }
  return worker;
}

/**
 * Begin the worker that thinks for computers, or end it. The games do not make it: in Firefox a worker that
 * makes another sometimes waits for ever.
 *
 * @param {unknown} given the snapshot that it begins with, null to end it
 * @param {readonly MessagePort[]} ports for its questions
 */
function think(given, ports) {
  thinker?.terminate();
  thinker = given === null ? null : new Worker(WORKER, { type: "module", name: "thinker" });
  const begun = thinker;
  begun?.postMessage(given, [...ports]);
  begun?.addEventListener("error", (event) => {
    event.preventDefault(); // else it would count as an error of the page
    if (begun !== thinker) return; // once is enough
    think(null, []);
    worker?.postMessage({ stuck: event.message });
  });
}

addEventListener("message", ({ data, ports, source }) => {
  if (data === "page" && source === page.contentWindow) games().postMessage(null, [...ports]);
});
page.addEventListener("load", () => {
  setTimeout(games, PATIENCE);
  const { contentWindow, contentDocument } = page;
  if (!contentWindow || contentWindow.location.href === "about:blank") return;
  if (pathOf(contentWindow.location).startsWith("/game/")) keepLong();
  const follow = () => history.replaceState(null, "", `#${pathOf(contentWindow.location)}`);
  const entitle = () => { document.title = contentDocument?.title || "speeltafel"; };
  follow();
  entitle();
  contentWindow.addEventListener("hashchange", follow);
  const head = contentDocument?.querySelector("title");
  if (head) new MutationObserver(entitle).observe(head, { childList: true });
});
addEventListener("hashchange", go);
// A page in the browser's back-forward cache would keep the games locked, and another tab would wait for them.
addEventListener("pagehide", () => [worker, thinker].forEach((one) => one?.terminate()));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

function go() {
  page.src = fileOf(location.hash.slice(1) || "/") ?? fileOf("/") ?? "";
}

const words = import("./words.js").then(async ({ firstLanguage, say, speak }) => {
  await speak(firstLanguage("en"));
  return say;
});
/**
 * The state of the games, as the worker has told last. The milliseconds that they took to begin; the bytes that
 * are fetched, of how many; why they cannot begin, cannot be kept, or no computer can think, "" where that is over;
 * the key in LASTS of how long games last, "" for ever; and all games, as bytes.
 *
 * @type {{ ready?: number, fetched?: number, total?: number, failed?: string, full?: string, stuck?: string,
 *   elsewhere?: boolean, lasts?: string, settled?: boolean, kept?: BlobPart & { length: number } }}
 */
const doing = {};

/**
 * Show the state of the games. Messages that come before the words are loaded wait for them, in order.
 *
 * @param {typeof doing} data
 */
async function tell(data) {
  const say = await words;
  Object.assign(doing, data);
  const { fetched = 0, total = 0, ready, kept } = doing;
  const text = trouble(say);
  const loading = !text && !ready && total > 0;
  bar.hidden = !loading;
  bar.value = total && fetched / total;
  said.textContent = loading
    ? say("site.loading", { done: (fetched / MEGABYTE).toFixed(1), all: (total / MEGABYTE).toFixed(1) }) : text;
  said.parentElement?.toggleAttribute("hidden", !text && !loading);
  save.hidden = !kept?.length;
  if (data.kept?.length) offer(say("kept.all"), data.kept);
  if (data.ready) document.documentElement.dataset.ready = String(data.ready);
  if (data.settled) keepFiles();
}

/**
 * The text of the trouble of the games, "" without trouble.
 *
 * @param {typeof import("./words.js").say} say
 */
function trouble(say) {
  const { failed, full, stuck, elsewhere, lasts } = doing;
  if (failed === "newer") return say("site.newer");
  if (failed) return say("site.failed", { why: failed });
  if (elsewhere) return say("site.elsewhere");
  if (full) return say("site.full", { why: full });
  if (stuck) return say("site.stuck", { why: stuck });
  return lasts ? say(LASTS[lasts]) : "";
}

/** Ask the browser, which may ask people, to keep the games of this site even where it lacks room. */
function keepLong() {
  if (!isAsked) navigator.storage?.persist?.();
  isAsked = true;
}

/** Keep the files of the site, so that it plays offline. */
function keepFiles() {
  navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {}); // plays online then
  navigator.serviceWorker?.ready.then(() => { document.documentElement.dataset.offline = "ready"; });
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

/** Whether scripts of the page within run, or have run: then their messages to this page are lost. */
function hasBegun() {
  return page.contentWindow?.location.href !== "about:blank" && page.contentDocument?.readyState !== "loading";
}

// The browser has loaded the first page since this document came; it stays if it is the wanted page.
if (hasBegun() || fileOf(location.hash.slice(1) || "/") !== page.getAttribute("src")) go();
if (navigator.serviceWorker?.controller) games(); // its files are here: no page waits for them
