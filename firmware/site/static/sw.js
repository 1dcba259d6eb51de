// Keeps the files of the site in this browser, so that it plays offline. FILES, which the build puts
// before this, are their SHA-256 by name. Another version takes the place of this one at the next start.
/* global FILES */

const CACHE = `speeltafel ${registration.scope} ${Object.values(FILES).join("").slice(0, 16)}`;
const HERE = new URL("./", registration.scope).href;

/** @param {Request | string} asked */
async function keep(asked) {
  const cache = await caches.open(CACHE);
  const name = nameOf(typeof asked === "string" ? asked : asked.url);
  const answer = await fetch(HERE + name, { cache: typeof asked === "string" ? "no-cache" : "reload" });
  const bytes = await answer.clone().arrayBuffer();
  const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (one) =>
    one.toString(16).padStart(2, "0")).join("");
  if (!answer.ok || digest !== FILES[name]) throw new Error(`${name} is not that of this version`);
  await cache.put(HERE + name, answer.clone());
  return answer;
}

/** @param {string} address */
function nameOf(address) {
  const name = address.slice(HERE.length).replace(/[?#].*/, "");
  return name || "index.html";
}

async function fill() {
  const cache = await caches.open(CACHE);
  for (const name of Object.keys(FILES)) {
    if (!await cache.match(HERE + name)) await keep(HERE + name);
  }
}

async function forget() {
  const own = `speeltafel ${registration.scope} `;
  for (const name of await caches.keys()) {
    if (name.startsWith(own) && name !== CACHE) await caches.delete(name);
  }
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(HERE) || !Object.hasOwn(FILES, nameOf(request.url))) return;
  event.respondWith((async () => {
    if (request.cache === "reload") return keep(request);
    const cache = await caches.open(CACHE);
    return await cache.match(HERE + nameOf(request.url)) ?? fetch(request);
  })());
});
