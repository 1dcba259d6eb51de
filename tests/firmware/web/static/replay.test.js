// A game goes into an address and comes out whole, or not at all; a chart shows where it turned.

import assert from "node:assert/strict";
import { test } from "node:test";

import { roomyMarks, ticks } from "../../../../firmware/web/static/chart.js";
import { DamagedError, packed, unpacked } from "../../../../firmware/web/static/packing.js";

const RECORD = '[game "revolution"]\n[players "Anna" "Bjørn 李"]\n\nN@c3\nV@b5\nB@d1\n9@a1\n*a1\n';

test("a record comes out of an address as it went in", async () => {
  const text = await packed(RECORD);
  assert.match(text, /^1[\w-]+$/); // nothing that an address has to escape
  assert.equal(await unpacked(text), RECORD);
});

test("a long game fits into an address", async () => {
  const long = RECORD + Array.from({ length: 900 }, (_, at) => `a${at % 7 + 1}-g${at % 5 + 1}\n`).join("");
  assert.equal(await unpacked(await packed(long)), long);
  assert.ok((await packed(long)).length < 2000);
});

test("an address that was cut off is refused wherever it was cut", async () => {
  const text = await packed(RECORD);
  for (let length = 0; length < text.length; length += 1) {
    await assert.rejects(unpacked(text.slice(0, length)), DamagedError);
  }
});

test("an address with another letter in it is refused, or gives the same game", async () => {
  const text = await packed(RECORD);
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "A" ? "B" : "A";
    const read = await unpacked(text.slice(0, at) + other + text.slice(at + 1)).catch((error) => error);
    if (read !== RECORD) assert.ok(read instanceof DamagedError, `letter ${at}: ${read}`);
  }
});

test("what unpacks to far more than a record is refused", async () => {
  await assert.rejects(unpacked(await packed("a".repeat(10_000_000))), DamagedError);
});

test("nonsense is refused", async () => {
  for (const text of ["", "1", "2abc", "kept", "1%%%", "1====", "\u{1F600}"]) {
    await assert.rejects(unpacked(text), DamagedError);
  }
});

test("a scale has round numbers that hold all values", () => {
  assert.deepEqual(ticks(0, 11, 4), [0, 5, 10, 15]);
  assert.deepEqual(ticks(-16, 85, 4), [-50, 0, 50, 100]);
  assert.deepEqual(ticks(0, 100, 4), [0, 50, 100]);
  assert.deepEqual(ticks(0, 0, 4), [0, 1]);
});

test("of marks that have no room beside each other the worst is shown", () => {
  const marks = new Map([[10, "?!"], [11, "??"], [12, "?"], [60, "?"]]);
  assert.deepEqual(roomyMarks(marks, 100, 300), new Map([[11, "??"], [60, "?"]]));
  assert.deepEqual(roomyMarks(marks, 100, 100_000), new Map([[11, "??"], [12, "?"], [60, "?"], [10, "?!"]]));
});
