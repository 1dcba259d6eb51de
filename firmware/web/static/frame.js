// Makes what a table is drawn in: the picture of the printed sheet, and the svg over it.

import { html, svg } from "./dom.js";

/**
 * Fill an element with the picture of a sheet, so that a lamp that blinks does not draw it anew, and
 * with the svg over it; what is in it already lies above them.
 *
 * @param {HTMLElement} frame
 * @returns {{ sheet: HTMLImageElement, root: SVGSVGElement }}
 */
export function fillFrame(frame) {
  const root = svg("svg", { id: "table", viewBox: "-9 -9 498 338", role: "group", data: { name: "table" } },
    svg("defs", {},
      svg("linearGradient", { id: "shade-side" }, stops([0, "#fff", 0.42], [0.38, "#fff", 0.06], [0.6, "#000", 0.06], [1, "#000", 0.44])),
      svg("linearGradient", { id: "shade-top", x1: 0, y1: 0, x2: 0.4, y2: 1 }, stops([0, "#fff", 0.5], [0.5, "#fff", 0.08], [1, "#000", 0.22])),
      svg("radialGradient", { id: "shade-ball", cx: 0.35, cy: 0.28, r: 0.8 }, stops([0, "#fff", 0.7], [0.35, "#fff", 0.1], [1, "#000", 0.45])),
      svg("clipPath", { id: "bulb-above" }, svg("path", { d: "M-7.3-14.3C-7.2-6.8-.9-3.9-.9 0H.9C.9-3.9 7.2-6.8 7.3-14.3Z" })),
      svg("clipPath", { id: "bulb-below" }, svg("path", { d: "M-7.3 14.3C-7.2 6.8-.9 3.9-.9 0H.9C.9 3.9 7.2 6.8 7.3 14.3Z" }))));
  const sheet = html("img", { class: "sheet", id: "sheet", alt: "", draggable: "false", hidden: true });
  frame.prepend(html("div", { class: "board" }, sheet, root));
  return { sheet: /** @type {HTMLImageElement} */ (sheet), root: /** @type {SVGSVGElement} */ (root) };
}

/** @param {[offset: number, colour: string, opacity: number][]} list */
function stops(...list) {
  return list.map(([offset, colour, opacity]) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));
}
