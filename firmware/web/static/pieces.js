// Draws each piece, in millimetres around (0, 0), as seen from a chair at the table.

import { html, svg } from "./dom.js";
import { isGlass } from "./games.js";
import { setting } from "./settings.js";

/** @import { LoosePiece } from "./state.js" */

/** @type {Record<string, string>} */
const PAINTS = { "#7800a0": "#43304f" }; // black cannot glow, so its lamps are violet

/**
 * The colour of the thing whose lamp has this one.
 *
 * @param {string} lamp
 */
export function paintOf(lamp) {
  return PAINTS[lamp] ?? lamp;
}

const GLASS = { top: -14.5, neck: 0, bottom: 14.5, depth: 12 }; // of the sand in a bulb, mm

const RECRUIT = 6; // the height of one in a stack, mm
const WIDE = 14.5; // half of how wide one is, mm
const SHAPES = ["●", "■", "▲", "◆", "★", "✚"];
/** Where the shape of a kind is drawn. @type {Record<string, [x: number, y: number]>} */
const SHAPED = { roman: [0, 6.5], recruit: [-8.5, 9], stone: [7, 9], card: [0, 11], building: [0, -1] };
/** The shape of each colour of the game that is shown. @type {Map<string, string>} */
const shapes = new Map();

/**
 * Take in the colours of a game: each has a shape.
 *
 * @param {Record<string, string[]>} colours of the seats' pieces
 */
export function nameShapes(colours) {
  shapes.clear();
  Object.values(colours).flat().forEach((colour, at) => shapes.set(colour, SHAPES[at % SHAPES.length]));
}

/**
 * The shape of a colour, "" where none is wanted: not everybody sees colours.
 *
 * @param {string} colour
 */
export function shapeOf(colour) {
  return setting("shapes") === "on" ? shapes.get(colour) ?? "" : "";
}

/** @param {LoosePiece} piece */
function shapesOn({ kind, colour, colours }) {
  const [x, y] = SHAPED[kind] ?? [0, 0];
  if (kind !== "recruit") return shapeOf(colour) ? [word(shapeOf(colour), { class: "word shape", x, y, "font-size": 7.5 })] : [];
  return colours.flatMap((one, level) => shapeOf(one)
    ? [word(shapeOf(one), { class: "word shape", x, y: y - level * RECRUIT, "font-size": 5.4 })] : []);
}

/** What draws the parts of a piece, by its kind. @type {Record<string, (piece: LoosePiece) => SVGElement[]>} */
const DRAWN = { roman, card, building, stone, recruit, reward, bonus };

/**
 * A group that draws a piece.
 *
 * @param {LoosePiece} piece
 */
export function drawPiece(piece) {
  const draw = isGlass(piece) ? glass : DRAWN[piece.kind] ?? counter;
  return svg("g", { class: `piece ${piece.kind}` }, ...draw(piece), ...shapesOn(piece));
}

/**
 * A text that is the same for pieces that look the same.
 *
 * @param {LoosePiece} piece
 */
export function lookOf(piece) {
  const { kind, colour, colours, label, height, dead, end_a_up: up } = piece;
  return [kind, colour, colours, label, height, shapeOf(colour), isGlass(piece) && [dead, up]].join("|");
}

/**
 * Draw the sand of a sandglass.
 *
 * @param {Element} drawn the sandglass
 * @param {number} remaining seconds of sand that are still to run
 * @param {number} sand seconds of all its sand
 * @param {boolean} running
 */
export function setSand(drawn, remaining, sand, running) {
  const full = Math.max(0, Math.min(1, sand ? remaining / sand : 0));
  const { neck, bottom, depth } = GLASS;
  const upper = depth * Math.sqrt(full); // a bulb is wider above, so its level sinks slowly at first
  const lower = depth * (1 - Math.sqrt(full)) ** 0.75;
  place(drawn, ".sand-above", neck - upper, upper);
  place(drawn, ".sand-below", bottom - lower, lower);
  place(drawn, ".stream", neck, running && full > 0 ? bottom - lower - neck : 0);
  const seconds = drawn.querySelector(".seconds");
  const text = running ? String(Math.ceil(remaining)) : "";
  if (seconds && seconds.textContent !== text) seconds.textContent = text;
  drawn.classList.toggle("scarce", running && remaining <= 10);
}

/**
 * @param {Element} drawn
 * @param {string} part a selector
 * @param {number} y
 * @param {number} height
 */
function place(drawn, part, y, height) {
  const element = drawn.querySelector(part);
  element?.setAttribute("y", y.toFixed(2));
  element?.setAttribute("height", Math.max(0, height).toFixed(2));
}

/** @type {(rx: number, cy?: number) => SVGElement} */
const shadow = (rx, cy = 13) => svg("ellipse", { class: "shadow", cx: 1.6, cy: cy + 1, rx, ry: rx / 2.6 });

/**
 * A shape in a colour, and the light that falls on it.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} shape its attributes
 * @param {string} colour
 * @param {string} [shade] the gradient of the light
 */
function solid(tag, shape, colour, shade = "shade-side") {
  return [svg(tag, { ...shape, fill: colour }), svg(tag, { ...shape, fill: `url(#${shade})` }),
    svg(tag, { ...shape, class: "edge" })];
}

/** @type {(text: string | number, props?: Record<string, unknown>) => SVGElement} */
const word = (text, props = {}) => svg("text", { class: "word", ...props }, text);

/** @param {LoosePiece} piece */
function roman({ colour: lamp }) {
  const colour = paintOf(lamp);
  const robe = "M-10 11.5C-9 3-5.5-1-4.2-5.5H4.2C5.5-1 9 3 10 11.5A10 3.6 0 0 1-10 11.5Z";
  return [
    shadow(11.5),
    ...solid("path", { d: robe }, colour),
    svg("path", { class: "fold", d: "M-3.6-4.5C-1 1.5 2.5 6 8.6 9.6M-4.6-1.5C-3 4-.5 8.5 3 12.6" }),
    ...solid("circle", { cx: 0, cy: -9.6, r: 5.6 }, colour, "shade-ball"),
    svg("path", { class: "laurel", d: "M-5.2-10.6C-3.4-13.6 3.4-13.6 5.2-10.6" }),
  ];
}

/** @param {LoosePiece} piece */
function recruit({ colours, height }) {
  const parts = [shadow(15.5, 9.5)];
  colours.forEach((colour, level) => {
    const y = 6 - level * RECRUIT;
    const side = `M-${WIDE} ${y}v4.4a${WIDE} 6.6 0 0 0 ${2 * WIDE} 0v-4.4z`;
    parts.push(...solid("path", { d: side }, colour));
    parts.push(...solid("ellipse", { cx: 0, cy: y, rx: WIDE, ry: 6.6 }, colour, "shade-top"));
  });
  const top = 6 - (colours.length - 1) * RECRUIT;
  parts.push(height > 1 ? word(height, { class: "word high", y: top, "font-size": 11 })
    : svg("path", { class: "chevron", d: `M-5 ${top + 1.6}l5-3 5 3m-10-3l5-3 5 3` }));
  return parts;
}

/** @param {LoosePiece} piece */
function card({ colour, label, seat }) {
  const shape = { x: -13.5, y: -16, width: 27, height: 32, rx: 2.6 };
  const inner = { x: -11.4, y: -13.9, width: 22.8, height: 27.8, rx: 1.4 };
  const side = seat === "dark" ? "dark" : "light";
  const parts = [
    svg("rect", { ...shape, class: "shadow", x: -12, y: -14 }),
    svg("rect", { ...shape, class: `paper ${side}` }),
    svg("rect", { ...inner, class: `border ${side}`, stroke: colour }),
  ];
  if (label === "F") {
    parts.push(svg("path", { class: `pole ${side}`, d: "M-6.5 10.5V-10.5" }),
      svg("path", { class: "cloth", fill: colour, d: "M-6-10C-2-12.5 2-6.5 8-9.2V1.6C2 4-2-2-6 .8Z" }),
      svg("path", { class: "edge", d: "M-6-10C-2-12.5 2-6.5 8-9.2V1.6C2 4-2-2-6 .8Z" }));
  } else {
    parts.push(word(label, { class: `word number ${side}`, "font-size": 19 }));
    for (const [x, y] of [[-8.6, -10.6], [8.6, 10.9]]) {
      parts.push(word(label, { class: `word number ${side}`, x, y, "font-size": 5 }));
    }
  }
  return parts;
}

/** The outlines of buildings, by their labels. @type {Record<string, string>} */
const HOUSES = {
  N: "M-12 11V-9h2l1.5-3 1.5 3h2V-3h10V-9h2l1.5-3 1.5 3h2V11z", // two towers
  V: "M-13 11V-2h5v-3h2l6-5 6 5h2v3h5V11z", // a palace
  B: "M-13 11V-8h1.8v-2h2v2h2v-2h2v2h2v3h6.4v-3h2v-2h2v2h2v-2h2v2H13V11z", // a fortress
};
/** @type {Record<string, string>} */
const DOORS = {
  N: "M-2 11V4a2 2.5 0 0 1 4 0v7zM-2.5-.2a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M-9 7V2.5a1 1.5 0 0 1 2.2 0V7zM6.8 7V2.5a1 1.5 0 0 1 2.2 0V7z",
  V: "M-1.5 11V5h3v6zM-10.5 2h2v3.5h-2zM-6 2h2v3.5h-2zM4 2h2v3.5h-2zM8.5 2h2v3.5h-2zM-1.5-4h3v4h-3z",
  B: "M-2.5 11V4.5a2.5 3 0 0 1 5 0V11zM-9.7-4h1.4v4h-1.4zM8.3-4h1.4v4H8.3zM-9.7 4h1.4v3h-1.4zM8.3 4h1.4v3H8.3z",
};

/** @param {LoosePiece} piece */
function building({ colour, label }) {
  const shape = { d: HOUSES[label] ?? HOUSES.V };
  return [
    svg("rect", { class: "shadow", x: -14, y: 6, width: 30, height: 8, rx: 3 }),
    ...solid("path", shape, colour),
    svg("path", { class: "doors", d: DOORS[label] ?? DOORS.V }),
  ];
}

/** @param {LoosePiece} piece */
function stone({ colour, label, seat }) {
  const parts = [
    svg("ellipse", { class: "shadow", cx: 8, cy: 11, rx: 8, ry: 6.5 }),
    ...solid("ellipse", { cx: 7, cy: 9, rx: 7.8, ry: 6.4 }, colour, "shade-ball"),
  ];
  if (Number(label) > 1) {
    parts.push(word(label, { class: `word on-${seat}`, x: 7, y: 9, "font-size": 7 }));
  }
  return parts;
}

/** @param {LoosePiece} piece */
function glass(piece) {
  const { colour, dead, end_a_up: up } = piece;
  const bulbs = "M-8-15C-8-7-1.4-4-1.4 0C-1.4 4-8 7-8 15H8C8 7 1.4 4 1.4 0C1.4-4 8-7 8-15Z";
  const drawn = [
    shadow(11.5, 16),
    svg("path", { class: "bulbs", d: bulbs }),
    svg("rect", { class: "sand sand-above", x: -9, width: 18, "clip-path": "url(#bulb-above)" }),
    svg("rect", { class: "sand sand-below", x: -9, width: 18, "clip-path": "url(#bulb-below)" }),
    svg("rect", { class: "sand stream", x: -0.45, width: 0.9 }),
    svg("path", { class: "edge", d: bulbs }),
    svg("path", { class: "shine", d: "M-5.6-12.5C-5.5-8-3.5-5.5-2.6-4" }),
    ...[-17.5, 14.5].flatMap((y) =>
      solid("rect", { x: -10.5, y, width: 21, height: 3.6, rx: 1.4 }, dead ? "#8d8780" : colour)),
    svg("circle", { class: "end-a", cx: 0, cy: up ? -15.7 : 16.3, r: 1 }), // which end is A
    svg("g", { class: "seconds-plate" }, word("", { class: "word seconds", x: 13.5, y: 0, "font-size": 7 })),
  ];
  const group = svg("g", { class: dead ? "dead" : "" }, ...drawn);
  setSand(group, piece.remaining ?? 0, piece.sand ?? 1, false);
  return [group];
}

/**
 * Whether a piece lies in the corner of its field, where it is seen whoever stands there.
 *
 * @param {LoosePiece} piece
 */
export function liesBeside({ kind }) {
  return kind === "reward" || kind === "bonus";
}

/**
 * What lies in the corner of a field.
 *
 * @param {(SVGElement)[]} parts
 */
const inCorner = (...parts) => [svg("g", { class: "corner" }, parts)];

/** @param {LoosePiece} piece */
function reward({ label }) {
  const shape = { d: "M-7 3-4.5-4.5 2-6.5 7-2 6 4.5-1 6.5Z", transform: "translate(0 2)" };
  return inCorner(svg("ellipse", { class: "shadow", cx: 1, cy: 8, rx: 8, ry: 3 }),
    ...solid("path", shape, "#9a9a9c", "shade-top"),
    word(label, { class: "word engraved", y: 2.2, "font-size": 8.5 }));
}

/** @param {LoosePiece} piece */
function bonus({ colour, label }) {
  const dark = parseInt(colour.slice(1), 16) < 0x808080;
  return inCorner(svg("ellipse", { class: "shadow", cx: 1, cy: 5.5, rx: 8, ry: 4.5 }),
    ...solid("ellipse", { cx: 0, cy: 2.5, rx: 7.6, ry: 5.4 }, colour, "shade-top"),
    word(`×${label.replace(/\D/g, "") || (dark ? 3 : 2)}`,
      { class: dark ? "word pale" : "word engraved", y: 2.6, "font-size": 7.4 }));
}

/** @param {LoosePiece} piece */
function counter({ colour, label }) {
  return [shadow(10, 6), ...solid("ellipse", { cx: 0, cy: 2, rx: 10, ry: 7 }, colour, "shade-top"),
    word(label, { "font-size": 8 })];
}

/**
 * A counter that walks a scale in lamps: a bust, smaller than a Roman. Its steps stand on it where the field does not say them.
 *
 * @param {string} lamp
 */
export function drawSenator(lamp) {
  const colour = paintOf(lamp);
  return svg("g", { class: "senator" },
    svg("ellipse", { class: "shadow", cx: 0.8, cy: 8.4, rx: 6.5, ry: 2.4 }),
    ...solid("path", { d: "M-6.5 8C-6.5 2.5-3.5 1-1.8-.5H1.8C3.5 1 6.5 2.5 6.5 8Z" }, colour),
    ...solid("circle", { cx: 0, cy: -4, r: 4 }, colour, "shade-ball"),
    svg("path", { class: "laurel", d: "M-3.8-4.8C-2.4-7 2.4-7 3.8-4.8" }),
    word("", { class: "word steps-walked", x: 0, y: 3.4, "font-size": 6.5 }));
}

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
