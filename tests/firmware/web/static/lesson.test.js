// In a guided first game one move is wanted, and whatever else is touched says what to do instead.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dragged, litBy, touched } from "../../../../firmware/web/static/lesson.js";

const CARRY = { source: 3, target: 9 };
const TOUCH = { source: null, target: 9 };

test("a piece is taken with one touch and put down with another", () => {
  assert.equal(touched(CARRY, false, 3), "taken");
  assert.equal(touched(CARRY, true, 9), "made");
  assert.deepEqual(litBy(CARRY, false), [3]);
  assert.deepEqual(litBy(CARRY, true), [9]);
});

test("touching the piece again puts it back", () => {
  assert.equal(touched(CARRY, true, 3), "back");
});

test("a wrong touch says what is wanted", () => {
  assert.equal(touched(CARRY, false, 9), "take");
  assert.equal(touched(CARRY, true, 5), "put");
  assert.equal(touched(TOUCH, false, 5), "touch");
});

test("a field is only touched where nothing is carried", () => {
  assert.equal(touched(TOUCH, false, 9), "made");
  assert.deepEqual(litBy(TOUCH, false), [9]);
});

test("a piece can be dragged in one go", () => {
  assert.equal(dragged(CARRY, 3, 9), "made");
  assert.equal(dragged(CARRY, 4, 9), "take");
  assert.equal(dragged(CARRY, 3, 8), "put");
  assert.equal(dragged(TOUCH, 50, 9), "made");
  assert.equal(dragged(TOUCH, 50, 8), "touch");
});
