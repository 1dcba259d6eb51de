// What does the page know of each game? Who can play it, its options, and how its hands work.

// Options that are files, or that the program draws for a new game, are not asked for here.
export const GAMES = {
  revolution: {
    seats: ["light", "dark"],
    players: [2],
    options: { buildings_apart: ["false", "true"], securing: ["strongest_card", "strongest_cards"],
      notre_dame: ["closed", "early"] },
  },
  hourglass: {
    seats: ["white", "pink"],
    players: [2],
    options: { sand: "120", deaths: ["clock", "declared"] },
  },
  forum_romanum: {
    seats: ["1", "2", "3", "4", "5", "6"],
    players: [2, 3, 4, 5, 6],
    options: { variant: ["false", "true"],
      layout: "1111222/1111222/3344455/3344455/3344455/6666777/6666777" },
  },
  manoeuvre: { seats: ["1", "2", "3", "4"], players: [2, 3, 4], options: {} },
};

const SIDE = 7; // rows and columns of the forum, which lies at the far left
const BUILDINGS = ["I", "II", "III", "IV", "V", "VI", "VII"];

/** Where the coin of each sector of Forum Romanum lies, in millimetres: beside rows and columns. */
export function sectorsOf({ options }) {
  const plan = (options.layout ?? GAMES.forum_romanum.options.layout).replaceAll("/", "");
  const sectors = { "\\": [-4.6, -4.6], "/": [-4.6, 284.6] };
  for (let at = 0; at < SIDE; at += 1) {
    sectors[SIDE - at] = [-4.6, 40 * at + 20];
    sectors["abcdefg"[at]] = [40 * at + 20, -4.6];
  }
  BUILDINGS.forEach((name, at) => {
    const field = plan.indexOf(at + 1); // its first one
    sectors[name] = [40 * (field % SIDE) + 32, 40 * Math.floor(field / SIDE) + 8];
  });
  return sectors;
}

const KINDS = { revolution: "card", hourglass: "hourglass", forum_romanum: "roman", manoeuvre: "recruit" };

/** The senators of Forum Romanum whose Romans a seat plays, by the letter of their colour. */
export function senatorsOf(scale, seat) {
  return Object.entries(scale).filter(([, senator]) => senator.seat === seat);
}

/** The colours of a seat's pieces. */
export function seatColours(game, seat) {
  return game.colours[seat];
}

/** Whether a piece is an hourglass: then it holds sand. */
export function isGlass(piece) {
  return piece.sand !== undefined;
}

/** A piece as it would look that nobody believes to be on this cell. */
export function unknownPiece(state, cell) {
  const { game, position } = state;
  const field = fieldOn(game, cell);
  let seat = position.to_move ?? game.seats[0];
  if (field?.startsWith("court-")) {
    seat = game.seats[(Number(field.slice(6)) - 1) % game.seats.length];
  }
  const colour = seatColours(game, seat)[0];
  const glass = { end_a_up: state.tilts.includes(cell), remaining: 0, sand: 120, running: false, dead: true };
  return { cell, kind: KINDS[game.name], colour, colours: [colour], label: "", height: 1, name: "", seat,
    ...(game.name === "hourglass" && glass) };
}

/** The name of the field on a cell, undefined where there is none. */
export function fieldOn(game, cell) {
  return namesOf(game)[cell];
}

const known = new WeakMap();

function namesOf(game) {
  if (!known.has(game)) {
    known.set(game, Object.fromEntries(Object.entries(game.fields).map(([name, at]) => [at, name])));
  }
  return known.get(game);
}

/** The cells that a move names, where it begins first. */
export function cellsOf(game, move) {
  return move.split(/[\s@*-]+/).map((word) => game.fields[word]).filter((cell) => cell !== undefined);
}
