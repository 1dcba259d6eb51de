// The page of a guided first game: says what to do, lets it be done on the board, shows what follows.

import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { Drops } from "./drops.js";
import { NOBODY, uprightFor } from "./games.js";
import { gameShown, urlOf } from "./host.js";
import { UPRIGHT } from "./look.js";
import { reconcile } from "./reconcile.js";
import "./site.js";
import { EMPTY, NO_SCREEN, withView } from "./state.js";
import { Table } from "./table.js";
import { Tray } from "./tray.js";
import { say } from "./words.js";

/** @import { ClientMessage, Lesson, LessonStep, State } from "./state.js" */

const PACE = 900; // milliseconds from one move of others to the next

/** The hand of a learner, which takes nothing but what is wanted. */
class LearningHand extends Drops {
  /** @override @type {Drops["take"]} */
  take(cell) {
    const drops = this.state?.drops ?? {};
    if (drops[cell]) return super.take(cell);
    const beside = Object.keys(drops).some((source) => Number.isNaN(Number(source)));
    this.dispatchEvent(new CustomEvent("refused", { detail: beside ? "lesson.touch" : "lesson.take" }));
    return false;
  }
}

/** A lesson that is played. */
class Learning {
  #lesson;
  #table = new Table(byId("frame"));
  #input;
  #tray;
  #at = 0;
  /** Which state of the step is shown; the learner moves in the first. */
  #state = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.#lesson = lesson;
    this.#input = new LearningHand(this.#table, byId("hand"), (message) => this.#make(message));
    this.#input.know({ ...NOBODY, seats: [lesson.you] });
    this.#input.addEventListener("held", () => {
      if (this.#input.held) byId("said").textContent = "";
      this.#draw();
    });
    this.#input.addEventListener("refused", (event) => {
      byId("said").textContent = say(/** @type {CustomEvent<string>} */ (event).detail);
    });
    this.#tray = new Tray(byId("tray"), this.#input);
    UPRIGHT.addEventListener("change", () => this.#draw());
    byId("next").addEventListener("click", () => this.go(this.#at + 1));
    byId("back").addEventListener("click", () => this.go(this.#at - 1));
    byId("again").addEventListener("click", () => this.go(0));
    byId("act").addEventListener("click", () => this.#follow());
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
      most = Math.max(most, box.getBoundingClientRect().height);
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
    this.#state = 0;
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
    this.#draw();
  }

  #draw() {
    const { hand, lit, move, board, stands } = this.#step;
    const { you } = this.#lesson;
    const wanted = this.#state ? null : hand;
    const drops = wanted ? { [wanted.source]: { [wanted.target]: String(move) } } : {};
    /** @type {State} */
    const shown = { ...withView(EMPTY, { board, stand: stands[this.#state], moves: { drops } }),
      rights: { [you]: wanted ? ["play"] : [] }, screen: NO_SCREEN };
    const things = reconcile(shown);
    this.#table.turned = UPRIGHT.matches ? uprightFor(shown.page, you) : 0;
    this.#input.see(shown, things, wanted !== null);
    this.#table.draw(shown, this.#input.arrange(things));
    this.#tray.draw(shown);
    const taken = wanted && (this.#input.held || typeof wanted.source === "string");
    this.#table.outline("move", wanted ? [taken ? wanted.target : Number(wanted.source)] : this.#state ? [] : lit);
  }

  /**
   * Take in where something was dropped; gives whether that was wanted.
   *
   * @param {ClientMessage} message
   */
  #make(message) {
    const { hand } = this.#step;
    const right = message.type === "drop" && message.to === hand?.target;
    if (right) queueMicrotask(() => this.#follow()); // once the hand has let go
    else byId("said").textContent = say("lesson.put");
    return right;
  }

  /** Show what follows on the learner's move, one after the other, and go on. */
  #follow() {
    byId("said").textContent = "";
    byId("act").hidden = true;
    this.#state += 1;
    if (this.#state < this.#step.stands.length) {
      this.#input.refuse(); // the piece is where it was dropped by now
      this.#draw();
      this.#timer = setTimeout(() => this.#follow(), PACE);
    } else {
      this.go(this.#at + 1);
    }
  }
}

/** @type {Lesson | null} */
const lesson = await ask(`/api/lesson/${gameShown()}?lang=${document.documentElement.lang}`).catch(() => null);
if (lesson) {
  byId("title").textContent = say("lesson.of", { game: lesson.title });
  document.title = `${byId("title").textContent} \u2013 speeltafel`;
  new Learning(lesson).go(0);
} else {
  byId("text").textContent = say("lost");
}
