// The board editor: pieces are dragged between a tray and the board, and the game judges what they make.

import { RefusedError } from "./connection.js";
import { byId, html, svg } from "./dom.js";
import { fieldOn, isGlass } from "./games.js";
import { Hand } from "./hand.js";
import { drawPiece } from "./pieces.js";
import { lineOf, stateOf } from "./line.js";
import { say } from "./words.js";

/** @import { GameState, LaidApart, Line, LoosePiece, Lot, Question, Supply, Thing, Wanted } from "./state.js" */
/** @import { Held } from "./hand.js" */
/** @import { Table } from "./table.js" */

const NEAR = 250; // milliseconds after a change until the game is asked

/** Lays pieces, and shows what the game has made of them: its influence, its coins, its senators. */
export class Editor extends Hand {
  /** What was laid apart last. @type {LaidApart | null} */
  #edited = null;
  /** What lies on each field, bottom to top, by the codes of the kinds. @type {Map<string, string[]>} */
  #laid = new Map();
  /** @type {Record<string, string>} */
  #answers = {};
  /** The state whose board is shown. @type {GameState | null} */
  #shown = null;
  /** What a position is changed of. @type {Line | null} */
  #line = null;
  /** The record that begins with what is laid, "" where that is no position. */
  #made = "";
  /** What the tray shows. */
  #tray = "";
  /** @type {number | undefined} */
  #timer;
  #asked = 0;

  /** @param {Table} table */
  constructor(table) {
    super(table, byId("hand"), () => false);
    this.addEventListener("held", () => this.#draw());
    byId("edit-clear").addEventListener("click", () => {
      this.putBack();
      this.#laid.clear();
      this.#change();
    });
    byId("edit-again").addEventListener("click", () => this.#line && this.begin(this.#line));
  }

  /**
   * Lay a position apart.
   *
   * @param {Line} line whose end that is
   */
  async begin(line) {
    this.putBack();
    this.#line = line;
    delete byId("edit-asked").dataset.asked;
    await this.#ask({});
  }

  /** Ask now about what has just changed; gives the record that begins there, "" where that is no position. */
  async settle() {
    this.putBack();
    if (!this.#made && !byId("edit-done", HTMLButtonElement).disabled) await this.#askNow();
    return this.#made;
  }

  /** Touch nothing any more. */
  end() {
    this.putBack();
    this.#forget();
    this.allowed = false;
    this.table.outline("aim", []);
  }

  // What is laid

  /** @param {number} cell */
  #fieldOf(cell) {
    const field = this.#shown ? fieldOn(this.#shown.game, cell) : undefined;
    return field !== undefined && this.#edited?.fields.includes(field) ? field : null;
  }

  /** @param {string} code */
  #kind(code) {
    return this.#edited?.kinds.find((kind) => kind.code === code);
  }

  /** @param {string} code */
  #left(code) {
    const laid = [...this.#laid.values()].flat().filter((one) => one === code).length;
    return (this.#kind(code)?.number ?? 0) - laid - (this.held && codeOf(this.held) === code ? 1 : 0);
  }

  /**
   * @override
   * @protected
   * @param {number} cell
   */
  take(cell) {
    const field = this.#fieldOf(cell);
    const code = field !== null && this.#laid.get(field)?.pop();
    const kind = code && this.#kind(code);
    if (!kind) return false;
    this.#forget();
    this.hold({ piece: this.#pieceOf(kind), from: cell, supply: supplyOf(kind) });
    return true;
  }

  /**
   * @override
   * @protected
   * @param {Held} held
   * @param {number} cell
   */
  put(held, cell) {
    const field = this.#fieldOf(cell);
    this.hold(null);
    if (field !== null && held.from === null) this.#fill(codeOf(held));
    if (field !== null) this.#lay(field, codeOf(held));
    this.#change();
    return true;
  }

  /**
   * Lay a piece on a field, in the place of one of its layer; where no more fit, of the one on top.
   *
   * @param {string} field
   * @param {string} code
   */
  #lay(field, code) {
    const layer = this.#kind(code)?.layer ?? null;
    const here = (this.#laid.get(field) ?? []).filter((one) => layer === null || this.#kind(one)?.layer !== layer);
    const most = field.startsWith("court-") ? 1 : this.#edited?.most ?? 1;
    const kept = here.slice(0, most - 1);
    const at = layer === 0 ? 0 : kept.length;
    this.#laid.set(field, [...kept.slice(0, at), code, ...kept.slice(at)]);
  }

  /** @override */
  layAside() {
    super.layAside();
    this.#change();
  }

  /** @override */
  putBack() {
    const held = this.held;
    if (!held) return;
    const field = held.from === null ? null : this.#fieldOf(held.from);
    super.putBack();
    if (field === null) return;
    this.#laid.set(field, [...this.#laid.get(field) ?? [], codeOf(held)]);
    this.#change();
  }

  /**
   * @override
   * @protected
   * @param {number} cell
   */
  tap(cell) {
    const held = this.held;
    if (!held) {
      this.take(cell);
      return;
    }
    this.put(held, cell);
    const kind = this.#kind(codeOf(held));
    if (held.from === null && kind && this.#fieldOf(cell) !== null && this.#left(kind.code) > 0) {
      this.hold({ piece: held.piece, from: null, supply: held.supply }); // the next one of the same
    }
  }

  /**
   * @override
   * @protected
   * @param {string} key
   * @param {number} cell
   */
  key(key, cell) {
    if (key === "Enter" || key === " ") {
      this.tap(cell);
    } else if (key === "Delete" || key === "Backspace") {
      if (this.take(cell)) this.layAside();
    } else {
      return false;
    }
    return true;
  }

  // What it makes

  /**
   * Let a glass that was beside the board have sand again: without any it is dead.
   *
   * @param {string} code
   */
  #fill(code) {
    const sand = this.#edited?.questions.find((one) => one.sand === code)?.name;
    if (sand && Number(this.#answers[sand]) === 0 && this.#answers[sand] !== "") this.#answers[sand] = String(this.#kind(code)?.piece.sand);
  }

  /** Hear no answer about what has changed meanwhile. */
  #forget() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** Draw what has changed, and ask the game about it. */
  #change() {
    this.#forget();
    this.#made = "";
    this.#draw();
    this.#timer = setTimeout(() => this.#askNow(), NEAR);
  }

  #askNow() {
    clearTimeout(this.#timer);
    const laid = Object.fromEntries([...this.#laid].filter(([, codes]) => codes.length));
    return this.#ask({ laid, answers: this.#answers });
  }

  /** @param {Pick<Wanted, "laid" | "answers">} laid the pieces, none for those of the position */
  async #ask(laid) {
    if (!this.#line) return;
    this.#asked += 1;
    const number = this.#asked;
    const { record, lines } = this.#line;
    try {
      const made = await lineOf({ record, lines: lines.length, apart: true, stands: true, ...laid });
      if (number !== this.#asked || !made.apart) return;
      this.#shown = /** @type {GameState} */ ({ ...stateOf(made, 0), screen: null });
      this.#take(made.apart, made.record);
    } catch (error) {
      if (number !== this.#asked) return;
      this.#made = "";
      if (this.#shown) this.#shown = { ...this.#shown, extras: {} };
      this.#say(error instanceof RefusedError ? say("edit.impossible", { why: error.message }) : say("lost"));
      this.#draw();
    }
  }

  /**
   * @param {LaidApart} edited
   * @param {string} record that begins there
   */
  #take(edited, record) {
    this.#edited = edited;
    this.#laid = new Map(Object.entries(edited.laid));
    this.#answers = Object.fromEntries(edited.questions.map(({ name, answer }) => [name, answer]));
    this.#made = record;
    this.#say(edited.mover === null ? say("edit.over") : say("edit.possible", { name: edited.mover }));
    this.#drawQuestions();
    this.#draw();
  }

  /** @param {string} text */
  #say(text) {
    byId("edit-said").textContent = text;
    byId("edit-said").classList.toggle("wrong", !this.#made);
    byId("edit-done", HTMLButtonElement).disabled = !this.#made;
  }

  // What is seen of it

  /** @param {Lot} kind @returns {LoosePiece} */
  #pieceOf({ code, piece }) {
    if (!isGlass(piece)) return piece;
    const answer = this.#answers[this.#edited?.questions.find(({ sand }) => sand === code)?.name ?? ""] ?? "";
    const left = Number(answer);
    return { ...piece, remaining: answer === "" ? 0 : left, running: left > 0, dead: answer !== "" && left === 0 };
  }

  /** @returns {Thing[]} */
  #things() {
    const kinds = new Set(this.#edited?.kinds.map(({ piece }) => piece.kind));
    /** @type {Thing[]} */
    const things = (this.#shown?.pieces ?? []).filter(({ kind }) => !kinds.has(kind))
      .map((piece) => ({ cell: piece.cell, piece, way: "there", magnet: false }));
    for (const [field, codes] of this.#laid) {
      const cell = this.#shown?.game.fields[field];
      const found = codes.map((code) => this.#kind(code)).filter((kind) => kind !== undefined);
      if (cell === undefined || !found.length) continue;
      if (found.every(({ layer }) => layer === null)) {
        const colours = found.map(({ piece }) => piece.colour);
        const name = found.map(({ piece }) => piece.name).join(", ");
        const top = found[found.length - 1].piece;
        things.push({ cell, piece: { ...top, colours, height: colours.length, name }, way: "there", magnet: true });
      } else {
        found.forEach((kind) => things.push({ cell, piece: this.#pieceOf(kind), way: "there", magnet: true }));
      }
    }
    return things;
  }

  #draw() {
    if (!this.#shown || !this.#edited) return;
    const things = this.#things();
    this.see(this.#shown, things, true);
    this.table.allowTaking(new Set(things.filter(({ magnet }) => magnet).map(({ cell }) => cell)));
    this.table.draw(this.#shown, things);
    this.#drawTray();
  }

  /** Draw the tray where it has changed, so that an answer takes no piece from under a finger. */
  #drawTray() {
    const kinds = this.#edited?.kinds ?? [];
    const seen = JSON.stringify([this.held, kinds.map((kind) => [kind, this.#left(kind.code)])]);
    if (seen === this.#tray) return;
    this.#tray = seen;
    const root = byId("edit-tray");
    const focused = document.activeElement instanceof HTMLElement && root.contains(document.activeElement)
      ? document.activeElement.dataset.tool : null;
    const aside = this.held ? [html("button", { type: "button", class: "tool aside", data: { tool: "aside" },
      on: { click: () => this.layAside() } }, say("tray.aside"))] : [];
    root.replaceChildren(...kinds.map((kind) => this.#supply(kind)), ...aside);
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[data-tool="${focused}"]`))?.focus();
  }

  /** @param {Lot} kind */
  #supply(kind) {
    const { code, number, piece } = kind;
    const left = this.#left(code);
    const held = this.held?.from === null && codeOf(this.held) === code;
    const drawn = svg("svg", { viewBox: "-18 -19 36 38", "aria-hidden": "true" }, drawPiece(piece));
    const name = isGlass(piece) ? `${piece.name} ${piece.label}` : piece.name;
    /** @param {PointerEvent | null} event */
    const take = (event) => {
      if (held) this.putBack();
      else this.takeFrom(this.#pieceOf(kind), supplyOf(kind), event);
    };
    return html("button", { type: "button", class: "supply", disabled: left < 1 && !held, "aria-pressed": String(held),
      data: { tool: code }, title: name, on: {
        pointerdown: (/** @type {PointerEvent} */ event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          take(event);
        },
        click: (/** @type {MouseEvent} */ event) => {
          if (event.detail === 0) take(null); // by keyboard
        },
      } }, html("span", { class: "unseen" }, say("tray.take", { piece: name, left })), drawn,
    html("span", { class: "count", "aria-hidden": "true" }, number > 1 ? left : isGlass(piece) ? piece.label : null));
  }

  /** Show the questions and what is answered; who is just answering one is not disturbed. */
  #drawQuestions() {
    const questions = this.#edited?.questions ?? [];
    const root = byId("edit-asked");
    const names = questions.map(({ name }) => name).join(" ");
    if (root.dataset.asked !== names) root.replaceChildren(...questions.map((one) => this.#question(one)));
    root.dataset.asked = names;
    for (const { name, answer, several } of questions) {
      if (several) continue;
      const control = /** @type {HTMLInputElement | null} */ (document.getElementById(`edit-${name}`));
      if (control && control !== document.activeElement) control.value = answer;
    }
  }

  /** @param {Question} question */
  #question({ name, label, answer, choices, several }) {
    const id = `edit-${name}`;
    /** @param {string} text */
    const give = (text) => {
      this.#answers[name] = text;
      this.#change();
    };
    if (several) {
      const given = new Set(answer.split(" ").filter(Boolean));
      return html("details", { class: "several" }, html("summary", {}, label), ...choices.map(([one, text]) => html("label", {},
        html("input", { type: "checkbox", id: `${id}-${one}`, checked: given.has(one), on: {
          change: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
            if (target.checked) given.add(one);
            else given.delete(one);
            give([...given].join(" "));
          },
        } }), text)));
    }
    const input = (/** @type {{ target: HTMLInputElement }} */ { target }) => give(target.value);
    return html("label", { for: id }, html("span", {}, label), choices.length
      ? html("select", { id, on: { input } }, choices.map(([one, text]) => html("option", { value: one, selected: one === answer }, text)))
      : html("input", { id, value: answer, inputmode: "numeric", autocomplete: "off", size: 5, on: { input } }));
  }
}

/** @param {Lot} kind @returns {Supply} */
function supplyOf({ code, number, piece }) {
  return { key: code, kind: piece.kind, colour: piece.colour, name: piece.name, seat: piece.seat ?? "", left: number, moves: code, press: null };
}

/** @param {Held} held */
function codeOf({ supply }) {
  return supply?.moves ?? "";
}
