// What players say to each other in a game on a screen: one of a few phrases, or a face, and nothing else.

import { html } from "./preact.js";
import { say } from "./words.js";

/** @import { Phrase, Send } from "./state.js" */

/** @type {Phrase[]} */
const PHRASES = ["hello", "luck", "well", "thanks", "moment", "bye"];
/** @type {Partial<Record<Phrase, string>>} */
const FACES = { thumb: "👍", clap: "👏", laugh: "😄", wow: "😮", sad: "😢", heart: "❤️" };

/** @param {Phrase} phrase */
export const textOf = (phrase) => FACES[phrase] ?? say(`phrase.${phrase}`);

/** The phrases as buttons. @param {{ send: Send }} props */
export function Phrases({ send }) {
  const tell = (/** @type {Phrase} */ phrase) => (/** @type {{ currentTarget: Element }} */ { currentTarget }) => {
    send({ type: "say", phrase });
    currentTarget.closest("details")?.removeAttribute("open");
  };
  return html`<details class="phrases"><summary>${say("phrase")}</summary><div class="sharing">${
    [...PHRASES, .../** @type {Phrase[]} */ (Object.keys(FACES))].map((phrase) => html`<button type="button" key=${phrase}
      class=${FACES[phrase] ? "small face" : "small"} aria-label=${FACES[phrase] ? say(`phrase.${phrase}`) : null}
      data-phrase=${phrase} onClick=${tell(phrase)}>${textOf(phrase)}</button>`)}</div></details>`;
}
