// Keeps the files of the site in this browser, so that it plays offline. The build puts before this:
// FILES, their SHA-256 by name, and VERSION, that of all of them. Another version takes the place of this
// one when no page of the site is open any more.
/* global FILES, VERSION */

const OWN = `speeltafel ${registration.scope} `;
const HERE = new URL("./", registration.scope).href;
const kept = caches.open(OWN + VERSION);

/**
 * What a file is answered with if it is whole, as it is in this version, else null: its bytes, which a
 * browser needs nobody to read on, and of what kind they are.
 *
 * @param {string} name
 * @param {Response} answer
 * @returns {Promise<[ArrayBuffer, ResponseInit] | null>} what makes a Response
 */
async function whole(name, answer) {
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = Array.from(digest, (one) => one.toString(16).padStart(2, "0")).join("");
  const type = answer.headers.get("Content-Type") ?? "";
  return answer.ok && hash === FILES[name] ? [bytes, { headers: { "Content-Type": type } }] : null;
}

/**
 * Fetch a file of this version, and keep it.
 *
 * @param {string} name
 */
async function fetched(name) {
  for (const cache of /** @type {RequestCache[]} */ (["no-cache", "reload"])) {
    const found = await whole(name, await fetch(HERE + name, { cache }));
    if (found) {
      await (await kept).put(HERE + name, new Response(...found));
      return new Response(...found);
    }
  }
  throw new Error(`${name} is not that of this version`);
}

/** Keep all files: those of an older version that are the same, the others as they are now. */
async function fill() {
  for (const name of Object.keys(FILES)) {
    const known = await caches.match(HERE + name);
    const found = known && await whole(name, known);
    if (found) await (await kept).put(HERE + name, new Response(...found));
    else await fetched(name);
  }
}

async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== OWN + VERSION) await caches.delete(name);
  }
}

/**
 * A file as it was kept, or fetched again where that is not whole. Those of Python are checked by
 * worker.js, which asks with "reload" for one that is damaged.
 *
 * @param {string} name
 * @param {Request} request
 */
async function answerTo(name, request) {
  if (request.cache === "reload" && !request.mode.startsWith("navigate")) return fetched(name);
  const known = await (await kept).match(HERE + name);
  if (known && name.endsWith(".gz")) return known;
  const found = known && await whole(name, known);
  if (found) return new Response(...found);
  return fetched(name).catch(() => fetch(request)); // a host that has another version by now
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const name = request.url.startsWith(HERE) ? request.url.slice(HERE.length).replace(/[?#].*/, "") || "index.html" : "";
  if (request.method === "GET" && Object.hasOwn(FILES, name)) event.respondWith(answerTo(name, request));
});
