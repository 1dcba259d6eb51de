// Draws how a game went: a line for each player over the moves, what stands out marked.

import { html, useEffect, useRef, useState } from "./preact.js";

/** @import { Head, Line } from "./state.js" */

const [LEFT, RIGHT, TOP, BOTTOM] = [42, 10, 16, 20]; // pixels round the plot
const APART = 1.6; // pixels between lines that are equal
const LEAST = 24; // pixels between two marks, so that each can be read

/**
 * One line. colours: the first is its own, a second one is dashed upon it. values: before the first
 * move and after each; null where nothing is known as yet.
 *
 * @typedef {{ name: string, colours: string[], values: (number | null)[] }} Series
 */

/**
 * What a chart shows. at: the number of moves that is looked at. low, high: the ends of the scale, if
 * the values are not to set them. label: says how a value is written. marks: by the number of moves.
 *
 * @typedef {{
 *   series: Series[], moves: number, at: number, title: string, low?: number, high?: number,
 *   label?: (value: number) => string, marks?: Map<number, string>
 * }} Chart
 */

/**
 * A chart, as wide as its place on the page. go: shows another number of moves.
 *
 * @param {Chart & { go?: (moves: number) => unknown }} props
 */
export function Chart({ go, ...chart }) {
  const root = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [[wide, high], measure] = useState([0, 0]);
  useEffect(() => {
    const observer = new ResizeObserver(() => root.current && measure([root.current.clientWidth, root.current.clientHeight]));
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  const [width, height] = [Math.max(wide, 200), Math.max(high, 90)];
  const { title, series, moves, at, label = minus, marks = new Map() } = chart;
  const place = placesOf(chart, width, height);
  const line = (/** @type {string} */ kind, /** @type {number[]} */ x, /** @type {number[]} */ y) =>
    html`<line class=${kind} x1=${x[0]} x2=${x[1]} y1=${y[0]} y2=${y[1]} />`;
  return html`<svg class="chart" ref=${root} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${title}
      onClick=${(/** @type {MouseEvent} */ { clientX }) => root.current && go?.(movesAt(root.current, moves, clientX))}>
    ${place.levels.map((value) => html`${line(value === 0 ? "grid zero" : "grid", [LEFT, width - RIGHT], [place.y(value), place.y(value)])}
      <text class="level" x=${LEFT - 6} y=${place.y(value)}>${label(value)}</text>`)}
    ${ticks(0, moves, Math.max(2, Math.floor(width / 80))).filter((move) => move <= moves).map((move) =>
      html`<text class="ply" x=${place.x(move)} y=${height - 5}>${move}</text>`)}
    ${line("now", [place.x(at), place.x(at)], [TOP - 4, height - BOTTOM])}
    ${series.map(({ colours, values }, index) => {
      const points = stepsOf(values, place, (index - (series.length - 1) / 2) * APART);
      return [html`<polyline class="halo" points=${points} />`, ...colours.slice(0, 2).map((colour, layer) =>
        html`<polyline class=${layer ? "line second" : "line"} points=${points} stroke=${colour} />`)];
    })}
    ${[...roomyMarks(marks, moves, width)].map(([move, mark]) =>
      html`<text class=${mark === "??" ? "mark worst" : "mark"} x=${place.x(move)} y=${TOP - 5}>${mark}</text>`)}</svg>`;
}

/**
 * The standing of each player before the first line and after each.
 *
 * @param {Line} line
 * @param {Head} head of its game
 * @returns {Series[]}
 */
export function seriesOf({ steps }, { players }) {
  return players.map(({ name, colours, seat }) => ({ name, colours, values: steps.map(({ standing }) => standing[seat]) }));
}

/**
 * The number of moves at a place of a chart that was drawn so wide.
 *
 * @param {SVGSVGElement} root
 * @param {number} moves
 * @param {number} x pixels of the window
 */
function movesAt(root, moves, x) {
  const { left, width } = root.getBoundingClientRect();
  const part = (x - left - LEFT) / Math.max(width - LEFT - RIGHT, 1);
  return Math.min(moves, Math.max(0, Math.round(part * moves)));
}

/**
 * The marks that have room beside each other: of those that are close the worst.
 *
 * @param {Map<number, string>} marks
 * @param {number} moves
 * @param {number} width pixels
 */
export function roomyMarks(marks, moves, width) {
  const apart = (LEAST * moves) / Math.max(width - LEFT - RIGHT, 1);
  /** @type {Map<number, string>} */
  const kept = new Map();
  for (const wanted of ["??", "?", "?!"]) {
    for (const [move, mark] of marks) {
      if (mark === wanted && [...kept.keys()].every((other) => Math.abs(other - move) >= apart)) kept.set(move, mark);
    }
  }
  return kept;
}

/**
 * Round numbers from at most `low` to at least `high`, at most `most` steps apart.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  let step = 1;
  for (let size = 1; ; size *= 10) {
    step = [1, 2, 5].map((one) => one * size).find((one) => Math.ceil(high / one) - Math.floor(low / one) <= most) ?? 0;
    if (step) break;
  }
  const first = Math.floor(low / step) * step;
  const last = Math.max(Math.ceil(high / step) * step, first + step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step);
}

/**
 * Where values and moves lie.
 *
 * @param {Chart} chart
 * @param {number} width pixels, as height
 * @param {number} height
 */
function placesOf({ series, moves, low, high }, width, height) {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const levels = ticks(low ?? Math.min(0, ...known), high ?? Math.max(1, ...known), Math.max(2, Math.floor(height / 34)));
  const [least, most] = [levels[0], levels[levels.length - 1]];
  return {
    levels,
    /** @param {number} move */
    x: (move) => LEFT + ((width - LEFT - RIGHT) * move) / Math.max(moves, 1),
    /** @param {number} value */
    y: (value) => height - BOTTOM - ((height - TOP - BOTTOM) * (value - least)) / (most - least),
  };
}

/**
 * The points of a line in steps, as a standing changes at a move and not before.
 *
 * @param {(number | null)[]} values
 * @param {ReturnType<typeof placesOf>} place
 * @param {number} lower pixels
 */
function stepsOf(values, place, lower) {
  const points = [];
  let before = null;
  for (const [move, value] of values.entries()) {
    if (value === null) break;
    if (before !== null && before !== value) points.push([place.x(move), place.y(before) + lower]);
    if (before !== value || move === values.length - 1 || values[move + 1] === null) {
      points.push([place.x(move), place.y(value) + lower]);
    }
    before = value;
  }
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** @param {number} value */
function minus(value) {
  return String(value).replace("-", "\u2212");
}
