// The dialog to begin a game: how, how strong or how many, and who; the rest stands behind "more". At a table it asks
// for the game, too, which on screens was chosen on the first page.

import { ask, whyOf } from "./connection.js";
import { Frame, closeDialog, openDialog } from "./dialog.js";
import { byId } from "./dom.js";
import { linked } from "./host.js";
import { icon } from "./parts.js";
import { html, useRef, useState } from "./preact.js";
import { remember, remembered } from "./settings.js";
import { pageAt, say } from "./words.js";

/** @import { Option, PlayableGame, Send, State } from "./state.js" */
/** @import { Drawn } from "./preact.js" */

/**
 * What is chosen. names: in the order in which they are asked for. machines: the places that computers play at a table.
 * first: whether one's own side is the first, or the second. clock: what stands between its seconds, "" without a clock.
 *
 * @typedef {{
 *   game: string, against: string, level: string, players: number, names: string[], machines: number[], first: string,
 *   clock: string, minutes: string, added: string, options: Record<string, string>, files: Record<string, File>
 * }} Chosen
 */

/** Changes what is chosen. @typedef {(change: Partial<Chosen>) => void} Choose */
/** What a part of the dialog needs. @typedef {{ game: PlayableGame, chosen: Chosen, choose: Choose }} Part */

const LEVELS = [1, 2, 3, 4, 5];
const LONGEST_NAME = 40; // characters
const NAME = '(?:[^"\\p{C}\\p{Z}]|[ \u200d])*'; // what the header of a record can hold
/** What a clock does, by what is written between its seconds. @type {Record<string, string>} */
const CLOCKS = { sudden: "clock.sudden.does", "+": "clock.increment.does", d: "clock.delay.does" };

/**
 * Open the dialog on the first page.
 *
 * @param {PlayableGame} game
 */
export function beginOnScreen(game) {
  const [kind = "", minutes = "10", added = "5"] = (remembered("clock") ?? "").split(" ");
  openDialog("begin", html`<${Begin} games=${[game]} begin=${onScreen}
    first=${{ ...NOTHING, game: game.name, players: game.players[0], clock: kind, minutes, added }} />`);
}

/**
 * Open the dialog at a table, with what that offers now.
 *
 * @param {PlayableGame[]} games
 * @param {Send} send
 * @param {State} state
 */
export function beginAtTable(games, send, { game: playing, choice, position, moves }) {
  const name = playing?.name ?? choice?.game ?? games[0].name;
  const game = games.find((one) => one.name === name) ?? games[0];
  const players = nearestNumber(game.players, playing?.players.length ?? choice?.players ?? 2);
  const names = playing?.players.map((one, at) => isNamed(one, playing.seats[at]) ? one : "") ?? [];
  const begin = (/** @type {PlayableGame} */ one, /** @type {Chosen} */ chosen) => {
    const seats = one.seats.slice(0, chosen.players);
    const sent = send({ type: "new", game: one.name, names: seats.map((seat, at) => chosen.names[at]?.trim() || seat),
      options: optionsOf(one, chosen), computers: seats.filter((_, at) => chosen.machines.includes(at)) });
    return sent ? "" : say("lost");
  };
  openDialog("begin", html`<${Begin} games=${games} first=${{ ...NOTHING, game: name, players, names }} begin=${begin}
    unfinished=${position && !position.over && moves.length > 0} sit=${(/** @type {string} */ link) => send({ type: "sit", link })} />`);
}

/** @type {Chosen} */
const NOTHING = { game: "", against: "computer", level: remembered("level") ?? "2", players: 2, names: [remembered("name") ?? ""],
  machines: [], first: "first", clock: "", minutes: "10", added: "5", options: {}, files: {} };

/**
 * @param {{
 *   games: PlayableGame[], first: Chosen, unfinished?: boolean, sit?: (link: string) => boolean,
 *   begin: (game: PlayableGame, chosen: Chosen) => string | Promise<string>
 * }} props begin: gives why no game begins, "" where one does; sit: takes the link of a seat, at a table
 */
function Begin({ games, first, unfinished, sit, begin }) {
  const [chosen, set] = useState(first);
  const [said, tell] = useState("");
  const more = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const game = games.find(({ name }) => name === chosen.game) ?? games[0];
  /** @type {Choose} */
  const choose = (change) => set((now) => ({ ...now, ...change }));
  /** @type {Choose} */
  const chooseGame = ({ game: name }) => {
    const players = games.find((one) => one.name === name)?.players ?? [];
    choose({ game: name, players: nearestNumber(players, chosen.players), options: {} });
  };
  const part = { game, chosen, choose };
  const send = async () => {
    const why = await begin(game, chosen);
    tell(why);
    if (!why && sit) closeDialog("begin");
  };
  const alone = !sit && chosen.against === "computer";
  const openMore = () => more.current && (more.current.open = true);
  return html`<${Frame} name="begin" title=${sit ? say("new") : say(`game.${game.name}`)} send=${send} more=${{ onInvalidCapture: openMore }}
    footer=${html`<p class="warn" role="alert">${said}</p><button type="submit" class="primary big">${say("new.begin")}</button>`}>
      ${unfinished && html`<p class="warn">${say("new.unfinished")}</p>`}
      ${sit ? question(say("new.game"), radios("game", { ...part, choose: chooseGame }, games.map(({ name }) =>
        [name, html`${say(`game.${name}`)}<small>${say(`about.${name}`)}</small>`]))) : question(say("home.against"), radios("against", part, ["computer", "here", ...(linked ? ["phones"] : [])]
        .map((one) => [one, say(`against.${one}`)])))}
      ${alone ? question(say("home.level"), html`<div id="begin-levels">${radios("level", part, LEVELS.map((one) => [one, say(`level.${one}`)]))}</div>`)
        : numbers(part)}
      ${question(say("new.names"), html`${!alone && html`<p class="faint">${say(`begins.${game.name}`)}</p>`}
        <div class="seats">${sit ? seatsAtTable(part) : namesOnScreen(part)}</div>`)}
      <details ref=${more} open=${chosen.clock !== ""}><summary>${say("new.more")}</summary><div class="body">
        ${alone && numbers(part)}${rare(part, !sit)}${sit && farAway((link) => sit(link) && closeDialog("begin"))}
      </div></details><//>`;
}

/**
 * What few want to choose.
 *
 * @param {Part} part
 * @param {boolean} screen whether the game is played on screens
 */
const rare = (part, screen) => html`${screen && part.chosen.against !== "here" && sides(part)}
  ${part.game.limits && part.chosen.players === 2 && clock(part)}
  ${part.game.options.length > 0 && question(say("new.options"), html`<div class="options">${part.game.options.map((one) => option(one, part))}</div>`)}`;

/**
 * @param {string} asked
 * @param {Drawn} answers
 */
const question = (asked, answers) => html`<fieldset><legend>${asked}</legend>${answers}</fieldset>`;

/**
 * @param {"game" | "against" | "level" | "players" | "first" | "clock"} name
 * @param {Part} part
 * @param {[value: string | number, text: Drawn][]} answers
 */
const radios = (name, { chosen, choose }, answers) => html`<div class="numbers">${answers.map(([value, text]) =>
  html`<label class="number" key=${value}><input type="radio" name=${name} value=${value} checked=${String(chosen[name]) === String(value)}
    onChange=${() => choose({ [name]: value })} /><span>${text}</span></label>`)}</div>`;

/** @param {Part} part */
const numbers = (part) => part.game.players.length > 1
  && question(say("new.players"), radios("players", part, part.game.players.map((one) => [one, one])));

/**
 * The field of a name.
 *
 * @param {Part} part
 * @param {number} at its place
 * @param {string} called what the player is called without one
 */
const nameField = ({ chosen, choose }, at, called) => html`<input name="name" value=${chosen.names[at] ?? ""} maxlength=${LONGEST_NAME}
  pattern=${NAME} title=${say("new.name.form")} placeholder=${called} aria-label=${say("new.name", { seat: called })} autocomplete="off"
  onInput=${(/** @type {{ target: HTMLInputElement }} */ { target }) =>
    choose({ names: Object.assign([...chosen.names], { [at]: target.value }) })} />`;

/** @param {Part} part */
function seatsAtTable(part) {
  const { game, chosen: { players, machines }, choose } = part;
  return game.seats.slice(0, players).map((seat, at) => html`<div class="seat" key=${seat}>${nameField(part, at, say(`seat.${seat}`))}
    <label class="check"><input type="checkbox" checked=${machines.includes(at)} onChange=${() => choose({
      machines: machines.includes(at) ? machines.filter((one) => one !== at) : [...machines, at] })} />${icon("machine")}${say("computer")}</label></div>`);
}

/** @param {Part} part */
function namesOnScreen(part) {
  const { game, chosen } = part;
  const own = placeOf(chosen);
  const seats = inTurn(game.seats.slice(0, chosen.players), own ?? 0);
  return (chosen.against === "computer" ? seats.slice(0, 1) : seats).map((seat, at) =>
    nameField(part, at, say(own !== null && at === 0 ? "home.you" : `seat.${seat}`)));
}

/**
 * Ask which side somebody plays, or who begins where the sides have no names.
 *
 * @param {Part} part
 */
function sides(part) {
  const [one, other] = part.game.seats;
  const named = part.game.seats.some((seat) => !/^\d+$/.test(seat));
  return question(say(named ? "home.side" : "home.first"), radios("first", part, named
    ? [["first", say(`seat.${one}`)], ["second", say(`seat.${other}`)]]
    : [["first", say("home.first.you")], ["second", say(part.chosen.against === "computer" ? "home.first.computer" : "home.first.other")]]));
}

/** @param {Part} part */
function clock(part) {
  const { chosen, choose } = part;
  const number = (/** @type {"minutes" | "added"} */ name) => html`<label><span>${say(`clock.${name}`)}</span>${" "}
    <input type="number" name=${name} min="1" max="180" step="1" required value=${chosen[name]}
      onInput=${(/** @type {{ target: HTMLInputElement }} */ { target }) => choose({ [name]: target.value })} /></label>`;
  return question(say("clock"), html`${radios("clock", part, [["", say("clock.none")], ["sudden", say("clock.sudden")],
    ["+", say("clock.increment")], ["d", say("clock.delay")]])}
    ${chosen.clock && html`<div class="times">${number("minutes")}${chosen.clock !== "sudden" && number("added")}
      <p class="faint">${say(CLOCKS[chosen.clock])}</p></div>`}`);
}

/**
 * @param {Option} asked
 * @param {Part} part
 */
function option({ name, default: usual, choices, file }, { game, chosen, choose }) {
  const id = `option-${name}`;
  const change = (/** @type {{ target: HTMLInputElement }} */ { target }) => choose(file
    ? { files: target.files?.[0] ? { [name]: target.files[0] } : {} } : { options: { ...chosen.options, [name]: target.value } });
  const value = chosen.options[name] ?? usual;
  const control = choices.length
    ? html`<select id=${id} value=${value} onChange=${change}>${choices.map((one) =>
      html`<option value=${one}>${say(`option.${game.name}.${name}.${one}`)}</option>`)}</select>`
    : file ? html`<input id=${id} type="file" onChange=${change} />`
      : html`<input id=${id} value=${value} autocomplete="off" spellcheck=${false} onInput=${change} />`;
  return html`<div class="option" key=${`${game.name} ${name}`}><label for=${id}>${say(`option.${game.name}.${name}`)}</label>${control}
    <small>${say(`meaning.${game.name}.${name}`)}</small></div>`;
}

/** @param {(link: string) => unknown} sit */
function farAway(sit) {
  const take = () => sit(byId("begin-link", HTMLInputElement).value);
  return question(say("new.elsewhere"), html`<div class="option"><label for="begin-link">${say("new.link")}</label>
    <input id="begin-link" form="" type="url" autocomplete="off" spellcheck=${false} />
    <button type="button" class="small" onClick=${take}>${say("new.sit")}</button></div>`);
}

/**
 * The place of who sits here among the seats, null where all do.
 *
 * @param {Chosen} chosen
 */
function placeOf({ against, first }) {
  if (against === "here") return null;
  return first === "second" ? 1 : 0;
}

/**
 * The house rules that are not as usual.
 *
 * @param {PlayableGame} game
 * @param {Chosen} chosen
 */
function optionsOf(game, { options }) {
  return Object.fromEntries(game.options.map(({ name, default: usual }) => [name, options[name]?.trim() || usual, usual])
    .filter(([, value, usual]) => value !== usual));
}

/**
 * Begin a game on screens, and go to its page; gives why not.
 *
 * @param {PlayableGame} game
 * @param {Chosen} chosen
 */
async function onScreen(game, chosen) {
  const { against, minutes, added } = chosen;
  const own = placeOf(chosen) ?? 0;
  const seats = game.seats.slice(0, chosen.players);
  const levels = seats.map((_, at) => against !== "computer" || at === own ? 0 : Number(chosen.level));
  const places = inTurn([...seats.keys()], own); // of the seats, in the order in which their names are asked for
  const names = seats.map((seat, at) => levels[at] ? computerName(seats.length, at) : chosen.names[places.indexOf(at)]?.trim() || seat);
  const options = optionsOf(game, chosen);
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, file] of Object.entries(chosen.files)) {
    options[name] = file.name;
    files[file.name] = await file.text();
  }
  const kind = game.limits && seats.length === 2 ? chosen.clock : "";
  remember("name", chosen.names[0]?.trim() ?? "");
  remember("level", chosen.level);
  remember("clock", [chosen.clock, minutes, added].join(" "));
  try {
    const { id } = await ask("/api/screen", { json: { game: game.name, names, seats: levels, options, files, here: against !== "phones",
      own: seats[own], clock: kind && `${60 * Number(minutes)}${kind === "sudden" ? "" : kind + added}` } });
    location.href = pageAt(`/game/${id}${against === "phones" ? "?people" : ""}`);
    return "";
  } catch (error) {
    return whyOf(error);
  }
}

/**
 * The seats in the order in which their names are asked for: one's own before the others.
 *
 * @template T
 * @param {T[]} seats
 * @param {number} own
 */
function inTurn(seats, own) {
  return [seats[own], ...seats.filter((_, at) => at !== own)];
}

/**
 * What a computer is called: by its number where there are several.
 *
 * @param {number} players
 * @param {number} at
 */
function computerName(players, at) {
  return players > 2 ? `${say("home.computer")} ${at + 1}` : say("home.computer");
}

/**
 * The number of players to begin with: as wanted, else the most where more are wanted, else the fewest.
 *
 * @param {number[]} possible that the game can be played by, in order
 * @param {number} wanted
 */
export function nearestNumber(possible, wanted) {
  if (possible.includes(wanted)) return wanted;
  const most = possible[possible.length - 1];
  return most < wanted ? most : possible[0];
}

/**
 * Whether a player was given a name: what a seat is called anyway is none.
 *
 * @param {string} name
 * @param {string} seat
 */
function isNamed(name, seat) {
  return ![seat, say(`seat.${seat}`).toLowerCase()].includes(name.toLowerCase());
}
