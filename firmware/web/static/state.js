// The state that the page shows: the parts of a view put together, and the types of what the scripts share.
//
// The types of messages are made of firmware/web/wire.py: python -m firmware.web.schema --types > wire.d.ts

/**
 * @typedef {import("./wire.js").Do["ask"]} ClientMessage
 * @typedef {import("./wire.js").Say["phrase"]} Phrase
 * @typedef {import("./wire.js").Game} Game
 * @typedef {import("./wire.js").Page} PageGame
 * @typedef {import("./wire.js").Standing} Position
 * @typedef {import("./wire.js").Piece} Piece
 * @typedef {import("./wire.js").Beside} Supply
 * @typedef {import("./wire.js").Noted} Note
 * @typedef {import("./wire.js").Deed} Deed
 * @typedef {import("./wire.js").Last} LastMove
 * @typedef {import("./wire.js").Aloud} Aloud
 * @typedef {import("./wire.js").Timed} Clocks
 * @typedef {import("./wire.js").OnScreen} ScreenPart
 * @typedef {import("./wire.js").Line} Line
 * @typedef {import("./wire.js").Step} Step
 * @typedef {import("./wire.js").Head} Head
 * @typedef {import("./wire.js").Wanted} Wanted
 * @typedef {import("./wire.js").LaidApart} LaidApart
 * @typedef {import("./wire.js").Lot} Lot
 * @typedef {import("./wire.js").Question} Question
 * @typedef {import("./wire.js").Lesson} Lesson
 * @typedef {import("./wire.js").LessonStep} LessonStep
 * @typedef {import("./wire.js").View} View
 * @typedef {Exclude<import("./wire.js").FromHost, View>} Notice
 */

/** What this browser is told of itself. came: when that was, as performance.now() has it. @typedef {import("./wire.js").You & { came?: number }} YouMessage */

/**
 * What the page shows. at: the number of moves when this is an earlier state of the game. The rest are the parts of
 * a view, in which what is not there is nothing.
 *
 * @typedef {Omit<import("./wire.js").Stand, "position" | "extras"> & import("./wire.js").Now & import("./wire.js").Table & {
 *   seq: number, game: Game | null, page: PageGame | null, sheet: string, position: Position | null,
 *   extras: { scale?: Record<string, Senator> },
 *   drops: Record<string, Record<string, string>>, buttons: string[], at?: number
 * }} State
 */

/** A state in which a game is played. @typedef {State & { game: Game, position: Position, page: PageGame }} GameState */

/** A counter that walks a scale in lamps alone. @typedef {{ field: number, cell: number, steps: number, colour: string, seat: string }} Senator */

/** A piece beside the table or in a hand: it is on no cell. @typedef {Omit<Piece, "cell"> & { cell?: number }} LoosePiece */

/**
 * How a piece is drawn on the table: "there", where it should be; "away", not felt there, or lifted; "strange", felt
 * where no piece should be.
 *
 * @typedef {"there" | "away" | "strange"} Way
 */

/** Something to draw on a cell. magnet: whether it has a magnet, so that it can be taken. @typedef {{ cell: number, piece: LoosePiece, way: Way, magnet: boolean }} Thing */

/** Sends a request; gives whether it could be sent. @typedef {(message: ClientMessage) => boolean} Send */

/**
 * A game that can be begun, from /api/playable. choices: empty where a text is typed; file:
 * whether it is the name of a file. limits: whether the time of two players can be limited.
 *
 * @typedef {{ name: string, default: string, choices: string[], file?: boolean }} Option
 * @typedef {{ name: string, players: number[], seats: string[], options: Option[], limits: boolean }} PlayableGame
 */

/** What this browser may do, from /api/me. @typedef {{ may_touch: boolean, pin_needed: boolean, lang: string, table: string }} Rights */

/**
 * A kept game and a line of the standings, from /api/games and /api/standings.
 *
 * @typedef {{
 *   id: number, game: string, began: string | null, how: string | null, reason: string | null, moves: number,
 *   players: { seat: string, name: string, score: number | null, won: boolean }[]
 * }} KeptGame
 * @typedef {{
 *   game: string, player: string, played: number, won: number, drawn: number, points: number, best: number,
 *   average: number, level: number,
 *   rating: number | null, uncertainty: number | null
 * }} Standing
 */

/**
 * A move that the computer has judged, from /api/analyse: what each seat expects before and after it.
 *
 * @typedef {{
 *   ply: number, move: string, seat: string, before: Record<string, number>,
 *   after: Record<string, number>, best: string, mark: "inaccuracy" | "mistake" | "blunder" | null
 * }} Judged
 */

/** The parts of a state where there is nothing of them. */
const NOTHING = {
  board: { game: null, page: null, sheet: "" },
  stand: { position: null, pieces: [], supplies: [], coins: {}, notes: [], extras: {}, last: null },
  moves: { drops: {}, buttons: [] },
  now: { prompt: "", aloud: { prompt: "", move: null, score: null }, kept: true, beside: "", moves: [], computers: {},
    rights: {}, clocks: null, screen: null },
  table: { lamps: [], missing: [], strange: [], trouble: null, menu: null, intensity: null, choice: null },
};

/** A state of nothing. @type {State} */
export const EMPTY = { seq: 0, ...NOTHING.board, ...NOTHING.stand, ...NOTHING.moves, ...NOTHING.now, ...NOTHING.table };

/** What only a game on a screen has, of one that nobody plays. @type {ScreenPart} */
export const NO_SCREEN = { id: 0, taken: [], proposal: null, paused: false, over: false, can_agree: false, for_all: null };

/**
 * The state after a view, of which some parts may have stayed.
 *
 * @param {State} state
 * @param {Partial<View>} view
 * @returns {State}
 */
export function withView(state, view) {
  const parts = /** @type {(keyof typeof NOTHING)[]} */ (Object.keys(NOTHING)).filter((name) => view[name] !== undefined);
  return Object.assign({}, state, { seq: view.seq ?? state.seq }, ...parts.map((name) => view[name] ?? NOTHING[name]));
}

/**
 * The legal moves of a state, in order.
 *
 * @param {State} state
 */
export function legalOf({ drops, buttons }) {
  return [...Object.values(drops).flatMap((targets) => Object.values(targets)), ...buttons].sort();
}
