// The host of the pages, in a worker: Python, the games, their store; and, in another worker, the thinking of
// computers, which shell.js begins. Messages to a page wait until the writes before them are stored.

import { loadPyodide } from "../py/pyodide.mjs";
import { FILES, LOCK } from "../py/files.js";
import { Pages } from "./pages.js";
import { keepSnapshot, readSnapshot } from "./snapshots.js";

const FOLDER = new URL("../py/", import.meta.url);
const STORE = "/kept/games.db";
const INTERPRETER = "pyodide.asm.wasm";
const THINKER = "thinker"; // the name of the other worker
const TOTAL = Object.values(FILES).reduce((sum, { size }) => sum + size, 0); // bytes
const DRAWING = 50; // milliseconds at most until a move is kept and drawn
const AGAIN = { first: 2000, last: 16_000 }; // milliseconds after which a thinker that cannot begin is begun anew
const PATIENCE = 30_000; // milliseconds of silence after which the thinker is begun anew
const BEGINNING = 4 * PATIENCE; // the same until it has begun, which takes long on a slow machine

/** The module that makes Python, so large that it is fetched and read while all else is. */
const creates = import("../py/pyodide.asm.mjs");
let fetched = 0; // bytes

/** The files of Python that are here, unpacked. @type {Map<string, Promise<Blob>>} */
const files = new Map();

/**
 * A file of Python: as an earlier visit stored it, or fetched.
 *
 * @param {string} name
 */
function file(name) {
  const known = files.get(name) ?? fetchPacked(name);
  known.catch(() => {}); // callers that await it get the error
  files.set(name, known);
  return known;
}

/**
 * A file of Python, as it was when the site was built; any other content is an error.
 *
 * @param {string} name
 */
async function fetchPacked(name) {
  const { sha256, size } = FILES[name];
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetchFile(new URL(`${name}.gz`, FOLDER), { cache });
    if (!response.ok || !response.body) throw new Error(`${name}: HTTP ${response.status}`);
    const packed = await new Response(response.body.pipeThrough(counted())).arrayBuffer();
    if (await fits(packed, sha256)) {
      return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), {
        headers: { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" } }).blob();
    }
    fetched -= size;
  }
  throw new Error(`${name} is damaged`);
}

const fetchFile = self.fetch.bind(self);
self.fetch = async (input, init) => { // Pyodide fetches its own files, too
  const address = String(input instanceof Request ? input.url : input);
  const name = address.startsWith(FOLDER.href) ? address.slice(FOLDER.href.length) : "";
  if (name === INTERPRETER) return new Response(); // it is compiled by then, see `python`
  return Object.hasOwn(FILES, name) ? new Response(await file(name)) : fetchFile(input, init);
};

/** @param {number} bytes that are here now */
function count(bytes) {
  fetched += bytes;
  if (self.name !== THINKER) postMessage({ fetched, total: TOTAL });
}

function counted() {
  return new TransformStream({ transform(chunk, controller) {
    count(chunk.length);
    controller.enqueue(chunk);
  } });
}

/**
 * Whether the bytes are those that the site was built with; true where a browser cannot compute hashes.
 *
 * @param {ArrayBuffer} bytes
 * @param {string} sha256
 */
async function fits(bytes, sha256) {
  if (!self.crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (one) => one.toString(16).padStart(2, "0")).join("") === sha256;
}

/** @import { Snapshot } from "./snapshots.js" */

/**
 * Python with the program imported, its interpreter compiled, the snapshot for another worker, and whether
 * that is stored for the next visit.
 *
 * @typedef {{ py: any, interpreter: WebAssembly.Module, snapshot: Snapshot, isKept: boolean }} Begun
 */

/**
 * Begin Python from the snapshot of an earlier visit where there is one.
 *
 * @returns {Promise<Begun>}
 */
async function python() {
  const snapshot = await readSnapshot();
  if (!snapshot) return imported();
  count(TOTAL);
  try {
    const interpreter = WebAssembly.compileStreaming(new Response(snapshot.files[INTERPRETER]));
    const py = await restored(snapshot, interpreter);
    return { py, interpreter: await interpreter, snapshot, isKept: true };
  } catch {
    await keepSnapshot(null).catch(() => {});
    files.clear();
    fetched = 0;
    return imported();
  }
}

/**
 * Python with the memory that it had.
 *
 * @param {Snapshot} snapshot
 * @param {Promise<WebAssembly.Module>} interpreter
 */
async function restored({ memory, size, files: kept }, interpreter) {
  for (const [name, blob] of Object.entries(kept)) files.set(name, Promise.resolve(blob));
  const py = await begin(interpreter, { _loadSnapshot: memory.arrayBuffer() }, size);
  py.runPython("import random; random.seed()"); // else its numbers are those of the last visit
  performance.mark("restored");
  return py;
}

/** @returns {Promise<Begun>} */
async function imported() {
  const interpreter = WebAssembly.compileStreaming(file(INTERPRETER).then((blob) => new Response(blob)));
  const py = await begin(interpreter, { _makeSnapshot: true });
  py.runPython("import sys; sys.path.insert(0, '/program')");
  await py.runPythonAsync("from firmware.site import host; await host.rehearse()");
  const snapshot = { memory: new Blob([withoutZeros(py.makeMemorySnapshot())]), size: py._module.HEAP8.length,
    files: Object.fromEntries(await Promise.all([...files].map(async ([name, blob]) => [name, await blob]))) };
  return { py, interpreter: await interpreter, snapshot, isKept: false };
}

/**
 * Begin Python. Its files and libraries are there before it begins: a snapshot knows the places at which
 * libraries stand in memory, and these depend on what was loaded before.
 *
 * @param {Promise<WebAssembly.Module>} interpreter
 * @param {Record<string, unknown>} options of Pyodide
 * @param {number} size of its memory in bytes at least
 */
async function begin(interpreter, options, size = 0) {
  const program = file("program.pack").then((blob) => blob.arrayBuffer());
  /** @type {Promise<never>} */
  const unending = new Promise(() => {});
  file("python_stdlib.zip"); // else Pyodide would ask for it when it has begun
  Object.assign(WebAssembly, { // Pyodide would fetch and compile it once more
    instantiateStreaming: async (/** @type {unknown} */ _, /** @type {WebAssembly.Imports} */ imports) => {
      const module = await interpreter.catch(() => unending); // Pyodide would print what `failed` tells
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    },
  });
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  const failed = new Promise((_, reject) => { fail = reject; });
  failed.catch(() => {}); // else a browser would call it unhandled until it is awaited
  Promise.all([interpreter, program]).catch(fail); // Pyodide would wait for them
  const { default: create } = await creates;
  /** @param {any} module */
  async function prepare(module) {
    if (size > module.HEAP8.length) module.growMemory(size);
    const folders = new Set();
    for (const [path, bytes] of unpacked(await program)) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!folders.has(folder)) module.FS.mkdirTree(folder); // which is slow for a folder that exists
      folders.add(folder);
      module.FS.writeFile(path, bytes, { canOwn: true });
      if (!path.endsWith(".so")) continue;
      const how = { loadAsync: true, nodelete: true, allowUndefined: true };
      const exports = await module.loadWebAssemblyModule(bytes, how, path, {});
      module.LDSO.loadedLibsByName[path] = { refcount: Infinity, name: path, exports, global: false };
    }
  }
  const createPyodideModule = (/** @type {any} */ settings) => {
    settings.preRun.push((/** @type {any} */ module) => {
      module.addRunDependency("program");
      prepare(module).then(() => module.removeRunDependency("program"), fail);
    });
    return create(settings);
  };
  const begun = loadPyodide({ indexURL: FOLDER.href, packageBaseUrl: FOLDER.href, lockFileContents: LOCK,
    env: { HOME: "/home" }, createPyodideModule, ...options });
  const py = await Promise.race([begun, failed]);
  performance.mark("python");
  return py;
}

/**
 * The files of the program, each with its path.
 *
 * @param {ArrayBuffer} packed
 * @returns {Generator<[string, Uint8Array]>}
 */
function* unpacked(packed) {
  const bytes = new Uint8Array(packed);
  let at = 4 + new DataView(packed).getUint32(0);
  /** @type {Record<string, number>} */
  const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)));
  for (const [name, size] of Object.entries(sizes)) {
    yield [`/program/${name}`, bytes.subarray(at, at + size)];
    at += size;
  }
}

/**
 * The part of these bytes before the zeros at their end, in whole words of 16 bytes.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function withoutZeros(bytes) {
  let end = bytes.length;
  while (end && !bytes[end - 1]) end -= 1;
  return bytes.subarray(0, Math.ceil(end / 16) * 16);
}

/** The port of the thinker, null where it was not begun. @type {MessagePort | null} */
let thinker = null;
/** The questions that are not answered yet. @type {Set<number>} */
const thinking = new Set();

/**
 * @param {{ interpreter: WebAssembly.Module, snapshot: Snapshot }} given the interpreter and snapshot of the games
 * @param {MessagePort} port for the questions of the games
 */
async function think({ interpreter, snapshot }, port) {
  const begun = restored(snapshot, Promise.resolve(interpreter));
  const program = begun.then((py) => py.pyimport("firmware.site.thinking"));
  begun.then(async (py) => {
    (await program).practise();
    port.postMessage({ memory: py._module.HEAP8.length });
  }).catch(reportError);
  port.onmessage = async ({ data: { number, question } }) => {
    const py = await begun;
    port.postMessage({ number, answer: (await program).think(py.toPy(question).tobytes()).toJs() });
  };
}

async function play() {
  const name = `speeltafel ${new URL("..", import.meta.url).pathname}`;
  const pages = new Pages(await alone(name) ? name : "");
  const kept = pages.read().catch(() => null);
  /** Private windows keep until they are closed, and those of some browsers refuse folders: no other sign is known. */
  const folder = navigator.storage?.getDirectory?.().catch(() => null) ?? true;
  const { py, interpreter, snapshot, isKept } = await python();
  const program = py.pyimport("firmware.site.host");
  performance.mark("imported");
  program.without_threads();
  const bytes = await kept;
  if (bytes && versionOf(bytes) > program.STORE_VERSION) {
    postMessage({ failed: "newer", kept: bytes });
    return;
  }
  py.FS.mkdirTree("/kept");
  py.FS.writeFile(STORE, bytes ?? new Uint8Array());
  pages.watch(py.FS.lookupPath(STORE).node);

  const host = program.Host.callKwargs(py.pyimport("pathlib").Path(STORE), {
    ask: (/** @type {number} */ number, /** @type {any} */ question) => ask(number, question.toJs()) });

  /** The thinker: begun with the games, so that its first answer need not wait. */
  function beginThinking() {
    if (thinker) return thinker;
    const { port1, port2 } = new MessageChannel();
    postMessage({ think: { interpreter, snapshot } }, { transfer: [port2] });
    thinker = port1;
    port1.onmessage = ({ data }) => {
      if (data.memory) {
        performance.mark("memory", { detail: data.memory });
        thinks = true;
        pause = AGAIN.first;
        postMessage({ stuck: "" });
        settle();
      } else {
        performance.measure("thought", `asked ${data.number}`);
        thinking.delete(data.number);
        host.thinker.answered(data.number, py.toPy(data.answer).tobytes());
      }
      awaitAnswer();
    };
    return port1;
  }

  let pause = AGAIN.first;
  /** Settles when the thinker may be begun: at once, or after a pause if it has failed. */
  let again = Promise.resolve();
  let settled = false;

  /** Tell the page and the open questions that the thinker has failed, and why; and try again later. */
  function stumble(why = "worker.js") {
    postMessage({ stuck: why });
    stopThinking();
    again = new Promise((resolve) => { setTimeout(resolve, pause); });
    again.then(beginThinking);
    pause = Math.min(2 * pause, AGAIN.last);
    settle();
  }

  /** Store the snapshot for later visits: not before, as that takes the disk and a core. */
  async function settle() {
    if (settled) return;
    settled = true;
    if (!isKept) await keepSnapshot(snapshot).catch(() => {});
    postMessage({ settled });
  }

  /** Whether the thinker has begun. */
  let thinks = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silent;

  /** Begin the thinker anew where it gives no answer for too long. */
  function awaitAnswer() {
    clearTimeout(silent);
    if (thinking.size) silent = thinks ? setTimeout(stopThinking, PATIENCE) : setTimeout(stumble, BEGINNING);
  }

  /** Settles when a move that was made has been drawn: thinking would take a core from that. */
  let drawn = Promise.resolve();

  /** @param {number} number @param {Uint8Array} question */
  async function ask(number, question) {
    thinking.add(number);
    await Promise.all([drawn, again]);
    if (!thinking.has(number)) return;
    performance.mark(`asked ${number}`);
    beginThinking().postMessage({ number, question });
    awaitAnswer();
  }

  function stopThinking() {
    thinker?.close();
    thinker = null;
    postMessage({ think: null });
    thinks = false;
    clearTimeout(silent);
    thinking.clear();
    host.thinker.ended();
  }

  /** The messages that wait, each with its port. @type {[MessagePort, unknown][]} */
  let waiting = [];
  let telling = false;

  let full = false;

  /** Store the written pages, or tell the page why that fails, with the bytes of all games. */
  async function keep() {
    const why = await pages.keep().then(() => "", lastLine);
    host.unkept(why);
    if (bytes && (why || full)) postMessage({ full: why, kept: why && pages.whole });
    full = why !== "";
  }

  /** @param {MessagePort} port @param {Record<string, unknown>} message */
  async function tell(port, message) {
    waiting.push([port, message]);
    if (telling) return;
    telling = true;
    await null; // Python has ended its present step
    while (waiting.length) {
      const told = waiting;
      waiting = [];
      await keep();
      told.forEach(([to, one]) => to.postMessage(one));
    }
    telling = false;
  }

  /** @param {MessagePort} port */
  function serve(port) {
    /** @type {Map<number, any>} */
    const connections = new Map();
    /** @type {Record<string, (data: any) => unknown>} */
    const does = {
      ask: async ({ number, method, path, body }) => {
        const answer = await host.answer(method, path, py.toPy(body).tobytes());
        const [status, headers, content] = answer.toJs({ dict_converter: Object.fromEntries });
        answer.destroy();
        tell(port, { number, status, headers, body: content });
      },
      open: ({ number, path }) => connections.set(number,
        host.connect(path, (/** @type {string | null} */ text) => tell(port, { number, text: text ?? null }))),
      hear: ({ number, text }) => {
        drawn = new Promise((resolve) => { setTimeout(resolve, DRAWING); });
        connections.get(number)?.hear(text);
      },
      close: ({ number }) => {
        connections.get(number)?.close();
        connections.delete(number);
      },
      bye: () => {
        connections.forEach((one) => one.close());
        port.close();
      },
    };
    port.onmessage = ({ data }) => does[data.kind](data);
  }

  try {
    await host.start();
  } catch (error) {
    postMessage({ failed: lastLine(error), kept: bytes });
    return;
  }
  ports.forEach(serve);
  onmessage = ({ data, ports: [port] }) => (port ? serve(port) : stumble(data.stuck));
  performance.mark("memory", { detail: py._module.HEAP8.length });
  const lasts = !navigator.locks ? "address" : !bytes ? "page" : await folder ? "" : "window";
  postMessage({ ready: Math.round(performance.now()), lasts });
  keep();
  beginThinking();
}

/**
 * The version of a store, as SQLite's file format has it (`user_version`, sqlite.org/fileformat.html 1.3).
 *
 * @param {Uint8Array} bytes
 */
function versionOf({ buffer, length }) {
  return length ? new DataView(buffer).getUint32(60) : 0;
}

/**
 * The text of an error: its last line, for errors of Python.
 *
 * @param {unknown} error
 */
function lastLine(error) {
  return String(error).trim().split("\n").at(-1);
}

/** The pages that were there before the games. @type {MessagePort[]} */
const ports = [];

/**
 * Wait until no other tab has the games; false where a browser cannot know, as at an address without https.
 *
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function alone(name) {
  if (!navigator.locks) return false;
  return new Promise((resolve) => {
    const hold = (/** @type {Lock | null} */ lock) => lock && new Promise(() => resolve(true));
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold(lock);
      postMessage({ elsewhere: true });
      navigator.locks.request(name, (later) => {
        postMessage({ elsewhere: false });
        return hold(later);
      });
      return null;
    });
  });
}

if (self.name === THINKER) {
  onmessage = ({ data, ports: [port] }) => think(data, port);
} else {
  onmessage = ({ ports: [port] }) => ports.push(port);
  play().catch((error) => postMessage({ failed: lastLine(error) }));
}
