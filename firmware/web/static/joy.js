// A moment of joy: when a game is won, pieces in the colours of the winners rain over the board.

import { html } from "./dom.js";
import { isOver, isPlaying } from "./games.js";
import { isStill } from "./look.js";
import { paintOf } from "./pieces.js";

/** @import { State, YouMessage } from "./state.js" */

const PIECES = 48;
const LASTS = 3200; // milliseconds

/**
 * Rejoice if the game has just been won by who plays here; not where nothing is to move.
 *
 * @param {HTMLElement} frame the board
 * @param {State | null} before the state before
 * @param {State} now
 * @param {YouMessage} you
 */
export function rejoice(frame, before, now, { seats }) {
  const won = isPlaying(now) ? now.position.winners.filter((seat) => seats.includes(seat)) : [];
  if (!before?.game || isOver(before) || !isOver(now) || !won.length || isStill()) return;
  const colours = won.flatMap((seat) => now.game?.colours[seat] ?? []).map(paintOf);
  const rain = html("div", { class: "joy", "aria-hidden": "true" }, Array.from({ length: PIECES }, (_, at) => {
    const piece = html("i");
    for (const [name, value] of Object.entries({ "--seat": colours[at % colours.length], "--x": `${Math.random() * 100}%`,
      "--after": `${Math.random()}s` })) piece.style.setProperty(name, value);
    return piece;
  }));
  frame.append(rain);
  setTimeout(() => rain.remove(), LASTS);
}
