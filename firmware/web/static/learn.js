// The page of a guided first game: says what to do, lets it be done on the board, shows what follows.

import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { UNTOLD } from "./history.js";
import { gameShown, urlOf } from "./host.js";
import { applyLook } from "./look.js";
import { dragged, litBy, touched } from "./lesson.js";
import { reconcile } from "./reconcile.js";
import { Table, cellOf } from "./table.js";
import { firstLanguage, say, speak } from "./words.js";

/** @import { Lesson, LessonStep, Rights } from "./types.js" */

const PACE = 900; // milliseconds from one move of others to the next
const AWAY = 8; // pixels that a pointer moves before it drags

/** A lesson that is played. */
class Learning {
  #lesson;
  #table = new Table(byId("frame"));
  #at = 0;
  #taken = false;
  /** Whether what follows on a move is being shown. */
  #showing = false;
  /** Where a pointer went down. @type {{ cell: number, x: number, y: number } | null} */
  #down = null;
  /** @type {number | undefined} */
  #timer;

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.#lesson = lesson;
    const { surface } = this.#table;
    surface.addEventListener("pointerdown", (event) => this.#press(event));
    surface.addEventListener("pointermove", (event) => this.#move(event));
    surface.addEventListener("pointerup", (event) => this.#release(event));
    surface.addEventListener("pointercancel", () => { this.#down = null; });
    surface.addEventListener("keydown", (event) => this.#key(event));
    byId("next").addEventListener("click", () => this.go(this.#at + 1));
    byId("back").addEventListener("click", () => this.go(this.#at - 1));
    byId("again").addEventListener("click", () => this.go(0));
    byId("act").addEventListener("click", () => this.#made());
    byId("progress", HTMLProgressElement).max = lesson.steps.length;
    new ResizeObserver(() => this.#makeRoom()).observe(byId("title"));
    byId("rules", HTMLAnchorElement).href = urlOf(`/rules/${lesson.game}?lang=${document.documentElement.lang}`);
  }

  /** Give what is said the height of the longest step, so that the board keeps its place. */
  #makeRoom() {
    const [box, text] = [byId("text").parentElement, byId("text")];
    if (!box) return;
    const shown = text.textContent;
    box.style.minHeight = "";
    let most = 0;
    for (const step of this.#lesson.steps) {
      text.textContent = step.text;
      most = Math.max(most, box.offsetHeight);
    }
    text.textContent = shown;
    box.style.minHeight = `${most}px`;
  }

  /** @returns {LessonStep} */
  get #step() {
    return this.#lesson.steps[this.#at];
  }

  /**
   * Begin a step.
   *
   * @param {number} at
   */
  go(at) {
    clearTimeout(this.#timer);
    this.#at = Math.min(Math.max(at, 0), this.#lesson.steps.length - 1);
    this.#taken = false;
    this.#showing = false;
    const { text, hand, button } = this.#step;
    const last = this.#at === this.#lesson.steps.length - 1;
    byId("text").textContent = text;
    byId("said").textContent = "";
    byId("step").textContent = say("lesson.step", { number: this.#at + 1, last: this.#lesson.steps.length });
    byId("progress", HTMLProgressElement).value = this.#at + 1;
    byId("back", HTMLButtonElement).disabled = this.#at === 0;
    byId("next").hidden = last || hand !== null || button !== null;
    byId("act").hidden = button === null;
    byId("act").textContent = button ?? "";
    for (const name of ["play", "rules", "again"]) byId(name).hidden = !last;
    this.#draw(0);
  }

  /**
   * Draw the board.
   *
   * @param {number} state of this step
   */
  #draw(state) {
    const shown = { ...UNTOLD, ...this.#step.states[state] };
    const { hand, lit } = this.#step;
    this.#table.draw(shown, reconcile(shown));
    const wanted = this.#showing ? [] : hand ? litBy(hand, this.#taken) : lit;
    this.#table.outline("move", wanted);
    this.#table.outline("aim", this.#taken && hand && hand.source !== null ? [hand.source] : []);
    this.#table.allowTaking(new Set(this.#showing ? [] : wanted));
  }

  /** @param {import("./lesson.js").Touched} what */
  #follow(what) {
    byId("said").textContent = ["take", "put", "touch"].includes(what) ? say(`lesson.${what}`) : "";
    if (what === "made") {
      this.#made();
      return;
    }
    if (what === "taken" || what === "back") this.#taken = what === "taken";
    this.#draw(0);
  }

  /** Show what follows on the learner's move, one after the other, and go on. */
  #made() {
    this.#showing = true;
    byId("act").hidden = true;
    let state = 0;
    const show = () => {
      state += 1;
      if (state < this.#step.states.length) {
        this.#taken = false;
        this.#draw(state);
        this.#timer = setTimeout(show, PACE);
      } else {
        this.go(this.#at + 1);
      }
    };
    show();
  }

  /** @param {number} cell */
  #touch(cell) {
    const { hand } = this.#step;
    if (hand && !this.#showing) this.#follow(touched(hand, this.#taken, cell));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    if (event.button !== 0 || cell === null) return;
    this.#down = { cell, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { hand } = this.#step;
    if (!this.#down || !hand || this.#showing) return;
    if (Math.hypot(event.clientX - this.#down.x, event.clientY - this.#down.y) < AWAY) return;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    if (this.#down.cell === hand.source && !this.#taken) this.#follow("taken");
    this.#table.outline("aim", [hand.source, cell].filter((one) => one !== null));
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { hand } = this.#step;
    const down = this.#down;
    const cell = this.#table.cellAt(event.clientX, event.clientY);
    this.#down = null;
    if (!down || !hand || this.#showing || cell === null) return;
    if (cell === down.cell) {
      this.#touch(cell);
    } else {
      this.#taken = false;
      this.#follow(dragged(hand, down.cell, cell));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = cellOf(event.target);
    if (cell === null || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.#touch(cell);
  }
}

/** @type {Rights} */
const rights = await ask("/api/me").catch(() => ({ may_touch: false, pin_needed: true, lang: "en" }));
applyLook();
await speak(firstLanguage(rights.lang));
/** @type {Lesson | null} */
const lesson = await ask(`/api/lesson/${gameShown()}?lang=${document.documentElement.lang}`).catch(() => null);
if (lesson) {
  byId("title").textContent = say("lesson.of", { game: lesson.title });
  document.title = `${byId("title").textContent} \u2013 speeltafel`;
  new Learning(lesson).go(0);
} else {
  byId("text").textContent = say("lost");
}
