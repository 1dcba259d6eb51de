import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { choosing, pebble, playing } from "./states.js";

/** An element of index.html, as much of it as the history needs. */
class FakeElement extends EventTarget {
  hidden = false;
  textContent = "";
  disabled = false;
}

const elements = new Map();
const elementOf = (id) => {
  if (!elements.has(id)) elements.set(id, new FakeElement());
  return elements.get(id);
};

const MOVES = ["a1", "b1", "c1"];
const asked = [];
let answer = async () => new Response("{}");

globalThis.addEventListener = () => null;
globalThis.HTMLElement = FakeElement;
globalThis.HTMLButtonElement = FakeElement;
globalThis.document = { getElementById: elementOf, documentElement: { lang: "en" } };
/** Answers with how the game stood after so many moves. */
const told = (at, stand = { pieces: [pebble(0)] }) => async () =>
  Response.json({ lines: MOVES, first: at, steps: [{ stand }], board: {} });
const { reads } = await import("../../../../firmware/web/static/line.js");
const { GameHistory } = await import("../../../../firmware/web/static/history.js");

const { fetch, console: { error: complain } } = globalThis;
beforeEach(() => {
  elements.clear();
  asked.length = 0;
  console.error = () => null; // there are no labels here
  answer = told(1);
  globalThis.fetch = async (path) => {
    asked.push(path);
    return answer();
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
  console.error = complain;
});

/** The history of a game of three moves, and how often it changed. */
function history() {
  const shown = new GameHistory(reads(null), 1);
  const changes = [];
  shown.addEventListener("change", () => changes.push(shown.snapshot?.at ?? null));
  shown.follow(playing({ moves: MOVES }));
  return { shown, changes };
}

test("at first the present is shown, from which only steps back lead", () => {
  const { shown } = history();
  assert.equal(shown.snapshot, null);
  assert.deepEqual(["first", "back", "on", "last"].map((name) => elementOf(`history-${name}`).disabled),
    [false, false, true, true]);
  assert.equal(elementOf("history").hidden, true);
});

test("a step back asks for the state after so many moves, and shows it", async () => {
  const { shown, changes } = history();
  await shown.step(1);
  assert.deepEqual(asked, ["/api/line?lang=en&first=1&last=1&stands=1"]);
  assert.equal(shown.snapshot.at, 1);
  assert.equal(shown.snapshot.pieces.length, 1);
  assert.equal(elementOf("history").hidden, false);
  assert.deepEqual(changes, [1]);
});

test("what is not told of an earlier state is nothing", async () => {
  answer = told(0, { pieces: [] });
  const { shown } = history();
  await shown.step(0);
  const { reeds, lamps, computers, choice, at } = shown.snapshot;
  assert.deepEqual([reeds, lamps, computers, choice, at], [[], [], {}, null, 0]);
});

test("the step after the last move is the present, and no step leads beyond", async () => {
  const { shown, changes } = history();
  await shown.step(2);
  await shown.step(3);
  assert.equal(shown.snapshot, null);
  await shown.step(4);
  await shown.step(-1);
  assert.deepEqual(changes, [2, null]);
});

test("where the network is away the shown state stays", async () => {
  const { shown } = history();
  await shown.step(2);
  answer = async () => { throw new TypeError("no network"); };
  await shown.step(1);
  assert.equal(shown.snapshot.at, 2);
  assert.equal(elementOf("history-first").disabled, false);
});

test("of two steps the later one is shown, though it is answered first", async () => {
  const { shown } = history();
  const answers = [];
  answer = () => new Promise((resolve) => { answers.push(() => resolve(told(0, {})())); });
  const both = [shown.step(1), shown.step(2)];
  answers[1]();
  answers[0]();
  await Promise.all(both);
  assert.equal(shown.snapshot.at, 2);
});

test("the place is kept while others play on, and left when the game is taken back before it", async () => {
  const { shown } = history();
  await shown.step(2);
  shown.follow(playing({ moves: [...MOVES, "d1"] }));
  assert.equal(shown.snapshot.at, 2);
  shown.follow(playing({ moves: ["a1"] }));
  assert.equal(shown.snapshot, null);
});

test("the history of a game that has gone is left", async () => {
  const { shown } = history();
  await shown.step(2);
  shown.follow(choosing());
  assert.equal(shown.snapshot, null);
});

test("in another language the same state is asked for again", async () => {
  const { shown } = history();
  shown.retell();
  assert.deepEqual(asked, []);
  await shown.step(2);
  shown.retell();
  await new Promise((resolve) => { setImmediate(resolve); });
  assert.deepEqual(asked, Array(2).fill("/api/line?lang=en&first=2&last=2&stands=1"));
});
