// What a state says about its game: its fields and cells, and whether it is over.

/** @import { Game, GameState, LoosePiece, State, YouMessage } from "./state.js" */

/** Nobody in particular, until the server has said who this is. @type {YouMessage} */
export const NOBODY = { type: "you", seats: [], away: [], since: {}, may_seat: false, again: null, now: 0, spectators: 0, kept: {} };

/**
 * Whether a game is played in this state.
 *
 * @param {State} state
 * @returns {state is GameState}
 */
export function isPlaying(state) {
  return state.game !== null;
}

/**
 * Whether the game has ended, by its rules or because somebody gave up: then another may begin.
 *
 * @param {State} state
 */
export function hasEnded({ rights }) {
  return Object.values(rights ?? {}).some((may) => may.includes("rematch"));
}

/**
 * Whether the game is over, by its rules or because it was given up: then nothing more is played.
 *
 * @param {State} state
 */
export function isOver({ position, screen }) {
  return Boolean(position?.over || screen?.over);
}

/**
 * By how many degrees a table is turned to stand upright with the side of a seat near.
 *
 * @param {State["page"]} page
 * @param {string} [seat] none for who looks on
 */
export function uprightFor(page, seat) {
  return page && seat !== undefined && page.left === seat ? -90 : 90;
}

/**
 * Whether a piece is a sandglass: then it holds sand.
 *
 * @param {LoosePiece} piece
 */
export function isGlass(piece) {
  return piece.sand !== undefined;
}

/**
 * The name of the field on a cell, undefined where there is none.
 *
 * @param {Game} game
 * @param {number} cell
 */
export function fieldOn(game, cell) {
  return Object.keys(game.fields).find((name) => game.fields[name] === cell);
}

/**
 * The cells that a move names, where it begins first.
 *
 * @param {Game} game
 * @param {string} move
 */
export function cellsOf(game, move) {
  return move.split(/[\s@*-]+/).map((word) => game.fields[word]).filter((cell) => cell !== undefined);
}

/**
 * Whether a browser plays against others in a game on screens: where it has all people, each is called by name.
 *
 * @param {State} state
 * @param {string[]} own the seats of the browser
 */
export function playsOne({ screen }, own) {
  return screen !== null && own.length === 1;
}
