import assert from "node:assert/strict";
import { test } from "node:test";

import { onTop, thingsOf, topOf, without } from "../../../../firmware/web/static/things.js";
import { choosing, pebble, playing } from "./states.js";

/** What stands where and how, in short. */
const told = (things) => things.map(({ cell, way, piece }) => `${cell} ${way} ${piece.seat}`).sort();

test("a piece whose magnet is not felt is away, and what is felt elsewhere strange", () => {
  const state = playing({ pieces: [pebble(0), pebble(1, "blue")], missing: [1], strange: [pebble(3, "blue")] });
  assert.deepEqual(told(thingsOf(state)), ["0 there red", "1 away blue", "3 strange blue"]);
});

test("a piece of a kind without magnets is there without one", () => {
  const [marker] = thingsOf(playing({ pieces: [pebble(0, "red", { kind: "marker" })], missing: [0] }));
  assert.equal(marker.way, "there");
  assert.equal(marker.magnet, false);
  assert.equal(onTop([marker], 0), undefined);
});

test("nothing stands on the table while a game is chosen", () => {
  assert.deepEqual(thingsOf(choosing()), []);
});

test("a strange piece lies on top of one that should be there", () => {
  const there = { cell: 1, piece: pebble(1), way: "there", magnet: true };
  const strange = { ...there, way: "strange" };
  assert.equal(onTop([there, strange], 1), strange);
  assert.equal(onTop([there], 2), undefined);
});

test("the top of a stack looks as it does alone, and leaves the rest", () => {
  const stack = pebble(1, "red", { colours: ["#ff0000", "#0000ff"], height: 2 });
  assert.deepEqual(topOf(stack), { ...stack, colour: "#0000ff", colours: ["#0000ff"], height: 1 });
  const things = thingsOf(playing({ pieces: [stack] }));
  assert.deepEqual(without(things, 1, true).map(({ piece }) => piece.colours), [["#ff0000"]]);
});

test("a piece that is taken leaves its place empty, or faint", () => {
  const things = thingsOf(playing({ pieces: [pebble(0), pebble(1, "blue")] }));
  assert.deepEqual(told(without(things, 1, true)), ["0 there red", "1 away blue"]);
  assert.deepEqual(told(without(things, 1, false)), ["0 there red"]);
});
