// Where the cells of a board lie in the drawing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Places } from "../../../../firmware/web/static/places.js";

test("cells lie in rows of twelve, 40 mm wide", () => {
  const places = new Places();
  assert.deepEqual(places.of(0), [20, 20, 1]);
  assert.deepEqual(places.of(13), [60, 60, 1]);
  assert.equal(places.at(61, 79), 13);
  assert.equal(places.at(481, 20), null);
});

test("a cell that lies elsewhere is found there alone", () => {
  const places = new Places();
  places.take({ 1: [200, 200, 1.5] });
  assert.equal(places.at(171, 229), 1);
  assert.equal(places.at(169, 229), 64); // the cell beside it
  assert.equal(places.at(60, 20), null);
  assert.deepEqual(places.squareOf(1), { x: 170, y: 170, width: 60, height: 60 });
  places.take({});
  assert.equal(places.at(60, 20), 1);
});
