// Draws a die that the server has rolled, and lets it be seen rolling.

import { html, svg } from "./dom.js";
import { isStill } from "./look.js";
import { say } from "./words.js";

/** Milliseconds for which a die is seen rolling. */
export const ROLLING = 700;
/** The dots on each face of the die: places in rows of three. @type {Record<number, number[]>} */
export const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** How long a die rolls here: not at all where people want nothing to move. */
export function rollingTime() {
  return isStill() ? 0 : ROLLING;
}

/**
 * The number that the last move has rolled, null when it was no roll.
 *
 * @param {string[]} moves
 */
export function rolledBy(moves) {
  const [, number] = /^roll (\d)$/.exec(moves[moves.length - 1] ?? "") ?? [];
  return number === undefined ? null : Number(number);
}

/**
 * One face of the die; 0 for one that nobody has seen yet.
 *
 * @param {number} number
 */
export function face(number) {
  const pips = (PIPS[number] ?? []).map((at) =>
    svg("circle", { cx: ((at - 1) % 3) * 6 + 6, cy: Math.floor((at - 1) / 3) * 6 + 6, r: 1.9 }));
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "face" },
    svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }), pips.length ? pips : svg("text", { x: 12, y: 12 }, "?"));
}

/**
 * The die as a button.
 *
 * @param {{ number: number, rolling: boolean, label: string, disabled?: boolean, click: () => void }} how
 */
export function dieButton({ number, rolling, label, disabled, click }) {
  return html("button", {
    type: "button", class: `tool die${rolling ? " rolling" : ""}`, data: { tool: "die" }, disabled,
    "aria-live": "polite", ...(!label && { "aria-label": say("die.roll") }), on: { click },
  }, face(number), label);
}
