// Tries other moves than those of a game, with what the computer expects of them.

import { ask, whyOf } from "./connection.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { percent } from "./formats.js";
import { lineOf, stateOf } from "./line.js";
import { icon } from "./parts.js";
import { paintOf } from "./pieces.js";
import { html, render, useEffect, useState } from "./preact.js";
import { ShareLink } from "./sharing.js";
import { drawCaption } from "./side.js";
import { NO_SCREEN } from "./state.js";
import { pageAt, say } from "./words.js";

/** @import { ClientMessage, Head, Line, State } from "./state.js" */
/** @import { Drops } from "./drops.js" */
/** @import { Table } from "./table.js" */

/** What the seats expect, and the best move, from /api/expect. @typedef {{ seats: Record<string, number>, best: string }} Expected */

export class Trying {
  #table;
  #hand;
  /** The head of the game. @type {Head | null} */
  #head = null;
  /** Is called when the game itself is to be shown again, if there is one to go back to. @type {(() => void) | null} */
  #left = null;
  /** What was tried, one move after the other; the first is where it began. @type {Line[]} */
  #line = [];
  /** @type {State | null} */
  #state = null;
  #editor;
  #edits = false; // whether another position is set up
  #said = "";

  /**
   * @param {Table} table
   * @param {Drops} hand moves the pieces
   */
  constructor(table, hand) {
    this.#table = table;
    this.#hand = hand;
    this.#editor = new Editor(table, () => this.#drawPanel());
  }

  /**
   * Begin after so many lines of a record.
   *
   * @param {Head} head of the game
   * @param {string} record
   * @param {number} lines of it that are kept
   * @param {(() => void) | null} left is called when the game itself is to be shown again, if there is one to go back to
   */
  async begin(head, record, lines, left) {
    [this.#head, this.#left, this.#line] = [head, left, []];
    this.#table.showLast(null);
    await this.follow(record, lines);
  }

  get #now() {
    return this.#line[this.#line.length - 1];
  }

  /**
   * Try moves after so many lines of a record.
   *
   * @param {string} record
   * @param {number} lines of it that are kept
   * @param {string[]} more moves after them
   */
  async follow(record, lines, ...more) {
    try {
      this.#line.push(await lineOf({ record, lines, more, first: lines + more.length, stands: true, moves: true }));
    } catch (error) {
      this.#hand.refuse();
      this.#say(whyOf(error));
      return;
    }
    this.#said = "";
    this.#show();
  }

  /** @param {string} text */
  #say(text) {
    this.#said = text;
    this.#drawPanel();
  }

  /** Set up another position, beginning with the one that is shown. */
  async edit() {
    const now = this.#now;
    if (!now) return;
    this.#hand.rest();
    this.#table.showLast(null);
    for (const kind of /** @type {const} */ (["best", "move", "source", "target"])) this.#table.outline(kind, []);
    document.body.classList.add("edits");
    this.#edits = true;
    await this.#editor.begin(now);
  }

  /**
   * Go on from what was set up, or as before.
   *
   * @param {string} record that begins there, "" for as before
   */
  async #endEditing(record) {
    this.#editor.end();
    document.body.classList.remove("edits");
    this.#edits = false;
    if (record) await this.follow(record, 0);
    else this.#show();
  }

  /** Show where the moves that were tried have led. */
  #show() {
    const now = this.#now;
    if (!now) return;
    const seats = this.#head?.players.map(({ seat }) => seat) ?? [];
    this.#state = { ...stateOf(now, now.lines.length), rights: Object.fromEntries(seats.map((seat) => [seat, ["play"]])), at: undefined, screen: NO_SCREEN };
    drawCaption(this.#line.length < 2 ? say("try.begin") : now.steps[0].deed?.done ?? "", []);
    this.#hand.show(this.#state, true, seats);
    this.#drawPanel();
  }

  #drawPanel() {
    const now = this.#now;
    const done = async () => {
      const made = await this.#editor.settle();
      if (made) await this.#endEditing(made);
    };
    render(this.#edits ? this.#editor.panel(done, this.#left && (() => this.#endEditing(""))) : now && this.#panel(now), byId("trying-place"));
  }

  /**
   * The panel beside the board while moves are tried.
   *
   * @param {Line} now
   */
  #panel(now) {
    const { buttons = [], position = null } = this.#state ?? {};
    const { record, lines } = now;
    const button = (/** @type {string} */ label, /** @type {() => unknown} */ click, /** @type {object} */ more = {}) =>
      html`<button type="button" onClick=${click} ...${more}>${label}</button>`;
    return html`<section class="trying panel">
      <div class="sharing">${buttons.map((move) => html`<button type="button" class="tool" key=${move}
        onClick=${() => this.follow(record, lines.length, move)}>${icon("on")}${nameOf(move)}</button>`)}</div>
      ${this.#head && html`<${Expectation} key=${record} line=${now} head=${this.#head} show=${(/** @type {number[]} */ cells) => this.#table.outline("best", cells)} />`}
      <div class="sharing">${this.#left && button(say("try.leave"), () => this.leave(), { class: "primary" })}
        ${button(say("do.back"), () => this.#back(), { disabled: this.#line.length < 2 })}${button(say("edit"), () => this.edit())}
        ${!position?.over && [button(say("try.here"), () => this.#playOn(true)), button(say("try.computer"), () => this.#playOn(false))]}</div>
      <div class="sharing"><${ShareLink} key=${record} record=${record} label=${say("try.link")} more=${`&at=${lines.length}`} /></div>
      <p role="status">${this.#said}</p></section>`;
  }

  /** Show the game itself again. */
  leave() {
    if (this.#edits) this.#endEditing("");
    this.#line = [];
    render(null, byId("trying-place"));
    this.#hand.rest();
    this.#left?.();
  }

  /**
   * Make a move; gives whether it can be made.
   *
   * @param {ClientMessage} message
   */
  make(message) {
    const now = this.#now;
    if (message.type !== "drop" || !now) return false;
    const move = now.moves?.drops?.[message.source]?.[message.to];
    if (move) this.follow(now.record, now.lines.length, move);
    else this.#say(say("try.impossible"));
    return Boolean(move);
  }

  #back() {
    this.#line.pop();
    this.#show();
  }

  /**
   * Begin a game from here, and go to it.
   *
   * @param {boolean} here whether people play both sides; else whose turn it is plays the computer
   */
  async #playOn(here) {
    const now = this.#now;
    const standing = this.#state?.position;
    if (!now || !standing || !this.#head) return;
    const { game, players, options } = this.#head;
    const { to_move: turn, clock, detail } = standing;
    // Sand has run since the moves that were made: it goes on from the position alone.
    const from = clock === null ? { moves: now.lines, position: /^\[position "(.*)"\]$/m.exec(now.record)?.[1] ?? "" } : { position: String(detail.position) };
    const seats = players.map(({ seat }) => here || seat === turn ? 0 : 3);
    const names = players.map(({ name }, at) => seats[at] ? `${say("home.computer")} ${at + 1}` : name);
    try {
      const { id } = await ask("/api/screen", { json: { game, names, seats, options, ...from } });
      location.href = pageAt(`/game/${id}`);
    } catch (error) {
      this.#say(whyOf(error));
    }
  }
}

/** What was expected, by the record. @type {Map<string, Expected>} */
const known = new Map();

/**
 * What the seats expect after what was tried, and the best move, which is outlined.
 *
 * @param {{ line: Line, head: Head, show: (cells: number[]) => void }} props show: outlines cells
 */
function Expectation({ line, head, show }) {
  const { record } = line;
  const [[expected, said], tell] = useState(/** @type {[Expected | null, string]} */ ([known.get(record) ?? null, say("hint.thinks")]));
  useEffect(() => {
    let wanted = !expected;
    if (wanted) {
      ask("/api/expect", { text: record }).then((found) => known.set(record, found) && wanted && tell([found, ""]), (error) => wanted && tell([null, whyOf(error)]));
    }
    return () => { wanted = false; };
  }, []);
  useEffect(() => {
    show(expected ? cellsOf(line, expected.best) : []);
    return () => show([]);
  }, [expected]);
  const best = expected?.best && say("try.best", { move: nameOf(expected.best) });
  return html`<div role="status">${head.players.map(({ seat, name, colours }) => expected && html`<div class="expects" key=${seat}><span>${name}</span>
    <span class="share" style=${{ "--seat": paintOf(colours[0]), "--share": `${100 * expected.seats[seat]}%` }} />
    <strong>${percent(expected.seats[seat])}</strong></div>`)}<p class="faint">${expected ? best : said}</p></div>`;
}

/**
 * Where a move leads from and to.
 *
 * @param {Line} now
 * @param {string} move
 */
function cellsOf({ moves }, move) {
  for (const [source, targets] of Object.entries(moves?.drops ?? {})) {
    const to = Object.keys(targets).find((target) => targets[target] === move);
    if (to !== undefined) return [Number(source), Number(to)].filter((cell) => Number.isInteger(cell));
  }
  return [];
}

/**
 * What a move is called: that of a button by its name, others as the record has them.
 *
 * @param {string} move
 */
function nameOf(move) {
  return ["start", "end", "agree"].includes(move) ? say(`do.${move}`) : move;
}
