// A moment of joy: when a game is won, pieces in the colours of the winners rain over the board.

import { isOver, isPlaying } from "./games.js";
import { paintOf } from "./pieces.js";
import { html, render } from "./preact.js";
import { isStill } from "./settings.js";

/** @import { State, YouMessage } from "./state.js" */

const PIECES = 48;
const LASTS = 3200; // milliseconds

/**
 * Rejoice if the game has just been won by who plays here; not where nothing is to move.
 *
 * @param {Element} root
 * @param {State | null} before the state before
 * @param {State} now
 * @param {YouMessage} you
 */
export function rejoice(root, before, now, { seats }) {
  const won = isPlaying(now) ? now.position.winners.filter((seat) => seats.includes(seat)) : [];
  if (!before?.game || isOver(before) || !isOver(now) || !won.length || isStill()) return;
  const colours = won.flatMap((seat) => now.game?.colours[seat] ?? []).map(paintOf);
  render(Array.from({ length: PIECES }, (_, at) => html`<i style=${{ "--seat": colours[at % colours.length],
    "--x": `${Math.random() * 100}%`, "--after": `${Math.random()}s` }} />`), root);
  setTimeout(() => render(null, root), LASTS);
}
