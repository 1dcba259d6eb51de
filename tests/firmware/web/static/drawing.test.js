import assert from "node:assert/strict";
import { test } from "node:test";

import { nearestNumber } from "../../../../firmware/web/static/begin.js";
import { lookOf, paintOf } from "../../../../firmware/web/static/pieces.js";
import { glass, pebble } from "./states.js";

test("pieces look the same wherever they stand, and other ones different", () => {
  assert.equal(lookOf(pebble(1)), lookOf(pebble(2)));
  assert.notEqual(lookOf(pebble(1)), lookOf(pebble(1, "blue")));
  assert.notEqual(lookOf(pebble(1)), lookOf(pebble(1, "red", { label: "9" })));
});

test("a sandglass that was turned or has run out looks different, one that runs does not", () => {
  assert.equal(lookOf(glass(1, "a")), lookOf(glass(1, "a", { remaining: 3 })));
  assert.notEqual(lookOf(glass(1, "a")), lookOf(glass(1, "a", { end_a_up: false })));
  assert.notEqual(lookOf(glass(1, "a")), lookOf(glass(1, "a", { dead: true })));
});

test("black pieces have violet lamps", () => {
  assert.equal(paintOf("#7800a0"), "#43304f");
  assert.equal(paintOf("#ff0000"), "#ff0000");
});

test("so many play as are wanted, or as many as the game allows", () => {
  assert.equal(nearestNumber([2, 3, 4], 3), 3);
  assert.equal(nearestNumber([2, 3, 4], 6), 4);
  assert.equal(nearestNumber([3, 4], 2), 3);
  assert.equal(nearestNumber([2], 0), 2);
});
