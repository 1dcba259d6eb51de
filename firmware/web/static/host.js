// How a page reaches its host: here a server, over the network. A page that runs without one has
// firmware/site/static/local.js in the place of this file.

/** Whether others can reach this host by a link. */
export const linked = true;

/**
 * Whether the host knows this browser again, by its cookie. Where site data is blocked, browsers
 * still say that cookies are enabled, and drop them.
 */
export function isKnown() {
  document.cookie = "kept=yes; samesite=strict";
  const kept = document.cookie.includes("kept=yes");
  document.cookie = "kept=; max-age=0";
  return kept;
}

/** The first part of the path of this page, "" for the first page. */
export function pageShown() {
  return location.pathname.split("/")[1] ?? "";
}

/** The game that the address of this page names, by its name or number; "" where it names none. */
export function gameShown() {
  return location.pathname.split("/")[2] ?? "";
}

/**
 * The address at which this browser finds what the host has at a path.
 *
 * @param {string} path
 */
export function urlOf(path) {
  return path;
}

/**
 * The address by which others find what the host has at a path.
 *
 * @param {string} path
 */
export function linkTo(path) {
  return location.origin + path;
}

/**
 * Ask the host for something, as `fetch` does.
 *
 * @param {string} path
 * @param {RequestInit} [init]
 */
export function request(path, init) {
  return fetch(path, { cache: "no-store", ...init });
}

/**
 * A connection to the host that stays open.
 *
 * @param {string} path
 */
export function socket(path) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}

/**
 * Show a picture that the host draws.
 *
 * @param {HTMLElement} image
 * @param {string} path
 */
export function show(image, path) {
  image.setAttribute("src", path);
  return image;
}

/**
 * Let a link save a file that the host makes.
 *
 * @param {HTMLElement} link
 * @param {string} path
 */
export function saves(link, path) {
  link.setAttribute("href", path);
  return link;
}
