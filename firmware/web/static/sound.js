// How do the table's tunes sound here? Short notes made by the browser itself.

import { remember, remembered } from "./words.js";

// [frequency in Hz, start in s, length in s]
const TUNES = {
  accepted: [[659, 0, 0.09], [880, 0.08, 0.16]],
  scored: [[659, 0, 0.09], [784, 0.09, 0.09], [1047, 0.18, 0.26]],
  refused: [[196, 0, 0.14], [147, 0.13, 0.24]],
  question: [[587, 0, 0.12], [784, 0.16, 0.2]],
  warning: [[880, 0, 0.08], [880, 0.16, 0.08], [880, 0.32, 0.12]],
  "taken back": [[659, 0, 0.1], [440, 0.1, 0.2]],
  "put right": [[523, 0, 0.07], [659, 0.07, 0.12]],
  "game over": [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.16], [1047, 0.45, 0.5]],
};

export class Sound {
  #context = null;
  #on = remembered("sound") !== "off";

  constructor() {
    const wake = () => this.#wake(); // browsers want a person's gesture first
    addEventListener("pointerdown", wake, { capture: true });
    addEventListener("keydown", wake, { capture: true });
  }

  get on() {
    return this.#on;
  }

  set on(value) {
    this.#on = value;
    remember("sound", value ? "on" : "off");
  }

  /** Play one of the table's tunes; before the first gesture nothing sounds. */
  play(tune) {
    const notes = TUNES[tune];
    if (!this.#on || !notes || this.#context?.state !== "running") return;
    const now = this.#context.currentTime + 0.01;
    for (const [frequency, start, length] of notes) this.#note(frequency, now + start, length);
  }

  #note(frequency, start, length) {
    const tone = new OscillatorNode(this.#context, { type: "triangle", frequency });
    const loudness = new GainNode(this.#context, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.12, start + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0008, start + length);
    tone.connect(loudness).connect(this.#context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }

  #wake() {
    if (!this.#on || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume();
  }
}
