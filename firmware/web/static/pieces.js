// Draws each piece, in millimetres around (0, 0), as seen from a chair at the table.

import { isGlass } from "./games.js";
import { html } from "./preact.js";
import { setting } from "./settings.js";

/** @import { LoosePiece, Note } from "./state.js" */
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
const DRAWN = { roman: () => part("roman"), card, building: ({ label }) => part(`building-${label}`), stone, recruit, reward, bonus };
/** What was drawn already, by how it looks: preact does not look into the same drawing again. @type {Map<string, Drawn>} */
const drawn = new Map();

/**
 * The parts of a piece; of a sandglass with the sand that it holds now.
 *
 * @param {LoosePiece} piece
 */
export function drawPiece(piece) {
  const paint = paintOf(piece.colour);
  if (isGlass(piece)) return html`<g color=${paint}>${glass(piece)}</g>`;
  const look = lookOf(piece);
  const parts = drawn.get(look) ?? html`<g color=${paint}>${(DRAWN[piece.kind] ?? counter)(piece)}${shapesOn(piece)}</g>`;
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

/**
 * A part of a piece, of firmware/study/pieces.svg, in the colour of what is around it.
 *
 * @param {string} name
 * @param {object} [more] attributes
 */
const part = (name, more = {}) => html`<use href=${`#piece-${name}`} ...${more} />`;

/** @type {(text: string | number, props?: Record<string, unknown>) => Drawn} */
const word = (text, props = {}) => html`<text class="word" ...${props}>${text}</text>`;

/** @param {LoosePiece} piece */
function recruit({ colours, height }) {
  const top = RECRUIT * (2 - colours.length);
  return html`<ellipse class="shadow" cx="1.6" cy="10.5" rx="15.5" ry="6" />
    ${colours.map((colour, level) => part("recruit", { y: RECRUIT * (1 - level), color: colour }))}
    ${height > 1 ? word(height, { class: "word high", y: top, "font-size": 11 }) : part("chevron", { y: top })}`;
}

/** @param {LoosePiece} piece */
function card({ label, seat }) {
  const side = seat === "dark" ? "dark" : "light";
  const number = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    word(label, { class: `word number ${side}`, x, y, "font-size": size });
  return [part(`card-${side}`), label === "F" ? part(`flag-${side}`) : [number(0, 0, 19), number(-8.6, -10.6, 5), number(8.6, 10.9, 5)]];
}

/** @param {LoosePiece} piece */
function stone({ label, seat }) {
  return [part("stone"), Number(label) > 1 && word(label, { class: `word on-${seat}`, x: 7, y: 9, "font-size": 7 })];
}

/**
 * A sandglass, with a dot on its end A.
 *
 * @param {LoosePiece} piece
 */
function glass({ dead, end_a_up: up, remaining = 0, sand = 0, running }) {
  const { neck, bottom, depth } = GLASS;
  const full = Math.max(0, Math.min(1, sand ? remaining / sand : 0));
  const upper = depth * Math.sqrt(full); // a bulb is wider above, so its level sinks slowly at first
  const lower = depth * (1 - Math.sqrt(full)) ** 0.75;
  const classes = [dead && "dead", running && remaining <= SCARCE && "scarce"];
  return html`<g class=${classes.filter(Boolean).join(" ")}>${part("bulbs")}
    <rect class="sand" x="-9" width="18" clip-path="url(#bulb-above)" y=${neck - upper} height=${upper} />
    <rect class="sand" x="-9" width="18" clip-path="url(#bulb-below)" y=${bottom - lower} height=${lower} />
    <rect class="sand" x="-0.45" width="0.9" y=${neck} height=${running && full > 0 ? bottom - lower - neck : 0} />
    ${part("glass", dead ? { color: "#8d8780" } : {})}<circle class="end-a" cx="0" cy=${up ? -15.7 : 16.3} r="1" />
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
  return html`<g class="corner" color="#9a9a9c">${part("reward")}${word(label, { class: "word engraved", y: 2.2, "font-size": 8.5 })}</g>`;
}

/** @param {LoosePiece} piece */
function bonus({ colour, label }) {
  const dark = isDark(colour);
  return html`<g class="corner">${part("bonus")}${word(`×${label.replace(/\D/g, "") || (dark ? 3 : 2)}`,
    { class: dark ? "word pale" : "word engraved", y: 2.6, "font-size": 7.4 })}</g>`;
}

/** @param {LoosePiece} piece */
function counter({ label }) {
  return [part("counter"), word(label, { "font-size": 8 })];
}

/**
 * A counter that walks a scale in lamps: a bust, smaller than a Roman.
 *
 * @param {string} lamp
 * @param {number | ""} steps that it has walked, where the field does not say them
 */
export function drawSenator(lamp, steps) {
  return [part("senator", { color: paintOf(lamp) }), word(steps, { class: "word steps-walked", x: 0, y: 3.4, "font-size": 6.5 })];
}

/**
 * A number that helps to count, on a tag; before it the piece that it counts, if it stands on no field.
 *
 * @param {Pick<Note, "text" | "colour" | "leads" | "piece">} note
 */
export function drawNote({ text, colour, leads, piece }) {
  const half = piece ? 2.9 * text.length + 1.6 : 1.95 * text.length + 0.6;
  return html`<g class=${`note${leads ? " leads" : ""}${isDark(colour) ? " on-dark" : ""}`}>
    ${piece && html`<g transform=${`translate(${-half - 8} 0) scale(.55)`}>${drawPiece(piece)}</g>`}
    <rect x=${-half} y=${piece ? -6 : -4} width=${2 * half} height=${piece ? 12 : 8} rx="2.6" fill=${paintOf(colour)} />${word(text, { "font-size": piece ? 9.5 : 6.2 })}</g>`;
}

/** Whether white is read better on a colour than black: as ITU-R BT.601 weighs its parts. @param {string} colour */
function isDark(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue < 110;
}
