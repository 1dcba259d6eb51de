// The board editor: pieces are dragged between a tray and the board, and the game judges what they make.

import { RefusedError } from "./connection.js";
import { fieldOn, isGlass } from "./games.js";
import { Hand } from "./hand.js";
import { lineOf, stateOf } from "./line.js";
import { html } from "./preact.js";
import { Supply } from "./tray.js";
import { say } from "./words.js";

/** @import { GameState, LaidApart, Line, LoosePiece, Lot, Question, Supply as Supplied, Thing, Wanted } from "./state.js" */
/** @import { Held } from "./hand.js" */
/** @import { Table } from "./table.js" */

const NEAR = 250; // milliseconds after a change until the game is asked

/** Lays pieces, and shows what the game has made of them: its notes, its coins, its senators. */
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
  #said = "";
  #wrong = true; // whether what was laid when it was asked about is no position
  #changed;
  /** @type {number | undefined} */
  #timer;
  #asked = 0;

  /**
   * @param {Table} table
   * @param {() => void} changed is called when the panel is to be drawn anew
   */
  constructor(table, changed) {
    super(table, () => false);
    this.#changed = changed;
    this.addEventListener("held", () => this.#draw());
  }

  /**
   * Lay a position apart.
   *
   * @param {Line} line whose end that is
   */
  async begin(line) {
    this.putBack();
    this.#line = line;
    await this.#ask({});
  }

  /** Ask now about what has just changed; gives the record that begins there, "" where that is no position. */
  async settle() {
    this.putBack();
    if (!this.#made) await this.#askNow();
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

  /** @override @type {Hand["take"]} */
  take(cell) {
    const field = this.#fieldOf(cell);
    const code = field !== null && this.#laid.get(field)?.pop();
    const kind = code && this.#kind(code);
    if (!kind) return false;
    this.#forget();
    this.hold({ piece: this.#pieceOf(kind), from: cell, supply: supplyOf(kind) });
    return true;
  }

  /** @override @type {Hand["put"]} */
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

  /** @override @type {Hand["tap"]} */
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

  /** @override @type {Hand["key"]} */
  key(key, cell) {
    if (key === "Enter" || key === " ") {
      this.tap(cell, false);
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
      this.#wrong = true;
      if (this.#shown) this.#shown = { ...this.#shown, notes: [], extras: {} };
      this.#said = error instanceof RefusedError ? say("edit.impossible", { why: error.message }) : say("lost");
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
    this.#answers = Object.fromEntries(edited.questions.map(({ name, answer, several }) =>
      [name, !several && document.activeElement?.id === `edit-${name}` ? this.#answers[name] : answer])); // who is just answering is not disturbed
    this.#made = record;
    this.#wrong = false;
    this.#said = edited.mover === null ? say("edit.over") : say("edit.possible", { name: edited.mover });
    this.#draw();
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
    if (this.#shown) {
      const things = this.#things();
      this.see(this.#shown, things, true);
      this.table.takes = new Set(things.filter(({ magnet }) => magnet).map(({ cell }) => cell));
      this.table.draw(this.#shown, things);
    }
    this.#changed();
  }

  /**
   * The panel beside the board.
   *
   * @param {() => unknown} done goes on from what is laid
   * @param {(() => unknown) | null} leave goes back, where there is somewhere to go back to
   */
  panel(done, leave) {
    const clear = () => {
      this.putBack();
      this.#laid.clear();
      this.#change();
    };
    const button = (/** @type {string} */ label, /** @type {() => unknown} */ click) => html`<button type="button" onClick=${click}>${label}</button>`;
    return html`<section class="trying panel" id="editing" aria-labelledby="edit-title">
      <h2 id="edit-title">${say("edit")}</h2><p class="faint">${say("edit.does")}</p>
      <div class="tray" id="edit-tray" role="group" aria-label=${say("tray")}>${this.#edited?.kinds.map((kind) => this.#supply(kind))}
        ${this.held && html`<button type="button" class="tool aside" onClick=${() => this.layAside()}>${say("tray.aside")}</button>`}</div>
      <p id="edit-said" class=${this.#wrong ? "wrong" : ""} role="status">${this.#said}</p>
      <div class="sharing"><button type="button" class="primary" disabled=${this.#wrong} onClick=${done}>${say("edit.done")}</button>
        ${button(say("edit.clear"), clear)}${button(say("edit.again"), () => this.#line && this.begin(this.#line))}
        ${leave && button(say("try.leave"), leave)}</div>
      <div class="asked">${this.#edited?.questions.map((one) => this.#question(one))}</div></section>`;
  }

  /** @param {Lot} kind */
  #supply(kind) {
    const { code, number } = kind;
    const left = this.#left(code);
    const held = this.held?.from === null && codeOf(this.held) === code;
    const piece = isGlass(kind.piece) ? { ...kind.piece, name: `${kind.piece.name} ${kind.piece.label}` } : kind.piece;
    return html`<${Supply} key=${code} piece=${piece} left=${left} count=${number > 1 ? left : isGlass(piece) ? piece.label : ""}
      box="-18 -19 36 38" usable=${left > 0 || held} pressed=${held}
      take=${(/** @type {PointerEvent | null} */ event) => held ? this.putBack() : this.takeFrom(this.#pieceOf(kind), supplyOf(kind), event)} />`;
  }

  /** @param {Question} question */
  #question({ name, label, choices, several }) {
    const id = `edit-${name}`;
    const answer = this.#answers[name] ?? "";
    const give = (/** @type {string} */ text) => {
      this.#answers[name] = text;
      this.#change();
    };
    if (several) {
      const given = answer.split(" ").filter(Boolean);
      return html`<details class="several" key=${name}><summary>${label}</summary>${choices.map(([one, text]) => html`<label>
        <input type="checkbox" checked=${given.includes(one)} onChange=${() =>
          give((given.includes(one) ? given.filter((other) => other !== one) : [...given, one]).join(" "))} />${text}</label>`)}</details>`;
    }
    const input = (/** @type {{ target: HTMLInputElement }} */ { target }) => give(target.value);
    return html`<label for=${id} key=${name}><span>${label}</span>${choices.length
      ? html`<select id=${id} value=${answer} onInput=${input}>${choices.map(([one, text]) => html`<option value=${one}>${text}</option>`)}</select>`
      : html`<input id=${id} value=${answer} inputmode="numeric" autocomplete="off" size="5" onInput=${input} />`}</label>`;
  }
}

/** @param {Lot} kind @returns {Supplied} */
function supplyOf({ code, number, piece }) {
  return { key: code, kind: piece.kind, colour: piece.colour, name: piece.name, seat: piece.seat ?? "", left: number, moves: code };
}

/** @param {Held} held */
function codeOf({ supply }) {
  return supply?.moves ?? "";
}
