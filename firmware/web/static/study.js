// What is made of a game that is over or was recorded: what it came to, how it went, what the computer says of its
// moves, and other moves that are tried.

import { Chart, seriesOf } from "./chart.js";
import { ask, whyOf } from "./connection.js";
import { byId } from "./dom.js";
import { percent } from "./formats.js";
import { icon, reasonOf, resultOf } from "./parts.js";
import { html, render, useEffect, useRef } from "./preact.js";
import { ShareLink, Sharing } from "./sharing.js";
import { page } from "./start.js";
import { Trying } from "./trying.js";
import { say } from "./words.js";

/** @import { Head, Judged, Line } from "./state.js" */
/** @import { Drops } from "./drops.js" */
/** @import { GameHistory } from "./line.js" */
/** @import { Table } from "./table.js" */

const PACE = 1100; // milliseconds from one move to the next while it plays by itself
const AGAIN = 5000; // milliseconds until the line is asked for again where it did not come
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Study {
  #table;
  #hand;
  #history;
  #changed;
  #about = ""; // of which game and in which language it is, "" for one that goes on
  /** @type {Line & { head: Head } | null} */
  #line = null;
  #opened = false; // whether what the address asks for was shown
  /** The moves that were judged, by their numbers. @type {Map<number | null, Judged>} */
  #judged = new Map();
  #analysing = ""; // what is said of it
  #analyses = false;
  /** @type {number | undefined} */
  #timer;
  /** @type {Trying | null} */
  #trying = null;

  /**
   * @param {Table} table
   * @param {Drops} hand moves the pieces that are tried
   * @param {GameHistory} history
   * @param {() => void} changed is called when something else is to be drawn
   */
  constructor(table, hand, history, changed) {
    this.#table = table;
    this.#hand = hand;
    this.#history = history;
    this.#changed = changed;
  }

  /** The name of the game, which has no board where it is played on that of some player's own. */
  get title() {
    return this.#line?.head.title;
  }

  /** Whether a game is studied. */
  get shows() {
    return this.#line !== null;
  }

  /** What tries other moves on the board, null while the game itself is shown. */
  get trying() {
    return document.body.classList.contains("tries") ? this.#trying : null;
  }

  get #last() {
    return this.#history.last;
  }

  /**
   * Take in which game there is.
   *
   * @param {string} about tells it from others, "" for one that goes on
   * @param {() => Promise<Line>} whole gives its line with the head
   */
  async follow(about, whole) {
    if (about === this.#about) return;
    this.#about = about;
    this.#line = null;
    this.#judged.clear();
    this.#analyses = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.trying?.leave();
    if (!about) return;
    const line = await whole().catch(() => null);
    if (about !== this.#about) return;
    if (!line?.head) {
      this.#about = "";
      setTimeout(() => !this.#about && this.follow(about, whole), AGAIN); // the network is away
      return;
    }
    this.#line = { ...line, head: line.head };
    this.#changed();
    if (page === "replay" && !this.#opened) await this.#open(line.head);
  }

  /**
   * Show what the address asks for.
   *
   * @param {Head} head
   */
  async #open({ over }) {
    this.#opened = true;
    const query = new URLSearchParams(location.search);
    const at = query.get("at");
    await this.#go(at === null ? (over ? this.#last : 0) : Number(at) || 0);
    if (query.has("setup")) await this.#edit();
    if (query.has("analyse")) await this.#analyse();
  }

  /**
   * Draw what the game came to, how it went, and what the computer says of it.
   *
   * @param {string} prompt what is said of the end where the rules have not ended it, "" where it has none
   * @param {false | ((names: string[]) => unknown)} again begins the game once more with the people of these names, as the record
   *   has them, where this page may
   */
  draw(prompt, again) {
    const line = this.#line;
    document.body.classList.toggle("studied", line !== null);
    byId("end").hidden = !line;
    render(line && html`<${End} key=${this.#about} line=${line} prompt=${prompt} again=${again} />`, byId("end"));
    render(line && html`${this.#charts(line)}
      ${line.head.players.some(({ account }) => account.length) && html`<section class="panel">${line.head.players.map(({ name, account }) =>
        html`<details><summary>${name}: ${say("replay.account")}</summary>${account.map((one) => html`<p>${one}</p>`)}</details>`)}</section>`}`,
    byId("study"));
  }

  /** The buttons below the board. */
  controls() {
    const [line, { at }] = [this.#line, this.#history];
    if (!line) return null;
    const button = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => unknown} */ click) =>
      html`<button type="button" class="tool" onClick=${click}>${icon(picture)}<span>${label}</span></button>`;
    return html`<input type="range" id="slider" min="0" max=${this.#last} step="1" value=${at} aria-label=${say("replay.slider")}
        aria-valuetext=${say("history", { number: at, last: this.#last })}
        onInput=${(/** @type {{ target: HTMLInputElement }} */ { target }) => this.#stepTo(Number(target.value))} />
      <button type="button" class="tool" aria-pressed=${String(this.#timer !== undefined)} onClick=${() => this.#timer === undefined ? this.#play() : this.#pause()}>
        ${icon("play")}<span>${say("replay.play")}</span></button>
      ${line.head.shown && html`${button("turn", say("try"), () => this.#try())}${button("hand", say("edit"), () => this.#edit())}
        ${button("print", say("try.print"), () => print())}<${ShareLink} key=${at} record=${line.record} label=${say("try.link")} more=${`&at=${at}`} />`}`;
  }

  /**
   * How the game went, and what was to be expected of it.
   *
   * @param {Line & { head: Head }} line
   */
  #charts(line) {
    const { players, counts } = line.head;
    const [{ at }, known, done] = [this.#history, this.#expected(line), this.#analyses && !this.#analysing];
    const go = (/** @type {number} */ moves) => this.#stepTo(moves);
    return html`<section class="panel">
        <h2>${counts}</h2><${Chart} title=${counts} moves=${this.#last} at=${at} series=${seriesOf(line, line.head)} go=${go} />
        <h2>${say("replay.expected")}</h2>
        ${this.#analyses && html`<${Chart} title=${say("replay.expected")} moves=${this.#last} at=${at} low=${0} high=${100} go=${go} marks=${this.marks}
          label=${(/** @type {number} */ value) => percent(value / 100)}
          series=${players.map(({ name, colours, seat }) => ({ name, colours, values: known.map((one) => one && Math.round(100 * one[seat])) }))} />`}
        <p role="status">${this.#better(line)}</p>
        <p class="faint" role="status">${done ? say("replay.analysed", { number: this.marks.size }) : this.#analysing || say("replay.analyse.does")}</p>
        ${!this.#analyses && html`<button type="button" onClick=${() => this.#analyse()}>${icon("hint")}<span>${say("replay.analyse")}</span></button>`}
      </section>`;
  }

  /** The comment behind the line that led to what is shown. */
  get comment() {
    return this.#line?.steps[this.#history.at]?.comment ?? "";
  }

  /** @param {number} at */
  async #go(at) {
    await this.#history.step(Math.min(Math.max(at, 0), this.#last));
  }

  /** @param {number} at */
  #stepTo(at) {
    this.#pause();
    this.#go(at);
  }

  #play() {
    if (this.#history.at === this.#last) this.#go(0);
    this.#timer = setInterval(() => {
      if (this.#history.at < this.#last) this.#go(this.#history.at + 1);
      else this.#pause();
    }, PACE);
    this.#changed();
  }

  #pause() {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#changed();
  }

  /** Try other moves from the position that is shown. */
  async #try() {
    if (!this.#line) return;
    this.#pause();
    document.body.classList.add("tries");
    this.#trying ??= new Trying(this.#table, this.#hand);
    await this.#trying.begin(this.#line.head, this.#line.record, this.#history.at, this.#last > 0 ? () => {
      document.body.classList.remove("tries");
      this.#changed();
    } : null);
  }

  /** Set up another position, beginning with the one that is shown. */
  async #edit() {
    await this.#try();
    await this.#trying?.edit();
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

  /**
   * What would have been better than the move that led here, "" where that was good.
   *
   * @param {Line} line
   */
  #better({ steps }) {
    const judged = this.#judged.get(steps[this.#history.at]?.ply ?? null);
    return judged?.mark ? say("replay.better", { mark: MARKS[judged.mark], move: judged.move, best: judged.best,
      loss: percent(judged.before[judged.seat] - judged.after[judged.seat]) }) : "";
  }

  /** Let the computer judge the moves, part by part. */
  async #analyse() {
    const line = this.#line;
    if (!line) return;
    this.#analyses = true;
    let next = /** @type {number | null} */ (0);
    try {
      while (next !== null) {
        this.#analysing = say("replay.analysing", { number: next, last: this.#last });
        this.#changed();
        /** @type {{ moves: Judged[], next: number | null }} */
        const part = await ask(`/api/analyse?from=${next}`, { text: line.record });
        if (line !== this.#line) return;
        for (const one of part.moves) this.#judged.set(one.ply, one);
        next = part.next;
      }
      this.#analysing = "";
    } catch (error) {
      this.#analysing = whyOf(error);
      this.#analyses = false;
      this.#judged.clear();
    }
    this.#changed();
  }
}

/**
 * What a game came to: who won and why, and what can be done now.
 *
 * @param {{ line: Line & { head: Head }, prompt: string, again: false | ((names: string[]) => unknown) }} props see `Study.draw`
 */
function End({ line: { record, head }, prompt, again }) {
  const tools = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => { // bring what can be done now into the window, where it lies below
    if (again && tools.current && tools.current.getBoundingClientRect().bottom > innerHeight) tools.current.scrollIntoView({ block: "end" });
  }, []);
  const said = head.over ? resultOf(head) : prompt;
  // A name as the record has it: what a seat is called anyway is no name.
  const names = head.players.map(({ name, seat }) => record.includes(`"${name}"`) ? name : seat);
  return html`<h2 id="end-result">${said || say("share")}</h2><p>${said ? reasonOf(head) : say("share.does")}</p>
    ${said && html`<div class="sharing" ref=${tools}>
      ${again && html`<button type="button" class="primary" onClick=${() => again(names)}>${say("end.rematch")}</button>`}
      <button type="button" data-opens="begin">${say("new")}</button></div>`}
    <${Sharing} record=${record} game=${head.game} />`;
}
