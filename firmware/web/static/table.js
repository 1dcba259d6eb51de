// Draws the table: the printed sheet, the lamps under it, what stands on it, and its fields.

import { cellsOf, isGlass } from "./games.js";
import { show } from "./host.js";
import { Lens } from "./lens.js";
import { drawNote, drawPiece, drawSenator, liesBeside, lookOf, nameShapes } from "./pieces.js";
import { COLUMNS, Places, ROWS } from "./places.js";
import { html, render } from "./preact.js";
import { setting } from "./settings.js";
import { onTop } from "./things.js";
import { say } from "./words.js";

/** @import { LastMove, State, Thing } from "./state.js" */
/** @import { Drawn } from "./preact.js" */

const SENT_EVERY = 1; // seconds: running sand is sent twice as often, so what is not sent stands still
const LAYERS = ["ground", "coins", "lamps", "lit", "senators", "trail", "pieces", "stones", "notes", "marks", "fields"];
const CELLS = Array.from({ length: COLUMNS * ROWS }, (_, cell) => cell);
/** How the soft light of a lamp fades from its middle to its edge. */
const LIGHT = [[0, 0.95], [0.45, 0.85], [0.72, 0.4], [1, 0]];
/** Where the arrow keys lead: columns and rows. @type {Record<string, [columns: number, rows: number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A thing as it is drawn. look: see `lookOf`; key: of its element. @typedef {Thing & { look: string, key: number }} Shown */

/**
 * In which order a thing is looked for among those before it: where it stood, then where it may have come from.
 *
 * @type {((old: Shown, now: Shown) => boolean)[]}
 */
const SAME = [(old, now) => old.cell === now.cell && old.way === now.way, (old, now) => old.cell === now.cell,
  (old, now) => old.way !== "away" && now.way !== "away"];

/**
 * What is outlined: where a piece would be put down, the best move, what a move is about, where a piece may go, what
 * may move, a move that was said before its turn.
 *
 * @typedef {"aim" | "best" | "move" | "target" | "source" | "premove"} Outlined
 */

export class Table {
  #frame;
  #turned = 0;
  /** @type {Record<string, SVGGElement>} */
  #layers = {};
  /** The colours in which lamps have shone. @type {Set<string>} */
  #glows = new Set();
  /** The colour that each lamp had last. @type {string[]} */
  #shone = [];
  /** @type {Shown[]} */
  #shown = [];
  #keys = 0; // how many elements of things there were
  /** The cells that are outlined. @type {Map<Outlined, number[]>} */
  #outlined = new Map();
  #sheet = ""; // where its picture comes from
  #since = 0; // when the pieces were described last
  /** @type {State | null} */
  #state = null;
  #focus = 0;
  #places = new Places();
  /** The cells that hold something that may be taken, as the shape of the pointer shows. @type {Set<number>} */
  takes = new Set();
  /** The element that pointers and keys are heard on. @type {SVGSVGElement} */
  surface;
  /** Shows what lies under a finger. */
  lens;

  /** @param {HTMLElement} frame gets the table, below what is in it already */
  constructor(frame) {
    this.#frame = frame;
    const board = document.createElement("div");
    board.className = "board";
    frame.prepend(board);
    // The sheet is a picture of its own, so that a lamp that blinks does not draw it anew.
    render(html`<img class="sheet" id="sheet" alt="" draggable="false" hidden />
      <svg id="table" viewBox="-9 -9 498 338" role="group" data-name="table"><defs />
        <g>${LAYERS.map((name) => html`<g id=${`layer-${name}`} class=${name} role=${name === "fields" ? "grid" : null}
          aria-hidden=${name === "coins" ? "true" : null} />`)}</g></svg>`, board);
    this.surface = /** @type {SVGSVGElement} */ (board.querySelector("svg"));
    for (const name of LAYERS) this.#layers[name] = /** @type {SVGGElement} */ (board.querySelector(`#layer-${name}`));
    this.lens = new Lens(this.#picture, this.#whole);
    render(html`<rect class="room" width="480" height="320" /><rect class="rim" x="-1" y="-1" width="482" height="322" rx="2.5" />`, this.#layers.ground);
    this.#layers.fields.addEventListener("keydown", (event) => this.#walk(event));
    // Heard on the frame: a part of an svg that hears of the focus would take it itself.
    frame.addEventListener("focusin", ({ target }) => {
      const cell = cellOf(target);
      if (cell === null) return;
      this.#focus = cell;
      this.#drawFields();
    });
    setInterval(() => this.#shown.some(({ piece }) => piece.running) && this.#drawPieces(), 200);
  }

  get #picture() {
    return /** @type {HTMLElement} */ (this.surface.previousElementSibling);
  }

  /** All that turns with the table. */
  get #whole() {
    return /** @type {SVGGElement} */ (this.surface.lastElementChild);
  }

  /**
   * Show a state of the table.
   *
   * @param {State} state
   * @param {Thing[]} things what stands there
   */
  draw(state, things) {
    if (state.pieces !== this.#state?.pieces) this.#since = performance.now();
    this.#state = state;
    if (state.game) nameShapes(state.game.colours);
    this.#places.take(state.page?.places ?? {});
    this.#shown = this.#followed(things);
    this.#drawSheet(state);
    this.#drawLamps(state.lamps);
    this.#drawPieces();
    render(senators(state, this.#places).map(({ key, x, y, drawn }) => html`<g key=${key} class="senator" style=${this.#at(x, y)}>${drawn}</g>`),
      this.#layers.senators);
    render(Object.entries(state.coins).map(([name, [x, y]]) => html`<g key=${name} class="coin" data-sector=${name} style=${this.#at(x, y)}>
      <circle r="3.6" /><text>${name}</text></g>`), this.#layers.coins);
    render(state.notes.map(({ x, y, dx, dy, ...note }) => html`<g style=${note.cell === null ? this.#at(x, y) : this.#at(...this.#places.of(note.cell))}
        ...${note.said && note.cell === null ? { role: "img", "aria-label": note.said } : { "aria-hidden": "true" }}>
      <g transform=${`translate(${dx} ${dy})`}>${drawNote(note)}</g></g>`), this.#layers.notes);
    this.#drawMarks();
    this.#drawFields();
  }

  /**
   * The cell under a point of the window, null beside the table.
   *
   * @param {number} x pixels, as y
   * @param {number} y
   */
  cellAt(x, y) {
    const matrix = this.#layers.fields.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return this.#places.at(point.x, point.y);
  }

  /**
   * Where the middle of a cell is in the window (pixels), and how many pixels a millimetre has.
   *
   * @param {number} cell
   */
  placeOf(cell) {
    const matrix = this.#layers.fields.getScreenCTM() ?? new DOMMatrix();
    const [x, y, size] = this.#places.of(cell);
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y, scale: size * Math.hypot(matrix.a, matrix.b) };
  }

  /**
   * Outline cells, and no others of this kind.
   *
   * @param {Outlined} kind
   * @param {number[]} cells
   */
  outline(kind, cells) {
    if (String(cells) === String(this.#outlined.get(kind) ?? [])) return; // as with each state, and each pixel of a drag
    this.#outlined.set(kind, cells);
    this.#drawMarks();
  }

  #drawMarks() {
    render([...this.#outlined].flatMap(([kind, cells]) => cells.map((cell) => {
      const [cx, cy, size] = this.#places.of(cell);
      const taken = this.#shown.some((one) => one.cell === cell); // a ring leaves seen what is written there
      return kind === "target" ? html`<circle key=${`${kind} ${cell}`} class=${taken ? "target ring" : kind} cx=${cx} cy=${cy} r=${(taken ? 15 : 5.5) * size} />`
        : html`<rect key=${`${kind} ${cell}`} class=${kind} ...${this.#places.squareOf(cell, 18)} rx="5" />`;
    })), this.#layers.marks);
  }

  /**
   * Outline the fields of a move; those of none, for null.
   *
   * @param {string | null} move
   */
  showMove(move) {
    this.outline("move", move !== null && this.#state?.game ? cellsOf(this.#state.game, move) : []);
  }

  /**
   * Show where the last move led, by an arrow from the old place to the new one, and what it scored.
   *
   * @param {LastMove | null} last
   */
  showLast(last) {
    const key = JSON.stringify([last?.from, last?.to, last?.lit]); // what scores anew blinks anew
    render((last?.lit ?? []).map((cell) => html`<rect key=${`${key} ${cell}`} class="scored" ...${this.#places.squareOf(cell)} />`), this.#layers.lit);
    const { from = null, to = null } = last ?? {};
    render(to !== null && html`<rect class="came" ...${this.#places.squareOf(to, 18.5)} rx="5" />${from !== null && from !== to && this.#arrow(from, to)}`,
      this.#layers.trail);
  }

  /**
   * @param {number} from a cell
   * @param {number} to another one
   */
  #arrow(from, to) {
    const [[u, v], [x, y]] = [this.#places.of(from), this.#places.of(to)];
    const length = Math.hypot(x - u, y - v);
    const [dx, dy] = [(x - u) / length, (y - v) / length];
    const [tip, neck] = [[x - dx * 12, y - dy * 12], [x - dx * 21, y - dy * 21]];
    return html`<circle class="went" cx=${u} cy=${v} r="4.5" /><path class="arrow" d=${`M${u} ${v}L${neck}`} />
      <path class="arrow-head" d=${`M${tip}L${neck[0] - dy * 5.5} ${neck[1] + dx * 5.5}L${neck[0] + dy * 5.5} ${neck[1] - dx * 5.5}Z`} />`;
  }

  /**
   * By how many degrees the table is turned: 0, or upright, as suits a narrow screen, with its right end (90)
   * or its left end (-90) near.
   *
   * @param {number} turned
   */
  set turned(turned) {
    if (turned === this.#turned) return;
    this.#turned = turned;
    this.surface.setAttribute("viewBox", turned ? "-9 -9 338 498" : "-9 -9 498 338");
    const moved = { "0": "", "90": "translate(320 0) rotate(90)", "-90": "translate(0 480) rotate(-90)" }[turned];
    this.#whole.setAttribute("transform", moved ?? "");
    this.#frame.classList.toggle("turned", turned !== 0);
    this.#frame.classList.toggle("left-near", turned < 0);
    if (this.#state) this.draw(this.#state, this.#shown);
  }

  /**
   * The style of what lies at a place on the table; it stands upright however the table is turned.
   *
   * @param {number} x millimetres, as y
   * @param {number} y
   * @param {number} [size] how many times as large as on a table it is
   */
  #at(x, y, size = 1) {
    return { transform: `translate(${x}px, ${y}px)${size === 1 ? "" : ` scale(${size})`}${this.#turned ? ` rotate(${-this.#turned}deg)` : ""}` };
  }

  get focusedCell() {
    return this.#focus;
  }

  /** @param {State} state */
  #drawSheet({ sheet }) {
    const plain = sheet ?? "";
    const source = plain && this.#turned ? `${plain}&turned=${this.#turned}` : plain; // all have a language before
    if (this.#sheet === source) return;
    this.#sheet = source;
    if (source) show(this.#picture, source);
    this.#picture.hidden = !source;
  }

  /** @param {string[]} lamps */
  #drawLamps(lamps) {
    render(lamps.map((colour, cell) => {
      const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      const brightest = Math.max(...parts);
      if (brightest) this.#shone[cell] = parts.map((part) => Math.round((part * 255) / brightest)).join();
      if (brightest) this.#glows.add(this.#shone[cell]);
      const [cx, cy] = this.#places.of(cell);
      // An eye sees a sixth of the light as nearly half of the brightness.
      return html`<circle class="lamp" cx=${cx} cy=${cy} r="25" fill=${this.#shone[cell] && `url(#${glowOf(this.#shone[cell])})`}
        style=${{ opacity: Math.sqrt(brightest / 255).toFixed(2) }} />`;
    }), this.#layers.lamps);
    render([...this.#glows].map((glow) => html`<radialGradient key=${glow} id=${glowOf(glow)}>${LIGHT.map(([offset, opacity]) =>
      html`<stop offset=${offset} stop-color=${`rgb(${glow})`} stop-opacity=${opacity} />`)}</radialGradient>`),
    /** @type {Element} */ (this.surface.querySelector("defs")));
  }

  /**
   * The things as they are drawn, each by the element that it had before, so that it is seen to move.
   *
   * @param {Thing[]} things
   */
  #followed(things) {
    const before = [...this.#shown];
    /** @type {Shown[]} */
    const after = things.map((thing) => ({ ...thing, look: lookOf(thing.piece), key: 0 }));
    for (const fits of SAME) {
      for (const now of after) {
        const at = now.key ? -1 : before.findIndex((old) => old.look === now.look && fits(old, now));
        if (at >= 0) now.key = before.splice(at, 1)[0].key;
      }
    }
    for (const now of after) now.key ||= ++this.#keys;
    return after.sort((one, other) => one.key - other.key); // an element that is put elsewhere in the page does not move softly
  }

  #drawPieces() {
    const passed = Math.min((performance.now() - this.#since) / 1000, SENT_EVERY);
    /** @type {Record<string, Drawn[]>} */
    const drawn = { pieces: [], stones: [] };
    for (const { cell, piece, way, key } of this.#shown) {
      const [x, y, size] = this.#places.of(cell);
      const inwards = this.#turned ? (y - 160) * this.#turned < 0 : x > 240; // what stands beside it is on its left
      const runs = piece.running && way === "there" && this.#state?.at === undefined;
      const now = isGlass(piece) ? { ...piece, remaining: Math.max(0, (piece.remaining ?? 0) - (runs ? passed : 0)) } : piece;
      drawn[liesBeside(piece) ? "stones" : "pieces"].push(html`<g key=${key} class=${`piece ${piece.kind} ${way}${inwards ? " inwards" : ""}`}
        style=${this.#at(x, y, size)}>${drawPiece(now)}</g>`);
    }
    for (const [layer, pieces] of Object.entries(drawn)) render(pieces, this.#layers[layer]);
  }

  /** Draw every field, named with what stands on it, for people who cannot see the page. */
  #drawFields() {
    const state = this.#state;
    if (!state) return;
    const names = CELLS.map((cell) => state.game?.names[cell]);
    const used = CELLS.map((cell) => Boolean(names[cell] && this.#places.of(cell)[2]));
    if (!used[this.#focus]) this.#focus = Math.max(0, used.indexOf(true));
    this.#layers.fields.setAttribute("aria-label", say("table"));
    const field = (/** @type {number} */ cell) => html`<rect key=${cell} role="gridcell" rx="4" data-cell=${cell} ...${this.#places.squareOf(cell)}
      class=${`field${used[cell] ? " used" : ""}${this.takes.has(cell) ? " takes" : ""}`} tabindex=${cell === this.#focus ? 0 : -1}
      aria-label=${names[cell] ? `${names[cell]}: ${this.#whatIsOn(cell)}` : ""} aria-hidden=${String(!names[cell])} />`;
    render(Array.from({ length: ROWS }, (_, row) => {
      const cells = CELLS.slice(row * COLUMNS, (row + 1) * COLUMNS);
      return html`<g key=${row} role="row" aria-hidden=${String(!cells.some((cell) => names[cell]))}>${cells.map(field)}</g>`;
    }), this.#layers.fields);
  }

  /**
   * What stands on a cell, what can be taken first, in words; and what helps to count there.
   *
   * @param {number} cell
   */
  #whatIsOn(cell) {
    const here = this.#shown.filter((thing) => thing.cell === cell);
    const top = onTop(here, cell);
    const pieces = here.sort((one, other) => Number(other === top) - Number(one === top)).map(({ piece, way }) => {
      const how = piece.dead && way !== "away" ? "dead" : way;
      return how === "there" ? piece.name : say(`way.${how}`, { piece: piece.name || say("piece") });
    });
    const notes = setting("notes") === "on" ? this.#state?.notes.filter((note) => note.cell === cell) : [];
    return [pieces.join(", ") || say("empty"), ...new Set(notes?.map(({ said }) => said))].join("; ");
  }

  /**
   * Let an arrow key lead to the next field in its direction, past cells without one.
   *
   * @param {KeyboardEvent} event
   */
  #walk(event) {
    const seen = STEPS[event.key];
    if (!seen || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const way = Math.sign(this.#turned);
    const step = way ? [way * seen[1], -way * seen[0]] : seen;
    let [column, row] = [this.#focus % COLUMNS, Math.floor(this.#focus / COLUMNS)];
    for (;;) {
      column += step[0];
      row += step[1];
      if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return;
      const next = this.#layers.fields.querySelector(`.used[data-cell="${row * COLUMNS + column}"]`);
      if (next instanceof SVGElement) {
        next.focus();
        return;
      }
    }
  }
}

/**
 * The counters that walk a scale in lamps, beside each other where they share a cell.
 *
 * @param {State} state
 * @param {Places} places
 */
function senators({ extras: { scale = {} } }, places) {
  const [wide, across, down, up] = places.changed ? [2, 14, 12, 6] : [3, 12, 14, 4]; // a screen has its fields narrow
  /** How many stand on a cell already. @type {Record<number, number>} */
  const crowd = {};
  return Object.entries(scale).map(([key, { cell, colour, field, steps }]) => {
    const rank = crowd[cell] ?? 0;
    crowd[cell] = rank + 1;
    const [x, y] = places.of(cell);
    const told = steps === field && !places.changed ? "" : steps; // it has gone round, or back
    return { key, x: x + (rank % wide - (wide - 1) / 2) * across, y: y + Math.floor(rank / wide) * down - up, drawn: drawSenator(colour, told) };
  });
}

/**
 * The id of the gradient that is the soft light of a colour.
 *
 * @param {string} colour its red, green and blue
 */
function glowOf(colour) {
  return `glow-${colour.replaceAll(",", "-")}`;
}

/**
 * The cell of an element of the table, null for any other.
 *
 * @param {EventTarget | null} target
 */
export function cellOf(target) {
  const cell = target instanceof SVGElement ? target.dataset.cell : undefined;
  return cell === undefined ? null : Number(cell);
}
