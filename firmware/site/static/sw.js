// Keeps the files of the site in this browser, so that it plays offline. The build puts before this:
// FILES, their SHA-256 by name, and VERSION, a hash of them all. Another version takes the place of this
// one when no page of the site is open any more.
/* global FILES, VERSION */

const OWN = `speeltafel ${registration.scope} `;
const HERE = new URL("./", registration.scope).href;
const kept = caches.open(OWN + VERSION);

/**
 * The parts of an answer with a file, if it is whole and of this version, else null: its bytes, which a
 * browser can read without the network, and its headers.
 *
 * @param {string} name
 * @param {Response} answer
 * @returns {Promise<[ArrayBuffer, ResponseInit] | null>} the arguments of a Response
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

/** Store all files: unchanged files from an older version, the others fetched anew. */
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
 * A file as it was stored, or fetched again where that is damaged. The files of Python are checked by
 * worker.js, which asks with "reload" for a damaged file.
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
