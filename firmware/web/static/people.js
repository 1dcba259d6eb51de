// The people of a game on screens: who sits where, links for phones, and who takes the place of whom.

import { ask, whyOf } from "./connection.js";
import { Frame, closeDialog, openDialog } from "./dialog.js";
import { copy } from "./dom.js";
import { together } from "./formats.js";
import { linked } from "./host.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { remember, remembered } from "./settings.js";
import { awayOf, keptFor } from "./side.js";
import { say } from "./words.js";

/** @import { GameState, YouMessage } from "./state.js" */

const LEVELS = [1, 2, 3, 4, 5];

/**
 * Let who has opened the link of a seat sit down there, by a name if they like. Of a game that is over it shows the game.
 *
 * @param {GameState} state the first one
 * @param {() => void} seated is called when they have
 */
export function sitByLink(state, seated) {
  const secret = location.hash.slice(1);
  if (secret && state.screen && !state.screen.over) openDialog("sit", html`<${Sit} state=${state} secret=${secret} seated=${seated} />`);
}

/** @param {{ state: GameState, secret: string, seated: () => void }} props */
function Sit({ state: { game, screen }, secret, seated }) {
  const [said, tell] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const send = async () => {
    const name = field.current?.value.trim() ?? "";
    try {
      await ask(`/api/screen/${screen?.id}/sit`, { json: { secret, name } });
    } catch (error) {
      tell(whyOf(error));
      return;
    }
    remember("name", name);
    history.replaceState(null, "", location.pathname + location.search); // nobody copies it by mistake
    closeDialog("sit");
    seated();
  };
  return html`<${Frame} name="sit" title=${say("sit")} send=${send}
    footer=${html`<button type="submit" class="primary big">${say("sit.down")}</button>`}>
    <p>${game.title}: ${together(game.players)}</p><label for="sit-name">${say("sit.name")}</label>
    <input id="sit-name" ref=${field} defaultValue=${remembered("name") ?? ""} maxlength="40" autocomplete="off" autofocus aria-describedby="sit-said" />
    <p class="warn" id="sit-said" role="alert">${said}</p><//>`;
}

/**
 * The link of a seat, with its QR code. It is for somebody else: who follows it here plays both sides.
 *
 * @param {{ name: string, link: string, code: string }} props name: of who is to play it
 */
function Link({ name, link, code }) {
  const [said, tell] = useState("");
  const shown = useRef(/** @type {HTMLElement | null} */ (null));
  const give = async () => {
    const copied = await copy(link);
    tell(say(copied ? "share.copied" : "share.select"));
    if (!copied && shown.current) getSelection()?.selectAllChildren(shown.current);
  };
  const share = () => navigator.share({ url: link }).catch(() => {}); // who changes their mind has nothing to be told
  return html`<div class="link"><p>${say("people.send", { name })}</p>
    <img src=${code} alt=${say("people.code", { name })} width="180" height="180" />
    <a href=${link} ref=${shown} onClick=${(/** @type {Event} */ event) => event.preventDefault()}>${link}</a>
    <div class="buttons"><button type="button" class="small primary" data-tool="copy" onClick=${give}>${say("share.copy")}</button>
      ${"share" in navigator && html`<button type="button" class="small" onClick=${share}>${say("share")}</button>`}</div>
    <small role="status">${said}</small></div>`;
}

/**
 * The people of a game, with a link for each seat that is free, and what can be done about who sits there.
 *
 * @param {{ number: number, state: GameState, you: YouMessage, seated: () => unknown, mayCorrect: boolean }} props number: of
 *   the game; seated: is called when this browser has another seat; mayCorrect: whether it may correct names of a game that is over
 */
export function People({ number, state, you, seated, mayCorrect }) {
  const { game, screen } = state;
  const [said, tell] = useState("");
  const [{ links, reachable }, take] = useState({ links: /** @type {{ seat: string, link: string, code: string }[]} */ ([]), reachable: true });
  const send = async (/** @type {string} */ path, /** @type {Record<string, unknown>} */ json) => {
    tell("");
    try {
      const answer = await ask(path, { json });
      if (answer?.links) take(answer);
      else seated();
    } catch (error) {
      tell(whyOf(error));
    }
  };
  const at = `/api/screen/${number}`;
  useEffect(() => { if (you.may_seat && linked && !screen?.over) send(`${at}/links`, {}); }, []);
  const near = !linked ? say("site.alone") : reachable ? "" : say("people.near");
  const mayReplace = (/** @type {string} */ seat) => you.may_seat && you.away.includes(seat) && !you.seats.includes(seat) && !keptFor(you, seat) && !screen?.over;
  return html`<${Frame} name="people" title=${say("players")}>${near && html`<p class="warn">${near}</p>`}
    <ul class="people">${game.seats.map((seat, place) => {
      const name = game.players[place];
      const free = !screen?.taken.includes(seat);
      const link = links.find((one) => one.seat === seat);
      return html`<li key=${seat}><strong>${name}</strong><span class="faint">${whoPlays(state, you, seat)}</span>
        ${link && free && html`<${Link} ...${link} name=${name} />`}
        ${screen?.over && mayCorrect && correcting(name, (to) => send(`/api/games/${number}/name`, { seat, name: to }))}
        ${mayReplace(seat) && replacing(name, (level) => send(`${at}/take`, { seat, level }), !free && linked && (() => send(`${at}/links`, { new: seat })))}</li>`;
    })}</ul><p class="warn" role="alert">${said}</p><//>`;
}

/**
 * Who plays a seat.
 *
 * @param {GameState} state
 * @param {YouMessage} you
 * @param {string} seat
 */
function whoPlays({ computers, screen }, you, seat) {
  const level = computers[seat];
  if (level) return say("people.level", { level });
  if (you.seats.includes(seat)) return say("people.you");
  if (!screen?.taken.includes(seat)) return say("people.free");
  return awayOf(you, seat) || say("people.there");
}

/**
 * What lets the name of who has played a seat be corrected.
 *
 * @param {string} name
 * @param {(name: string) => unknown} correct
 */
function correcting(name, correct) {
  const submit = (/** @type {Event & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (event.currentTarget.elements[0]);
    field.blur();
    correct(field.value);
  };
  return html`<form class="buttons" onSubmit=${submit}><input defaultValue=${name} maxlength="40" required aria-label=${say("people.name", { name })} />
    <button class="small">${say("people.correct")}</button></form>`;
}

/**
 * What lets somebody else to a seat.
 *
 * @param {string} name of who plays it
 * @param {(level: number) => unknown} take sits down, or lets a computer of a level do so
 * @param {false | (() => unknown)} invite makes a new link for a seat that somebody holds
 */
const replacing = (name, take, invite) => html`<div class="buttons"><button type="button" class="small" onClick=${() => take(0)}>${say("people.take")}</button>
  ${invite && html`<button type="button" class="small" onClick=${invite}>${say("people.link")}</button>`}
  <select aria-label=${say("people.computer", { name })} onChange=${(/** @type {{ target: HTMLSelectElement }} */ { target }) => take(Number(target.value))}>
    <option value="">${say("computer")}</option>${LEVELS.map((one) => html`<option value=${one}>${say(`level.${one}`)}</option>`)}</select></div>`;
