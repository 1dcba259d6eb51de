import assert from "node:assert/strict";
import { test } from "node:test";

import { onTop, reconcile, topOf } from "../../../../firmware/web/static/reconcile.js";
import { choosing, glass, pebble, playing } from "./states.js";

/** What stands where and how, in short. */
const told = (things) => things.map(({ cell, way, piece }) => `${cell} ${way} ${piece.seat}`).sort();

test("pieces whose magnets are there stand as the table believes", () => {
  const state = playing({ pieces: [pebble(0), pebble(1, "blue")], reeds: [0, 1] });
  assert.deepEqual(told(reconcile(state)), ["0 there red", "1 there blue"]);
});

test("a piece without its magnet is away", () => {
  const state = playing({ pieces: [pebble(0), pebble(1, "blue")], reeds: [0] });
  assert.deepEqual(told(reconcile(state)), ["0 there red", "1 away blue"]);
});

test("a piece of a kind without magnets is there without one", () => {
  const state = playing({ pieces: [pebble(0, "red", { kind: "marker" })] });
  const [marker] = reconcile(state);
  assert.equal(marker.way, "there");
  assert.equal(marker.magnet, false);
  assert.equal(onTop([marker], 0), undefined);
});

test("a strange magnet is the one that is away", () => {
  const state = playing({ pieces: [pebble(0), pebble(1, "blue")], reeds: [0, 3] });
  assert.deepEqual(told(reconcile(state)), ["0 there red", "1 away blue", "3 strange blue"]);
});

test("the table's own finding comes before a guess", () => {
  const pieces = [pebble(0), pebble(1, "blue")];
  const byTable = playing({ pieces, reeds: [3, 4], pairs: [[3, 1]] });
  assert.deepEqual(told(reconcile(byTable)).slice(2), ["3 strange blue", "4 strange red"]);
  const guessed = playing({ pieces: [pebble(1, "blue"), pebble(0)], reeds: [3, 4] });
  assert.deepEqual(told(reconcile(guessed)).slice(2), ["3 strange blue", "4 strange red"]);
});

test("one magnet more than pieces is an unknown piece of the seat to move", () => {
  const state = playing({ reeds: [2], position: { to_move: "blue" } });
  const [{ piece }] = reconcile(state);
  assert.equal(piece.seat, "blue");
  assert.equal(piece.kind, "pebble");
  assert.equal(piece.name, "");
});

test("magnets where the table does not look are not drawn", () => {
  const state = playing({ reeds: [5, 40] });
  assert.deepEqual(reconcile(state), []);
});

test("an earlier state and a finished game are drawn as they were, whatever the magnets say", () => {
  for (const changes of [{ at: 1 }, { position: { over: true } }]) {
    assert.deepEqual(told(reconcile(playing({ pieces: [pebble(0)], reeds: [3], ...changes }))), ["0 there red"]);
  }
});

test("nothing stands on the table while a game is chosen", () => {
  assert.deepEqual(reconcile(choosing()), []);
});

test("a sandglass in the wrong place runs on, and runs back when it was turned", () => {
  const page = { magnets: ["glass"], sand: 120 };
  const state = playing({ page, pieces: [glass(0, "a")], reeds: [3], tilts: [3] });
  const strange = (now) => onTop(reconcile(now), 3).piece;
  assert.deepEqual([strange(state).remaining, strange(state).end_a_up], [60, true]);
  const turned = strange({ ...state, tilts: [] });
  assert.deepEqual([turned.remaining, turned.end_a_up, turned.running], [30, false, true]);
});

test("a strange piece lies on top of one that is believed there", () => {
  const there = { cell: 1, piece: pebble(1), way: "there", magnet: true };
  const strange = { ...there, way: "strange" };
  assert.equal(onTop([there, strange], 1), strange);
  assert.equal(onTop([there], 2), undefined);
});

test("the top of a stack looks as it does alone", () => {
  const stack = pebble(1, "red", { colours: ["#ff0000", "#0000ff"], height: 2 });
  assert.deepEqual(topOf(stack), { ...stack, colour: "#0000ff", colours: ["#0000ff"], height: 1 });
});
