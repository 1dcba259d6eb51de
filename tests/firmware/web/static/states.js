// States of a small game that no table knows, for the tests beside this.

/** Two seats, six fields in the far row of the table; lamps alone on the last one. */
export const GAME = {
  name: "pebbles", title: "Pebbles", players: ["Anna", "Bram"], seats: ["red", "blue"], options: {}, date: null,
  colours: { red: ["#ff0000"], blue: ["#0000ff"] }, fields: { a1: 0, b1: 1, c1: 2, d1: 3, e1: 4, "lamp-1": 5 }, names: {},
};

export const PAGE = { magnets: ["pebble"], premoves: false, left: null, places: {} };

const POSITION = { plies: 0, to_move: "red", over: false, reason: null, winners: [], scores: {}, detail: {},
  chance: false, facts: [], clock: null };

/** A state of the game; changes: the keys that are different. */
export function playing({ position = {}, page = {}, ...changes } = {}) {
  return {
    seq: 7, prompt: "", lamps: [], missing: [], strange: [], computers: {}, moves: [], drops: {}, buttons: [],
    menu: null, trouble: null, choice: null, game: GAME, position: { ...POSITION, ...position },
    page: { ...PAGE, ...page }, pieces: [], supplies: [], coins: {}, notes: [], extras: {}, ...changes,
  };
}

/** The state in which a game is chosen. */
export function choosing() {
  return { ...playing(), game: null, position: null, page: null };
}

/** A pebble of a seat on a cell. */
export function pebble(cell, seat = "red", changes = {}) {
  const [colour] = GAME.colours[seat];
  return { cell, kind: "pebble", colour, colours: [colour], label: "", height: 1, name: `${seat} pebble`, seat, ...changes };
}

/** A sandglass on a cell, of which half a minute has run. */
export function glass(cell, label, changes = {}) {
  return { ...pebble(cell), kind: "glass", label, end_a_up: true, sand: 90, remaining: 60, running: true, dead: false, ...changes };
}
