// The page that replays a game: from the address, from those that were kept, or the one that is played.

import { drawChart, movesAt, roomyMarks, seriesOf } from "./chart.js";
import { RefusedError, ask, whyOf } from "./connection.js";
import { byId, html } from "./dom.js";
import { request } from "./host.js";
import { Stands, bindSteps, drawSteps, lineOf } from "./line.js";
import { Log, toldOf } from "./log.js";
import { UPRIGHT } from "./look.js";
import { reconcile } from "./reconcile.js";
import { dotsOf, reasonOf, resultOf, scoreOf } from "./result.js";
import { games } from "./site.js";
import { DamagedError, unpacked } from "./share.js";
import { drawFiles, shareLink } from "./sharing.js";
import { Table } from "./table.js";
import { percent } from "./formats.js";
import { say } from "./words.js";

/** @import { Head, Judged, Line, Step } from "./state.js" */

const PACE = 1100; // milliseconds from one move to the next while it plays by itself
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const PART = 32; // stands that the server answers at once

/** A game that is looked at, move by move. */
class Replay {
  #record;
  #line;
  #head;
  #table;
  #stands;
  #log = new Log((at) => this.#stepTo(at));
  #at = 0;
  /** @type {Judged[]} */
  #judged = [];
  /** @type {number | undefined} */
  #timer;
  /** Tries other moves: fetched when that is first wanted. @type {Promise<import("./trying.js").Trying> | null} */
  #trying = null;

  /**
   * @param {Line} line with all its steps
   * @param {Head} head of its game
   */
  constructor(line, head) {
    this.#record = line.record;
    this.#line = line;
    this.#head = head;
    this.#stands = new Stands((span) => lineOf({ record: line.record, ...span }), PART);
    byId("frame").hidden = !head.shown;
    this.#table = new Table(byId("frame"));
    const turn = () => { this.#table.turned = UPRIGHT.matches ? 90 : 0; };
    UPRIGHT.addEventListener("change", turn);
    turn();
    this.#bind();
    this.#drawOnce();
  }

  get #last() {
    return this.#line.lines.length;
  }

  /**
   * Show the game after so many lines.
   *
   * @param {number} at
   */
  async go(at) {
    this.#at = Math.min(Math.max(at, 0), this.#last);
    this.#draw();
    if (!this.#head.shown) return;
    try {
      const asked = this.#at;
      const state = await this.#stands.after(asked);
      if (asked !== this.#at) return; // another step was faster
      this.#table.draw(state, reconcile(state));
      this.#table.showLast(state.last ?? null);
    } catch (error) {
      byId("told").textContent = whyOf(error);
    }
  }

  /** The step that led here; the first one is the beginning. @returns {Step} */
  get #here() {
    return this.#line.steps[this.#at];
  }

  #bind() {
    const slider = byId("slider", HTMLInputElement);
    slider.max = String(this.#last);
    slider.addEventListener("input", () => this.#stepTo(Number(slider.value)));
    bindSteps("", () => ({ at: this.#at, last: this.#last }), (at) => this.#stepTo(at));
    byId("play").addEventListener("click", () => (this.#timer === undefined ? this.#play() : this.#pause()));
    document.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["standing", "expected"]) {
      const chart = chartOf(name);
      chart.addEventListener("click", ({ clientX }) => this.#stepTo(movesAt(chart, this.#last, clientX)));
    }
    new ResizeObserver(() => this.#drawCharts()).observe(byId("charts"));
    byId("analyse").addEventListener("click", () => this.analyse());
    for (const name of ["try", "set-up", "print", "link-here"]) byId(name).hidden = !this.#head.shown;
    byId("try").addEventListener("click", () => this.#try());
    byId("set-up").addEventListener("click", () => this.setUp());
    byId("print").addEventListener("click", () => print());
    byId("link-here").addEventListener("click", () =>
      shareLink(this.#record, byId("share-link", HTMLInputElement), byId("share-said"), `&at=${this.#at}`));
    byId("share").addEventListener("click", () =>
      shareLink(this.#record, byId("share-link", HTMLInputElement), byId("share-said")));
  }

  /** Set up a position, beginning with the one that is shown. */
  async setUp() {
    await (await this.#try()).edit();
  }

  /** Try other moves from the position that is shown. */
  async #try() {
    this.#pause();
    document.body.classList.add("tries");
    this.#trying ??= import("./trying.js").then(({ Trying }) => new Trying(this.#table, this.#head, () => {
      document.body.classList.remove("tries");
      this.go(this.#at);
    }));
    this.#table.showLast(null);
    const trying = await this.#trying;
    await trying.begin(this.#record, this.#at);
    return trying;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    if (document.body.classList.contains("tries")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || target instanceof HTMLInputElement) return;
    if (target instanceof SVGElement && target.closest("#table") && key !== "Home" && key !== "End") return;
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#last };
    if (steps[key] === undefined) return;
    event.preventDefault();
    this.#stepTo(steps[key]);
  }

  /** @param {number} at */
  #stepTo(at) {
    this.#pause();
    this.go(at);
  }

  #play() {
    if (this.#at === this.#last) this.go(0);
    byId("play").setAttribute("aria-pressed", "true");
    this.#timer = setInterval(() => {
      if (this.#at < this.#last) this.go(this.#at + 1);
      else this.#pause();
    }, PACE);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    byId("play").setAttribute("aria-pressed", "false");
  }

  #drawOnce() {
    const { title, counts, players } = this.#head;
    byId("title").textContent = `${title}: ${players.map(({ name }) => name).join(" \u00b7 ")}`;
    document.title = `${byId("title").textContent} \u2013 speeltafel`;
    byId("result").textContent = resultOf(this.#head);
    byId("why").textContent = reasonOf(this.#head);
    byId("counts").textContent = counts;
    byId("players").replaceChildren(...[...players].sort((one, other) => one.rank - other.rank).map((player) =>
      html("li", { class: player.won ? "won" : "" },
        dotsOf(player.colours),
        html("div", { class: "name" }, player.name, player.account.length ? html("details", {},
          html("summary", {}, say("replay.account")), player.account.map((line) => html("p", {}, line))) : null),
        scoreOf(player.score))));
    this.#log.take(toldOf(this.#line));
    drawFiles(byId("files"), this.#record, this.#head, byId("share-said"));
  }

  #draw() {
    const slider = byId("slider", HTMLInputElement);
    slider.value = String(this.#at);
    slider.setAttribute("aria-valuetext", drawSteps("", this.#at, this.#last));
    byId("told").textContent = this.#sentence();
    this.#drawLog();
    this.#drawCharts();
    this.#drawBetter();
  }

  #drawLog() {
    const colours = Object.fromEntries(this.#head.players.map((player) => [player.seat, player.colours]));
    this.#log.show({ lines: this.#line.lines, at: this.#at, colours, marks: this.#marks() });
  }

  /** What the line that led here says: what was done, and what that scored. */
  #sentence() {
    const { deed, ply, comment } = this.#here;
    if (!deed) return say("replay.start");
    const done = ply === null ? this.#line.lines[this.#at - 1] : `${ply}. ${deed.done}`;
    return [done, ...deed.said, comment].filter(Boolean).join(" \u2014 ");
  }

  #drawCharts() {
    const { players, counts } = this.#head;
    drawChart(chartOf("standing"), { title: counts, moves: this.#last, at: this.#at, series: seriesOf(this.#line, this.#head) });
    const chart = chartOf("expected");
    if (chart.hasAttribute("hidden")) return;
    const known = this.#expected();
    drawChart(chart, { title: say("replay.expected"), moves: this.#last, at: this.#at, low: 0, high: 100,
      label: (value) => percent(value / 100), marks: roomyMarks(this.#marks(), this.#last, chart.clientWidth),
      series: players.map(({ name, colours, seat }) => ({ name, colours, values: known.map((one) => one && Math.round(100 * one[seat])) })) });
  }

  /** What each seat expects after each line, as far as it is known. @returns {(Record<string, number> | null)[]} */
  #expected() {
    const byPly = new Map(this.#judged.map((one) => [one.ply, one]));
    /** @type {(Record<string, number> | null)[]} */
    const known = [this.#judged[0]?.before ?? null];
    for (const { ply } of this.#line.steps.slice(1)) {
      known.push(ply === null ? known[known.length - 1] : byPly.get(ply)?.after ?? null);
    }
    return known;
  }

  /** The marks of bad moves, by the number of lines. @returns {Map<number, string>} */
  #marks() {
    const byPly = new Map(this.#judged.map((one) => [one.ply, one.mark]));
    return new Map(this.#line.steps.flatMap(({ ply }, at) => {
      const mark = ply === null ? null : byPly.get(ply);
      return mark ? [[at, MARKS[mark]]] : [];
    }));
  }

  /** Say what would have been better than the move that led here. */
  #drawBetter() {
    const judged = this.#judged.find(({ ply }) => ply === this.#here.ply);
    const text = judged?.mark ? say("replay.better", { mark: MARKS[judged.mark], move: judged.move, best: judged.best,
      loss: percent(judged.before[judged.seat] - judged.after[judged.seat]) }) : "";
    byId("better").textContent = text;
  }

  /** Let the computer judge the moves, part by part. */
  async analyse() {
    byId("analyse", HTMLButtonElement).disabled = true;
    chartOf("expected").removeAttribute("hidden");
    let next = /** @type {number | null} */ (0);
    try {
      while (next !== null) {
        byId("analyse-said").textContent = say("replay.analysing", { number: next, last: this.#last });
        /** @type {{ moves: Judged[], next: number | null }} */
        const part = await ask(`/api/analyse?from=${next}`, { text: this.#record });
        this.#judged.push(...part.moves);
        next = part.next;
        this.#drawCharts();
        this.#drawBetter();
        this.#drawLog();
      }
      byId("analyse-said").textContent = say("replay.analysed", { number: this.#marks().size });
      byId("analyse").hidden = true;
    } catch (error) {
      byId("analyse-said").textContent = error instanceof RefusedError
        ? say(error.status === 403 ? "replay.analyse.pin" : "replay.analyse.failed") : say("lost");
      byId("analyse", HTMLButtonElement).disabled = false;
      this.#judged = [];
    }
  }
}

/** @param {string} id */
function chartOf(id) {
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById(id)));
}

/** The record that the address names: the one in it, a kept one, or the one that is played. */
async function recordOf() {
  const [name, number] = location.hash.slice(1).split("=");
  if (name === "kept" && /^\d+$/.test(number)) return fetched(`/api/games/${number}/record`);
  if (name === "now" || name === "") return fetched("/api/record");
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

/** @param {string} path */
async function fetched(path) {
  const answer = await request(path);
  if (!answer.ok) throw new RefusedError(answer.status, await answer.json().catch(() => ({})));
  return answer.text();
}

/** @param {unknown} error */
function failureOf(error) {
  if (error instanceof DamagedError) return say("replay.damaged");
  if (error instanceof RefusedError && error.status === 404) return say("replay.none");
  return error instanceof RefusedError ? say("replay.unreadable", { why: error.message }) : say("lost");
}

async function open() {
  try {
    const record = await recordOf();
    const line = await lineOf({ record, head: true });
    const head = /** @type {Head} */ (line.head);
    byId("whole").hidden = false;
    byId("charts").hidden = false;
    byId("beside").hidden = false;
    const replay = new Replay(line, head);
    const at = new URLSearchParams(location.search).get("at");
    await replay.go(at === null ? (head.over ? line.lines.length : 0) : Number(at) || 0);
    for (const id of ["edit-leave", "try-leave"]) byId(id).hidden = !line.lines.length; // there is no game to go back to
    if (new URLSearchParams(location.search).has("setup")) await replay.setUp();
    if (new URLSearchParams(location.search).has("analyse")) await replay.analyse();
  } catch (error) {
    byId("failed").hidden = false;
    byId("failed").textContent = failureOf(error);
  }
}

window.addEventListener("hashchange", () => location.reload());
await open();
