// A guided first game: says what to do, lets it be done on the board, shows what follows.

import { ask } from "./connection.js";
import { byId } from "./dom.js";
import { Drops } from "./drops.js";
import { uprightFor } from "./games.js";
import { gameShown } from "./host.js";
import { addressOf } from "./parts.js";
import { html, render } from "./preact.js";
import { upright } from "./settings.js";
import { EMPTY, NO_SCREEN, withView } from "./state.js";
import { Table } from "./table.js";
import { pageAt, say } from "./words.js";

/** @import { ClientMessage, Lesson, State } from "./state.js" */

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
  #at = 0;
  /** Which state of the step is shown; the learner moves in the first. */
  #state = 0;
  #said = "";
  /** @type {number | undefined} */
  #timer;

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.#lesson = lesson;
    this.#input = new LearningHand(this.#table, (message) => this.#make(message));
    this.#input.addEventListener("held", () => this.#say(this.#input.held ? "" : this.#said));
    this.#input.addEventListener("refused", (event) => this.#say(say(/** @type {CustomEvent<string>} */ (event).detail)));
    upright().addEventListener("change", () => this.#draw());
  }

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
    this.#say("");
  }

  /** @param {string} said of what was just done */
  #say(said) {
    this.#said = said;
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
    this.#table.turned = upright().matches ? uprightFor(shown.page, you) : 0;
    this.#input.show(shown, wanted !== null, [you]);
    const taken = wanted && (this.#input.held || typeof wanted.source === "string");
    this.#table.outline("move", wanted ? [taken ? wanted.target : Number(wanted.source)] : this.#state ? [] : lit);
    this.#drawText();
  }

  #drawText() {
    const { steps, game, title } = this.#lesson;
    const { text, hand, button } = this.#step;
    const [number, last] = [this.#at + 1, steps.length];
    render(html`<div class="heading"><h1>${say("lesson.of", { game: title })}</h1><span class="faint">${say("lesson.step", { number, last })}</span></div>
      <progress max=${last} value=${number} aria-label=${say("lesson.progress")} />
      <section class="lesson" aria-live="polite"><div class="texts"><p>${text}</p>
        ${steps.map((step) => html`<p class="longest" aria-hidden="true">${step.text}</p>`)}</div><p class="said">${this.#said}</p></section>
      <div class="does"><button type="button" disabled=${!this.#at} onClick=${() => this.go(this.#at - 1)}>${say("lesson.back")}</button>
        ${number < last && hand === null && button === null
          && html`<button type="button" class="primary" onClick=${() => this.go(this.#at + 1)}>${say("lesson.next")}</button>`}
        ${button !== null && !this.#state && html`<button type="button" class="primary" onClick=${() => this.#follow()}>${button}</button>`}
        ${number === last && html`<a class="button primary" href=${pageAt("/")}>${say("lesson.play")}</a>
          <a class="button" href=${addressOf("rules", game)}>${say("rules")}</a>
          <button type="button" onClick=${() => this.go(0)}>${say("lesson.again")}</button>`}</div>`, byId("lesson"));
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
    else this.#say(say("lesson.put"));
    return right;
  }

  /** Show what follows on the learner's move, one after the other, and go on. */
  #follow() {
    this.#state += 1;
    if (this.#state < this.#step.stands.length) {
      this.#input.refuse(); // the piece is where it was dropped by now
      this.#say("");
      this.#timer = setTimeout(() => this.#follow(), PACE);
    } else {
      this.go(this.#at + 1);
    }
  }
}

document.body.classList.add("teaching");
byId("main").className = "learning";
byId("main").replaceChildren();
render(html`<div class="learned" id="lesson" /><div class="stage"><div class="frame" id="frame" /></div>
  <div class="tray" id="tray" role="group" aria-label=${say("tray")} hidden /><p class="faint how">${say("lesson.how")}</p>`, byId("main"));

/** @type {Lesson | null} */
const lesson = await ask(`/api/lesson/${gameShown()}?lang=${document.documentElement.lang}`).catch(() => null);
if (lesson) {
  document.title = `${say("lesson.of", { game: lesson.title })} \u2013 speeltafel`;
  new Learning(lesson).go(0);
} else {
  render(html`<p class="lesson">${say("lost")}</p>`, byId("lesson"));
}

/**
 * Take up what was chosen in the settings.
 *
 * @param {string} name
 */
export function redraw(name) {
  if (name === "language") location.reload(); // the lesson is told in one language
}
