// How a page reaches its host on a site without a server: a worker of this browser. It stands in the
// place of firmware/web/static/host.js; fixed answers are files of the site.

import { fileOf, pathOf } from "./paths.js";

const SITE = new URL("../", import.meta.url);
/** Whether others can reach this host by a link: they have hosts of their own. */
export const linked = false;

/** Whether this browser is known on later visits: a site keeps no cookie. */
export function isKnown() {
  return true;
}

/** The first part of the path of this page on a server, "" for the first page. */
export function pageShown() {
  return pathOf(location).split(/[/?#]/)[1] ?? "";
}

/** The name or number of the game in the address of this page; "" without a game. */
export function gameShown() {
  return new URLSearchParams(location.search).get("game") ?? "";
}

/**
 * The address of a path of the host, for this browser.
 *
 * @param {string} path
 */
export function urlOf(path) {
  const file = fileOf(path);
  if (file === null) throw new Error(`no page links to ${path}`);
  return new URL(file, SITE).href;
}

/**
 * The address of a path of the host, for other browsers.
 *
 * @param {string} path
 */
export function linkTo(path) {
  return `${SITE.href}#${path}`;
}

/** The receivers of the worker's messages, by number. @type {Map<number, (told: any) => unknown>} */
const waiting = new Map();
let last = 0;
/** @type {MessagePort | null} */
let port = null;

/**
 * Send the worker a message; returns the number by which it answers.
 *
 * @param {Record<string, unknown>} message
 * @param {(told: any) => unknown} [hear] is called with its answers
 */
function tell(message, hear) {
  if (!port) {
    if (parent === window) location.replace(linkTo(pathOf(location))); // the worker belongs to the page around this one
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => waiting.get(data.number)?.(data);
    parent.postMessage("page", location.origin, [channel.port2]);
    addEventListener("pagehide", () => port?.postMessage({ kind: "bye" }));
  }
  const number = typeof message.number === "number" ? message.number : ++last;
  if (hear) waiting.set(number, hear);
  port.postMessage({ ...message, number });
  return number;
}

/**
 * Send the host a request, as `fetch` does.
 *
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function request(path, { method = "GET", body } = {}) {
  const file = method === "GET" ? fileOf(path) : null;
  if (file !== null) return fetch(new URL(file, SITE));
  const sent = new Uint8Array(await new Response(body).arrayBuffer());
  return new Promise((resolve) => {
    const number = tell({ kind: "ask", method, path, body: sent }, (answer) => {
      waiting.delete(number);
      resolve(new Response(answer.body.length ? answer.body : null, { status: answer.status, headers: answer.headers }));
    });
  });
}

/** A connection to the worker, as a WebSocket is one to a server. */
class Socket extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.OPEN;
  #number;

  /** @param {string} path */
  constructor(path) {
    super();
    this.#number = tell({ kind: "open", path }, ({ text }) => {
      if (text === null) this.#closed();
      else this.dispatchEvent(new MessageEvent("message", { data: text }));
    });
    queueMicrotask(() => this.dispatchEvent(new Event("open")));
  }

  /** @param {string} text */
  send(text) {
    tell({ kind: "hear", number: this.#number, text });
  }

  close() {
    tell({ kind: "close", number: this.#number });
    this.#closed();
  }

  #closed() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    waiting.delete(this.#number);
    this.dispatchEvent(new CloseEvent("close"));
  }
}

/**
 * A connection to the host that stays open.
 *
 * @param {string} path
 */
export function socket(path) {
  return /** @type {WebSocket} */ (/** @type {unknown} */ (new Socket(path)));
}

/**
 * Show a picture that the host draws.
 *
 * @param {HTMLElement} image
 * @param {string} path
 */
export function show(image, path) {
  const file = fileOf(path);
  const source = file === null ? blobAt(path) : new URL(file, SITE).href;
  drawn.set(image, path);
  Promise.resolve(source).then((address) => {
    if (drawn.get(image) === path) image.setAttribute("src", address);
  });
  return image;
}

/** The picture that each image shows. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @param {string} path */
async function blobAt(path) {
  return URL.createObjectURL(await (await request(path)).blob());
}

/**
 * Let a link save a file that the host makes.
 *
 * @param {HTMLElement} link
 * @param {string} path
 */
export function saves(link, path) {
  link.setAttribute("href", "#");
  Object.assign(link, { onclick: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const anchor = document.createElement("a");
    anchor.href = await blobAt(path);
    anchor.download = link.getAttribute("download") ?? "";
    anchor.click();
  } });
  return link;
}
