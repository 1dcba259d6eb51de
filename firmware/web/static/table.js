// What does the table look like? The sheet, the lamps under it, what stands on it, and its fields.

import { svg } from "./dom.js";
import { cellsOf, fieldOn, isGlass, sectorsOf } from "./games.js";
import { drawPiece, drawSenator, lookOf, setSand } from "./pieces.js";
import { onTop } from "./reconcile.js";
import { say } from "./words.js";

const CELL = 40; // millimetres
const COLUMNS = 12;
const ROWS = 8;
const NEWS = 1; // seconds: running sand is told twice as often, so what is not told stands still
const SCALE = 40; // fields of the popularity scale
const LONGEST = 14; // characters of a game's name in one line
const LINE = 10.5; // millimetres from one line of it to the next
const PRINTED = ["board", "layout", "rewards", "bonuses"]; // options that change what is printed
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const TURNED_STEPS = { ArrowLeft: [0, 1], ArrowRight: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The middle of a cell, in millimetres. */
export function middleOf(cell) {
  return [CELL * (cell % COLUMNS + 0.5), CELL * (Math.floor(cell / COLUMNS) + 0.5)];
}

export class Table {
  #frame;
  #root;
  #whole; // all that turns with the table
  #turned = false;
  #layers = {};
  #lamps = [];
  #fields = [];
  #glows = new Set();
  #drawn = []; // {cell, look, way, element, piece}
  #senators = new Map();
  #sheet;
  #shown = null; // where the picture of the sheet comes from
  #since = 0; // when the pieces were described last
  #pieces = null;
  #state = null;
  #focus = 0;

  /** frame: of index.html, with the picture of the sheet and over it the svg with its definitions.
   *
   * The sheet is a picture of its own, so that a lamp that blinks does not draw it anew.
   */
  constructor(frame) {
    this.#frame = frame;
    this.#sheet = frame.querySelector("img");
    this.#root = frame.querySelector("svg");
    for (const name of ["ground", "coins", "lamps", "senators", "pieces", "influence", "marks", "labels", "fields"]) {
      this.#layers[name] = svg("g", { class: name });
    }
    for (const name of ["coins", "influence", "labels"]) this.#layers[name].setAttribute("aria-hidden", "true");
    this.#whole = svg("g", {}, Object.values(this.#layers));
    this.#root.append(this.#whole);
    this.#layers.ground.append(
      svg("rect", { class: "room", width: 480, height: 320 }),
      svg("rect", { class: "rim", x: -1, y: -1, width: 482, height: 322, rx: 2.5 }));
    for (let cell = 0; cell < COLUMNS * ROWS; cell += 1) this.#addCell(cell);
    this.#layers.fields.setAttribute("role", "grid");
    this.#layers.fields.addEventListener("keydown", (event) => this.#walk(event));
    // Heard on the frame: a part of an svg that hears of the focus would take it itself.
    frame.addEventListener("focusin", ({ target }) => {
      if (target.dataset.cell !== undefined) this.#rove(Number(target.dataset.cell));
    });
    setInterval(() => this.#runSand(), 200);
  }

  /** Show the state of the table; things: what stands there, as `reconcile` has it. */
  draw(state, things) {
    this.#state = state;
    if (state.pieces !== this.#pieces) {
      this.#pieces = state.pieces;
      this.#since = performance.now();
    }
    this.#drawSheet(state);
    this.#drawLamps(state.lamps);
    this.#drawSenators(state);
    this.#drawPieces(things);
    this.#drawCoins(state);
    this.#drawInfluence(state);
    this.#drawLabels(state);
    this.#nameFields(state, things);
    this.#runSand();
  }

  /** The cell under a point of the window, null beside the table. */
  cellAt(x, y) {
    const matrix = this.#layers.fields.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const [column, row] = [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
    const there = column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
    return there ? row * COLUMNS + column : null;
  }

  /** Where the middle of a cell is in the window, and how many pixels a millimetre has. */
  placeOf(cell) {
    const matrix = this.#layers.fields.getScreenCTM();
    const [x, y] = middleOf(cell);
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y, scale: Math.hypot(matrix.a, matrix.b) };
  }

  /** Outline cells: "aim" where a piece would be put down, "move" what a move is about. */
  outline(kind, cells) {
    for (const old of this.#layers.marks.querySelectorAll(`.${kind}`)) old.remove();
    for (const cell of cells) {
      const [x, y] = middleOf(cell);
      this.#layers.marks.append(svg("rect", { class: kind, x: x - 18, y: y - 18, width: 36, height: 36, rx: 5 }));
    }
  }

  /** Outline the fields of a move; with none, nothing. */
  showMove(move) {
    this.outline("move", move && this.#state?.game ? cellsOf(this.#state.game, move) : []);
  }

  /** Show which cells hold something that hands may take, by the shape of the pointer. */
  allowTaking(cells) {
    this.#fields.forEach((field, cell) => field.classList.toggle("takes", cells.has(cell)));
  }

  /** Let it be seen that a hand pressed a cell. */
  ripple(cell) {
    const [x, y] = middleOf(cell);
    const ring = svg("circle", { class: "ripple", cx: x, cy: y, r: 17 });
    ring.addEventListener("animationend", () => ring.remove());
    this.#layers.marks.append(ring);
  }

  /** Show the table from its left end, upright, as suits a narrow screen; or from the near edge. */
  set turned(turned) {
    this.#turned = turned;
    this.#root.setAttribute("viewBox", turned ? "-9 -9 338 498" : "-9 -9 498 338");
    this.#whole.setAttribute("transform", turned ? "translate(320 0) rotate(90)" : "");
    this.#frame.classList.toggle("turned", turned);
    if (this.#state) this.draw(this.#state, this.#drawn);
  }

  get turned() {
    return this.#turned;
  }

  /** Move something to a place on the table; it stands upright however the table is turned. */
  #put(element, x, y) {
    element.style.transform = `translate(${x}px, ${y}px)${this.#turned ? " rotate(-90deg)" : ""}`;
  }

  get focusedCell() {
    return this.#focus;
  }

  #addCell(cell) {
    const [x, y] = middleOf(cell);
    const lamp = svg("circle", { class: "lamp", cx: x, cy: y, r: 25 });
    this.#lamps.push(lamp);
    this.#layers.lamps.append(lamp);
    if (cell % COLUMNS === 0) this.#layers.fields.append(svg("g", { role: "row" }));
    const field = svg("rect", { class: "field", role: "gridcell", tabindex: -1, data: { cell },
      x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, rx: 4 });
    this.#fields.push(field);
    this.#layers.fields.lastElementChild.append(field);
  }

  #drawSheet({ game }) {
    const own = game ? PRINTED.map((name) => game.options?.[name]).filter(Boolean).join(" ") : "";
    const page = new URLSearchParams({ lang: document.documentElement.lang, ...(own && { own }) });
    const source = game ? `/sheet/${own ? "current" : game.name}.svg?${page}` : "";
    if (this.#shown === source) return;
    this.#shown = source;
    if (source) this.#sheet.src = source;
    this.#sheet.hidden = !source;
  }

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

  /** The soft light of a colour at full brightness, made when it is first wanted. */
  #glow(parts, brightest) {
    const full = parts.map((part) => Math.round((part * 255) / brightest));
    const id = `glow-${full.join("-")}`;
    if (!this.#glows.has(id)) {
      this.#glows.add(id);
      const stops = [[0, 0.95], [0.45, 0.85], [0.72, 0.4], [1, 0]];
      this.#root.querySelector("defs").append(svg("radialGradient", { id }, stops.map(
        ([offset, opacity]) => svg("stop", { offset, "stop-color": `rgb(${full})`, "stop-opacity": opacity }))));
    }
    return id;
  }

  #drawPieces(things) {
    const before = this.#drawn;
    const after = things.map((thing) => ({ ...thing, look: lookOf(thing.piece), element: null }));
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
    for (const old of before) old.element.remove();
    after.sort((one, other) => one.cell - other.cell);
    for (const now of after) this.#drawThing(now);
    this.#drawn = after;
  }

  #drawThing(thing) {
    const fresh = !thing.element;
    thing.element ??= drawPiece(thing.piece);
    const [x, y] = middleOf(thing.cell);
    this.#put(thing.element, x, y);
    for (const way of ["there", "away", "strange"]) {
      thing.element.classList.toggle(way, way === thing.way);
    }
    if (fresh || thing.element.parentNode !== this.#layers.pieces) {
      this.#layers.pieces.append(thing.element);
    }
  }

  #runSand() {
    const passed = Math.min((performance.now() - this.#since) / 1000, NEWS);
    for (const { piece, element, way } of this.#drawn) {
      if (!isGlass(piece)) continue;
      const runs = piece.running && !piece.dead && way === "there" && this.#state.at === undefined;
      const remaining = runs ? Math.max(0, piece.remaining - passed) : piece.remaining;
      setSand(element, remaining, piece.sand, piece.running && !piece.dead);
    }
  }

  #drawSenators({ scale, game }) {
    const seen = new Set();
    const crowd = new Map(); // how many stand on a field already
    for (const [name, { field, colour }] of Object.entries((game && scale) ?? {})) {
      const at = ((field % SCALE) + SCALE) % SCALE;
      const cell = game.fields[`steps-${at}`];
      if (cell === undefined) continue;
      seen.add(name);
      const rank = crowd.get(at) ?? 0;
      crowd.set(at, rank + 1);
      if (!this.#senators.has(name)) {
        this.#senators.set(name, drawSenator(colour));
        this.#layers.senators.append(this.#senators.get(name));
      }
      const [x, y] = middleOf(cell);
      const [aside, down] = [(rank % 3) * 12 - 10, Math.floor(rank / 3) * 14 - 4];
      this.#put(this.#senators.get(name), x + aside, y + down);
    }
    for (const [name, element] of this.#senators) {
      if (seen.has(name)) continue;
      element.remove();
      this.#senators.delete(name);
    }
  }

  /** The coins of Forum Romanum that are still to be won, each beside its sector. */
  #drawCoins({ game, position }) {
    const sectors = game?.name === "forum_romanum" ? sectorsOf(game) : {};
    const scored = position?.detail.scored ?? [];
    this.#layers.coins.replaceChildren(...Object.entries(sectors).filter(([name]) => !scored.includes(name)).map(
      ([name, [x, y]]) => {
        const coin = svg("g", { class: "coin", data: { sector: name } },
          svg("circle", { r: 3.6 }), svg("text", {}, name));
        this.#put(coin, x, y);
        return coin;
      }));
  }

  /** How much influence each seat has on the fields of Revolution: light's on the left. */
  #drawInfluence({ influence }) {
    const marks = Object.entries(influence ?? {}).flatMap(([cell, { light, dark }]) => {
      const [x, y] = middleOf(Number(cell));
      return [[light, "light", -15, light > dark], [dark, "dark", 15, dark > light]].filter(([number]) => number)
        .map(([number, seat, aside, leads]) => {
          const mark = svg("text", { class: `influenced ${seat}${leads ? " leads" : ""}`, x: aside, y: 14.5 }, number);
          this.#put(mark, x, y);
          return mark;
        });
    });
    this.#layers.influence.replaceChildren(...marks);
  }

  #drawLabels({ choice }) {
    const labels = [];
    if (choice && !choice.offered) {
      for (const [cell, name] of Object.entries(choice.game_cells)) {
        const [x, y] = middleOf(Number(cell));
        labels.push(this.#label("choice-name", x, y, 31, say(`game.${name}`)));
      }
      for (const [cell, number] of Object.entries(choice.number_cells)) {
        const [x, y] = middleOf(Number(cell));
        const can = choice.numbers.includes(number);
        labels.push(this.#label(can ? "choice-number" : "choice-number cannot", x, y, 0, number));
      }
    }
    this.#layers.labels.replaceChildren(...labels);
  }

  #label(kind, x, y, below, text) {
    const label = svg("text", { class: kind }, linesOf(String(text)).map((line, at) =>
      svg("tspan", { x: 0, y: below + at * LINE }, line)));
    this.#put(label, x, y);
    return label;
  }

  #nameFields(state, things) {
    this.#layers.fields.setAttribute("aria-label", say("table"));
    this.#fields.forEach((field, cell) => {
      const name = nameOf(state, cell);
      const found = onTop(things, cell);
      const marks = things.filter((thing) => thing.cell === cell && thing !== found);
      const what = [found, ...marks].filter(Boolean).map(({ piece, way }) => {
        const how = piece.dead && way !== "away" ? "dead" : way;
        return how === "there" ? piece.name : say(`way.${how}`, { piece: piece.name || say("piece") });
      });
      const label = name ? `${name}: ${what.join(", ") || say("empty")}` : say("no field");
      if (field.getAttribute("aria-label") !== label) field.setAttribute("aria-label", label);
      field.classList.toggle("used", Boolean(name));
    });
    if (!this.#fields[this.#focus].classList.contains("used")) {
      this.#rove(Math.max(0, this.#fields.findIndex((field) => field.classList.contains("used"))));
    }
    this.#fields[this.#focus].setAttribute("tabindex", 0);
  }

  #rove(cell) {
    this.#fields[this.#focus].setAttribute("tabindex", -1);
    this.#focus = cell;
    this.#fields[cell].setAttribute("tabindex", 0);
  }

  /** The arrows lead to the next field in their direction, past cells without one. */
  #walk(event) {
    const step = (this.#turned ? TURNED_STEPS : STEPS)[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
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

/** A text in two lines where it is too long for one beside its neighbours. */
function linesOf(text) {
  if (text.length <= LONGEST) return [text];
  const longer = (at) => Math.max(at, text.length - at - 1);
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (!spaces.length) return [text];
  const at = spaces.reduce((one, other) => longer(other) < longer(one) ? other : one);
  return [text.slice(0, at), text.slice(at + 1)];
}

function nameOf({ game, choice }, cell) {
  if (game) return fieldOn(game, cell);
  if (!choice || choice.offered) return undefined;
  if (cell in choice.game_cells) return say(`game.${choice.game_cells[cell]}`);
  const number = choice.number_cells[cell];
  return number && choice.numbers.includes(number) ? say("players.number", { number }) : undefined;
}
