// What players say to each other in a game on a screen: one of a few phrases, or a face, and nothing else.

import { byId } from "./dom.js";
import { html, render } from "./preact.js";
import { say } from "./words.js";

/** @import { GameState, Phrase, Send, State, YouMessage } from "./state.js" */

/** @type {Phrase[]} */
const PHRASES = ["hello", "luck", "well", "thanks", "moment", "bye"];
/** @type {Partial<Record<Phrase, string>>} */
const FACES = { thumb: "👍", clap: "👏", laugh: "😄", wow: "😮", sad: "😢", heart: "❤️" };
const SEEN = 6000; // milliseconds

export class Phrases {
  #send;
  #changed;
  /** What each seat has said lately. @type {Map<string, string>} */
  #said = new Map();

  /**
   * @param {Send} send
   * @param {() => void} changed is called when somebody has said something, and when it was seen
   */
  constructor(send, changed) {
    this.#send = send;
    this.#changed = changed;
  }

  /**
   * Offer the phrases to who plays with other people.
   *
   * @param {GameState} state
   * @param {YouMessage} you
   * @param {boolean} live
   */
  draw({ game, screen }, you, live) {
    const others = game.seats.some((seat) => !you.seats.includes(seat) && screen?.taken.includes(seat));
    byId("phrases-box").hidden = !live || !you.seats.length || !others;
    render([...PHRASES, .../** @type {Phrase[]} */ (Object.keys(FACES))].map((phrase) => html`<button type="button"
      class=${FACES[phrase] ? "small face" : "small"} aria-label=${FACES[phrase] ? say(`phrase.${phrase}`) : null}
      data-phrase=${phrase} onClick=${() => this.#say(phrase)}>${textOf(phrase)}</button>`), byId("phrases"));
  }

  /**
   * What a seat has said lately, "" for nothing.
   *
   * @param {string} seat
   */
  of(seat) {
    return this.#said.get(seat) ?? "";
  }

  /**
   * Take in what was said; one who has several seats says it once.
   *
   * @param {State} state
   * @param {string[]} seats
   * @param {Phrase} phrase
   */
  hear({ game }, [seat], phrase) {
    const text = textOf(phrase);
    this.#said.set(seat, text);
    byId("announced").textContent = say("phrase.said", { name: game?.players[game.seats.indexOf(seat)] ?? "",
      text: say(`phrase.${phrase}`) });
    setTimeout(() => {
      if (this.#said.get(seat) === text) this.#said.delete(seat);
      this.#changed();
    }, SEEN);
    this.#changed();
  }

  /** @param {Phrase} phrase */
  #say(phrase) {
    this.#send({ type: "say", phrase });
    byId("phrases-box").removeAttribute("open");
  }
}

/** @param {Phrase} phrase */
function textOf(phrase) {
  return FACES[phrase] ?? say(`phrase.${phrase}`);
}
