// The people of a game on screens: who sits where, links for phones, and who takes the place of whom.

import { ask, whyOf } from "./connection.js";
import { Frame, closeDialog, openDialog, redrawDialog } from "./dialog.js";
import { copy } from "./dom.js";
import { together } from "./formats.js";
import { linked } from "./host.js";
import { html, useRef, useState } from "./preact.js";
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

export class People {
  #number;
  #changed;
  #mayCorrect;
  /** @type {GameState | null} */
  #state = null;
  /** @type {YouMessage | null} */
  #you = null;
  /** The links that were asked for, by seat. @type {Map<string, { link: string, code: string }>} */
  #links = new Map();
  #reachable = true;
  #said = "";

  /**
   * @param {number} number of the game
   * @param {() => void} changed is called when this browser has another seat
   * @param {() => boolean} mayCorrect whether this browser may correct names once the game is over
   */
  constructor(number, changed, mayCorrect) {
    this.#number = number;
    this.#changed = changed;
    this.#mayCorrect = mayCorrect;
  }

  /**
   * @param {GameState} state
   * @param {YouMessage} you
   */
  follow(state, you) {
    this.#state = state;
    this.#you = you;
    redrawDialog("people", this.#drawn());
  }

  /** Open the dialog, with a link for each seat that is free. */
  async show() {
    this.#said = "";
    openDialog("people", this.#drawn());
    if (this.#you?.may_seat && linked && !this.#state?.screen?.over) await this.#ask(this.#seating("links"), {});
  }

  /**
   * The path to ask for something about who sits there.
   *
   * @param {"links" | "take"} what
   */
  #seating(what) {
    return `/api/screen/${this.#number}/${what}`;
  }

  /**
   * Ask for something about a seat, and show what has come of it.
   *
   * @param {string} path
   * @param {Record<string, unknown>} json
   */
  async #ask(path, json) {
    this.#said = "";
    try {
      const answer = await ask(path, { json });
      if (answer?.links) {
        this.#reachable = answer.reachable;
        this.#links = new Map(answer.links.map((/** @type {any} */ one) => [one.seat, one]));
      } else {
        this.#changed();
      }
    } catch (error) {
      this.#said = whyOf(error);
    }
    redrawDialog("people", this.#drawn());
  }

  #drawn() {
    const state = this.#state;
    const near = !linked ? say("site.alone") : this.#reachable || !this.#links.size ? "" : say("people.near");
    return html`<${Frame} name="people" title=${say("players")}>${near && html`<p class="warn">${near}</p>`}
      <ul class="people">${state?.game.seats.map((seat, at) => this.#seat(state, seat, at))}</ul>
      <p class="warn" role="alert">${this.#said}</p><//>`;
  }

  /**
   * @param {GameState} state
   * @param {string} seat
   * @param {number} at
   */
  #seat(state, seat, at) {
    const { screen, game } = state;
    const name = game.players[at];
    const link = this.#links.get(seat);
    const free = !screen?.taken.includes(seat);
    return html`<li key=${seat}><strong>${name}</strong><span class="faint">${this.#who(state, seat)}</span>
      ${link && free && html`<${Link} ...${link} name=${name} />`}
      ${screen?.over && this.#mayCorrect() && this.#correcting(seat, name)}
      ${this.#mayReplace(state, seat) && this.#replacing(seat, name, free)}</li>`;
  }

  /**
   * Who plays a seat.
   *
   * @param {GameState} state
   * @param {string} seat
   */
  #who({ computers, screen }, seat) {
    const level = computers[seat];
    if (level) return say("people.level", { level });
    if (this.#you?.seats.includes(seat)) return say("people.you");
    if (!screen?.taken.includes(seat)) return say("people.free");
    return (this.#you && awayOf(this.#you, seat)) || say("people.there");
  }

  /**
   * Whether somebody else may be let to a seat from here.
   *
   * @param {GameState} state
   * @param {string} seat
   */
  #mayReplace({ screen }, seat) {
    const you = this.#you;
    return Boolean(you?.may_seat && you.away.includes(seat) && !you.seats.includes(seat) && !keptFor(you, seat) && !screen?.over);
  }

  /**
   * What lets a name be corrected.
   *
   * @param {string} seat
   * @param {string} name of who has played it
   */
  #correcting(seat, name) {
    const submit = (/** @type {Event & { currentTarget: HTMLFormElement }} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (event.currentTarget.elements[0]);
      field.blur();
      this.#ask(`/api/games/${this.#number}/name`, { seat, name: field.value });
    };
    return html`<form class="buttons" onSubmit=${submit}><input defaultValue=${name} maxlength="40" required aria-label=${say("people.name", { name })} />
      <button class="small">${say("people.correct")}</button></form>`;
  }

  /**
   * What lets somebody else to a seat.
   *
   * @param {string} seat
   * @param {string} name of who plays it
   * @param {boolean} free whether nobody holds it
   */
  #replacing(seat, name, free) {
    const take = (/** @type {number} */ level) => this.#ask(this.#seating("take"), { seat, level });
    return html`<div class="buttons"><button type="button" class="small" onClick=${() => take(0)}>${say("people.take")}</button>
      ${!free && linked && html`<button type="button" class="small" onClick=${() => this.#ask(this.#seating("links"), { new: seat })}>
        ${say("people.link")}</button>`}
      <select aria-label=${say("people.computer", { name })} onChange=${(/** @type {{ target: HTMLSelectElement }} */ { target }) => take(Number(target.value))}>
        <option value="">${say("computer")}</option>${LEVELS.map((one) => html`<option value=${one}>${say(`level.${one}`)}</option>`)}</select></div>`;
  }
}
