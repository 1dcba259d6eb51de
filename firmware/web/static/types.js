// The types of what the table tells and takes, as the comments of the other scripts name them.
//
// The protocol itself is written down in firmware/web/routes.py, state.py, page.py and messages.py.
// Cells are 0-95, row by row from the far left corner; colours are "#rrggbb".

/**
 * One piece, or a stack of them.
 *
 * kind: names the function of pieces.js that draws it and its class in table.css. colours: of a
 * stack, bottom to top; colour: the one on top. height: how many pieces there are. The rest is told
 * of sandglasses alone: sand and remaining in seconds.
 *
 * @typedef {{
 *   cell: number, kind: string, colour: string, colours: string[], label: string, height: number,
 *   name: string, seat: string | null, end_a_up?: boolean, remaining?: number, sand?: number,
 *   running?: boolean, turned?: boolean, dead?: boolean
 * }} Piece
 */

/**
 * A piece beside the table or in a hand: it is on no cell.
 *
 * @typedef {Omit<Piece, "cell"> & { cell?: number }} LoosePiece
 */

/**
 * How a piece is drawn on the table: "there", where the table believes it to be; "away", believed
 * to be there, though no magnet is; "strange", a magnet where no piece is believed to be.
 *
 * @typedef {"there" | "away" | "strange"} Way
 */

/**
 * Something to draw on a cell. magnet: whether it has a magnet, so that it can be taken.
 *
 * @typedef {{ cell: number, piece: LoosePiece, way: Way, magnet: boolean }} Thing
 */

/**
 * The game that is played: what stays the same until it ends.
 *
 * counts: what the standing of a seat is a number of; fields: the cell of each field, by its name in moves; names: what each is called, by its cell. colours: of each seat's pieces.
 *
 * @typedef {{
 *   name: string, title: string, counts: string, players: string[], seats: string[],
 *   options: Record<string, string>, date: string | null, colours: Record<string, string[]>,
 *   fields: Record<string, number>, names: Record<string, string>, printed: Record<string, string>
 * }} Game
 */

/**
 * How the game stands by its rules. mover: who makes the legal moves: whose turn it is, or who moves while that one cannot. legal: at most 600 moves. clock: seconds, null without one; standing: how far each seat has come; turn_ends: the
 * second at which the turn passes by itself, null where it does not.
 *
 * @typedef {{
 *   plies: number, to_move: string | null, mover: string | null, over: boolean, reason: string | null,
 *   winners: string[], scores: Record<string, number>, standing: Record<string, number>, detail: Record<string, unknown>,
 *   legal: string[], chance: boolean, facts: [name: string, text: string][], clock: number | null, turn_ends: number | null
 * }} Position
 */

/**
 * Pieces beside the table, all alike. moves: how a move begins that brings one; press: the cell to
 * press before one is put down.
 *
 * @typedef {{
 *   key: string, kind: string, colour: string, name: string, seat: string, left: number,
 *   moves: string, press: number | null
 * }} Supply
 */

/**
 * What the page must know of a game beside its fields and pieces; see firmware/games/page.py. premoves:
 * whether a move can be said before it is one's turn; places: millimetres and sizes of cells that a screen
 * shows elsewhere than a table; left: the seat whose side is the left end of the table.
 *
 * @typedef {{
 *   magnets: string[], sand: number | null, stacks: boolean, owners: Record<string, string>,
 *   lamps_only: number[], premoves: boolean, places: Record<number, [x: number, y: number, size: number]>,
 *   left: string | null
 * }} PageGame
 */

/**
 * The lobby: a game is being chosen, or an unfinished one is offered. The cells to press by
 * what they stand for.
 *
 * @typedef {{
 *   offered: { game: string, players: string[] } | null, game: string, players: number,
 *   numbers: number[], game_cells: Record<string, string>, number_cells: Record<string, number>,
 *   seat_cells: Record<string, string>, computers: Record<string, number>
 * }} Choice
 */

/**
 * A counter that walks a scale in lamps alone.
 *
 * @typedef {{ field: number, cell: number, steps: number, colour: string, seat: string }} Senator
 */

/**
 * What somebody would like that others are asked about, in a game on a screen. asked: that, as a sentence.
 *
 * @typedef {{ what: "take back" | "agree" | "abandon" | "rematch", number: number, seats: string[],
 *   waits_for: string[], asked: string }} Proposal
 */

/**
 * Where a move led, what was done, and what that has brought about. from, to: cells; from is null for a new piece; lit:
 * the cells that it scored or took. meanwhile, since: what time alone has brought about before it and after it.
 *
 * @typedef {{
 *   seat: string, move: string, done: string, from: number | null, to: number | null, said: string[],
 *   meanwhile: string[], since: string[], lit: number[]
 * }} LastMove
 */

/**
 * A move in sentences. seat: "" for time alone.
 *
 * @typedef {Pick<LastMove, "seat" | "move" | "meanwhile" | "done" | "said">} Deed
 */

/**
 * What is told of a game on screens beside what a table tells; see firmware/web/screen_state.py.
 *
 * drops: the moves by where their piece comes from (a cell, or a supply's `moves`) and the cell where
 * it is dropped.
 *
 * @typedef {{
 *   id: number, levels: Record<string, number>, taken: string[], proposal: Proposal | null,
 *   paused: boolean, abandoned: boolean, over: boolean, can_agree: boolean, for_all: string | null,
 *   back: string[], drops: Record<string, Record<string, string>>, buttons: string[]
 * }} ScreenPart
 */

/**
 * The time of two players: the milliseconds that each had `left`, and since when (microseconds of the host,
 * null while it stands still) the clock of a seat runs, after `delay` milliseconds.
 *
 * @typedef {{ left: Record<string, number>, seat: string, since: number | null, delay: number }} Clocks
 */

/**
 * What this browser is told of itself: its seats, those whose holder is away, since when as far as that is
 * known (ISO 8601), and whether it may have seats taken. again: the number of the game that follows on this one.
 * now: the host's clock, in microseconds. spectators: how many look on who do not play. kept: for how many
 * microseconds after that a seat is still that of its holder, who is away. came: when this was told, as performance.now() has it.
 *
 * @typedef {{
 *   type: "you", seats: string[], away: string[], since: Record<string, string>, may_seat: boolean, again: number | null,
 *   now: number, spectators: number, kept: Record<string, number>, came?: number
 * }} YouMessage
 */

/** What a voice says. @typedef {{ prompt: string, move: string | null, score: string | null }} Aloud */

/**
 * The snapshot of the table. game, position and page are null in the lobby, choice during a game.
 *
 * reeds, tilts: the cells whose contacts are closed. pairs: where a piece stands wrongly, and the
 * cell where it belongs. screen: of a game on screens. at: the number of moves when this is an earlier state of the game,
 * then with `last`. aloud: what a voice says, of the last move as a sentence. beside: the file in which games are
 * kept since somebody else has written the store. sheet: where the printed sheet comes from, if it is not that of the game that is played.
 *
 * @typedef {{
 *   v: number, seq: number, phase: "choice" | "game", time: number, prompt: string,
 *   kept?: boolean, intensity?: { lamps: number, sound: number } | null, aloud: Aloud, lamps: string[], reeds: number[], tilts: number[], computer: string[], moves: string[],
 *   menu: string | null, trouble: string | null, choice: Choice | null, game: Game | null,
 *   position: Position | null, page: PageGame | null, pieces: Piece[],
 *   pairs: [stands: number, belongs: number][], supplies: Supply[], coins: Record<string, [x: number, y: number]>,
 *   extras: { scale?: Record<string, Senator>, influence?: Record<string, Record<string, number>> }, screen: ScreenPart | null, at?: number,
 *   last?: LastMove | null, rights: Record<string, string[]> | null, clocks?: Clocks | null, sheet?: string, beside?: string
 * }} State
 */

/**
 * A state in which a game is played.
 *
 * @typedef {State & { game: Game, position: Position, page: PageGame }} GameState
 */

/**
 * A game that can be begun, from /api/playable. choices: empty where a text is typed; file:
 * whether it is the name of a file. limits: whether the time of two players can be limited.
 *
 * @typedef {{ name: string, default: string, choices: string[], file?: boolean }} Option
 * @typedef {{ name: string, players: number[], seats: string[], options: Option[], limits: boolean }} PlayableGame
 */

/**
 * What the WebSocket brings.
 *
 * @typedef {{ type: "state" } & State} StateMessage
 * @typedef {{ type: "change", seq: number } & Partial<State>} ChangeMessage
 * @typedef {{ type: "tune", tune: string }} TuneMessage
 * @typedef {{ type: "warn", text: string }} WarnMessage
 * @typedef {{ type: "error", message: string, code: string }} ErrorMessage
 * @typedef {{ type: "said", seats: string[], phrase: Phrase }} SaidMessage
 * @typedef {{ type: "echo", number: number }} EchoMessage
 * @typedef {TuneMessage | WarnMessage | ErrorMessage | YouMessage | SaidMessage | EchoMessage} Notice
 * @typedef {StateMessage | ChangeMessage | Notice} ServerMessage
 */

/**
 * What players say to each other.
 *
 * @typedef {"hello" | "luck" | "well" | "thanks" | "moment" | "bye" | "thumb" | "clap" | "laugh" | "wow" | "sad" | "heart"} Phrase
 */

/**
 * What the table takes.
 *
 * @typedef {{ type: "key", key: string }} KeyMessage
 * @typedef {{ type: "adjust", lamps: number, sound: number }} AdjustMessage
 * @typedef {{ type: "move", move: string, plies?: number }} MoveMessage
 * @typedef {{
 *   type: "new", game: string, names: string[], options: Record<string, string>
 * }} NewMessage
 * @typedef {{ type: "resume" }} ResumeMessage
 * @typedef {{ type: "computer", seats: string[] }} ComputerMessage
 * @typedef {{ type: "sit", link: string }} SitMessage
 * @typedef {{ type: "drop", source: number | string, to: number, plies?: number }} DropMessage
 * @typedef {{ type: "roll", plies?: number }} RollMessage
 * @typedef {{ type: "propose", what: Proposal["what"], plies?: number }} ProposeMessage
 * @typedef {{ type: "answer", yes: boolean, number: number }} AnswerMessage
 * @typedef {{ type: "say", phrase: Phrase }} SayMessage
 * @typedef {{ type: "resign", seat: string } | { type: "abort" }} LeaveMessage
 * @typedef {SayMessage | EchoMessage | DropMessage | RollMessage | ProposeMessage | AnswerMessage | LeaveMessage | KeyMessage | AdjustMessage | MoveMessage | NewMessage | ResumeMessage | ComputerMessage | SitMessage
 * } ClientMessage
 */

/**
 * Sends a message to the table; gives whether it could be sent.
 *
 * @typedef {(message: ClientMessage) => boolean} Send
 */

/**
 * What this browser may do, from /api/me.
 *
 * @typedef {{ may_touch: boolean, pin_needed: boolean, lang: string, table: string }} Rights
 */

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
 * A line of moves, from /api/line; see firmware/web/lines.py.
 *
 * @typedef {{ first?: number, last?: number, stands?: boolean }} Span
 * @typedef {Span & {
 *   record: string, lines?: number, more?: string[], head?: boolean, moves?: boolean, apart?: boolean,
 *   laid?: Record<string, string[]>, answers?: Record<string, string>
 * }} Wanted
 * @typedef {{
 *   seat: string, name: string, place: string, colours: string[], score: number, rank: number,
 *   won: boolean, account: string[]
 * }} Player
 * @typedef {{
 *   game: string, title: string, options: Record<string, string>, position: string, over: boolean, result: string,
 *   why: string, counts: string, players: Player[], shown: boolean
 * }} Head
 * @typedef {{
 *   position: Position, pieces: Piece[], supplies: Supply[], coins: State["coins"], extras: State["extras"], last: LastMove | null
 * }} Stand
 * @typedef {{
 *   ply: number | null, deed: Deed | null, standing: Record<string, number>, comment: string, stand: Stand | null
 * }} Step
 * @typedef {{ game: Game, page: PageGame, sheet: string }} Board
 * @typedef {{ code: string, number: number, layer: number | null, piece: LoosePiece }} Lot
 * @typedef {{
 *   name: string, label: string, answer: string, choices: [answer: string, label: string][], several: boolean, sand: string
 * }} Question
 * @typedef {{
 *   fields: string[], most: number, kinds: Lot[], laid: Record<string, string[]>, questions: Question[], mover: string | null
 * }} LaidApart
 * @typedef {{
 *   record: string, lines: string[], first: number, steps: Step[], board: Board | null, head: Head | null,
 *   moves: { drops: Record<string, Record<string, string>>, buttons: string[] } | null, apart: LaidApart | null
 * }} Line
 */

/**
 * A move that the computer has judged, from /api/analyse: what each seat expects before and after it.
 *
 * @typedef {{
 *   ply: number, move: string, seat: string, before: Record<string, number>,
 *   after: Record<string, number>, best: string, mark: "inaccuracy" | "mistake" | "blunder" | null
 * }} Judged
 */

/**
 * A guided first game, from /api/lesson; see firmware/web/lessons.py. stands: before a step, after the
 * learner's move, and after each move that follows.
 *
 * @typedef {{
 *   text: string, move: string | null, hand: { source: number | string, target: number } | null,
 *   button: string | null, lit: number[], board: Board, stands: Stand[]
 * }} LessonStep
 * @typedef {{ game: string, title: string, you: string, steps: LessonStep[] }} Lesson
 */

export {};
