// The page around the pages: it has the worker, so that this goes on from one page to the next, and the
// address, whose # is the path of the page within.

import { fileOf, pathOf } from "./paths.js";
import { firstLanguage, say, speak } from "./words.js";

const page = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("bar"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const MEGABYTE = 1e6;

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "games" });
addEventListener("message", ({ data, ports, source }) => {
  if (data === "page" && source === page.contentWindow) worker.postMessage(null, [...ports]);
});
page.addEventListener("load", () => {
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

function go() {
  page.src = fileOf(location.hash.slice(1) || "/") ?? "";
}

const spoken = speak(firstLanguage("en"));
/**
 * Show how the games are doing. What comes before there are words waits for them, in its order.
 *
 * @param {MessageEvent} message
 */
async function tell({ data }) {
  await spoken;
  if (data.total) {
    bar.value = data.fetched / data.total;
    said.textContent = say("site.loading", { done: (data.fetched / MEGABYTE).toFixed(1), all: (data.total / MEGABYTE).toFixed(1) });
  }
  if (data.elsewhere) said.textContent = say("site.elsewhere");
  if (data.failed) said.textContent = say("site.failed", { why: data.failed });
  bar.hidden = !data.total && data.elsewhere !== false;
  if (data.keeps === false) said.textContent = say("site.unkept");
  said.parentElement?.toggleAttribute("hidden", data.ready !== undefined && data.keeps);
  if (data.ready) {
    document.documentElement.dataset.ready = data.ready;
    navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {}); // plays online then
    navigator.storage?.persist?.();
  }
}

worker.onmessage = tell;
worker.onerror = ({ message }) => tell(new MessageEvent("message", { data: { failed: message } }));
go();
