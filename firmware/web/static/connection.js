// Hears and tells the table: the WebSocket with its reconnection, and requests over HTTP.

import { isKnown, request, socket as openSocket } from "./host.js";
import { EMPTY, withView } from "./state.js";
import { say } from "./words.js";

/** @import { ClientMessage, Notice, State } from "./state.js" */
/** @import { FromClient, FromHost } from "./wire.js" */

/** The version of the messages. */
export const PROTOCOL = 2;
/** Milliseconds before the first try to connect again. */
export const FIRST_PAUSE = 400;
/** Milliseconds between two tries at most. */
export const LONGEST_PAUSE = 8000;
const SILENCE = 12000; // milliseconds without a message after which the network may be gone unnoticed
const FOR_KNOWN = /\/api\/(?:screen|screen\/\d+\/(?:sit|take)|pin)$/; // what is done for who is known again
const TIMEOUT = 4000; // milliseconds for an answer that shows that it is not

/**
 * The pause after one that was in vain: twice as long, up to the longest.
 *
 * @param {number} pause milliseconds
 */
export function nextPause(pause) {
  return Math.min(pause * 2, LONGEST_PAUSE);
}

/**
 * A pause changed by up to a quarter, so that not all pages come back at once.
 *
 * @param {number} pause milliseconds
 * @param {number} random from 0 to 1
 */
export function spread(pause, random) {
  return pause * (0.75 + random / 2);
}

/**
 * What is called when the table has told something. link: with "live", "connecting", "lost" or, where there is no such
 * game, "none"; notice: with all else, as the server sent it.
 *
 * @typedef {{ state: (now: State) => unknown, link: (now: string) => unknown, notice: (message: Notice) => unknown }} Told
 */

/** Follows the table. What it hears before somebody listens, it tells then. */
export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {State | null} */
  #state = null;
  #game;
  /** What was heard before somebody listens. @type {((told: Told) => unknown)[]} */
  #before = [];
  /** @type {Told} */
  #told = {
    state: (now) => this.#before.push((told) => told.state(now)),
    link: (now) => this.#before.push((told) => told.link(now)),
    notice: (message) => this.#before.push((told) => told.notice(message)),
  };
  #pause = FIRST_PAUSE;
  /** @type {number | undefined} */
  #retry;
  /** @type {number | undefined} */
  #watch;
  #greeted = false; // whether the first view has come
  #heard = 0; // when the last message came
  #asked = 0; // how many requests were sent
  #name = Math.random().toString(36).slice(2); // tells the requests of this page from those of others

  /** @param {number | null} game its number, where games are played on screens */
  constructor(game) {
    this.#game = game;
    addEventListener("online", () => this.#socket && this.#openAfter(0));
    addEventListener("offline", () => this.#socket?.close());
  }

  /** Tell what was heard, each part in a task of its own, and what will be. @param {Told} told */
  async listen(told) {
    while (this.#before.length) {
      await new Promise((resolve) => { setTimeout(resolve); });
      this.#before.shift()?.(told);
    }
    this.#told = told;
  }

  /** Connect in the page's language, again if need be (in another one, with other rights). */
  open() {
    const { lang } = document.documentElement;
    this.#drop();
    this.#told.link(this.#state ? "lost" : "connecting");
    const game = this.#game === null ? "" : `&game=${this.#game}`;
    const socket = openSocket(`/ws?lang=${lang}${game}`);
    this.#socket = socket;
    this.#greeted = false;
    socket.addEventListener("open", () => this.#tell({ type: "hello", protocol: PROTOCOL, view: lang }));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  /**
   * Send a request; gives whether it could be sent.
   *
   * @param {ClientMessage} wanted
   * @param {number | null} [plies] the number of moves that the game had then, null where that does not matter
   */
  send(wanted, plies = null) {
    this.#asked += 1;
    return this.#tell({ type: "do", id: `${this.#name}-${this.#asked}`, ask: wanted, plies });
  }

  /** @param {FromClient} message */
  #tell(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {FromHost} message */
  #hear(message) {
    this.#heard = Date.now();
    if (message.type === "echo") {
      this.#tell(message);
    } else if (message.type !== "view") {
      this.#told.notice(message);
    } else {
      if (!this.#greeted) {
        this.#greeted = true;
        this.#pause = FIRST_PAUSE;
        this.#told.link("live");
        this.#watchForSilence();
      }
      this.#state = withView(this.#state ?? EMPTY, message);
      this.#told.state(this.#state);
    }
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return; // another one has taken its place
    this.#told.link("lost");
    this.#openAfter(spread(this.#pause, Math.random()));
    this.#pause = nextPause(this.#pause);
    if (!this.#state && this.#game !== null) this.#look(this.#game);
  }

  /**
   * Try no more where there is no such game: a WebSocket that is refused does not say why.
   *
   * @param {number} game its number
   */
  async #look(game) {
    const answer = await request(`/api/view?game=${game}`).catch(() => null);
    if (answer?.status !== 404) return;
    this.#drop();
    this.#told.link("none");
  }

  #watchForSilence() {
    clearInterval(this.#watch);
    this.#watch = setInterval(async () => {
      if (Date.now() - this.#heard < SILENCE) return;
      try {
        await request("/api/me", { signal: AbortSignal.timeout(TIMEOUT) });
        this.#heard = Date.now();
      } catch {
        const socket = this.#socket;
        socket?.close();
        if (socket) this.#lost(socket); // its closing handshake would wait for the lost network
      }
    }, SILENCE / 2);
  }

  /** @param {number} pause milliseconds */
  #openAfter(pause) {
    clearTimeout(this.#retry);
    if (this.#socket?.readyState === WebSocket.OPEN) return;
    this.#retry = setTimeout(() => this.open(), pause);
  }

  #drop() {
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

/** A request that the server refused; `status` is HTTP's. */
export class RefusedError extends Error {
  /**
   * @param {number} status
   * @param {string} [why]
   */
  constructor(status, why = `HTTP ${status}`) {
    super(why);
    this.status = status;
  }
}

/**
 * What to say where asking the server has failed.
 *
 * @param {unknown} error
 */
export function whyOf(error) {
  return error instanceof RefusedError ? error.message : say("lost");
}

/** @typedef {{ json?: unknown, text?: string, bytes?: BufferSource }} Sent what is posted, one of these */

/**
 * The answer of the server: to a GET, or to a POST where there is something to send, which asks for an answer in the
 * language of the page.
 *
 * @param {string} path
 * @param {Sent} [sent]
 * @throws {RefusedError} when the server refuses
 */
export async function answerTo(path, { json, text, bytes } = {}) {
  /** @type {RequestInit} */
  const sent = {};
  const body = json === undefined ? text ?? bytes : JSON.stringify(json);
  if (body !== undefined) {
    if (FOR_KNOWN.test(path) && !isKnown()) throw new RefusedError(403, say("cookie"));
    const type = json === undefined ? text === undefined ? "application/octet-stream" : "text/plain" : "application/json";
    Object.assign(sent, { method: "POST", headers: { "Content-Type": type }, body });
  }
  const spoken = body === undefined ? "" : `${path.includes("?") ? "&" : "?"}lang=${document.documentElement.lang}`;
  const answer = await request(path + spoken, sent);
  if (answer.ok) return answer;
  const said = await answer.text();
  let why;
  try {
    why = JSON.parse(said)?.error;
  } catch {
    why = said.slice(0, 200);
  }
  throw new RefusedError(answer.status, why);
}

/**
 * Ask the server for JSON, as {@link answerTo} does; null where it answers nothing.
 *
 * @param {string} path
 * @param {Sent} [sent]
 * @returns {Promise<any>}
 */
export async function ask(path, sent) {
  return (await askPage(path, sent)).answer;
}

/**
 * Ask the server for a page of a list, as {@link ask} does.
 *
 * @param {string} path
 * @param {Sent} [sent]
 * @returns {Promise<{ answer: any, next: string | null }>} and the path of the next page, if there is one
 */
export async function askPage(path, sent) {
  const answer = await answerTo(path, sent);
  const [, next = null] = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "") ?? [];
  const said = await answer.text();
  return { answer: said ? JSON.parse(said) : null, next };
}
