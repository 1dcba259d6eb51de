// What lies beside the table? Romans and stones still to come, the die, and how input work.

import { html, icon, svg } from "./dom.js";
import { seatColours, senatorsOf } from "./games.js";
import { drawPiece } from "./pieces.js";
import { say } from "./words.js";

const ROLLING = 700; // milliseconds
const STONES = 11; // of each seat in Revolution
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

export class Tray {
  #root;
  #input;
  #table;
  #shown = null;
  #state = null;
  #rolled = null; // {number, ply}
  #rolling = false;

  /** root: where it is drawn. input: what takes things from it. table: shows where the die leads. */
  constructor(root, input, table) {
    this.#root = root;
    this.#input = input;
    this.#table = table;
    input.addEventListener("held", () => this.#redraw());
  }

  /** Show what lies beside the table in this state; allowed: whether input may touch it. */
  draw(state, allowed) {
    this.#state = { ...state, allowed };
    if (this.#rolled && this.#rolled.ply !== state.moves.length) this.#rolled = null;
    this.#redraw();
  }

  #redraw() {
    const state = this.#state;
    if (!state) return;
    const { held } = this.#input;
    const shown = JSON.stringify([
      state.allowed, state.game?.name, state.position?.to_move, state.position?.detail?.in_hand,
      state.position?.detail?.stones, this.#canSet, this.#canRoll, this.#rolled, this.#rolling, held,
      this.#input.pressing, this.#input.turning, document.documentElement.lang,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const inside = this.#root.contains(document.activeElement) && document.activeElement.dataset.tool;
    this.#root.replaceChildren(...(state.allowed ? this.#things(state) : []));
    this.#root.hidden = !this.#root.childElementCount;
    if (inside) this.#root.querySelector(`[data-tool="${inside}"]`)?.focus();
    this.#table.outline("rolled", this.#target());
  }

  #things(state) {
    const { game, position } = state;
    const things = [];
    if (game && !position.over) {
      if (game.name === "forum_romanum") things.push(...this.#romans(state));
      if (game.name === "revolution") things.push(this.#stones(game, position));
      if (this.#canRoll) things.push(this.#die());
      if (game.name === "hourglass") things.push(this.#toggle("turning", "turn", "tray.turning"));
      things.push(this.#toggle("pressing", "press", "tray.pressing"));
    }
    if (this.#input.held) things.push(this.#aside());
    return things;
  }

  #romans({ game, position, scale }) {
    const { to_move: seat, detail, legal } = position;
    const hand = detail.in_hand;
    const usual = seat && senatorsOf(scale, seat).find(([letter]) => hand[letter])?.[0];
    return game.seats.flatMap((each) => senatorsOf(scale, each).flatMap(([letter, { colour }]) => {
      if (!hand[letter]) return [];
      const piece = { kind: "roman", colour, colours: [colour], label: "", height: 1, seat: each,
        name: say(`roman.${letter}`) };
      // Where a seat has two colours, the key of the second is pressed before its Roman is placed.
      const press = letter === usual ? null : game.fields[`key-${letter}`];
      const now = legal.some((move) => move.startsWith(`${letter}@`));
      return this.#supply(piece, hand[letter], now, { press }, letter);
    }));
  }

  #stones(game, { to_move: seat, detail }) {
    const left = STONES - (detail.stones[seat] ?? 0);
    const piece = { kind: "stone", colour: seatColours(game, seat)[0], label: "", height: 1, seat,
      colours: [], name: say(`stone.${seat}`) };
    return this.#supply(piece, left, this.#canSet, { stone: true }, "stone");
  }

  get #canSet() {
    return Boolean(this.#state?.position?.legal.some((move) => move.startsWith("*")));
  }

  /** Some alike pieces, of which one can be dragged off or tapped. */
  #supply(piece, left, mine, how, tool) {
    const box = piece.kind === "stone" ? "-4 -2 22 22" : "-17 -18 34 36";
    const button = html("button", {
      type: "button", class: "supply", disabled: !mine, data: { tool },
      "aria-label": say("tray.take", { piece: piece.name, left }),
    }, svg("svg", { viewBox: box, "aria-hidden": "true" }, drawPiece(piece)), html("span", { class: "count" }, left));
    if (!mine) return button;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#input.takeNew(piece, { ...how, event });
    });
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.#input.takeNew(piece, how); // by keyboard
    });
    return button;
  }

  #toggle(what, picture, label) {
    const on = this.#input[what];
    return html("button", {
      type: "button", class: "tool", "aria-pressed": String(on), data: { tool: what },
      on: { click: () => { this.#input[what] = !on; this.#redraw(); } },
    }, icon(picture), say(label));
  }

  #aside() {
    return html("button", {
      type: "button", class: "tool aside", data: { tool: "aside" },
      on: { click: () => this.#input.held?.from === null ? this.#input.putBack() : this.#input.layAside() },
    }, icon("aside"), say(this.#input.held.from === null ? "tray.back" : "tray.aside"));
  }

  // The die: it belongs to the players, the table only sees where the recruit goes

  get #canRoll() {
    return Boolean(this.#state?.position?.legal.some((move) => move.startsWith("roll ")));
  }

  #die() {
    const number = this.#rolled?.number ?? 0;
    const full = number && !this.#state.position.legal.includes(`roll ${number}`);
    const said = !number ? say("die.roll") : full ? say("die.full", { number }) : say("die.rolled", { number });
    const pips = (PIPS[number] ?? []).map((at) =>
      svg("circle", { cx: ((at - 1) % 3) * 6 + 6, cy: Math.floor((at - 1) / 3) * 6 + 6, r: 1.9 }));
    const face = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "face" },
      svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }), pips.length ? pips : svg("text", { x: 12, y: 12 }, "?"));
    return html("button", {
      type: "button", class: `tool die${this.#rolling ? " rolling" : ""}`, data: { tool: "die" },
      "aria-live": "polite", on: { click: () => this.#roll() },
    }, face, said);
  }

  #roll() {
    const { position, moves } = this.#state;
    const rolled = this.#rolled?.number;
    if (this.#rolling || (rolled && position.legal.includes(`roll ${rolled}`))) return; // it stands
    this.#rolling = true;
    this.#rolled = null;
    this.#redraw();
    setTimeout(() => {
      this.#rolling = false;
      this.#rolled = { number: throwDie(), ply: moves.length };
      this.#redraw();
    }, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ROLLING);
  }

  #target() {
    const number = this.#rolled?.number;
    const can = number && this.#canRoll && this.#state.position.legal.includes(`roll ${number}`);
    return can ? [this.#state.game.fields[String(number)]] : [];
  }
}

/** A number from 1 to 6, each as likely. */
function throwDie() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + Math.floor((number / 2 ** 32) * 6);
}
