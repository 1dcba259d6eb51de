// Says what the page shows, with the browser's own speech.

import { setting } from "./settings.js";

/** @import { Aloud } from "./state.js" */

/** Whether this browser can speak. */
export const canSpeak = () => typeof speechSynthesis !== "undefined";

export class Voice {
  /** What was said last. @type {Aloud & { moves: number, language: string } | null} */
  #said = null;

  /**
   * Say what is new: the move, the standing where it has changed, and what to do next.
   *
   * @param {Aloud} aloud
   * @param {number} moves how many were made
   * @param {string} takenBack what is said when there are fewer than before
   * @param {string} language
   */
  follow(aloud, moves, takenBack, language) {
    if (!canSpeak()) return;
    if (setting("voice") !== "on") {
      if (this.#said) speechSynthesis.cancel();
      this.#said = null;
      return;
    }
    const texts = sentences(this.#said, { ...aloud, moves, language }, takenBack);
    this.#said = { ...aloud, moves, language };
    if (!texts.length) return;
    speechSynthesis.cancel(); // what was said before is out of date
    for (const text of texts) {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = language;
      speechSynthesis.speak(utterance);
    }
  }
}

/**
 * What to say of a state, after another; of the first one all that there is to do.
 *
 * @param {Aloud & { moves: number, language: string } | null} before
 * @param {Aloud & { moves: number, language: string }} now
 * @param {string} takenBack
 */
export function sentences(before, now, takenBack) {
  const same = before !== null && before.language === now.language;
  const found = [];
  if (same && now.move && now.moves > before.moves) found.push(now.move);
  if (same && now.moves < before.moves) found.push(takenBack);
  if (same && now.score && now.score !== before.score) found.push(now.score);
  if (!same || now.prompt !== before.prompt) found.push(now.prompt);
  return found;
}
