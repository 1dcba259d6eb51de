// Draws the table: the printed sheet, the lamps under it, what stands on it, and its fields.

import { svg } from "./dom.js";
import { cellsOf, fieldOn, isGlass } from "./games.js";
import { show } from "./host.js";
import { Lens } from "./lens.js";
import { drawPiece, drawSenator, fillFrame, liesBeside, lookOf, nameShapes, setSand } from "./pieces.js";
import { COLUMNS, Places, ROWS } from "./places.js";
import { onTop } from "./reconcile.js";
import { say } from "./words.js";

/** @import { LastMove, Senator, State, Thing } from "./state.js" */

const SENT_EVERY = 1; // seconds: running sand is sent twice as often, so what is not sent stands still
const LAYERS = ["ground", "coins", "lamps", "lit", "senators", "trail", "pieces", "stones", "influence", "marks", "fields"];
/** Where the arrow keys lead: columns and rows. @type {Record<string, [columns: number, rows: number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A thing as it is drawn. look: see `lookOf`.
 *
 * @typedef {Thing & { look: string, element: SVGElement | null }} Drawn
 */

/**
 * What is outlined: where a piece would be put down, the best move, what a move is about, where a piece may go, what
 * may move, a move that was said before its turn.
 *
 * @typedef {"aim" | "best" | "move" | "target" | "source" | "premove"} Outlined
 */

export class Table {
  #frame;
  #root;
  #whole; // all that turns with the table
  #turned = 0;
  /** @type {Record<string, SVGElement>} */
  #layers = {};
  /** The layer of the fields, which is asked where it lies in the window. */
  #grid;
  /** @type {SVGElement[]} */
  #lamps = [];
  /** @type {SVGElement[]} */
  #fields = [];
  /** The gradients that there are already, by id. @type {Set<string>} */
  #glows = new Set();
  /** @type {Drawn[]} */
  #drawn = [];
  /** @type {Map<string, SVGElement>} */
  #senators = new Map();
  /** The cells that are outlined. @type {Map<Outlined, number[]>} */
  #outlined = new Map();
  /** What layers show, as JSON. @type {Map<string, string>} */
  #contents = new Map();
  #sheet;
  #shown = ""; // where the picture of the sheet comes from
  #since = 0; // when the pieces were described last
  /** @type {State | null} */
  #state = null;
  #focus = 0;
  #places = new Places();
  /** Shows what lies under a finger. */
  lens;

  /** @param {HTMLElement} frame is filled with the table */
  constructor(frame) {
    const { sheet, root } = fillFrame(frame);
    this.#frame = frame;
    this.#sheet = sheet;
    this.#root = root;
    for (const name of LAYERS) this.#layers[name] = svg("g", { id: `layer-${name}`, class: name });
    this.#grid = /** @type {SVGGElement} */ (this.#layers.fields);
    for (const name of ["coins", "influence"]) this.#layers[name].setAttribute("aria-hidden", "true");
    this.#whole = svg("g", {}, Object.values(this.#layers));
    this.lens = new Lens(sheet, this.#whole);
    this.#root.append(this.#whole);
    this.#layers.ground.append(
      svg("rect", { class: "room", width: 480, height: 320 }),
      svg("rect", { class: "rim", x: -1, y: -1, width: 482, height: 322, rx: 2.5 }));
    for (let cell = 0; cell < COLUMNS * ROWS; cell += 1) this.#addCell(cell);
    this.#layers.fields.setAttribute("role", "grid");
    this.#layers.fields.addEventListener("keydown", (event) => this.#walk(event));
    // Heard on the frame: a part of an svg that hears of the focus would take it itself.
    frame.addEventListener("focusin", ({ target }) => {
      const cell = cellOf(target);
      if (cell !== null) this.#rove(cell);
    });
    setInterval(() => this.#runSand(), 200);
  }

  /**
   * The element that pointers and keys are heard on.
   *
   * @returns {SVGSVGElement}
   */
  get surface() {
    return this.#root;
  }

  /**
   * Show a state of the table.
   *
   * @param {State} state
   * @param {Thing[]} things what stands there, as `reconcile` has it
   */
  draw(state, things) {
    if (state.pieces !== this.#state?.pieces) this.#since = performance.now();
    this.#state = state;
    if (state.game) nameShapes(state.game.colours);
    if (this.#places.take(state.page?.places ?? {})) this.#layFields();
    this.#drawSheet(state);
    this.#drawLamps(state.lamps);
    this.#drawSenators(state);
    this.#drawPieces(things);
    this.#drawCoins(state);
    this.#drawInfluence(state);
    this.#nameFields(state, things);
    this.#runSand();
  }

  #layFields() {
    this.#fields.forEach((field, cell) => {
      for (const [name, value] of Object.entries(this.#places.squareOf(cell))) field.setAttribute(name, String(value));
    });
    for (const [kind, cells] of this.#outlined) this.outline(kind, cells);
  }

  /**
   * The cell under a point of the window, null beside the table.
   *
   * @param {number} x pixels, as y
   * @param {number} y
   */
  cellAt(x, y) {
    const matrix = this.#grid.getScreenCTM();
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
    const matrix = this.#grid.getScreenCTM() ?? new DOMMatrix();
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
    this.#outlined.set(kind, cells);
    for (const old of this.#layers.marks.querySelectorAll(`.${kind}`)) old.remove();
    for (const cell of cells) {
      const [cx, cy, size] = this.#places.of(cell);
      const taken = this.#drawn.some((one) => one.cell === cell); // a ring leaves seen what is written there
      this.#layers.marks.append(kind === "target" ? svg("circle", { class: taken ? "target ring" : kind, cx, cy, r: (taken ? 15 : 5.5) * size })
        : svg("rect", { class: kind, ...this.#places.squareOf(cell, 18), rx: 5 }));
    }
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
    if (!this.#changes("trail", [last?.from, last?.to, last?.lit, this.#places.key])) return;
    this.#layers.trail.replaceChildren();
    this.#layers.lit.replaceChildren(...(last?.lit ?? []).map((cell) =>
      svg("rect", { class: "scored", ...this.#places.squareOf(cell) })));
    if (!last || last.to === null) return;
    const [x, y] = this.#places.of(last.to);
    this.#layers.trail.append(svg("rect", { class: "came", ...this.#places.squareOf(last.to, 18.5), rx: 5 }));
    if (last.from === null) return;
    const [u, v] = this.#places.of(last.from);
    const length = Math.hypot(x - u, y - v);
    if (!length) return;
    const [dx, dy] = [(x - u) / length, (y - v) / length];
    const [tip, neck] = [[x - dx * 12, y - dy * 12], [x - dx * 21, y - dy * 21]];
    this.#layers.trail.append(
      svg("circle", { class: "went", cx: u, cy: v, r: 4.5 }),
      svg("path", { class: "arrow", d: `M${u} ${v}L${neck[0]} ${neck[1]}` }),
      svg("path", { class: "arrow-head", d: `M${tip[0]} ${tip[1]}L${neck[0] - dy * 5.5} ${neck[1] + dx * 5.5}L${
        neck[0] + dy * 5.5} ${neck[1] - dx * 5.5}Z` }));
  }

  /**
   * Show by the shape of the pointer which cells hold something that may be taken.
   *
   * @param {Set<number>} cells
   */
  allowTaking(cells) {
    this.#fields.forEach((field, cell) => field.classList.toggle("takes", cells.has(cell)));
  }

  /**
   * By how many degrees the table is turned: 0, or upright, as suits a narrow screen, with its right end (90)
   * or its left end (-90) near.
   */
  set turned(turned) {
    if (turned === this.#turned) return;
    this.#turned = turned;
    this.#root.setAttribute("viewBox", turned ? "-9 -9 338 498" : "-9 -9 498 338");
    const moved = { "0": "", "90": "translate(320 0) rotate(90)", "-90": "translate(0 480) rotate(-90)" }[turned];
    this.#whole.setAttribute("transform", moved ?? "");
    this.#frame.classList.toggle("turned", turned !== 0);
    this.#frame.classList.toggle("left-near", turned < 0);
    if (this.#state) this.draw(this.#state, this.#drawn);
  }

  get turned() {
    return this.#turned;
  }

  /**
   * Move something to a place on the table; it stands upright however the table is turned.
   *
   * @param {SVGElement} element
   * @param {number} x millimetres, as y
   * @param {number} y
   * @param {number} [size] how many times as large as on a table it is
   */
  #put(element, x, y, size = 1) {
    element.style.transform = `translate(${x}px, ${y}px)${size === 1 ? "" : ` scale(${size})`}${this.#turned ? ` rotate(${-this.#turned}deg)` : ""}`;
  }

  get focusedCell() {
    return this.#focus;
  }

  /** @param {number} cell */
  #addCell(cell) {
    const [x, y] = this.#places.of(cell);
    const lamp = svg("circle", { class: "lamp", cx: x, cy: y, r: 25 });
    this.#lamps.push(lamp);
    this.#layers.lamps.append(lamp);
    if (cell % COLUMNS === 0) this.#layers.fields.append(svg("g", { role: "row" }));
    const field = svg("rect", { class: "field", role: "gridcell", tabindex: -1, data: { cell },
      ...this.#places.squareOf(cell), rx: 4 });
    this.#fields.push(field);
    this.#layers.fields.lastElementChild?.append(field);
  }

  /** @param {State} state */
  #drawSheet({ sheet }) {
    const plain = sheet ?? "";
    const source = plain && this.#turned ? `${plain}&turned=${this.#turned}` : plain; // all have a language before
    if (this.#shown === source) return;
    this.#shown = source;
    if (source) show(this.#sheet, source);
    this.#sheet.hidden = !source;
  }

  /** @param {string[]} lamps */
  #drawLamps(lamps) {
    this.#lamps.forEach((lamp, cell) => {
      const colour = lamps[cell] ?? "#000000";
      if (lamp.dataset.colour === colour) return;
      lamp.dataset.colour = colour;
      const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
      const brightest = Math.max(...parts);
      if (brightest) lamp.setAttribute("fill", `url(#${this.#glow(parts, brightest)})`);
      // An eye sees a sixth of the light as nearly half of the brightness.
      lamp.style.opacity = Math.sqrt(brightest / 255).toFixed(2);
    });
  }

  /**
   * The id of the gradient that is the soft light of a colour, made when it is first wanted.
   *
   * @param {number[]} parts red, green and blue, 0-255
   * @param {number} brightest the largest of them
   */
  #glow(parts, brightest) {
    const full = parts.map((part) => Math.round((part * 255) / brightest));
    const id = `glow-${full.join("-")}`;
    if (!this.#glows.has(id)) {
      this.#glows.add(id);
      const stops = [[0, 0.95], [0.45, 0.85], [0.72, 0.4], [1, 0]];
      this.#root.querySelector("defs")?.append(svg("radialGradient", { id }, stops.map(
        ([offset, opacity]) => svg("stop", { offset, "stop-color": `rgb(${full})`, "stop-opacity": opacity }))));
    }
    return id;
  }

  /** @param {Thing[]} things */
  #drawPieces(things) {
    const before = this.#drawn;
    /** @type {Drawn[]} */
    const after = things.map((thing) => ({ ...thing, look: lookOf(thing.piece), element: null }));
    /** @param {(old: Drawn, now: Drawn) => boolean} fits */
    const reuse = (fits) => {
      for (const now of after) {
        if (now.element) continue;
        const at = before.findIndex((old) => old.look === now.look && fits(old, now));
        if (at >= 0) now.element = before.splice(at, 1)[0].element;
      }
    };
    reuse((old, now) => old.cell === now.cell && old.way === now.way);
    reuse((old, now) => old.cell === now.cell);
    reuse((old, now) => old.way !== "away" && now.way !== "away"); // it has moved
    for (const old of before) old.element?.remove();
    after.sort((one, other) => one.cell - other.cell);
    for (const now of after) this.#drawThing(now);
    this.#drawn = after;
  }

  /** @param {Drawn} thing */
  #drawThing(thing) {
    const element = thing.element ?? drawPiece(thing.piece);
    thing.element = element;
    const [x, y, size] = this.#places.of(thing.cell);
    this.#put(element, x, y, size);
    element.classList.toggle("inwards", this.#turned ? (y - 160) * this.#turned < 0 : x > 240); // what stands beside it is on its left
    for (const way of ["there", "away", "strange"]) element.classList.toggle(way, way === thing.way);
    const layer = this.#layers[liesBeside(thing.piece) ? "stones" : "pieces"];
    if (element.parentNode !== layer) layer.append(element);
  }

  #runSand() {
    const passed = Math.min((performance.now() - this.#since) / 1000, SENT_EVERY);
    for (const { piece, element, way } of this.#drawn) {
      if (!element || !isGlass(piece)) continue;
      const { remaining = 0, sand = 0 } = piece;
      const running = Boolean(piece.running && !piece.dead);
      const runsHere = running && way === "there" && this.#state?.at === undefined;
      setSand(element, runsHere ? Math.max(0, remaining - passed) : remaining, sand, running);
    }
  }

  /** @param {State} state */
  #drawSenators({ extras: { scale } }) {
    /** How many stand on a cell already. @type {Map<number, number>} */
    const crowd = new Map();
    for (const [name, senator] of Object.entries(scale ?? {})) {
      const rank = crowd.get(senator.cell) ?? 0;
      crowd.set(senator.cell, rank + 1);
      const [x, y] = this.#places.of(senator.cell);
      const [wide, across, down, up] = this.#places.key ? [2, 14, 12, 6] : [3, 12, 14, 4]; // a screen has its fields narrow
      this.#put(this.#senator(name, senator), x + (rank % wide - (wide - 1) / 2) * across, y + Math.floor(rank / wide) * down - up);
    }
    for (const [name, element] of this.#senators) {
      if (scale && Object.hasOwn(scale, name)) continue;
      element.remove();
      this.#senators.delete(name);
    }
  }

  /**
   * What is drawn of a senator, made when it is first wanted.
   *
   * @param {string} name
   * @param {Senator} senator
   */
  #senator(name, { colour, field, steps }) {
    let drawn = this.#senators.get(name);
    if (!drawn) {
      drawn = drawSenator(colour);
      this.#senators.set(name, drawn);
      this.#layers.senators.append(drawn);
    }
    const walked = drawn.querySelector(".steps-walked");
    if (walked) walked.textContent = steps === field && !this.#places.key ? "" : String(steps); // it has gone round, or back
    return drawn;
  }

  /**
   * Draw the coins that are still to be won.
   *
   * @param {State} state
   */
  #drawCoins({ coins }) {
    if (!this.#changes("coins", coins)) return;
    this.#layers.coins.replaceChildren(...Object.entries(coins).map(([name, [x, y]]) => {
      const coin = svg("g", { class: "coin", data: { sector: name } }, svg("circle", { r: 3.6 }), svg("text", {}, name));
      this.#put(coin, x, y);
      return coin;
    }));
  }

  /**
   * Draw how much influence each of two seats has on fields: the first one's on the left.
   *
   * @param {State} state
   */
  #drawInfluence({ extras: { influence }, game }) {
    const seats = game?.seats ?? [];
    if (!this.#changes("influence", influence)) return;
    this.#layers.influence.replaceChildren(...Object.entries(influence ?? {}).flatMap(([cell, bySeat]) => {
      const most = Math.max(...seats.map((seat) => bySeat[seat]));
      const alone = seats.filter((seat) => bySeat[seat] === most).length === 1;
      const [x, y, size] = this.#places.of(Number(cell));
      return seats.filter((seat) => bySeat[seat]).map((seat) => {
        const leads = alone && bySeat[seat] === most;
        const mark = svg("text", { class: `influenced ${seat}${leads ? " leads" : ""}`,
          x: seat === seats[0] ? -15 : 15, y: 14.5 }, bySeat[seat]);
        this.#put(mark, x, y, size);
        return mark;
      });
    }));
  }

  /**
   * Whether what a layer shows is not what it showed last; it is noted.
   *
   * @param {string} layer
   * @param {unknown} shown
   */
  #changes(layer, shown) {
    const text = JSON.stringify([shown, this.#turned, document.documentElement.lang]);
    if (this.#contents.get(layer) === text) return false;
    this.#contents.set(layer, text);
    return true;
  }

  /**
   * Name every field and what stands on it, for people who cannot see the page.
   *
   * @param {State} state
   * @param {Thing[]} things
   */
  #nameFields(state, things) {
    this.#layers.fields.setAttribute("aria-label", say("table"));
    this.#fields.forEach((field, cell) => {
      const name = nameOf(state, cell);
      const found = onTop(things, cell);
      const marks = things.filter((thing) => thing.cell === cell && thing !== found);
      const what = [found, ...marks].filter((thing) => thing !== undefined).map(({ piece, way }) => {
        const how = piece.dead && way !== "away" ? "dead" : way;
        return how === "there" ? piece.name : say(`way.${how}`, { piece: piece.name || say("piece") });
      });
      const label = name ? `${name}: ${what.join(", ") || say("empty")}` : "";
      if (field.getAttribute("aria-label") !== label) field.setAttribute("aria-label", label);
      field.classList.toggle("used", Boolean(name && this.#places.of(cell)[2]));
      hide(field, !name);
    });
    for (const row of this.#layers.fields.children) hide(row, [...row.children].every((field) => field.ariaHidden === "true"));
    if (!this.#fields[this.#focus].classList.contains("used")) {
      this.#rove(Math.max(0, this.#fields.findIndex((field) => field.classList.contains("used"))));
    }
    this.#fields[this.#focus].setAttribute("tabindex", "0");
  }

  /**
   * Make a cell the one that Tab leads to.
   *
   * @param {number} cell
   */
  #rove(cell) {
    this.#fields[this.#focus].setAttribute("tabindex", "-1");
    this.#focus = cell;
    this.#fields[cell].setAttribute("tabindex", "0");
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
      const next = row * COLUMNS + column;
      if (this.#fields[next].classList.contains("used")) {
        this.#fields[next].focus();
        return;
      }
    }
  }
}

/**
 * Hide an element from who cannot see the page, or tell it again.
 *
 * @param {Element} element
 * @param {boolean} hidden
 */
function hide(element, hidden) {
  if (element.ariaHidden !== String(hidden)) element.ariaHidden = String(hidden);
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

/**
 * What a cell is called, undefined where it has no field.
 *
 * @param {State} state
 * @param {number} cell
 */
function nameOf({ game, screen }, cell) {
  return screen ? game?.names[cell] : game ? fieldOn(game, cell) : undefined;
}
