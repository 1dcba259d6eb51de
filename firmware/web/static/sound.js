// Plays the table's tunes, of notes that the browser itself makes.

import { setting } from "./settings.js";

/** @import { State } from "./state.js" */

/** The notes of each tune. @type {Record<string, [hertz: number, start: number, seconds: number][]>} */
const TUNES = {
  moved: [[523, 0, 0.06]],
  accepted: [[659, 0, 0.09], [880, 0.08, 0.16]],
  scored: [[659, 0, 0.09], [784, 0.09, 0.09], [1047, 0.18, 0.26]],
  refused: [[196, 0, 0.14], [147, 0.13, 0.24]],
  question: [[587, 0, 0.12], [784, 0.16, 0.2]],
  warning: [[880, 0, 0.08], [880, 0.16, 0.08], [880, 0.32, 0.12]],
  "taken back": [[659, 0, 0.1], [440, 0.1, 0.2]],
  "put right": [[523, 0, 0.07], [659, 0.07, 0.12]],
  "game over": [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.16], [1047, 0.45, 0.5]],
};

/**
 * The tune of what has come between two states of a game on a screen, "" for none.
 *
 * @param {State | null} before
 * @param {State} now
 */
export function tuneOf(before, now) {
  if (!before?.game || before.screen?.id !== now.screen?.id) return "";
  if (now.screen?.over) return before.screen?.over ? "" : "game over";
  if (now.moves.length < before.moves.length) return "taken back";
  if (now.moves.length === before.moves.length) return "";
  return now.last?.said.length ? "scored" : "moved";
}

export class Sound {
  /** @type {AudioContext | null} */
  #context = null;
  /** What has been heard of a game on a screen. @type {State | null} */
  #heard = null;

  constructor() {
    const wake = () => this.#wake(); // browsers want a person's gesture first
    addEventListener("pointerdown", wake, { capture: true });
    addEventListener("keydown", wake, { capture: true });
  }

  /**
   * Play what has come to a game on a screen; what is not saved yet sounds once it is.
   *
   * @param {State} now
   */
  follow(now) {
    if (now.kept === false) return;
    this.play(tuneOf(this.#heard, now));
    this.#heard = now;
  }

  /**
   * Play one of the table's tunes; before the first gesture nothing sounds.
   *
   * @param {string} tune
   */
  play(tune) {
    const notes = TUNES[tune];
    const context = this.#context;
    if (setting("sound") !== "on" || !notes || context?.state !== "running") return;
    const now = context.currentTime + 0.01;
    for (const [frequency, start, length] of notes) playNote(context, frequency, now + start, length);
  }

  #wake() {
    if (setting("sound") !== "on" || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume();
  }
}

/**
 * @param {AudioContext} context
 * @param {number} frequency hertz
 * @param {number} start seconds of the context's clock
 * @param {number} length seconds
 */
function playNote(context, frequency, start, length) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0008, start + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}
