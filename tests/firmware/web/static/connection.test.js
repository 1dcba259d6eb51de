import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Connection, FIRST_PAUSE, LONGEST_PAUSE, PROTOCOL, RefusedError, ask, askPage, nextPause,
  spread } from "../../../../firmware/web/static/connection.js";
import { EMPTY, legalOf, withView } from "../../../../firmware/web/static/state.js";
import { playing } from "./states.js";

test("each pause is twice the one before, up to the longest", () => {
  const pauses = [FIRST_PAUSE];
  while (pauses.at(-1) < LONGEST_PAUSE) pauses.push(nextPause(pauses.at(-1)));
  assert.deepEqual(pauses, [400, 800, 1600, 3200, 6400, 8000]);
  assert.equal(nextPause(LONGEST_PAUSE), LONGEST_PAUSE);
});

test("a pause is spread by a quarter to either side", () => {
  assert.deepEqual([spread(400, 0), spread(400, 0.5), spread(400, 1)], [300, 400, 500]);
});

test("a view replaces the parts that it has, whole, and what is gone is nothing", () => {
  const state = playing({ seq: 3, moves: ["a1"], prompt: "Anna", drops: { 1: { 2: "a1-b1" } }, buttons: ["end"] });
  const after = withView(state, { seq: 4, now: { moves: ["a1", "b1"], prompt: "Bram" } });
  assert.deepEqual(after, { ...state, seq: 4, moves: ["a1", "b1"], prompt: "Bram" });
  assert.deepEqual(legalOf(after), ["a1-b1", "end"]);
  const gone = withView(after, { board: null, stand: null, moves: null });
  assert.deepEqual([gone.game, gone.position, gone.pieces, gone.drops, gone.prompt], [null, null, [], {}, "Bram"]);
});

/** A document of a browser that keeps cookies, or none. @param {boolean} keeps */
function keeping(keeps) {
  globalThis.document = { documentElement: { lang: "nl" }, get cookie() { return keeps ? "kept=yes" : ""; }, set cookie(_) {} };
}
keeping(true);

/** A WebSocket that goes nowhere. */
class FakeSocket extends EventTarget {
  static OPEN = 1;
  static made = [];
  readyState = 1;
  sent = [];

  constructor(address) {
    super();
    this.address = String(address);
    FakeSocket.made.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  hear(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

const given = {};
beforeEach(() => {
  FakeSocket.made = [];
  const fakes = { WebSocket: FakeSocket, location: new URL("https://table.local/?x"), addEventListener: () => null };
  for (const [name, fake] of Object.entries(fakes)) {
    given[name] = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value: fake, configurable: true, writable: true });
  }
});
afterEach(() => {
  for (const [name, descriptor] of Object.entries(given)) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else delete globalThis[name];
  }
});

/** A connection, its first socket, and what it has told. */
function connected(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const heard = [];
  const told = Object.fromEntries(["state", "link", "notice"].map((type) => [type, (what) => heard.push([type, what])]));
  const connection = new Connection(null);
  connection.listen(told);
  connection.open();
  return { connection, heard, socket: FakeSocket.made[0] };
}

test("what is heard before somebody listens is told then, in order", async (context) => {
  const { socket } = connected(context);
  const early = new Connection(null);
  early.open();
  const [mine] = FakeSocket.made.filter((one) => one !== socket);
  mine.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type: "pong", time: 1 }) }));
  const heard = [];
  const listening = early.listen(Object.fromEntries(["state", "link", "notice"].map((type) => [type, (what) => heard.push([type, what])])));
  mine.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type: "pong", time: 2 }) }));
  for (let at = 0; at < 3; at += 1) {
    context.mock.timers.tick(1);
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  await listening;
  assert.deepEqual(heard, [["link", "connecting"], ["notice", { type: "pong", time: 1 }], ["notice", { type: "pong", time: 2 }]]);
});

test("it connects where the page comes from, in its language", (context) => {
  const { socket, heard } = connected(context);
  assert.equal(socket.address, "wss://table.local/ws?lang=nl");
  assert.deepEqual(heard, [["link", "connecting"]]);
});

test("it says hello, keeps the state up to date, and hands notices on", (context) => {
  const { connection, socket, heard } = connected(context);
  socket.dispatchEvent(new Event("open"));
  assert.deepEqual(socket.sent, [{ type: "hello", protocol: PROTOCOL, view: "nl" }]);
  socket.hear({ type: "view", seq: 3, now: { prompt: "Anna" } });
  socket.hear({ type: "view", seq: 4, now: { prompt: "Bram" } });
  socket.hear({ type: "tune", tune: "accepted" });
  assert.deepEqual(heard.slice(1), [
    ["link", "live"], ["state", { ...EMPTY, seq: 3, prompt: "Anna" }], ["state", { ...EMPTY, seq: 4, prompt: "Bram" }],
    ["notice", { type: "tune", tune: "accepted" }],
  ]);
  assert.ok(connection.send({ type: "abort" }, 3));
  assert.ok(connection.send({ type: "abort" }));
  const [, one, other] = socket.sent;
  assert.deepEqual([one.ask, one.plies, other.plies], [{ type: "abort" }, 3, null]);
  assert.notEqual(one.id, other.id);
});

test("it tries again after longer and longer pauses, and after short ones once it was heard", (context) => {
  context.mock.method(Math, "random", () => 0.5);
  const { heard } = connected(context);
  for (const pause of [400, 800, 1600]) {
    const last = FakeSocket.made.at(-1);
    last.close();
    last.dispatchEvent(new Event("close"));
    assert.deepEqual(heard.at(-1), ["link", "lost"]);
    const before = FakeSocket.made.length;
    context.mock.timers.tick(pause - 1);
    assert.equal(FakeSocket.made.length, before);
    context.mock.timers.tick(1);
    assert.equal(FakeSocket.made.length, before + 1);
  }
  FakeSocket.made.at(-1).hear({ type: "view", seq: 0, now: {} });
  const last = FakeSocket.made.at(-1);
  last.close();
  last.dispatchEvent(new Event("close"));
  const before = FakeSocket.made.length;
  context.mock.timers.tick(400);
  assert.equal(FakeSocket.made.length, before + 1);
});

test("it sends only while it is connected", (context) => {
  const { connection, socket } = connected(context);
  assert.equal(connection.send({ type: "key", key: "UNDO" }), true);
  assert.deepEqual(socket.sent.map(({ ask: sent }) => sent), [{ type: "key", key: "UNDO" }]);
  socket.close();
  assert.equal(connection.send({ type: "key", key: "UNDO" }), false);
});

test("what the server refuses is an error with its status and its words", async (context) => {
  const answers = [new Response('{"error": "no", "id": 4}', { status: 409 }), new Response("broken", { status: 500 })];
  context.mock.method(globalThis, "fetch", async () => answers.shift());
  await assert.rejects(ask("/api/games", { text: "x" }), (error) =>
    error instanceof RefusedError && error.status === 409 && error.message === "no");
  await assert.rejects(ask("/"), { message: "broken", status: 500 });
});

test("an answer is its JSON, or null where there is none", async (context) => {
  const answers = [new Response('{"id": 4}'), new Response(null, { status: 204 })];
  const fetched = context.mock.method(globalThis, "fetch", async () => answers.shift());
  assert.deepEqual(await ask("/api/pin", { json: { pin: "1" } }), { id: 4 });
  assert.equal(await ask("/api/me"), null);
  const [[, post], [, get]] = fetched.mock.calls.map((call) => call.arguments);
  assert.deepEqual([post.method, post.body], ["POST", '{"pin":"1"}']);
  assert.equal(get.method, undefined);
});

test("an answer names the next page of a list", async (context) => {
  const next = '</api/games?before=3>; rel="next"';
  const answers = [new Response("[4, 3]", { headers: { Link: next } }), new Response("[2]")];
  context.mock.method(globalThis, "fetch", async () => answers.shift());
  assert.deepEqual(await askPage("/api/games"), { answer: [4, 3], next: "/api/games?before=3" });
  assert.deepEqual(await askPage("/api/games?before=3"), { answer: [2], next: null });
});

test("who is not known again begins no game, sits nowhere, and reads on", async (context) => {
  const fetched = context.mock.method(globalThis, "fetch", async () => new Response("[]"));
  context.mock.method(console, "error", () => {}); // there are no labels
  context.after(() => keeping(true));
  keeping(false);
  for (const path of ["/api/screen", "/api/screen/3/sit", "/api/screen/3/take", "/api/pin"]) {
    await assert.rejects(ask(path, { json: {} }), (error) => error instanceof RefusedError && error.message === "cookie");
  }
  assert.equal(fetched.mock.callCount(), 0);
  assert.deepEqual(await ask("/api/read", { text: "1. y@d4" }), []);
});
