// Writes the files that only the site's own Python can make: node pack.mjs JOB.json. The keys of a job are in
// firmware/site/build.py.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

// Without this, node prints the line of Pyodide that raised the error: 1 MB, and then no room for the error.
process.on("uncaughtException", (error) => {
  console.error(error.stack);
  process.exit(1);
});

/** @type {{ site: string, pyodide: string, paths: string[], scripts: string, pages: string }} */
const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(job.pyodide, "pyodide.mjs")).href);
const { fileOf } = await import(pathToFileURL(join(job.scripts, "paths.js")).href);

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
  + `img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; `
  + "base-uri 'none'; form-action 'none'";

/** @param {string} name @param {string | Uint8Array} content */
function write(name, content) {
  const path = join(job.site, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A page with addresses and the policy of this site. @param {string} name @param {string} text */
function page(name, text) {
  const up = "../".repeat(name.split("/").length - 1);
  return text.replace(/(href|src)="(\/[^"]*)"/g, (whole, attribute, path) => {
    const file = fileOf(path.replaceAll("&amp;", "&"));
    return file === null ? `${attribute}="#"` : `${attribute}="${up}${file.replaceAll("&", "&amp;")}"`;
  }).replace('<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}

/**
 * The page of a game as the first page of all: the pictures of the games are seen before a script has begun,
 * so they are also fetched before all scripts.
 *
 * @param {string} text
 * @param {{ name: string }[]} games
 */
function home(text, games) {
  const preloads = games.map(({ name }) => `<link rel="preload" as="image" href="/picture/${name}.svg">`);
  const cards = games.map(({ name }) => `<li inert><button type="button" class="board-card">`
    + `<img alt="" width="498" height="338" src="/picture/${name}.svg">`
    + `<strong data-say="game.${name}"></strong><span data-say="about.${name}"></span></button></li>`);
  return text.replace(/^<link rel="stylesheet"/m, `${preloads.join("\n")}\n$&`)
    .replace(/(<section class="home"[^>]*) hidden>/, "$1>").replace('<main id="main">', '<main id="main" hidden>')
    .replace(/(<ul [^>]*id="home-games">)/, `$1${cards.join("")}`);
}

for (const name of ["index.html", "game.html", "replay.html", "learn.html", "read.html"]) {
  write(name, page(name, readFileSync(join(job.pages, name), "utf8")));
}

const py = await loadPyodide({ indexURL: job.pyodide, env: { HOME: "/home", PYTHONHASHSEED: "0" } });
job.paths.forEach((path, at) => {
  py.FS.mkdirTree(`/job/${at}`);
  py.FS.mount(py.FS.filesystems.NODEFS, { root: path }, `/job/${at}`);
});
py.FS.mkdirTree("/published");
py.FS.mount(py.FS.filesystems.NODEFS, { root: job.pyodide }, "/published");
py.globals.set("write", (/** @type {string} */ path, /** @type {string} */ text) => {
  const name = /** @type {string} */ (fileOf(path));
  write(name, name.endsWith(".html") ? page(name, text) : text);
});
const [program, library] = (await py.runPythonAsync(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = [f"/job/{at}" for at in range(${job.paths.length})]
from firmware.site import pack
async for path, text in pack.made():
    write(path, text)
pack.archives("/published/python_stdlib.zip")
`)).toJs();
const games = JSON.parse(readFileSync(join(job.site, fileOf("/api/playable")), "utf8"));
write("home.html", page("home.html", home(readFileSync(join(job.pages, "home.html"), "utf8"), games)));

/** The files that the worker checks, by name. @type {Record<string, { sha256: string, size: number }>} */
const files = {};
for (const [name, bytes] of Object.entries({ "program.pack": program, "python_stdlib.zip": library,
  "pyodide.asm.wasm": readFileSync(join(job.pyodide, "pyodide.asm.wasm")) })) {
  const packed = gzipSync(bytes, { level: 9 });
  files[name] = { sha256: createHash("sha256").update(packed).digest("hex"), size: packed.length };
  write(`py/${name}.gz`, packed);
}
const sha256 = createHash("sha256").update(JSON.stringify(files)).update(readFileSync(join(job.site, "static/worker.js")));
const lock = { ...JSON.parse(readFileSync(join(job.pyodide, "pyodide-lock.json"), "utf8")), packages: {} };
write("py/files.js", `export const FILES = ${JSON.stringify(files)};\nexport const LOCK = ${JSON.stringify(lock)};\n`
  + `export const SNAPSHOT = "${sha256.digest("hex")}";\n`);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) write(`py/${name}`, readFileSync(join(job.pyodide, name)));

process.exit(0); // the games would keep the process alive
