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

const ROMANS = { y: "#ffbe00", b: "#0050ff", r: "#ff0000", g: "#00c800", k: "#7800a0", w: "#e6e6e6" };
const RECRUITS = ["#ff0000", "#ffbe00", "#003cff", "#00c800"];
const SEATS = { light: "#ffc878", dark: "#5a28ff", white: "#e6e6e6", pink: "#ff3c8c" };
const FORUM = "ybrgkw"; // the colours in seat order; two players have two each

/** The letters of the colours that a seat of Forum Romanum plays. */
export function lettersOf(game, seat) {
  const index = game.seats.indexOf(seat);
  return game.seats.length === 2 ? [FORUM[index], FORUM[index + 2]] : [FORUM[index]];
}

/** The colour of the Romans of a letter. */
export function romanColour(letter) {
  return ROMANS[letter];
}

/** The colours of a seat's pieces. */
export function seatColours(game, seat) {
  if (game.name === "forum_romanum") return lettersOf(game, seat).map(romanColour);
  if (game.name === "manoeuvre") return [RECRUITS[Number(seat) - 1]];
  return [SEATS[seat]];
}

/** A piece as it would look that nobody believes to be on this cell. */
export function unknownPiece(state, cell) {
  const { game, position } = state;
  const field = fieldOn(game, cell);
  const kind = { revolution: "card", hourglass: "glass", forum_romanum: "roman",
    manoeuvre: "recruit" }[game.name];
  let seat = position.to_move ?? game.seats[0];
  if (game.name === "manoeuvre" && field?.startsWith("court-")) {
    seat = game.seats[(Number(field.slice(6)) - 1) % game.seats.length];
  }
  const colour = kind === "glass" ? "#999999" : seatColours(game, seat)[0];
  return { cell, kind, colour, colours: [colour], label: "", height: 1, name: "", seat,
    end_a_up: state.tilts.includes(cell), remaining: 0, sand: 120, running: false, dead: true };
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
