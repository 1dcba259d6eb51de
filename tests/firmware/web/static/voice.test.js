import assert from "node:assert/strict";
import { test } from "node:test";

import { remember } from "../../../../firmware/web/static/settings.js";
import { Voice, sentences } from "../../../../firmware/web/static/voice.js";

const FIRST = { prompt: "Anna, place.", move: null, score: "Score: Anna 0.", moves: 0, language: "en" };
const SECOND = { prompt: "Bram, place.", move: "Anna: yellow Roman on D4.", score: "Score: Anna 0.", moves: 1,
  language: "en" };

test("of the first state a voice says what to do, then what is new", () => {
  assert.deepEqual(sentences(null, FIRST, "back"), ["Anna, place."]);
  assert.deepEqual(sentences(FIRST, SECOND, "back"), ["Anna: yellow Roman on D4.", "Bram, place."]);
  assert.deepEqual(sentences(SECOND, SECOND, "back"), []);
  assert.deepEqual(sentences(SECOND, FIRST, "back"), ["back", "Anna, place."]);
  assert.deepEqual(sentences(FIRST, { ...FIRST, score: "Score: Anna 3." }, "back"), ["Score: Anna 3."]);
});

test("another language is heard at once", () => {
  assert.deepEqual(sentences(FIRST, { ...FIRST, prompt: "Anna, zet.", language: "nl" }, "back"), ["Anna, zet."]);
});

test("a voice is silent until it is switched on, and speaks in the language of the page", (context) => {
  /** @type {[string, string][]} */
  const said = [];
  Object.assign(globalThis, {
    speechSynthesis: {
      cancel: () => said.push(["cancel", ""]),
      speak: (/** @type {{ text: string, lang: string }} */ one) => said.push([one.text, one.lang]),
    },
    SpeechSynthesisUtterance: class {
      lang = "";

      /** @param {string} text */
      constructor(text) {
        this.text = text;
      }
    },
  });
  context.after(() => Object.assign(globalThis, { speechSynthesis: undefined, SpeechSynthesisUtterance: undefined }));
  const voice = new Voice();
  voice.follow(FIRST, 0, "back", "nl");
  assert.deepEqual(said, []);
  remember("voice", "on");
  voice.follow(FIRST, 0, "back", "nl");
  assert.deepEqual(said, [["cancel", ""], ["Anna, place.", "nl"]]);
});
