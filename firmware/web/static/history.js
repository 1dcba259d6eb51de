// How did the table stand earlier? Steps back and forth through the game that is being played.

import { byId } from "./dom.js";
import { say } from "./words.js";
import { ask } from "./connection.js";

export class GameHistory extends EventTarget {
  #ply = null;
  #snapshot = null;
  #last = 0;

  constructor() {
    super();
    const steps = { first: () => 0, back: () => this.#from - 1, on: () => this.#from + 1, last: () => this.#last };
    for (const [name, to] of Object.entries(steps)) {
      byId(`history-${name}`).addEventListener("click", () => this.step(to()));
    }
    byId("history-leave").addEventListener("click", () => this.leave());
  }

  /** The snapshot that is shown, null when it is the present. */
  get snapshot() {
    return this.#snapshot;
  }

  /** Know how many moves there are now. */
  follow(state) {
    if (!state.game || state.moves.length < (this.#ply ?? 0)) this.leave();
    this.#last = state.moves.length;
    this.#draw();
  }

  /** Show how it stood after so many moves; after the last one that is the present. */
  async step(ply) {
    if (ply < 0 || ply > this.#last) return;
    if (ply === this.#last) {
      this.leave();
      return;
    }
    this.#ply = ply;
    try {
      const snapshot = await ask(`/api/at/${ply}?lang=${document.documentElement.lang}`);
      if (this.#ply !== ply) return; // another step was faster
      this.#snapshot = { reeds: [], tilts: [], lamps: [], ...snapshot, at: ply };
    } catch {
      this.#ply = this.#snapshot?.at ?? null; // the network is away: stay where we are
    }
    this.#changed();
  }

  /** Back to the present. */
  leave() {
    if (this.#ply === null) return;
    this.#ply = this.#snapshot = null;
    this.#changed();
  }

  /** Say it anew in another language. */
  retell() {
    if (this.#ply !== null) this.step(this.#ply);
  }

  get #from() {
    return this.#ply ?? this.#last;
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new Event("change"));
  }

  #draw() {
    byId("history").hidden = this.#snapshot === null;
    byId("history-said").textContent = say("history", { number: this.#from, last: this.#last });
    byId("history-first").disabled = byId("history-back").disabled = this.#from === 0;
    byId("history-on").disabled = byId("history-last").disabled = this.#ply === null;
  }
}
