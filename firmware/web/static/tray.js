// Draws what lies beside the board: pieces still to come.

import { isOver, isPlaying } from "./games.js";
import { drawPiece } from "./pieces.js";
import { html, render } from "./preact.js";
import { say } from "./words.js";

/** @import { LoosePiece, State } from "./state.js" */
/** @import { Drops } from "./drops.js" */

/**
 * A supply as a button, from which a piece can be dragged off or taken by a tap.
 *
 * @param {{
 *   piece: LoosePiece, left: number, box: string, count: string | number, usable: boolean, pressed?: boolean,
 *   take: (event: PointerEvent | null) => unknown
 * }} props left: how many there are; count: what is seen of that; box: what is seen around the piece, in millimetres;
 *   pressed: whether one of it is in the hand; take: with the pointer that has gone down on it, null by the keyboard
 */
export function Supply({ piece, left, box, count, usable, pressed, take }) {
  const down = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    take(event);
  };
  return html`<button type="button" class="supply" disabled=${!usable} aria-pressed=${pressed === undefined ? null : String(pressed)}
    title=${piece.name} onPointerDown=${down} onClick=${(/** @type {MouseEvent} */ { detail }) => detail === 0 && take(null)}>
    <span class="unseen">${say("tray.take", { piece: piece.name, left })}</span>
    <svg viewBox=${box} aria-hidden="true">${drawPiece(piece)}</svg><span class="count" aria-hidden="true">${count}</span></button>`;
}

/**
 * Draw the pieces still to come.
 *
 * @param {Element} root
 * @param {State} state
 * @param {Drops} hand takes them
 */
export function drawTray(root, state, hand) {
  const supplies = isPlaying(state) && !isOver(state) ? state.supplies : [];
  render(supplies.map((supply) => {
    const { key, kind, colour, name, seat, left, moves } = supply;
    /** @type {LoosePiece} */
    const piece = { kind, colour, colours: [colour], label: "", height: 1, seat, name };
    return html`<${Supply} key=${key} piece=${piece} left=${left} count=${left}
      usable=${hand.saysBefore(piece) || (hand.plays && Object.hasOwn(state.drops, moves))}
      box=${state.page?.magnets.includes(kind) ? "-17 -18 34 36" : "-4 -2 22 22"}
      take=${(/** @type {PointerEvent | null} */ event) => hand.takeFrom(piece, supply, event)} />`;
  }), root);
  root.toggleAttribute("hidden", !supplies.length);
  if (supplies.length) root.classList.add("kept"); // its place stays
}
