// Draws each piece, in millimetres around (0, 0), as seen from a chair at the table.

import { isGlass } from "./games.js";
import { html } from "./preact.js";
import { setting } from "./settings.js";

/** @import { LoosePiece } from "./state.js" */
/** @import { Drawn } from "./preact.js" */

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

const GLASS = { neck: 0, bottom: 14.5, depth: 12 }; // of the sand in a bulb, mm
const SCARCE = 10; // seconds of sand that are few
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

/** What draws the parts of a piece, by its kind. @type {Record<string, (piece: LoosePiece) => Drawn>} */
const DRAWN = { roman, card, building, stone, recruit, reward, bonus };
/** What was drawn already, by how it looks: preact does not look into the same drawing again. @type {Map<string, Drawn>} */
const drawn = new Map();

/**
 * The parts of a piece; of a sandglass with the sand that it holds now.
 *
 * @param {LoosePiece} piece
 */
export function drawPiece(piece) {
  if (isGlass(piece)) return glass(piece);
  const look = lookOf(piece);
  const parts = drawn.get(look) ?? [(DRAWN[piece.kind] ?? counter)(piece), shapesOn(piece)];
  drawn.set(look, parts);
  return parts;
}

/**
 * A text that is the same for pieces that look the same, but for their sand.
 *
 * @param {LoosePiece} piece
 */
export function lookOf(piece) {
  const { kind, colour, colours, label, height, seat, dead, end_a_up: up } = piece;
  return [kind, colour, colours, label, height, seat, shapeOf(colour), isGlass(piece) && [dead, up]].join("|");
}

/** @param {LoosePiece} piece */
function shapesOn({ kind, colour, colours }) {
  const [x, y] = SHAPED[kind] ?? [0, 0];
  const marked = kind === "recruit" ? colours : [colour];
  return marked.map((one, level) => shapeOf(one)
    && word(shapeOf(one), { class: "word shape", x, y: y - level * RECRUIT, "font-size": kind === "recruit" ? 5.4 : 7.5 }));
}

/** @type {(rx: number, cy?: number) => Drawn} */
const shadow = (rx, cy = 13) => html`<ellipse class="shadow" cx="1.6" cy=${cy + 1} rx=${rx} ry=${rx / 2.6} />`;

/**
 * A shape in a colour, and the light that falls on it.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} shape its attributes
 * @param {string} colour
 * @param {string} [shade] the gradient of the light
 */
const solid = (tag, shape, colour, shade = "shade-side") => html`<${tag} ...${shape} fill=${colour} />
  <${tag} ...${shape} fill=${`url(#${shade})`} /><${tag} ...${shape} class="edge" />`;

/** @type {(text: string | number, props?: Record<string, unknown>) => Drawn} */
const word = (text, props = {}) => html`<text class="word" ...${props}>${text}</text>`;

/** @param {LoosePiece} piece */
function roman({ colour: lamp }) {
  const colour = paintOf(lamp);
  const robe = "M-10 11.5C-9 3-5.5-1-4.2-5.5H4.2C5.5-1 9 3 10 11.5A10 3.6 0 0 1-10 11.5Z";
  return html`${shadow(11.5)}${solid("path", { d: robe }, colour)}
    <path class="fold" d="M-3.6-4.5C-1 1.5 2.5 6 8.6 9.6M-4.6-1.5C-3 4-.5 8.5 3 12.6" />
    ${solid("circle", { cx: 0, cy: -9.6, r: 5.6 }, colour, "shade-ball")}
    <path class="laurel" d="M-5.2-10.6C-3.4-13.6 3.4-13.6 5.2-10.6" />`;
}

/** @param {LoosePiece} piece */
function recruit({ colours, height }) {
  const top = RECRUIT * (2 - colours.length);
  return html`${shadow(15.5, 9.5)}${colours.map((colour, level) => {
    const y = RECRUIT * (1 - level);
    return [solid("path", { d: `M-${WIDE} ${y}v4.4a${WIDE} 6.6 0 0 0 ${2 * WIDE} 0v-4.4z` }, colour),
      solid("ellipse", { cx: 0, cy: y, rx: WIDE, ry: 6.6 }, colour, "shade-top")];
  })}${height > 1 ? word(height, { class: "word high", y: top, "font-size": 11 })
    : html`<path class="chevron" d=${`M-5 ${top + 1.6}l5-3 5 3m-10-3l5-3 5 3`} />`}`;
}

/** @param {LoosePiece} piece */
function card({ colour, label, seat }) {
  const shape = { x: -13.5, y: -16, width: 27, height: 32, rx: 2.6 };
  const side = seat === "dark" ? "dark" : "light";
  const cloth = "M-6-10C-2-12.5 2-6.5 8-9.2V1.6C2 4-2-2-6 .8Z";
  const number = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    word(label, { class: `word number ${side}`, x, y, "font-size": size });
  return html`<rect ...${shape} class="shadow" x="-12" y="-14" /><rect ...${shape} class=${`paper ${side}`} />
    <rect class=${`border ${side}`} x="-11.4" y="-13.9" width="22.8" height="27.8" rx="1.4" stroke=${colour} />
    ${label === "F" ? html`<path class=${`pole ${side}`} d="M-6.5 10.5V-10.5" /><path class="cloth" fill=${colour} d=${cloth} /><path class="edge" d=${cloth} />`
      : [number(0, 0, 19), number(-8.6, -10.6, 5), number(8.6, 10.9, 5)]}`;
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
  return html`<rect class="shadow" x="-14" y="6" width="30" height="8" rx="3" />
    ${solid("path", { d: HOUSES[label] ?? HOUSES.V }, colour)}<path class="doors" d=${DOORS[label] ?? DOORS.V} />`;
}

/** @param {LoosePiece} piece */
function stone({ colour, label, seat }) {
  return html`<ellipse class="shadow" cx="8" cy="11" rx="8" ry="6.5" />
    ${solid("ellipse", { cx: 7, cy: 9, rx: 7.8, ry: 6.4 }, colour, "shade-ball")}
    ${Number(label) > 1 && word(label, { class: `word on-${seat}`, x: 7, y: 9, "font-size": 7 })}`;
}

/**
 * A sandglass, with a dot on its end A.
 *
 * @param {LoosePiece} piece
 */
function glass({ colour, dead, end_a_up: up, remaining = 0, sand = 0, running }) {
  const bulbs = "M-8-15C-8-7-1.4-4-1.4 0C-1.4 4-8 7-8 15H8C8 7 1.4 4 1.4 0C1.4-4 8-7 8-15Z";
  const { neck, bottom, depth } = GLASS;
  const full = Math.max(0, Math.min(1, sand ? remaining / sand : 0));
  const upper = depth * Math.sqrt(full); // a bulb is wider above, so its level sinks slowly at first
  const lower = depth * (1 - Math.sqrt(full)) ** 0.75;
  const classes = [dead && "dead", running && remaining <= SCARCE && "scarce"];
  return html`<g class=${classes.filter(Boolean).join(" ")}>${shadow(11.5, 16)}<path class="bulbs" d=${bulbs} />
    <rect class="sand" x="-9" width="18" clip-path="url(#bulb-above)" y=${neck - upper} height=${upper} />
    <rect class="sand" x="-9" width="18" clip-path="url(#bulb-below)" y=${bottom - lower} height=${lower} />
    <rect class="sand" x="-0.45" width="0.9" y=${neck} height=${running && full > 0 ? bottom - lower - neck : 0} />
    <path class="edge" d=${bulbs} /><path class="shine" d="M-5.6-12.5C-5.5-8-3.5-5.5-2.6-4" />
    ${[-17.5, 14.5].map((y) => solid("rect", { x: -10.5, y, width: 21, height: 3.6, rx: 1.4 }, dead ? "#8d8780" : colour))}
    <circle class="end-a" cx="0" cy=${up ? -15.7 : 16.3} r="1" />
    ${word(running ? Math.ceil(remaining) : "", { class: "word seconds", x: 13.5, y: 0, "font-size": 7 })}</g>`;
}

/**
 * Whether a piece lies in the corner of its field, where it is seen whoever stands there.
 *
 * @param {LoosePiece} piece
 */
export function liesBeside({ kind }) {
  return kind === "reward" || kind === "bonus";
}

/** @param {LoosePiece} piece */
function reward({ label }) {
  const shape = { d: "M-7 3-4.5-4.5 2-6.5 7-2 6 4.5-1 6.5Z", transform: "translate(0 2)" };
  return html`<g class="corner"><ellipse class="shadow" cx="1" cy="8" rx="8" ry="3" />${solid("path", shape, "#9a9a9c", "shade-top")}
    ${word(label, { class: "word engraved", y: 2.2, "font-size": 8.5 })}</g>`;
}

/** @param {LoosePiece} piece */
function bonus({ colour, label }) {
  const dark = parseInt(colour.slice(1), 16) < 0x808080;
  return html`<g class="corner"><ellipse class="shadow" cx="1" cy="5.5" rx="8" ry="4.5" />
    ${solid("ellipse", { cx: 0, cy: 2.5, rx: 7.6, ry: 5.4 }, colour, "shade-top")}
    ${word(`×${label.replace(/\D/g, "") || (dark ? 3 : 2)}`, { class: dark ? "word pale" : "word engraved", y: 2.6, "font-size": 7.4 })}</g>`;
}

/** @param {LoosePiece} piece */
function counter({ colour, label }) {
  return html`${shadow(10, 6)}${solid("ellipse", { cx: 0, cy: 2, rx: 10, ry: 7 }, colour, "shade-top")}${word(label, { "font-size": 8 })}`;
}

/**
 * A counter that walks a scale in lamps: a bust, smaller than a Roman.
 *
 * @param {string} lamp
 * @param {number | ""} steps that it has walked, where the field does not say them
 */
export function drawSenator(lamp, steps) {
  const colour = paintOf(lamp);
  return html`<ellipse class="shadow" cx="0.8" cy="8.4" rx="6.5" ry="2.4" />
    ${solid("path", { d: "M-6.5 8C-6.5 2.5-3.5 1-1.8-.5H1.8C3.5 1 6.5 2.5 6.5 8Z" }, colour)}
    ${solid("circle", { cx: 0, cy: -4, r: 4 }, colour, "shade-ball")}
    <path class="laurel" d="M-3.8-4.8C-2.4-7 2.4-7 3.8-4.8" />${word(steps, { class: "word steps-walked", x: 0, y: 3.4, "font-size": 6.5 })}`;
}

/** The colours and the light with which pieces are drawn, for the svg that they are in. */
export const SHADES = html`
  <linearGradient id="shade-side">${stops([0, "#fff", 0.42], [0.38, "#fff", 0.06], [0.6, "#000", 0.06], [1, "#000", 0.44])}</linearGradient>
  <linearGradient id="shade-top" x1="0" y1="0" x2="0.4" y2="1">${stops([0, "#fff", 0.5], [0.5, "#fff", 0.08], [1, "#000", 0.22])}</linearGradient>
  <radialGradient id="shade-ball" cx="0.35" cy="0.28" r="0.8">${stops([0, "#fff", 0.7], [0.35, "#fff", 0.1], [1, "#000", 0.45])}</radialGradient>
  <clipPath id="bulb-above"><path d="M-7.3-14.3C-7.2-6.8-.9-3.9-.9 0H.9C.9-3.9 7.2-6.8 7.3-14.3Z" /></clipPath>
  <clipPath id="bulb-below"><path d="M-7.3 14.3C-7.2 6.8-.9 3.9-.9 0H.9C.9 3.9 7.2 6.8 7.3 14.3Z" /></clipPath>`;

/** @param {[offset: number, colour: string, opacity: number][]} list */
export function stops(...list) {
  return list.map(([offset, colour, opacity]) => html`<stop offset=${offset} stop-color=${colour} stop-opacity=${opacity} />`);
}
