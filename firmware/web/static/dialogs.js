// The dialogs of the header: the PIN, games kept, the standings, settings, help. Fetched when one is opened first.

import { ask, askPage, whyOf } from "./connection.js";
import { Frame, closeDialog } from "./dialog.js";
import { decimal, together, when } from "./formats.js";
import { saves, urlOf } from "./host.js";
import { icon, teachingLinks } from "./parts.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { choose, setting, turnsUpright } from "./settings.js";
import { canNotify, notifies } from "./turns.js";
import { canSpeak } from "./voice.js";
import { LANGUAGES, pageAt, say } from "./words.js";

/** @import { KeptGame, PlayableGame, Send, Standing, State } from "./state.js" */

/**
 * Asks for the PIN.
 *
 * @param {{ given: () => unknown }} props given: is called when it was right
 */
export function Pin({ given }) {
  const [said, tell] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const send = async () => {
    tell("");
    try {
      await ask("/api/pin", { json: { pin: field.current?.value.trim() } });
    } catch (error) {
      tell(whyOf(error));
      field.current?.select();
      return;
    }
    closeDialog("pin");
    given();
  };
  return html`<${Frame} name="pin" title=${say("touch")} send=${send}
    footer=${html`<button type="submit" class="primary big">${say("pin.send")}</button>`}>
    <label for="pin-input">${say("pin.ask")}</label>
    <input id="pin-input" ref=${field} inputmode="numeric" autocomplete="one-time-code" maxlength="12" pattern="[0-9]{6,12}" required
      autofocus aria-describedby="pin-said" />
    <p class="warn" id="pin-said" role="alert">${said}</p><//>`;
}

/**
 * The rows of a list that the host answers page by page.
 *
 * @template T
 * @param {string} path of the first page
 * @param {(row: T) => boolean} [shown]
 */
function usePages(path, shown = () => true) {
  const [found, take] = useState({ rows: /** @type {T[]} */ ([]), next: /** @type {string | null} */ (null), said: "", asked: false });
  const look = async (/** @type {string} */ page, /** @type {T[]} */ before) => {
    try {
      const { answer, next } = await askPage(page);
      take({ rows: [...before, ...answer.filter(shown)], next, said: "", asked: true });
    } catch (error) {
      take({ rows: before, next: before.length ? page : null, said: whyOf(error), asked: true });
    }
  };
  useEffect(() => { look(path, []); }, []);
  return { ...found, again: () => look(path, []), more: () => found.next !== null && look(found.next, found.rows) };
}

/**
 * What a table says that has no rows.
 *
 * @param {{ said: string, asked: boolean }} list
 * @param {unknown[]} rows
 * @param {string} none
 */
const instead = ({ said, asked }, rows, none) => (said || (asked && !rows.length)) && html`<tr><td colspan="8">${said || none}</td></tr>`;

/**
 * The games kept, and what takes in those of a file with all games of some host.
 *
 * @param {{ games: PlayableGame[], mayTouch: () => boolean, askPin: () => unknown }} props
 */
export function Kept({ games, mayTouch, askPin }) {
  const [said, tell] = useState("");
  const list = usePages(`/api/games?lang=${document.documentElement.lang}`, (/** @type {KeptGame} */ { moves }) => moves > 0);
  const take = async (/** @type {{ target: HTMLInputElement }} */ { target }) => {
    const file = target.files?.[0];
    if (!file) return;
    const bytes = await file.arrayBuffer();
    target.value = "";
    try {
      const { games: number } = await ask("/api/store", { bytes });
      tell(say("kept.back", { number }));
      await list.again();
    } catch (error) {
      tell(say("kept.refused", { file: file.name, why: whyOf(error) }));
    }
  };
  const may = (/** @type {Event} */ event) => {
    if (mayTouch()) return;
    event.preventDefault();
    askPin();
  };
  return html`<${Frame} name="kept" title=${say("kept")} footer=${html`<label class="button big">${icon("open")}<span>${say("kept.import")}</span>
      <input class="unseen" type="file" id="kept-file" accept=".db" onClick=${may} onChange=${take} /></label>
    <a class="button big" id="kept-all" download="games.db" ref=${saving("/api/store")}>${icon("save")}<span>${say("kept.all")}</span></a>
    <a class="button big" href=${pageAt("/read")}>${say("read")}</a>`}>
    <table class="list"><thead class="unseen"><tr>${["new.game", "players", "kept.record"].map((one) => html`<th scope="col">${say(one)}</th>`)}</tr></thead>
      <tbody id="kept-list">${list.rows.map(keptRow)}${instead(list, list.rows, say("kept.none"))}</tbody></table>
    ${list.next !== null && html`<button type="button" class="small" onClick=${list.more}>${say("kept.older")}</button>`}
    <p id="kept-said" role="status">${said}</p>
    <details><summary>${say("blank")}</summary><dl class="blank">${games.map(blank)}</dl></details><//>`;
}

/**
 * What lets a link save what the host makes at a path.
 *
 * @param {string} path
 */
const saving = (path) => (/** @type {HTMLElement | null} */ link) => link && saves(link, path);

/** @param {KeptGame} game */
function keptRow(game) {
  const label = say("kept.export", { number: game.id });
  return html`<tr key=${game.id}><td><strong>${say(`game.${game.game}`)}</strong><small>${when(game.began)}</small></td>
    <td>${together(game.players.map((one) => one.score === null ? called(one) : `${called(one)} ${one.score}`))}<small>${howItEnded(game)}</small></td>
    <td class="right"><a class="button small" href=${urlOf(`/replay?lang=${document.documentElement.lang}#kept=${game.id}`)}>${say("replay")}</a>${" "}
      <a class="button small" download=${`${game.game}-${game.id}.record`} aria-label=${label} title=${label}
        ref=${saving(`/api/games/${game.id}/record`)}>${icon("save")}</a></td></tr>`;
}

/**
 * The blank score sheets of a game, for every number of players.
 *
 * @param {PlayableGame} game
 */
const blank = ({ name, players }) => html`<dt>${say(`game.${name}`)}</dt><dd>${players.map((number) => html`<a class="button small" target="_blank"
  href=${urlOf(`/score-sheet/${name}/${number}?lang=${document.documentElement.lang}`)}
  aria-label=${say("blank.print", { game: say(`game.${name}`), number })}>${number}</a>`)}</dd>`;

/**
 * What to call a player of a kept game, whose name is that of the seat when nobody gave one.
 *
 * @param {{ name: string, seat: string }} player
 */
function called({ name, seat }) {
  return name === seat ? say(`seat.${seat}`) : name;
}

/** @param {KeptGame} game */
function howItEnded({ how, reason, players }) {
  if (how === null) return say("kept.unfinished");
  const winners = players.filter(({ won }) => won).map(called); // one, of a game that a side resigned
  if (reason === "aborted") return say("kept.aborted");
  if (how === "abandoned" && !winners.length) return say("kept.abandoned");
  return winners.length ? say("kept.won", { names: together(winners) }) : say("kept.draw");
}

/** The standings: people, and computers in a table of their own. */
export function Standings() {
  const list = usePages(`/api/standings?lang=${document.documentElement.lang}`);
  const columns = [say("standings.played"), say("standings.won"), say("standings.drawn"), say("standings.points"), say("standings.best"),
    say("standings.average"), say("standings.rating")];
  const table = (/** @type {Standing[]} */ rows) => html`<table class="list numbers-list">
    <thead><tr>${[say("standings.player"), ...columns].map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
    <tbody>${rows.map((one, at) => standing(one, rows[at - 1]))}${instead(list, rows, say("standings.none"))}</tbody></table>`;
  return html`<${Frame} name="standings" title=${say("standings")}>${table(list.rows.filter(({ level }) => !level))}
    <h3>${say("home.computer")}</h3>${table(list.rows.filter(({ level }) => level))}
    <p><small>${say("standings.rated")}</small></p><//>`;
}

/**
 * @param {Standing} one
 * @param {Standing} [before] in the row above
 */
function standing(one, before) {
  const { played, won, drawn, points, best, average, rating, uncertainty } = one;
  const rated = rating === null || uncertainty === null ? "–" : `${Math.round(rating)} ±\u00a0${Math.round(uncertainty)}`;
  return html`<tr class=${one.game === before?.game ? "" : "group"}>
    <th scope="row">${one.level ? say("people.level", { level: one.level }) : one.player}<small>${say(`game.${one.game}`)}</small></th>
    ${[played, won, drawn, points, best, decimal(average), rated].map((number) => html`<td class="right">${number}</td>`)}</tr>`;
}

/**
 * What can be chosen in this browser, and at a table how bright and loud it is.
 *
 * @param {{
 *   onScreen: boolean, intensity: State["intensity"], send: Send, changed: (name: string) => unknown, speaks: (language: string) => Promise<unknown>
 * }} props intensity: null where it cannot be changed here. changed: is called when another value was chosen
 */
export function Settings({ onScreen, intensity, send, changed, speaks }) {
  const [, redraw] = useState(0);
  const set = async (/** @type {string} */ name, /** @type {string} */ value) => {
    if (name === "language") await speaks(value);
    else if (name === "notify" && value === "on" && canNotify()) await Notification.requestPermission();
    choose(name, value);
    changed(name);
    redraw((times) => times + 1);
  };
  const radios = (/** @type {string} */ name, /** @type {[value: string, text: string][]} */ all) => html`<fieldset><legend>${say(`settings.${name}`)}</legend><div class="numbers">
    ${all.map(([one, text]) => html`<label class="number" key=${one}><input type="radio" name=${name} value=${one} checked=${setting(name) === one}
      onChange=${() => set(name, one)} /><span>${text}</span></label>`)}</div></fieldset>`;
  const box = (/** @type {string} */ name, on = setting(name) === "on", can = true) => html`<p class="setting"><label class="check">
    <input type="checkbox" id=${name} checked=${on} disabled=${!can} aria-describedby=${can ? null : `${name}-cannot`}
      onChange=${() => set(name, on ? "off" : "on")} /><span>${say(`settings.${name}`)}</span></label></p>`;
  return html`<${Frame} name="settings" title=${say("settings")}>
    <p class="setting"><label for="language">${say("settings.language")}</label>${choice("language", document.documentElement.lang,
      Object.entries(LANGUAGES), (value) => set("language", value))}</p>
    ${radios("theme", [["auto", say("theme.auto")], ["light", say("theme.light")], ["dark", say("theme.dark")]])}
    ${radios("board", [["sheet", say("board.sheet")], ["plain", say("board.plain")], ["contrast", say("board.contrast")]])}
    ${onScreen && box("notes")}${box("shapes")}${box("motion")}${onScreen && box("confirm")}${box("turned", turnsUpright(onScreen))}${box("sound")}${canSpeak() && box("voice")}
    ${onScreen && box("notify", notifies(), canNotify())}
    ${onScreen && !canNotify() && html`<p class="faint" id="notify-cannot">${say("settings.notify.cannot")}</p>`}
    ${intensity && html`<${Intensity} first=${intensity} send=${send} />`}<//>`;
}

/**
 * @param {string} id
 * @param {string} value
 * @param {[value: string, text: string][]} all
 * @param {(value: string) => unknown} set
 */
const choice = (id, value, all, set) => html`<select id=${id} value=${value} onChange=${(/** @type {{ target: HTMLSelectElement }} */ { target }) =>
  set(target.value)}>${all.map(([one, text]) => html`<option value=${one} lang=${id === "language" ? one : null}>${text}</option>`)}</select>`;

/**
 * How bright the table's lamps and how loud its sounds are.
 *
 * @param {{ first: Record<string, number>, send: Send }} props
 */
function Intensity({ first, send }) {
  const [now, set] = useState(first);
  const adjust = (/** @type {Record<string, number>} */ change) => {
    const next = { ...now, ...change };
    set(next);
    send(/** @type {import("./state.js").ClientMessage} */ ({ type: "adjust", lamps: next.lamps, sound: next.sound }));
  };
  return html`<fieldset><legend>${say("settings.table")}</legend>
    <p class="setting"><label for="intensity-lamps">${say("settings.lamps")}</label>${choice("intensity-lamps", String(now.lamps),
      [["100", say("settings.lamps.100")], ["20", say("settings.lamps.20")]], (value) => adjust({ lamps: Number(value) }))}</p>
    <p class="setting"><label for="intensity-sound">${say("settings.volume")}</label>${choice("intensity-sound", String(now.sound),
      [["100", say("settings.volume.100")], ["25", say("settings.volume.25")], ["0", say("settings.volume.0")]],
      (value) => adjust({ sound: Number(value) }))}</p></fieldset>`;
}

/**
 * How to play: the guided first games, the rules of all games, and what hands and keys do.
 *
 * @param {{ games: PlayableGame[], onScreen: boolean }} props
 */
export function Help({ games, onScreen }) {
  return html`<${Frame} name="help" title=${say("help")}>
    <h3>${say("rules.learn")}</h3>
    <ul class="rules-list">${games.map(({ name }) => html`<li><strong>${say(`game.${name}`)}</strong>${teachingLinks(name)}</li>`)}
      <li><a href=${urlOf(`/play?lang=${document.documentElement.lang}`)}>${say("rules.table")}</a></li></ul>
    ${onScreen ? html`<p>${say("help.screen.idea")}</p><dl>${[
      [say("help.drag"), say("help.screen.drag")], [say("help.tap"), say("help.screen.tap")],
      [say("help.screen.wrong"), say("help.screen.wrong.does")], [keys("← → ↑ ↓ Enter"), say("help.screen.keys")],
      [keys("R C U Esc"), say("help.screen.letters")], [keys("H ?"), say("help.screen.more")]].map(([what, does]) =>
      html`<dt>${what}</dt><dd>${does}</dd>`)}</dl>` : html`<p>${say("help.idea")}</p>`}<//>`;
}

/** @param {string} names */
const keys = (names) => names.split(" ").map((one) => html`<kbd>${one}</kbd> `);
