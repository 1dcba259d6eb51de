import assert from "node:assert/strict";
import { test } from "node:test";

import { Sound, tuneOf } from "../../../../firmware/web/static/sound.js";

/**
 * @param {number} moves
 * @param {string[]} said
 * @param {boolean} over
 * @returns {any}
 */
function state(moves, said = [], over = false, id = 1) {
  return { game: {}, moves: Array(moves).fill("m"), last: { said }, screen: { id, over } };
}

test("a move sounds, what is scored sounds otherwise, and the end", () => {
  assert.equal(tuneOf(state(3), state(4)), "moved");
  assert.equal(tuneOf(state(3), state(4, ["Anna +7"])), "scored");
  assert.equal(tuneOf(state(3), state(4, ["Anna +7"], true)), "game over");
  assert.equal(tuneOf(state(3), state(2)), "taken back");
});

test("nothing sounds where nothing has happened, and when a page is opened", () => {
  assert.equal(tuneOf(null, state(4)), "");
  assert.equal(tuneOf(state(4), state(4)), "");
  assert.equal(tuneOf(state(4, [], true), state(4, [], true)), "");
  assert.equal(tuneOf(state(4), state(5, [], false, 2)), "");
});

test("what is not saved yet sounds once it is", () => {
  globalThis.addEventListener = () => {};
  /** @type {string[]} */
  const heard = [];
  const sound = new Sound();
  sound.play = (tune) => void heard.push(tune);
  sound.follow(state(4));
  for (const over of [false, true]) {
    const now = state(5, [], over);
    sound.follow({ ...now, kept: false });
    sound.follow({ ...now, kept: false });
    sound.follow(now);
    sound.follow(now);
  }
  assert.deepEqual(heard.filter(Boolean), ["moved", "game over"]);
});
