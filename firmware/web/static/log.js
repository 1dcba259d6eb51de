// The log of a game: what was done, move by move, in sentences, or as the record writes it; and the steps through it.

import { isOver } from "./games.js";
import { icon } from "./parts.js";
import { paintOf } from "./pieces.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { remember, remembered } from "./settings.js";
import { say } from "./words.js";

/** @import { Deed, State } from "./state.js" */
/** @import { GameHistory } from "./line.js" */

/**
 * The moves of a game.
 *
 * @param {{ now: State, history: GameHistory, marks: Map<number, string> }} props now: the present state; marks: what stands
 *   behind moves, by their number
 */
export function Log({ now, history, marks }) {
  const [short, shorten] = useState(remembered("log") === "notation");
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { moves: lines, game } = now;
  const { at, told } = history;
  useEffect(() => {
    const current = /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector("[aria-current]")?.parentElement);
    if (list.current) list.current.scrollTop = current ? current.offsetTop - list.current.clientHeight / 2 : 0; // never the page itself
  }, [at, short, lines.length, told.length, marks.size]);
  const change = () => {
    remember("log", short ? "sentences" : "notation");
    shorten(!short);
  };
  const item = (/** @type {string} */ line, /** @type {number} */ before) => {
    const { deed, ply = before + 1 } = told[before] ?? {};
    const colour = deed?.seat && game?.colours[deed.seat]?.[0];
    return html`<li key=${before} class=${deed && deed.seat !== told[before - 1]?.deed.seat ? "turn" : ""}><button type="button" class="move"
      data-line=${line} aria-current=${before + 1 === at ? "step" : null} title=${say("moves.go", { number: ply ?? before + 1, move: line })}
      style=${colour ? { "--seat": paintOf(colour) } : null} onClick=${() => history.step(before + 1)}>
      <span class="ply">${ply}</span>${short || !deed ? line : sentencesOf(deed, line)}
      ${marks.has(before + 1) && html`<span class="mark">${marks.get(before + 1)}</span>`}</button></li>`;
  };
  const kinds = ["moves", short && "short", lines.some((line) => /^\d[\d.]* /.test(line)) && "timed"];
  return html`<header><h2>${say("moves")}</h2><button type="button" class="small" aria-pressed=${String(short)} onClick=${change}>${say("moves.short")}</button></header>
    ${!lines.length && html`<p class="faint">${say("moves.none")}</p>`}
    <ol class=${kinds.filter(Boolean).join(" ")} ref=${list} tabindex="0" aria-label=${say("moves")}>${lines.map(item)}</ol>
    <p class="faint" id="moves-end">${isOver(now) ? now.prompt : now.last?.since.join(" · ")}</p>`;
}

/**
 * @param {Deed} deed
 * @param {string} line of the record, shown where nothing was done
 */
const sentencesOf = ({ meanwhile, done, said }, line) => html`<span class="done">${meanwhile.map((one) => html`<small class="meanwhile">${one}</small>`)}${
  done || line}${said.map((one) => html`<span class="gain">${one}</span>`)}</span>`;

/** The buttons that step through a game. @param {GameHistory} history */
export function stepsOf(history) {
  const { at, last } = history;
  return /** @type {[string, number][]} */ ([["first", 0], ["back", at - 1], ["on", at + 1], ["last", last]]).map(([name, to]) => {
    const label = say(`history.${name}`);
    return html`<button key=${name} type="button" aria-label=${label} title=${label} disabled=${to < 0 || to > last || to === at}
      onClick=${() => history.step(to)}>${icon(name)}</button>`;
  });
}
