// Draws what lies beside the table: pieces still to come, the die, and switches of the input.

import { html, icon, svg } from "./dom.js";
import { isOver, isPlaying } from "./games.js";
import { isStill } from "./look.js";
import { drawPiece } from "./pieces.js";
import { say } from "./words.js";

/** @import { LoosePiece, State, Supply } from "./types.js" */
/** @import { Drops } from "./drops.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Touches } from "./touches.js" */
/** @import { Table } from "./table.js" */

/** Milliseconds for which a die is seen rolling. */
const ROLLING = 700;
/** The dots on each face of the die: places in rows of three. @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

export class Tray {
  #root;
  #input;
  #table;
  #shown = "";
  /** @type {State | null} */
  #state = null;
  #allowed = false;
  /** What the die shows, and after how many moves it was rolled. @type {{ number: number, ply: number } | null} */
  #rolled = null;
  #rolling = false;

  /**
   * @param {HTMLElement} root where it is drawn
   * @param {Drops | Touches | Hand} input takes things from it
   * @param {Table} table shows where the die leads
   */
  constructor(root, input, table) {
    this.#root = root;
    this.#input = input;
    this.#table = table;
    input.addEventListener("held", () => this.#redraw());
  }

  /**
   * Show what lies beside the table in this state.
   *
   * @param {State} state
   * @param {boolean} allowed whether this page may touch it
   */
  draw(state, allowed) {
    this.#state = state;
    this.#allowed = allowed;
    if (this.#rolled && this.#rolled.ply !== state.moves.length) this.#rolled = null;
    this.#redraw();
  }

  #redraw() {
    const state = this.#state;
    if (!state) return;
    const { held, pressing, turning } = this.#input;
    const shown = JSON.stringify([
      this.#allowed, state.game?.name, isOver(state), state.page?.supplies.map((one) => [one, this.#isUsable(one)]), "plays" in this.#input && this.#input.plays,
      this.#canRoll, this.#rolled, this.#rolling, held, pressing, turning, document.documentElement.lang,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement;
    const tool = focused instanceof HTMLElement && this.#root.contains(focused) && focused.dataset.tool;
    this.#root.replaceChildren(...(this.#allowed || state.screen ? this.#things(state) : []));
    this.#root.hidden = !this.#root.childElementCount;
    if (state.screen && this.#root.childElementCount) this.#root.classList.add("kept"); // its place stays
    if (tool) /** @type {HTMLElement | null} */ (this.#root.querySelector(`[data-tool="${tool}"]`))?.focus();
    this.#table.outline("rolled", this.#target());
  }

  /** @param {State} state */
  #things(state) {
    const things = [];
    if (isPlaying(state) && !isOver(state)) {
      things.push(...state.page.supplies.map((supply) => this.#supply(supply)));
      if (state.screen) return things;
      if (this.#canRoll) things.push(this.#die());
      if (state.page.sand !== null) things.push(this.#toggle("turning", "turn", "tray.turning"));
      things.push(this.#toggle("pressing", "press", "tray.pressing"));
    }
    if (this.#input.held) things.push(this.#aside(this.#input.held.from === null));
    return things;
  }

  /**
   * Whether one of a supply can be brought now.
   *
   * @param {Supply} supply
   */
  #isUsable({ moves }) {
    if (this.#state?.screen) return "plays" in this.#input && this.#input.plays && Object.hasOwn(this.#state.screen.drops, moves);
    return Boolean(this.#state?.position?.legal.some((move) => move.startsWith(moves)));
  }

  /**
   * A supply as a button, from which a piece can be dragged off or taken by a tap.
   *
   * @param {Supply} supply
   */
  #supply(supply) {
    const { key, kind, colour, name, seat, left } = supply;
    /** @type {LoosePiece} */
    const piece = { kind, colour, colours: [colour], label: "", height: 1, seat, name };
    const before = "saysBefore" in this.#input && this.#input.saysBefore(piece);
    const usable = before || this.#isUsable(supply);
    const magnet = this.#state?.page?.magnets.includes(kind);
    const button = html("button", {
      type: "button", class: "supply", disabled: !usable, data: { tool: key },
      "aria-label": say("tray.take", { piece: name, left }),
    }, svg("svg", { viewBox: magnet ? "-17 -18 34 36" : "-4 -2 22 22", "aria-hidden": "true" }, drawPiece(piece)),
    html("span", { class: "count" }, left));
    if (!usable || !this.#allowed) return button;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#input.takeFrom(piece, supply, event);
    });
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.#input.takeFrom(piece, supply, null); // by keyboard
    });
    return button;
  }

  /**
   * @param {"turning" | "pressing"} what
   * @param {string} picture
   * @param {string} label
   */
  #toggle(what, picture, label) {
    const on = this.#input[what];
    const click = () => {
      this.#input[what] = !on;
      this.#redraw();
    };
    return html("button", {
      type: "button", class: "tool", "aria-pressed": String(on), data: { tool: what }, on: { click },
    }, icon(picture), say(label));
  }

  /** @param {boolean} fromSupply whether what is held goes back to its supply */
  #aside(fromSupply) {
    const click = () => {
      if (this.#input.held?.from === null) this.#input.putBack();
      else this.#input.layAside();
    };
    return html("button", { type: "button", class: "tool aside", data: { tool: "aside" }, on: { click } },
      icon("aside"), say(fromSupply ? "tray.back" : "tray.aside"));
  }

  // The die: it belongs to the players, the table only sees where the piece goes

  get #canRoll() {
    return Boolean(this.#state?.position?.legal.some((move) => move.startsWith("roll ")));
  }

  /** @param {number} number */
  #isRollable(number) {
    return Boolean(this.#state?.position?.legal.includes(`roll ${number}`));
  }

  #die() {
    const number = this.#rolled?.number ?? 0;
    return dieButton({ number, rolling: this.#rolling, label: this.#dieLabel(number), click: () => this.#roll() });
  }

  /** @param {number} number */
  #dieLabel(number) {
    if (!number) return say("die.roll");
    return this.#isRollable(number) ? say("die.rolled", { number }) : say("die.full", { number });
  }

  #roll() {
    const ply = this.#state?.moves.length ?? 0;
    if (this.#rolling || (this.#rolled && this.#isRollable(this.#rolled.number))) return; // it stands
    this.#rolling = true;
    this.#rolled = null;
    this.#redraw();
    setTimeout(() => {
      this.#rolling = false;
      this.#rolled = { number: throwDie(), ply };
      this.#redraw();
    }, rollingTime());
  }

  /** The cell to which the die sends a piece, if there is one. */
  #target() {
    const number = this.#rolled?.number;
    const cell = number && this.#isRollable(number) ? this.#state?.game?.fields[String(number)] : undefined;
    return cell === undefined ? [] : [cell];
  }
}

/** A number from 1 to 6, each as likely. */
function throwDie() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + Math.floor((number / 2 ** 32) * 6);
}

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
