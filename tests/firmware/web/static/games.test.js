import assert from "node:assert/strict";
import { test } from "node:test";

import { cellsOf, fieldOn, isGlass, isOver, isPlaying, uprightFor } from "../../../../firmware/web/static/games.js";
import { GAME, choosing, glass, pebble, playing } from "./states.js";

test("a game is played or chosen", () => {
  assert.equal(isPlaying(playing()), true);
  assert.equal(isPlaying(choosing()), false);
});

test("what its rules or its players have ended is over", () => {
  const going = playing();
  assert.equal(isOver(going), false);
  assert.equal(isOver({ ...going, position: { ...going.position, over: true } }), true);
  assert.equal(isOver({ ...going, screen: { over: true } }), true);
  assert.equal(isOver(choosing()), false);
});

test("a table that stands upright has one's own side near", () => {
  const page = { left: "light" };
  assert.deepEqual(["light", "dark", undefined].map((seat) => uprightFor(page, seat)), [-90, 90, 90]);
  assert.equal(uprightFor({ left: null }, "1"), 90);
});

test("every field has its cell, and a cell without one no name", () => {
  for (const [name, cell] of Object.entries(GAME.fields)) assert.equal(fieldOn(GAME, cell), name);
  assert.equal(fieldOn(GAME, 95), undefined);
});

test("a move names cells, where it begins first", () => {
  assert.deepEqual(cellsOf(GAME, "b1-a1"), [1, 0]);
  assert.deepEqual(cellsOf(GAME, "y@c1"), [2]);
  assert.deepEqual(cellsOf(GAME, "*d1"), [3]);
  assert.deepEqual(cellsOf(GAME, "12.5 e1-b1"), [4, 1]);
  assert.deepEqual(cellsOf(GAME, "end"), []);
});

test("what holds sand is a sandglass", () => {
  assert.equal(isGlass(glass(0, "a")), true);
  assert.equal(isGlass(pebble(0)), false);
});
