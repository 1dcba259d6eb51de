// The dialogs: the PIN, games kept, the standings, settings.

import { RefusedError, ask, askPage } from "./connection.js";
import { byId, html, icon } from "./dom.js";
import { decimal, together, when } from "./formats.js";
import { request, saves, urlOf } from "./host.js";
import { LANGUAGES, say } from "./words.js";

/** @import { KeptGame, PlayableGame, Standing } from "./state.js" */

const LONGEST_NAME = 40; // characters

/**
 * What prepares a dialog, by its id; gives the id of another one that is to be opened in its place.
 *
 * @typedef {Record<string, () => unknown>} Openers
 */

/**
 * Let every button with data-opens open its dialog, and each dialog close at its cross.
 *
 * @param {Openers} openers
 */
export function bindDialogs(openers) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
    button.addEventListener("click", () => open(button.dataset.opens ?? "", openers));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // beside it
    });
  }
}

/**
 * Prepare a dialog and open it.
 *
 * @param {string} name its id
 * @param {Openers} openers
 */
export function open(name, openers) {
  const dialog = byId(name, HTMLDialogElement);
  if (dialog.open) return;
  const other = openers[name]?.();
  if (typeof other === "string") {
    if (other) open(other, openers);
  } else {
    dialog.showModal();
  }
}

// The PIN

/**
 * Let the dialog ask for the PIN.
 *
 * @param {() => unknown} given is called when it was right
 */
export function bindPin(given) {
  const input = byId("pin-input", HTMLInputElement);
  byId("pin-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    byId("pin-said").textContent = "";
    try {
      await ask("/api/pin", { json: { pin: input.value.trim() } });
    } catch (error) {
      const status = error instanceof RefusedError ? error.status : 0;
      byId("pin-said").textContent = say(PIN_SAID.get(status) ?? "pin.lost");
      input.select();
      return;
    }
    byId("pin", HTMLDialogElement).close();
    given();
  });
}

/** The labels that say why a PIN was refused, by HTTP's status. */
const PIN_SAID = new Map([[403, "pin.wrong"], [429, "pin.wait"]]);

/** Prepare the dialog that asks for the PIN. */
export function showPin() {
  byId("pin-input", HTMLInputElement).value = "";
  byId("pin-said").textContent = "";
}

// Games kept, and who is ahead

/**
 * Let a score sheet be added to the games kept.
 *
 * @param {() => boolean} mayTouch whether that is allowed
 * @param {() => void} askPin what to do where it is not
 */
export function bindKept(mayTouch, askPin) {
  const input = byId("kept-file", HTMLInputElement);
  input.addEventListener("click", (event) => {
    if (mayTouch()) return;
    event.preventDefault();
    askPin();
  });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    const text = file.text();
    input.value = "";
    try {
      if (file.name.endsWith(".db")) {
        await bringBack(file);
        return;
      }
      const path = `/api/games?lang=${document.documentElement.lang}`;
      /** @type {{ id: number, notes?: { line: number, note: string }[] }} */
      const { id, notes = [] } = await ask(path, { text: await text });
      await showKept();
      const read = notes.map((one) => say("kept.note", one));
      byId("kept-said").textContent = [say("kept.in", { number: id }), ...read].join("\n");
    } catch (error) {
      byId("kept-said").textContent = error instanceof RefusedError && error.status === 409
        ? say("kept.already", { number: error.answer.id })
        : say("kept.refused", { file: file.name, why: error instanceof Error ? error.message : error });
    }
  });
}

/**
 * Keep the games of a file that holds all games of some host, those that are not here yet.
 *
 * @param {File} file
 */
async function bringBack(file) {
  const answer = await request("/api/store", { method: "POST", body: file });
  const back = await answer.json();
  if (!answer.ok) throw new RefusedError(answer.status, back);
  await showKept();
  byId("kept-said").textContent = say("kept.back", { number: back.games });
}

/** Fill the dialog of the games kept with the newest of them. */
export async function showKept() {
  byId("kept-said").textContent = "";
  saves(byId("kept-all"), "/api/store");
  await showPage(`/api/games?lang=${document.documentElement.lang}`);
}

/**
 * Show a page of the games kept, and offer the next one.
 *
 * @param {string} path asked for
 * @param {boolean} more whether it is added to those that are shown
 */
async function showPage(path, more = false) {
  const next = await fill("kept-list", path, "kept.none", (/** @type {KeptGame} */ game) => {
    const label = say("kept.export", { number: game.id });
    return html("tr", {},
      html("td", {}, html("strong", {}, say(`game.${game.game}`)), html("small", {}, when(game.began))),
      html("td", {}, together(game.players.map((one) => one.score === null ? called(one) : `${called(one)} ${one.score}`)),
        html("small", {}, howItEnded(game))),
      html("td", { class: "right" }, html("a", {
        class: "button small", href: urlOf(`/replay?lang=${document.documentElement.lang}#kept=${game.id}`),
      }, say("replay")), " ", saves(html("a", {
        class: "button small", download: `${game.game}-${game.id}.record`, "aria-label": label, title: label,
      }, icon("save")), `/api/games/${game.id}/record`)));
  }, ({ moves }) => moves > 0, more);
  const older = byId("kept-older", HTMLButtonElement);
  older.hidden = next === null;
  older.onclick = () => next !== null && showPage(next, true);
}

/**
 * Offer the blank score sheets, for every game and every number of players.
 *
 * @param {PlayableGame[]} games
 */
export function showBlank(games) {
  const { lang } = document.documentElement;
  byId("blank-list").replaceChildren(...games.flatMap(({ name, players }) => [
    html("dt", {}, say(`game.${name}`)),
    html("dd", {}, players.map((number) => html("a", {
      class: "button small", href: urlOf(`/score-sheet/${name}/${number}?lang=${lang}`), target: "_blank",
      "aria-label": say("blank.print", { game: say(`game.${name}`), number }),
    }, number))),
  ]));
}

/**
 * What to call a player of a kept game, whose name is that of the seat when nobody gave one.
 *
 * @param {{ name: string, seat: string }} player
 */
function called({ name, seat }) {
  return name === seat ? say(`seat.${seat}`) : cut(name);
}

/** @param {KeptGame} game */
function howItEnded({ how, reason, players }) {
  if (how === null) return say("kept.unfinished");
  const winners = players.filter(({ won }) => won).map(called); // one, of a game that a side resigned
  if (reason === "aborted") return say("kept.aborted");
  if (how === "abandoned" && !winners.length) return say("kept.abandoned");
  return winners.length ? say("kept.won", { names: together(winners) }) : say("kept.draw");
}

/**
 * A rating and its uncertainty, as text.
 *
 * @param {Standing} one
 */
function rated({ rating, uncertainty }) {
  return rating === null || uncertainty === null ? "–" : `${Math.round(rating)} ±\u00a0${Math.round(uncertainty)}`;
}

/** Fill the dialog of the standings: people, and computers in a table of their own. */
export async function showStandings() {
  const row = (/** @type {Standing} */ one, /** @type {Standing | undefined} */ before) => html("tr", {
    class: one.game === before?.game ? "" : "group" },
  html("th", { scope: "row" }, one.level ? say("people.level", { level: one.level }) : cut(one.player),
    html("small", {}, say(`game.${one.game}`))),
  [one.played, one.won, one.drawn, one.points, one.best, decimal(one.average), rated(one)].map((number) =>
    html("td", { class: "right" }, number)));
  const path = `/api/standings?lang=${document.documentElement.lang}`;
  await fill("standings-list", path, "standings.none", row, ({ level }) => !level);
  await fill("computers-list", path, "standings.none", row, ({ level }) => level > 0);
}

/**
 * Fill the rows of a table with what the server answers.
 *
 * @template T
 * @param {string} id of the table's body
 * @param {string} path asked for
 * @param {string} none the key of the label for an empty table
 * @param {(one: T, before: T | undefined) => HTMLElement} row
 * @param {(one: T) => boolean} shown whether there is a row of it
 * @param {boolean} more whether the rows that are there stay
 * @returns {Promise<string | null>} the path of the next page, if there is one
 */
async function fill(id, path, none, row, shown = () => true, more = false) {
  const body = byId(id);
  /** @type {T[]} */
  let found;
  /** @type {string | null} */
  let next;
  try {
    ({ answer: found, next } = await askPage(path));
  } catch (error) {
    const why = error instanceof RefusedError ? error.message : say("lost");
    body.replaceChildren(html("tr", {}, html("td", { colspan: 7 }, why)));
    return null;
  }
  const rows = found.filter(shown).map((one, at, all) => row(one, all[at - 1]));
  const before = more ? [...body.children] : [];
  const all = [...before, ...rows];
  body.replaceChildren(...(all.length ? all : [html("tr", {}, html("td", { colspan: 7 }, say(none)))]));
  return next;
}

/**
 * A name of a player, cut where it was kept before names were limited.
 *
 * @param {string} name
 */
function cut(name) {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : name;
}

// Settings

/** What is on or off. @typedef {"sound" | "voice" | "notify" | "turned" | "motion" | "shapes" | "confirm"} Switch */

/**
 * Let the settings be changed.
 *
 * @param {{ language: string } & Record<"theme" | "board", string> & Record<Switch, boolean>} settings as they are now
 * @param {Record<"language" | "theme" | "board", (value: string) => void> & Record<Switch, (value: boolean) => void>} change
 *   what takes up another value of each
 */
export function bindSettings(settings, change) {
  const languages = byId("language", HTMLSelectElement);
  languages.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) =>
    html("option", { value: code, lang: code, selected: code === settings.language }, name)));
  languages.addEventListener("change", () => change.language(languages.value));
  for (const name of /** @type {const} */ (["sound", "voice", "notify", "turned", "motion", "shapes", "confirm"])) {
    const box = byId(name, HTMLInputElement);
    box.checked = settings[name];
    box.addEventListener("change", () => change[name](box.checked));
  }
  for (const name of /** @type {const} */ (["theme", "board"])) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name=${name}]`))) {
      input.checked = input.value === settings[name];
      input.addEventListener("change", () => change[name](input.value));
    }
  }
}
