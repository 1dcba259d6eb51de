// What does the table say, and how is it told something? The WebSocket, and what is asked over HTTP.

const FIRST_PAUSE = 400; // milliseconds before the first try to connect again; doubled each time
const LONGEST_PAUSE = 8000;
const SILENCE = 12000; // after so long without a word the network may be gone unnoticed

/**
 * Follows the table. Dispatches: `state` (detail: the whole state), `link` (detail: "live",
 * "connecting" or "lost"), `told` (detail: an error, a tune or a warning as the server sent it).
 */
export class Connection extends EventTarget {
  #socket = null;
  #state = null;
  #language;
  #pause = FIRST_PAUSE;
  #timer = null;
  #heard = 0;
  #watch = null;

  constructor(language) {
    super();
    this.#language = language;
    addEventListener("online", () => this.#again(0));
    addEventListener("offline", () => this.#socket?.close());
  }

  /** Connect, anew if need be (in another language, with other rights). */
  open(language = this.#language) {
    this.#language = language;
    this.#drop();
    this.#say("link", this.#state ? "lost" : "connecting");
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("lang", this.#language);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket !== this.#socket) return; // another one has taken its place
      this.#say("link", "lost");
      this.#again(this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  /** Tell the table something; whether it could be sent. */
  send(message) {
    const live = this.#socket?.readyState === WebSocket.OPEN;
    if (live) this.#socket.send(JSON.stringify(message));
    return live;
  }

  #hear(message) {
    this.#heard = Date.now();
    const { type, ...rest } = message;
    if (type === "state") {
      this.#pause = FIRST_PAUSE;
      this.#state = rest;
      this.#say("link", "live");
      this.#listen();
    } else if (type === "change") {
      if (!this.#state || rest.seq > this.#state.seq + 1) {
        this.open(); // one was missed: ask for the whole again
        return;
      }
      this.#state = { ...this.#state, ...rest };
    } else {
      this.#say("told", message);
      return;
    }
    this.#say("state", this.#state);
  }

  #listen() {
    clearInterval(this.#watch);
    this.#watch = setInterval(async () => {
      if (Date.now() - this.#heard < SILENCE) return;
      try {
        await fetch("/api/me", { signal: AbortSignal.timeout(4000), cache: "no-store" });
        this.#heard = Date.now();
      } catch {
        const socket = this.#socket;
        socket?.close();
        socket?.onclose?.(); // a closing handshake would wait for the lost network
      }
    }, SILENCE / 2);
  }

  #again(after) {
    clearTimeout(this.#timer);
    if (this.#socket?.readyState === WebSocket.OPEN) return;
    this.#timer = setTimeout(() => this.open(), after);
  }

  #drop() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #say(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** What the server refused; `status` is HTTP's, `answer` its JSON. */
export class RefusedError extends Error {
  constructor(status, answer) {
    super(answer.error ?? `HTTP ${status}`);
    this.status = status;
    this.answer = answer;
  }
}

/** Ask the server; the JSON that it answers, null where it answers nothing. */
export async function ask(path, { json, text } = {}) {
  const request = { cache: "no-store" };
  if (json !== undefined || text !== undefined) {
    request.method = "POST";
    request.headers = { "Content-Type": json === undefined ? "text/plain" : "application/json" };
    request.body = json === undefined ? text : JSON.stringify(json);
  }
  const response = await fetch(path, request);
  const body = await response.text();
  let answer = null;
  try {
    answer = body ? JSON.parse(body) : null;
  } catch {
    answer = { error: body.slice(0, 200) };
  }
  if (!response.ok) throw new RefusedError(response.status, answer ?? {});
  return answer;
}
