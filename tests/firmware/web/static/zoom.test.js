import assert from "node:assert/strict";
import { test } from "node:test";

import { WHOLE, moved, scaled } from "../../../../firmware/web/static/zoom.js";

test("the point that is zoomed at stays where it is", () => {
  const view = scaled(scaled(WHOLE, 2, 0.25, 0.75), 1.5, 0.25, 0.75);
  assert.equal(view.scale, 3);
  assert.equal((0.25 - view.x) / view.scale, 0.25);
  assert.equal((0.75 - view.y) / view.scale, 0.75);
});

test("a board is never smaller than its frame, nor moved out of it", () => {
  assert.deepEqual(scaled(scaled(WHOLE, 3, 1, 1), 0.01, 0, 0), WHOLE);
  assert.deepEqual(moved({ scale: 2, x: -0.5, y: -0.5 }, 9, -9), { scale: 2, x: 0, y: -1 });
  assert.equal(scaled(WHOLE, 1000, 0, 0).scale, 5);
});
