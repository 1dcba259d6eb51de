// The page that replays a game: from the address, from those that were kept, or the one that is played.

import { drawChart, movesAt, roomyMarks } from "./chart.js";
import { RefusedError, ask } from "./connection.js";
import { byId, html } from "./dom.js";
import { cellsOf, isPlaying } from "./games.js";
import { UNTOLD } from "./history.js";
import { request } from "./host.js";
import { UPRIGHT, applyLook } from "./look.js";
import { reconcile } from "./reconcile.js";
import { dotsOf, reasonOf, resultOf, scoreOf } from "./result.js";
import { DamagedError, unpacked } from "./share.js";
import { drawFiles, shareLink } from "./sharing.js";
import { Table } from "./table.js";
import { percent } from "./formats.js";
import { firstLanguage, say, speak } from "./words.js";

/** @import { Entry, Judged, PlayableGame, Rights, State, Summary } from "./types.js" */

const PACE = 1100; // milliseconds from one move to the next while it plays by itself
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const PART = 32; // states that the server answers at once

/** A game that is looked at, move by move. */
class Replay {
  #record;
  #summary;
  #table;
  #at = 0;
  /** How the table stood, by the number of lines, as far as it was fetched. @type {Map<number, State>} */
  #states = new Map();
  /** What was fetched already, by its first line. @type {Map<number, Promise<void>>} */
  #fetched = new Map();
  /** @type {Judged[]} */
  #judged = [];
  /** @type {number | undefined} */
  #timer;
  /** Tries other moves: fetched when that is first wanted. @type {Promise<import("./trying.js").Trying> | null} */
  #trying = null;

  /**
   * @param {string} record
   * @param {Summary} summary
   */
  constructor(record, summary) {
    this.#record = record;
    this.#summary = summary;
    byId("frame").hidden = !summary.board;
    this.#table = new Table(byId("frame"));
    const turn = () => { this.#table.turned = UPRIGHT.matches ? 90 : 0; };
    UPRIGHT.addEventListener("change", turn);
    turn();
    this.#bind();
    this.#drawOnce();
  }

  get #last() {
    return this.#summary.entries.length;
  }

  /**
   * Show the game after so many lines.
   *
   * @param {number} at
   */
  async go(at) {
    this.#at = Math.min(Math.max(at, 0), this.#last);
    this.#draw();
    await this.#fetch(this.#at);
    const state = this.#states.get(this.#at);
    if (!state) return;
    this.#table.draw(state, reconcile(state));
    const { move } = this.#entry ?? {};
    this.#table.outline("move", isPlaying(state) && move ? cellsOf(state.game, move) : []);
  }

  /** The line that led here, undefined at the beginning. @returns {Entry | undefined} */
  get #entry() {
    return this.#summary.entries[this.#at - 1];
  }

  /**
   * Fetch how the table stood after so many lines, with those around it, unless that was done.
   *
   * @param {number} at
   */
  async #fetch(at) {
    if (!this.#summary.board) return;
    const first = at - (at % PART);
    if (!this.#fetched.has(first)) this.#fetched.set(first, this.#fetchPart(first));
    await this.#fetched.get(first);
  }

  /** @param {number} first */
  async #fetchPart(first) {
    try {
      /** @type {State[]} */
      const states = await ask(`/api/replay/states?from=${first}&lang=${document.documentElement.lang}`, { text: this.#record });
      states.forEach((state, index) => this.#states.set(first + index, { ...UNTOLD, ...state }));
    } catch (error) {
      this.#fetched.delete(first); // the network is away; the next step asks again
      byId("told").textContent = error instanceof RefusedError ? error.message : say("lost");
    }
  }

  #bind() {
    const slider = byId("slider", HTMLInputElement);
    slider.max = String(this.#last);
    slider.addEventListener("input", () => this.#stepTo(Number(slider.value)));
    const steps = { first: () => 0, back: () => this.#at - 1, on: () => this.#at + 1, last: () => this.#last };
    for (const [name, to] of Object.entries(steps)) byId(name).addEventListener("click", () => this.#stepTo(to()));
    byId("play").addEventListener("click", () => (this.#timer === undefined ? this.#play() : this.#pause()));
    document.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["standing", "expected"]) {
      const chart = chartOf(name);
      chart.addEventListener("click", ({ clientX }) => this.#stepTo(movesAt(chart, this.#last, clientX)));
    }
    new ResizeObserver(() => this.#drawCharts()).observe(byId("charts"));
    byId("analyse").addEventListener("click", () => this.analyse());
    for (const name of ["try", "set-up", "print", "link-here"]) byId(name).hidden = !this.#summary.board;
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
    this.#trying ??= import("./trying.js").then(({ Trying }) => new Trying(this.#table, this.#summary, () => {
      document.body.classList.remove("tries");
      this.go(this.#at);
    }));
    this.#table.outline("move", []);
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
    const { title, counts, players, entries } = this.#summary;
    byId("title").textContent = `${title}: ${players.map(({ name }) => name).join(" \u00b7 ")}`;
    document.title = `${byId("title").textContent} \u2013 speeltafel`;
    byId("result").textContent = resultOf(this.#summary);
    byId("why").textContent = reasonOf(this.#summary);
    byId("counts").textContent = counts;
    byId("players").replaceChildren(...[...players].sort((one, other) => one.rank - other.rank).map((player) =>
      html("li", { class: player.won ? "won" : "" },
        dotsOf(player.colours),
        html("div", { class: "name" }, player.name, player.account.length ? html("details", {},
          html("summary", {}, say("replay.account")), player.account.map((line) => html("p", {}, line))) : null),
        scoreOf(player.score))));
    byId("moves").replaceChildren(...entries.map(({ ply, move }, index) => html("li", {},
      html("button", { type: "button", class: "move", title: say("moves.go", { number: ply ?? index + 1, move }),
        on: { click: () => this.#stepTo(index + 1) } },
      html("span", { class: "ply" }, ply ?? ""), html("span", {}, move), html("span", { class: "mark" })))));
    byId("moves").classList.toggle("timed", entries.some(({ move }) => /^\d[\d.]* /.test(move)));
    drawFiles(byId("files"), this.#record, this.#summary, byId("share-said"));
  }

  #draw() {
    const entry = this.#entry;
    const slider = byId("slider", HTMLInputElement);
    slider.value = String(this.#at);
    slider.setAttribute("aria-valuetext", say("history", { number: this.#at, last: this.#last }));
    byId("told").textContent = entry ? this.#sentence(entry) : say("replay.start");
    for (const name of ["first", "back"]) byId(name, HTMLButtonElement).disabled = this.#at === 0;
    for (const name of ["on", "last"]) byId(name, HTMLButtonElement).disabled = this.#at === this.#last;
    const list = byId("moves");
    [...list.querySelectorAll("button")].forEach((button, index) => {
      if (index + 1 === this.#at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = list.querySelector("[aria-current]")?.parentElement;
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
    this.#drawCharts();
    this.#drawBetter();
  }

  /**
   * What a line says: who moved, and what that scored.
   *
   * @param {Entry} entry
   */
  #sentence({ ply, move, done, gained, comment }) {
    const scored = Object.entries(gained).map(([whose, by]) =>
      `${this.#nameOf(whose)} ${by > 0 ? "+" : "\u2212"}${Math.abs(by)}`).join(", ");
    return [ply === null ? move : `${ply}. ${done}`, scored, comment].filter(Boolean).join(" \u2014 ");
  }

  /** @param {string} seat */
  #nameOf(seat) {
    return this.#summary.players.find((player) => player.seat === seat)?.name ?? seat;
  }

  #drawCharts() {
    const { players, series, counts } = this.#summary;
    drawChart(chartOf("standing"), { title: counts, moves: this.#last, at: this.#at,
      series: players.map(({ name, colours }, index) => ({ name, colours, values: series[index] })) });
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
    for (const { ply } of this.#summary.entries) {
      known.push(ply === null ? known[known.length - 1] : byPly.get(ply)?.after ?? null);
    }
    return known;
  }

  /** The marks of bad moves, by the number of lines. @returns {Map<number, string>} */
  #marks() {
    const byPly = new Map(this.#judged.map((one) => [one.ply, one.mark]));
    return new Map(this.#summary.entries.flatMap(({ ply }, index) => {
      const mark = ply === null ? null : byPly.get(ply);
      return mark ? [[index + 1, MARKS[mark]]] : [];
    }));
  }

  /** Say what would have been better than the move that led here. */
  #drawBetter() {
    const judged = this.#judged.find(({ ply }) => ply === this.#entry?.ply);
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
        this.#drawMarks();
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

  #drawMarks() {
    const marks = this.#marks();
    [...byId("moves").querySelectorAll(".mark")].forEach((place, index) => {
      place.textContent = marks.get(index + 1) ?? "";
    });
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
async function emptyRecord(name) {
  /** @type {PlayableGame[]} */
  const games = await ask("/api/playable");
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
    /** @type {Summary} */
    const summary = await ask(`/api/replay?lang=${document.documentElement.lang}`, { text: record });
    byId("whole").hidden = false;
    byId("charts").hidden = false;
    byId("beside").hidden = false;
    const replay = new Replay(record, summary);
    const at = new URLSearchParams(location.search).get("at");
    await replay.go(at === null ? (summary.over ? summary.entries.length : 0) : Number(at) || 0);
    for (const id of ["edit-leave", "try-leave"]) byId(id).hidden = !summary.entries.length; // there is no game to go back to
    if (new URLSearchParams(location.search).has("setup")) await replay.setUp();
    if (new URLSearchParams(location.search).has("analyse")) await replay.analyse();
  } catch (error) {
    byId("failed").hidden = false;
    byId("failed").textContent = failureOf(error);
  }
}

/** @type {Rights} */
const rights = await ask("/api/me").catch(() => ({ may_touch: false, pin_needed: true, lang: "en" }));
applyLook();
await speak(firstLanguage(rights.lang));
window.addEventListener("hashchange", () => location.reload());
await open();
