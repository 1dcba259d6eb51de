// Tries other moves than those of a game that is replayed, with what the computer expects of them.

import { RefusedError, ask, whyOf } from "./connection.js";
import { byId } from "./dom.js";
import { Drops } from "./drops.js";
import { Editor } from "./editor.js";
import { percent } from "./formats.js";
import { NOBODY } from "./games.js";
import { lineOf, stateOf } from "./line.js";
import { icon } from "./parts.js";
import { paintOf } from "./pieces.js";
import { html, render } from "./preact.js";
import { reconcile } from "./reconcile.js";
import { ShareLink } from "./sharing.js";
import { drawCaption } from "./side.js";
import { NO_SCREEN } from "./state.js";
import { Tray } from "./tray.js";
import { pageAt, say } from "./words.js";

/** @import { ClientMessage, Head, Line, State } from "./state.js" */
/** @import { Table } from "./table.js" */

/** What the seats expect, and the best move, from /api/expect. @typedef {{ seats: Record<string, number>, best: string }} Expected */

export class Trying {
  #table;
  #head;
  #input;
  #tray;
  /** What was tried, one move after the other; the first is where it began. @type {Line[]} */
  #line = [];
  /** @type {State | null} */
  #state = null;
  #editor;
  /** What is expected, by the record. @type {Map<string, Expected>} */
  #expected = new Map();

  /**
   * @param {Table} table
   * @param {Head} head of the game
   * @param {boolean} leaves whether there is a game to go back to
   * @param {() => void} left is called when the game itself is to be shown again
   */
  constructor(table, head, leaves, left) {
    render(panels(leaves), byId("trying-place"));
    this.#table = table;
    this.#head = head;
    this.#input = new Drops(table, byId("hand"), (message) => this.#make(message));
    this.#tray = new Tray(byId("tray"), this.#input);
    this.#input.know({ ...NOBODY, seats: head.players.map(({ seat }) => seat) });
    this.#input.addEventListener("held", () => this.#draw());
    byId("try-back").addEventListener("click", () => this.#back());
    byId("try-leave").addEventListener("click", () => {
      this.#line = [];
      byId("trying").hidden = true;
      byId("tray").hidden = true;
      byId("tray").classList.remove("kept");
      this.#table.outline("best", []);
      if (this.#state) this.#input.see(this.#state, [], false);
      left();
    });
    this.#editor = new Editor(table);
    byId("try-edit").addEventListener("click", () => this.edit());
    byId("edit-done").addEventListener("click", async () => {
      const made = await this.#editor.settle();
      if (made) await this.#endEditing(made);
    });
    byId("edit-leave").addEventListener("click", () => this.#endEditing(""));
    byId("try-set").addEventListener("click", () => this.#setUp(byId("try-text", HTMLInputElement).value));
    for (const against of ["here", "computer"]) byId(`try-${against}`).addEventListener("click", () => this.#playOn(against === "here"));
  }

  /** Whether moves are being tried. */
  get on() {
    return this.#line.length > 0;
  }

  get #now() {
    return this.#line[this.#line.length - 1];
  }

  /**
   * Begin to try moves after so many lines of a record.
   *
   * @param {string} record
   * @param {number} lines
   */
  async begin(record, lines) {
    await this.#follow(record, lines);
  }

  /**
   * @param {string} record
   * @param {number} lines of it that are kept
   * @param {string[]} more moves after them
   */
  async #follow(record, lines, ...more) {
    try {
      this.#line.push(await lineOf({ record, lines, more, first: lines + more.length, stands: true, moves: true }));
      byId("try-said").textContent = "";
    } catch (error) {
      byId("try-said").textContent = whyOf(error);
      this.#input.refuse();
      return;
    }
    this.#show();
  }

  /** Set up another position, beginning with the one that is shown. */
  async edit() {
    const now = this.#now;
    if (!now || !this.#state) return;
    this.#input.see(this.#state, [], false);
    this.#table.showLast(null);
    for (const kind of /** @type {const} */ (["best", "move", "source", "target"])) this.#table.outline(kind, []);
    document.body.classList.add("edits");
    byId("trying").hidden = true;
    byId("editing").hidden = false;
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
    byId("editing").hidden = true;
    if (record) await this.#follow(record, 0);
    else this.#show();
  }

  /** Show where the moves that were tried have led. */
  #show() {
    const now = this.#now;
    if (!now) return;
    const seats = Object.fromEntries(this.#head.players.map(({ seat }) => [seat, ["play"]]));
    const [{ deed }] = now.steps;
    const state = { ...stateOf(now, now.lines.length), rights: seats, at: undefined, screen: NO_SCREEN };
    this.#state = state;
    byId("trying").hidden = false;
    render(html`<${ShareLink} key=${now.record} record=${now.record} label=${say("try.link")} more=${`&at=${now.lines.length}`} />`, byId("try-share"));
    byId("try-text", HTMLInputElement).value = String(state.position?.detail.position ?? "");
    byId("try-back", HTMLButtonElement).disabled = this.#line.length < 2;
    const over = Boolean(state.position?.over);
    for (const id of ["try-here", "try-computer"]) byId(id).hidden = over;
    render(state.buttons.map((move) => html`<button type="button" class="tool" key=${move}
      onClick=${() => this.#follow(now.record, now.lines.length, move)}>${icon("on")}${nameOf(move)}</button>`), byId("try-moves"));
    drawCaption(this.#line.length < 2 ? say("try.begin") : deed?.done ?? "", []);
    this.#draw();
    this.#expect(now);
  }

  #draw() {
    if (!this.#state || !this.on) return;
    const things = reconcile(this.#state);
    this.#input.see(this.#state, things, true);
    this.#table.draw(this.#state, this.#input.arrange(things));
    this.#tray.draw(this.#state, true);
  }

  /** @param {ClientMessage} message */
  #make(message) {
    const now = this.#now;
    if (message.type !== "drop" || !now) return false;
    const move = now.moves?.drops?.[message.source]?.[message.to];
    if (move) this.#follow(now.record, now.lines.length, move);
    else byId("try-said").textContent = say("try.impossible");
    return Boolean(move);
  }

  /**
   * Go on from any position that its rules allow.
   *
   * @param {string} text of the position
   */
  #setUp(text) {
    const now = this.#now;
    if (now) this.#follow(setUp(now.record, text.trim()), 0);
  }

  #back() {
    if (this.#line.length < 2) return;
    this.#line.pop();
    this.#show();
  }

  /**
   * Ask what the seats expect, and show it, unless another move was tried meanwhile.
   *
   * @param {Line} now
   */
  async #expect(now) {
    this.#table.outline("best", []);
    this.#tell(say("hint.thinks"));
    try {
      if (!this.#expected.has(now.record)) this.#expected.set(now.record, await ask("/api/expect", { text: now.record }));
    } catch (error) {
      if (now !== this.#now) return;
      this.#tell(error instanceof RefusedError ? say(error.status === 403 ? "replay.analyse.pin" : "replay.analyse.failed") : say("lost"));
      return;
    }
    const expected = this.#expected.get(now.record);
    if (now !== this.#now || !expected || !byId("editing").hidden) return;
    this.#table.outline("best", cellsOf(now, expected.best));
    this.#tell(expected.best ? say("try.best", { move: nameOf(expected.best) }) : "", this.#head.players.map(({ seat, name, colours }) =>
      html`<div class="expects"><span>${name}</span><meter min="0" max="1" value=${expected.seats[seat]} aria-label=${name}
        style=${{ "--seat": paintOf(colours[0]) }}></meter><strong>${percent(expected.seats[seat])}</strong></div>`));
  }

  /**
   * Say what is expected.
   *
   * @param {string} said
   * @param {import("./preact.js").Drawn} [shares] of the seats
   */
  #tell(said, shares) {
    render(html`${shares}<p class="faint">${said}</p>`, byId("try-expected"));
  }

  /**
   * Begin a game from here, and go to it.
   *
   * @param {boolean} here whether people play both sides; else whose turn it is plays the computer
   */
  async #playOn(here) {
    const now = this.#now;
    const standing = this.#state?.position;
    if (!now || !standing) return;
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
      byId("try-said").textContent = whyOf(error);
    }
  }
}

/**
 * What stands beside the board where moves are tried, and where pieces are laid.
 *
 * @param {boolean} leaves whether there is a game to go back to
 */
const panels = (leaves) => {
  const button = (/** @type {string} */ id, /** @type {string} */ label, kind = "") => html`<button type="button" id=${id} class=${kind}>${label}</button>`;
  return html`<section class="trying panel" id="editing" aria-labelledby="edit-title" hidden>
      <h2 id="edit-title">${say("edit")}</h2><p class="faint">${say("edit.does")}</p>
      <div class="tray" id="edit-tray" role="group" aria-label=${say("tray")}></div><p id="edit-said" role="status"></p>
      <div class="sharing">${button("edit-done", say("edit.done"), "primary")}${button("edit-clear", say("edit.clear"))}
        ${button("edit-again", say("edit.again"))}<span hidden=${!leaves}>${button("edit-leave", say("try.leave"))}</span></div>
      <div class="asked" id="edit-asked"></div></section>
    <section class="trying panel" id="trying" hidden>
      <div class="sharing" id="try-moves"></div><div id="try-expected" role="status"></div>
      <div class="sharing"><span hidden=${!leaves}>${button("try-leave", say("try.leave"), "primary")}</span>${button("try-back", say("do.back"))}
        ${button("try-edit", say("edit"))}${button("try-here", say("try.here"))}${button("try-computer", say("try.computer"))}</div>
      <div class="sharing" id="try-share"></div>
      <details><summary>${say("try.set")}</summary><p class="faint">${say("try.set.does")}</p>
        <input id="try-text" aria-label=${say("try.set")} autocomplete="off" spellcheck=${false} />
        <button type="button" class="small" id="try-set">${say("try.set.go")}</button></details>
      <p id="try-said" role="status"></p></section>`;
};

/**
 * The record of a game of the same people with the same options that begins from a position.
 *
 * @param {string} record
 * @param {string} position as text
 */
function setUp(record, position) {
  const kept = record.split("\n").filter((line) => /^\[(game|players|option) /.test(line));
  return [...kept, `[position "${position}"]`, "", ""].join("\n");
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
