import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES, chooseLanguage, filledIn, formOf, pageAt, say } from "../../../../firmware/web/static/words.js";

test("fields are filled in, and stay where there is no value", () => {
  assert.equal(filledIn("After move {number}, {move}", { number: 3, move: "y@d4" }), "After move 3, y@d4");
  assert.equal(filledIn("{name} played {move}", { name: "Anna" }), "Anna played {move}");
  assert.equal(filledIn("{number} left", { number: 0 }), "0 left");
});

test("a number chooses the text that its language wants", () => {
  const label = { one: "{number} coup", other: "{number} coups" };
  const told = (/** @type {string} */ language) => [0, 1, 2, 1000000].map((number) => formOf(label, number, language));
  assert.deepEqual(told("fr"), [label.one, label.one, label.other, label.other]);
  assert.deepEqual(told("nl"), [label.other, label.one, label.other, label.other]);
});

test("the first language that there is, is taken", () => {
  assert.equal(chooseLanguage([null, "xx", "fr", "nl"]), "fr");
  assert.equal(chooseLanguage([]), "en");
  assert.equal(chooseLanguage(["constructor", "toString"]), "en");
  for (const language of Object.keys(LANGUAGES)) assert.equal(chooseLanguage([language]), language);
});

test("a label that is missing is its key, and is complained of", (context) => {
  const complained = context.mock.method(console, "error", () => null);
  assert.equal(say("no such label"), "no such label");
  assert.equal(complained.mock.callCount(), 1);
});

test("another page is asked for in the language of this one's address", () => {
  assert.equal(pageAt("/game/3", "?lang=nl"), "/game/3?lang=nl");
  assert.equal(pageAt("/game/3?people", "?x=1&lang=fr"), "/game/3?people&lang=fr");
  assert.equal(pageAt("/game/3", ""), "/game/3");
  assert.equal(pageAt("/game/3", "?lang=xx"), "/game/3");
});
