// A recorded game, in the place of one that goes on: that which the address of the page names.

import { RefusedError, answerTo } from "./connection.js";
import { byId } from "./dom.js";
import { lineOf, stateOf } from "./line.js";
import { DamagedError, unpacked } from "./packing.js";
import { resultOf } from "./parts.js";
import { games } from "./start.js";
import { NO_SCREEN } from "./state.js";
import { say } from "./words.js";

/** @import { Told } from "./connection.js" */
/** @import { Head, Line } from "./state.js" */
/** @import { Read } from "./line.js" */

/** Tells the end of a recorded game, as a `Connection` tells the present of one that goes on. */
export class Recording {
  /** The whole line of the game, with its head. @type {Line | null} */
  line = null;
  #told;

  /** @param {Told} told */
  constructor(told) {
    this.#told = told;
  }

  /** Reads the line of the game, of which all but the stands is known. @type {Read} */
  read = async (span) => this.line && !span.stands ? this.line : lineOf({ record: this.line?.record ?? "", ...span });

  /** Read the game, again if need be (in another language). */
  async open() {
    try {
      const line = await lineOf({ record: this.line?.record ?? await recordOf(), head: true });
      const head = /** @type {Head} */ (line.head);
      this.line = line;
      const last = line.lines.length;
      const end = stateOf(await this.read({ first: last, last, stands: true }), last);
      byId("frame").hidden = !head.shown;
      const prompt = head.over ? resultOf(head) : head.players.map(({ name }) => name).join(" · ");
      this.#told.state({ ...end, at: undefined, prompt, screen: { ...NO_SCREEN, over: head.over } });
    } catch (error) {
      byId("failed").hidden = false;
      byId("failed").textContent = failureOf(error);
      byId("main").hidden = true;
    }
  }

  /** Send nothing: nobody plays it. */
  send() {
    return false;
  }
}

/** The record that the address names: the one in it, a kept one, or the one that is played. */
async function recordOf() {
  const [name, number] = location.hash.slice(1).split("=");
  if (name === "kept" && /^\d+$/.test(number)) return (await answerTo(`/api/games/${number}/record`)).text();
  if (name === "now" || name === "") return (await answerTo("/api/record")).text();
  if (name === "game") return emptyRecord(number);
  return unpacked(name);
}

/**
 * The record of a game of two without moves.
 *
 * @param {string} name of the game
 */
function emptyRecord(name) {
  const seats = games.find((game) => game.name === name)?.seats.slice(0, 2) ?? [];
  return `[game "${name}"]\n[players ${seats.map((seat) => `"${seat}"`).join(" ")}]\n`;
}

/** @param {unknown} error */
function failureOf(error) {
  if (error instanceof DamagedError) return say("replay.damaged");
  if (error instanceof RefusedError && error.status === 404) return say("replay.none");
  return error instanceof RefusedError ? say("replay.unreadable", { why: error.message }) : say("lost");
}
