import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { decimal, percent, together, when } from "../../../../firmware/web/static/formats.js";

const LANGUAGES = ["en", "nl", "fr", "de"];
const page = { lang: "en" };

beforeEach(() => {
  Object.assign(globalThis, { document: { documentElement: page } });
});

/** @param {() => string} told */
function inEach(told) {
  return LANGUAGES.map((language) => {
    page.lang = language;
    return told().replaceAll("\u202f", "\u00a0");
  });
}

test("a list ends with the word of its language, and English has no comma before it", () => {
  assert.deepEqual(inEach(() => together(["A", "B", "C"])), ["A, B and C", "A, B en C", "A, B et C", "A, B und C"]);
});

test("numbers and percentages are written as each language does", () => {
  assert.deepEqual(inEach(() => decimal(37.25, 1)), ["37.3", "37,3", "37,3", "37,3"]);
  assert.deepEqual(inEach(() => percent(0.123)), ["12%", "12%", "12\u00a0%", "12\u00a0%"]);
});

test("a day without a time is a day", () => {
  assert.deepEqual(inEach(() => when("2026-11-21T00:00:00")), ["21 Nov 2026", "21 nov 2026", "21 nov. 2026", "21.11.2026"]);
  for (const zone of ["America/New_York", "Asia/Tokyo"]) {
    process.env.TZ = zone;
    assert.equal(inEach(() => when("2026-11-21"))[0], "21 Nov 2026");
  }
  assert.match(inEach(() => when("2026-11-21T23:42:00"))[0], /21 Nov 2026.*23:42/);
  assert.equal(when(null), "");
});
