import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { choosing, pebble, playing } from "./states.js";

const MOVES = ["a1", "b1", "c1"];
const asked = [];
let answer = async () => new Response("{}");

globalThis.addEventListener = () => null;
globalThis.document = { documentElement: { lang: "en" } };
/** Answers with how the game stood after so many moves. */
const told = (at, stand = { pieces: [pebble(0)] }) => async () =>
  Response.json({ lines: MOVES, first: at, steps: [{ stand }], board: {} });
const { GameHistory, reads } = await import("../../../../firmware/web/static/line.js");

const { fetch } = globalThis;
beforeEach(() => {
  asked.length = 0;
  answer = told(1);
  globalThis.fetch = async (path) => {
    if (!path.includes("stands")) return Response.json({ lines: MOVES, first: 1, steps: MOVES.map((done) => ({ deed: { done }, ply: 1 })) });
    asked.push(path);
    return answer();
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
});

/** The history of a game of three moves, of which all is told, and how often it changed. */
async function history() {
  const changes = [];
  const shown = new GameHistory(reads(null), 1, () => changes.push(shown.snapshot?.at ?? null));
  shown.follow(playing({ moves: MOVES }));
  await new Promise((resolve) => { setImmediate(resolve); });
  changes.length = 0;
  return { shown, changes };
}

test("at first the present is shown, from which only steps back lead", async () => {
  const { shown } = await history();
  assert.equal(shown.snapshot, null);
  assert.deepEqual([shown.at, shown.last], [3, 3]);
});

test("a step back asks for the state after so many moves, and shows it", async () => {
  const { shown, changes } = await history();
  await shown.step(1);
  assert.deepEqual(asked, ["/api/line?lang=en&first=1&last=1&stands=1"]);
  assert.equal(shown.snapshot.at, 1);
  assert.equal(shown.snapshot.pieces.length, 1);
  assert.equal(shown.at, 1);
  assert.deepEqual(changes, [1]);
});

test("what is not told of an earlier state is nothing", async () => {
  answer = told(0, { pieces: [] });
  const { shown } = await history();
  await shown.step(0);
  const { missing, lamps, computers, choice, at } = shown.snapshot;
  assert.deepEqual([missing, lamps, computers, choice, at], [[], [], {}, null, 0]);
});

test("the step after the last move is the present, and no step leads beyond", async () => {
  const { shown, changes } = await history();
  await shown.step(2);
  await shown.step(3);
  assert.equal(shown.snapshot, null);
  await shown.step(4);
  await shown.step(-1);
  assert.deepEqual(changes, [2, null]);
});

test("where the network is away the shown state stays", async () => {
  const { shown } = await history();
  await shown.step(2);
  answer = async () => { throw new TypeError("no network"); };
  await shown.step(1);
  assert.equal(shown.snapshot.at, 2);
  assert.equal(shown.at, 2);
});

test("of two steps the later one is shown, though it is answered first", async () => {
  const { shown } = await history();
  const answers = [];
  answer = () => new Promise((resolve) => { answers.push(() => resolve(told(0, {})())); });
  const both = [shown.step(1), shown.step(2)];
  answers[1]();
  answers[0]();
  await Promise.all(both);
  assert.equal(shown.snapshot.at, 2);
});

test("the place is kept while others play on, and left when the game is taken back before it", async () => {
  const { shown } = await history();
  await shown.step(2);
  shown.follow(playing({ moves: [...MOVES, "d1"] }));
  assert.equal(shown.snapshot.at, 2);
  shown.follow(playing({ moves: ["a1"] }));
  assert.equal(shown.snapshot, null);
});

test("the history of a game that has gone is left", async () => {
  const { shown } = await history();
  await shown.step(2);
  shown.follow(choosing());
  assert.equal(shown.snapshot, null);
});

test("in another language the same state is asked for again", async () => {
  const { shown } = await history();
  shown.retell();
  assert.deepEqual(asked, []);
  await shown.step(2);
  shown.retell();
  await new Promise((resolve) => { setImmediate(resolve); });
  assert.deepEqual(asked, Array(2).fill("/api/line?lang=en&first=2&last=2&stands=1"));
});

test("what a move did is told with the state, or asked for", async () => {
  const { shown } = await history();
  const lines = () => shown.told.map(({ line, deed }) => `${line} ${deed.done}`);
  assert.deepEqual(lines(), ["a1 a1", "b1 b1", "c1 c1"]);
  shown.follow(playing({ moves: [...MOVES, "d1"], last: { move: "d1", done: "new" } }));
  assert.deepEqual(lines().slice(3), ["d1 new"]);
  shown.follow(playing({ moves: ["a1", "e1"], last: { move: "e1", done: "other" } }));
  assert.deepEqual(lines(), ["a1 a1", "e1 other"]);
});
