// What the page of a board does with a recorded game: leads through it, judges its moves, tries others.

import { Chart, seriesOf } from "./chart.js";
import { RefusedError, answerTo, ask, whyOf } from "./connection.js";
import { byId } from "./dom.js";
import { percent } from "./formats.js";
import { lineOf, stateOf } from "./line.js";
import { DamagedError, unpacked } from "./packing.js";
import { icon, resultOf } from "./parts.js";
import { html, render } from "./preact.js";
import { ShareLink, Sharing } from "./sharing.js";
import { games } from "./start.js";
import { NO_SCREEN } from "./state.js";
import { say } from "./words.js";

/** @import { Head, Judged, Line, State } from "./state.js" */
/** @import { GameHistory, Read } from "./line.js" */
/** @import { Table } from "./table.js" */

const PACE = 1100; // milliseconds from one move to the next while it plays by itself
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Replay {
  #table;
  /** @type {Line | null} */
  #line = null;
  /** @type {Head | null} */
  #head = null;
  /** @type {GameHistory | null} */
  #history = null;
  #redraw = () => {};
  #at = 0;
  /** The moves that were judged, by their numbers. @type {Map<number | null, Judged>} */
  #judged = new Map();
  #analysing = ""; // what is said of it
  #analyses = false;
  /** @type {number | undefined} */
  #timer;
  /** Tries other moves: fetched when that is first wanted. @type {Promise<import("./trying.js").Trying> | null} */
  #trying = null;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Reads the line of the game, of which all but the stands is known. @type {Read} */
  read = async (span) => this.#line && !span.stands ? this.#line : lineOf({ record: this.record, ...span });

  /** The name of the game, which has no board where it is played on that of some player's own. */
  get title() {
    return this.#head?.title;
  }

  get record() {
    return this.#line?.record ?? "";
  }

  /** Whether other moves are tried on the board. */
  get tries() {
    return document.body.classList.contains("tries");
  }

  get #last() {
    return this.#line?.lines.length ?? 0;
  }

  /**
   * Show the game that the address names.
   *
   * @param {GameHistory} history
   * @param {(state: State) => void} show shows a state and draws all
   */
  async begin(history, show) {
    this.#history = history;
    const query = new URLSearchParams(location.search);
    try {
      this.#line = await lineOf({ record: await recordOf(), head: true });
      const head = /** @type {Head} */ (this.#line.head);
      this.#head = head;
      byId("frame").hidden = !head.shown;
      const names = head.players.map(({ name }) => name).join(" \u00b7 ");
      document.title = `${head.title}: ${names} \u2013 speeltafel`;
      const last = this.#last;
      const end = stateOf(await this.read({ first: last, last, stands: true }), last);
      this.#redraw = () => show(state);
      /** @type {State} */
      const state = { ...end, at: undefined, prompt: head.over ? resultOf(head) : names, screen: { ...NO_SCREEN, over: head.over } };
      show(state);
      const at = query.get("at");
      await this.#go(at === null ? (head.over ? last : 0) : Number(at) || 0);
      if (query.has("setup")) await (await this.#try()).edit();
      if (query.has("analyse")) await this.#analyse();
    } catch (error) {
      byId("failed").hidden = false;
      byId("failed").textContent = failureOf(error);
      byId("main").hidden = true;
    }
  }

  /**
   * Draw what stands beside the board.
   *
   * @param {number} at how many lines led to what is shown
   */
  draw(at) {
    const [line, head] = [this.#line, this.#head];
    if (!line || !head) return;
    this.#at = at;
    render(this.#controls(head), byId("actions"));
    render(html`${this.#charts(line, head)}
      ${!head.over && html`<section class="panel"><h2>${say("share")}</h2><p class="faint">${say("share.does")}</p><${Sharing} record=${this.record} game=${head.game} /></section>`}
      ${head.players.some(({ account }) => account.length) && html`<section class="panel">${head.players.map(({ name, account }) =>
        html`<details><summary>${name}: ${say("replay.account")}</summary>${account.map((one) => html`<p>${one}</p>`)}</details>`)}</section>`}`,
    byId("study"));
  }

  /** @param {Head} head */
  #controls({ shown }) {
    const at = this.#at;
    const button = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => unknown} */ click) =>
      html`<button type="button" class="tool" onClick=${click}>${icon(picture)}<span>${label}</span></button>`;
    return html`<input type="range" id="slider" min="0" max=${this.#last} step="1" value=${at} aria-label=${say("replay.slider")}
        aria-valuetext=${say("history", { number: at, last: this.#last })}
        onInput=${(/** @type {{ target: HTMLInputElement }} */ { target }) => this.#stepTo(Number(target.value))} />
      <button type="button" class="tool" aria-pressed=${String(this.#timer !== undefined)} onClick=${() => this.#timer === undefined ? this.#play() : this.#pause()}>
        ${icon("play")}<span>${say("replay.play")}</span></button>
      ${shown && html`${button("turn", say("try"), () => this.#try())}
        ${button("hand", say("edit"), async () => (await this.#try()).edit())}
        ${button("print", say("try.print"), () => print())}<${ShareLink} key=${at} record=${this.record} label=${say("try.link")} more=${`&at=${at}`} />`}`;
  }

  /**
   * How the game went, and what was to be expected of it.
   *
   * @param {Line} line
   * @param {Head} head
   */
  #charts(line, head) {
    const { players, counts } = head;
    const [at, known, done] = [this.#at, this.#expected(line), this.#analyses && !this.#analysing];
    const go = (/** @type {number} */ moves) => this.#stepTo(moves);
    return html`<section class="panel">
        <h2>${counts}</h2><${Chart} title=${counts} moves=${this.#last} at=${at} series=${seriesOf(line, head)} go=${go} />
        <h2>${say("replay.expected")}</h2>
        ${this.#analyses && html`<${Chart} title=${say("replay.expected")} moves=${this.#last} at=${at} low=${0} high=${100} go=${go} marks=${this.marks}
          label=${(/** @type {number} */ value) => percent(value / 100)}
          series=${players.map(({ name, colours, seat }) => ({ name, colours, values: known.map((one) => one && Math.round(100 * one[seat])) }))} />`}
        <p role="status">${this.#better()}</p>
        <p class="faint" role="status">${done ? say("replay.analysed", { number: this.marks.size }) : this.#analysing || say("replay.analyse.does")}</p>
        ${!this.#analyses && html`<button type="button" onClick=${() => this.#analyse()}>${icon("hint")}<span>${say("replay.analyse")}</span></button>`}
      </section>`;
  }

  /**
   * What the line that led to a place says: what was done, and what that scored.
   *
   * @param {number} at
   */
  told(at) {
    const { lines = [], steps = [] } = this.#line ?? {};
    const { deed, ply = null, comment = "" } = steps[at] ?? {};
    if (!deed) return say("replay.start");
    return [ply === null ? lines[at - 1] : `${ply}. ${deed.done}`, ...deed.said, comment].filter(Boolean).join(" \u2014 ");
  }

  /** @param {number} at */
  async #go(at) {
    await this.#history?.step(Math.min(Math.max(at, 0), this.#last));
  }

  /** @param {number} at */
  #stepTo(at) {
    this.#pause();
    this.#go(at);
  }

  #play() {
    if (this.#at === this.#last) this.#go(0);
    this.#timer = setInterval(() => {
      if (this.#at < this.#last) this.#go(this.#at + 1);
      else this.#pause();
    }, PACE);
    this.draw(this.#at);
  }

  #pause() {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.draw(this.#at);
  }

  /** Try other moves from the position that is shown. */
  async #try() {
    this.#pause();
    document.body.classList.add("tries");
    this.#trying ??= import("./trying.js").then(({ Trying }) => new Trying(this.#table, /** @type {Head} */ (this.#head), this.#last > 0 ? () => {
      document.body.classList.remove("tries");
      this.#redraw();
    } : null));
    this.#table.showLast(null);
    const trying = await this.#trying;
    await trying.follow(this.record, this.#at);
    return trying;
  }

  /**
   * What each seat expects after each line, as far as it is known; a line that is no move changes nothing.
   *
   * @param {Line} line
   */
  #expected({ steps }) {
    /** @type {(Record<string, number> | null)[]} */
    const known = [this.#judged.values().next().value?.before ?? null];
    for (const { ply } of steps.slice(1)) known.push(ply === null ? known[known.length - 1] : this.#judged.get(ply)?.after ?? null);
    return known;
  }

  /** The marks of bad moves, by the number of lines. @returns {Map<number, string>} */
  get marks() {
    return new Map(this.#line?.steps.flatMap(({ ply }, at) => {
      const mark = this.#judged.get(ply)?.mark;
      return mark ? [[at, MARKS[mark]]] : [];
    }));
  }

  /** What would have been better than the move that led here, "" where that was good. */
  #better() {
    const judged = this.#judged.get(this.#line?.steps[this.#at].ply ?? null);
    return judged?.mark ? say("replay.better", { mark: MARKS[judged.mark], move: judged.move, best: judged.best,
      loss: percent(judged.before[judged.seat] - judged.after[judged.seat]) }) : "";
  }

  /** Let the computer judge the moves, part by part. */
  async #analyse() {
    this.#analyses = true;
    let next = /** @type {number | null} */ (0);
    try {
      while (next !== null) {
        this.#analysing = say("replay.analysing", { number: next, last: this.#last });
        this.draw(this.#at);
        /** @type {{ moves: Judged[], next: number | null }} */
        const part = await ask(`/api/analyse?from=${next}`, { text: this.record });
        for (const one of part.moves) this.#judged.set(one.ply, one);
        next = part.next;
      }
      this.#analysing = "";
    } catch (error) {
      this.#analysing = whyOf(error);
      this.#analyses = false;
      this.#judged.clear();
    }
    this.#redraw();
  }
}

/** The record that the address names: the one in it, a kept one, or the one that is played. */
async function recordOf() {
  const [name, number] = location.hash.slice(1).split("=");
  if (name === "kept" && /^\d+$/.test(number)) return (await answerTo(`/api/games/${number}/record`)).text();
  if (name === "now" || name === "") return (await answerTo("/api/record")).text();
  if (name === "game") return emptyRecord(number);
  return unpacked(name);
}

/**
 * The record of a game of two without moves.
 *
 * @param {string} name of the game
 */
function emptyRecord(name) {
  const seats = games.find((game) => game.name === name)?.seats.slice(0, 2) ?? [];
  return `[game "${name}"]\n[players ${seats.map((seat) => `"${seat}"`).join(" ")}]\n`;
}

/** @param {unknown} error */
function failureOf(error) {
  if (error instanceof DamagedError) return say("replay.damaged");
  if (error instanceof RefusedError && error.status === 404) return say("replay.none");
  return error instanceof RefusedError ? say("replay.unreadable", { why: error.message }) : say("lost");
}
