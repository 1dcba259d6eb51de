"""What befalls a site, and what a browser keeps of it: scripts for its pages, and a new version."""

import hashlib
import json
import re

from support.hosting import Hosted

STYLE = "async () => (await (await fetch('static/table.css')).text()).includes('next version')"
"""Asks whether the page is of the version that `publish_another` makes."""

UPDATED = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  await found.update();
  while (!found.waiting) await new Promise((done) => setTimeout(done, 100));
}"""
"""Waits until the next version is there as far as it can be while the page is open."""

STARTED = """async (site) => {
  for (;;) {
    const found = await navigator.serviceWorker.getRegistration(site);
    if (found.active?.state === "activated" && !found.waiting) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}"""
"""Waits in another page of the host until the browser has noticed that no page of the site is open,
and the next version has taken the place of the last one. site: its address."""

HALVED = """async (named) => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    if (!named.some((one) => request.url.endsWith(one))) continue;
    const answer = await cache.match(request);
    const { headers } = answer;
    const whole = await answer.arrayBuffer();
    await cache.put(request, new Response(whole.slice(0, whole.byteLength / 2), { headers }));
  }
}"""
"""Cuts files off that are kept for offline. named: the ends of their addresses."""

FULL = """{
  const { put } = IDBObjectStore.prototype;
  let full = false;
  new BroadcastChannel("disk").onmessage = ({ data }) => { full = data; };
  IDBObjectStore.prototype.put = function (...what) {
    if (full) throw new DOMException("there is no room", "QuotaExceededError");
    return put.apply(this, what);
  };
}
"""
"""Stands before worker.js: lets the disk be full while "disk" is told that it is."""


def publish_another(hosted: Hosted) -> None:
    """Publish a version of the site whose style sheet of the table is another one."""
    style, worker = hosted.folder / "static" / "table.css", hosted.folder / "sw.js"
    old = style.read_bytes()
    new = old + b"/* of the next version */\n"
    text = worker.read_text()
    named = json.loads(text.partition(" = ")[2].partition(";\n")[0])
    assert named["static/table.css"] == hashlib.sha256(old).hexdigest()
    changed = named | {"static/table.css": hashlib.sha256(new).hexdigest()}
    version = f'const VERSION = "{hashlib.sha256(json.dumps(changed).encode()).hexdigest()}"'
    text = text.replace(json.dumps(named), json.dumps(changed))
    worker.write_text(re.sub(r'const VERSION = "\w+"', version, text))
    style.write_bytes(new)
