// Draws what is said beside the table: the prompt, the players and their scores, the possible moves.

import { byId, html, icon, sentence } from "./dom.js";
import { scoreOf, standingOf } from "./result.js";
import { hasEnded, isOver, isPlaying, playsOne } from "./games.js";
import { paintOf, shapeOf } from "./pieces.js";
import { atTime } from "./formats.js";
import { say } from "./words.js";

/** @import { GameState, State, YouMessage } from "./types.js" */

const LONG = 56; // characters of a prompt that may need a second line
const NAME = 14; // characters as which a name counts that is cut
const SHOWN = 60; // of the legal moves at once: more are found by typing

/**
 * What can be done there: have a move made, outline its fields (none: null), let the computer play
 * these seats.
 *
 * @typedef {{
 *   move: (move: string) => void, show: (move: string | null) => void, computer: (seats: string[]) => void
 * }} Actions
 */

export class Side {
  #actions;
  /** What each part shows, as JSON. @type {Map<string, string>} */
  #shown = new Map();
  /** @type {State | null} */
  #state = null;
  #allowed = false;
  /** The seats of this browser, and who is away, in a game on screens. @type {YouMessage | null} */
  #you = null;

  #saidBy;

  /**
   * @param {Actions} actions
   * @param {(seat: string) => string} saidBy what a seat has said lately, "" for nothing
   */
  constructor(actions, saidBy) {
    this.#actions = actions;
    this.#saidBy = saidBy;
    byId("legal-find").addEventListener("input", () => this.#drawLegal());
    const legal = byId("legal");
    legal.addEventListener("keydown", (event) => this.#walkMoves(event));
    legal.addEventListener("click", ({ target }) => {
      const move = moveOf(target);
      if (move !== null) this.#actions.move(move);
    });
    for (const type of ["pointerover", "focusin"]) legal.addEventListener(type, ({ target }) => this.#actions.show(moveOf(target)));
    for (const type of ["pointerleave", "focusout"]) legal.addEventListener(type, () => this.#actions.show(null));
  }

  /**
   * Show a state.
   *
   * @param {State} state
   * @param {State} now the present state, where that is an earlier one
   * @param {boolean} allowed whether this page may touch the table
   * @param {YouMessage} you the seats of this browser, and who is away, in a game on screens
   */
  draw(state, now, allowed, you) {
    this.#state = state;
    this.#you = you;
    this.#allowed = allowed;
    const language = document.documentElement.lang;
    const { game, position, computer } = state;
    this.#once("title", [game?.title, language], () => this.#drawTitle(game?.title));
    this.#once("prompt", [now.prompt, now.game?.players], () => this.#drawPrompt(now.prompt, now.game?.players ?? []));
    this.#once("reason", [now.position?.reason, language], () => this.#drawReason(now.position?.reason));
    this.#once("accent", [game?.name, moverOf(now), now.trouble], () => this.#drawAccent(now));
    this.#once("players", [game?.name, game?.players, moverOf(state), position?.standing, position?.scores, position?.winners, computer,
      this.#besidePlayers(state), you.seats, you.away, you.since, you.kept, allowed, language], () => this.#drawPlayers(state));
    this.#once("facts", [position?.facts], () => this.#drawFacts(position?.facts ?? []));
    this.#once("legal", [position?.legal, state.rights, you.seats, allowed, language], () => this.#drawLegal());
    this.#once("keys", [wantedKey(now, allowed), menuLabel(now), allowed, language], () => this.#drawKeys(now));
  }

  /**
   * What is shown of players beside the game: levels, clocks, shapes, what they say.
   *
   * @param {State} state
   */
  #besidePlayers({ game, screen, clocks }) {
    return [screen?.levels, screen?.taken, Boolean(clocks),
      game?.seats.map((seat) => [shapeOf(game.colours[seat][0]), this.#saidBy(seat)])];
  }

  /**
   * Do something only when what it shows has changed.
   *
   * @param {string} name
   * @param {unknown} shown
   * @param {() => void} draw
   */
  #once(name, shown, draw) {
    const text = JSON.stringify(shown);
    if (this.#shown.get(name) === text) return;
    this.#shown.set(name, text);
    draw();
  }

  /** @param {string} [title] */
  #drawTitle(title) {
    byId("game-title").textContent = title ?? say("choice");
  }

  /**
   * @param {string} prompt
   * @param {string[]} players
   */
  #drawPrompt(prompt, players) {
    const parts = sentence(prompt, players);
    const length = parts.map((part) => typeof part === "string" ? part.length : NAME).reduce((sum, one) => sum + one);
    byId("prompt").replaceChildren(...parts);
    byId("prompt-box").classList.toggle("long", length > LONG);
  }

  /** @param {string | null} [reason] */
  #drawReason(reason) {
    byId("reason").hidden = !reason;
    byId("reason").textContent = reason ? say(`reason.${reason}`) : "";
  }

  /** @param {State} now */
  #drawAccent(now) {
    const { game, trouble } = now;
    const seat = moverOf(now);
    const colour = game && seat ? paintOf(game.colours[seat][0]) : "transparent";
    byId("prompt-box").style.setProperty("--seat", colour);
    byId("prompt-box").classList.toggle("trouble", Boolean(trouble));
  }

  /** @param {State} state */
  #drawPlayers(state) {
    byId("players-box").hidden = !state.game;
    if (!isPlaying(state)) return;
    const { game, position, clocks } = state;
    byId("counts").textContent = isOver(state) ? "" : game.counts;
    byId("players").replaceChildren(...game.seats.map((seat, index) => this.#player(state, seat, index)));
    const timed = clocks ? game.seats : position.turn_ends === null ? [] : [position.to_move ?? ""];
    byId("standing").replaceChildren(...game.seats.map((seat) => { // where the players are below the board
      const reached = (isOver(state) ? position.scores : position.standing)[seat];
      const chip = html("span", { class: "chip" },
        timed.includes(seat) ? html("span", { class: "clock", data: clocks ? { seat } : {} }) : null, reached);
      chip.style.setProperty("--seat", paintOf(game.colours[seat][0]));
      return chip;
    }));
  }

  /**
   * @param {GameState} state
   * @param {string} seat
   * @param {number} index of the seat
   */
  #player(state, seat, index) {
    const { game, position, computer, screen } = state;
    const machine = computer.includes(seat);
    const name = game.players[index];
    const turn = moverOf(state) === seat;
    const won = position.winners.includes(seat);
    const dots = game.colours[seat].map((colour) => {
      const dot = html("span", { class: "dot" }, shapeOf(colour));
      dot.style.backgroundColor = paintOf(colour);
      return dot;
    });
    const own = this.#you?.seats ?? [];
    const you = playsOne(state, own) && own.includes(seat);
    const notes = [you && say("players.you"), turn && say("players.turn"), won && say("players.won"),
      this.#awayOf(state, seat), this.#levelOf(machine, screen?.levels[seat])].flatMap((note) => note ? [note] : []);
    const others = machine ? computer.filter((one) => one !== seat) : [...computer, seat];
    const label = say("computer.plays", { name });
    return html("li", { class: [turn && "turn", won && "won", you && "you"].filter(Boolean).join(" ") },
      html("span", { class: "dots" }, dots),
      html("span", { class: "name" }, name,
        notes.length ? html("span", { class: "note" }, notes.flatMap((note, at) => at ? [" · ", note] : [note])) : null,
        this.#bubble(seat)),
      this.#clock(state, seat, name),
      this.#reached(state, seat),
      this.#allowed && !position.over ? html("button", {
        type: "button", class: "machine", "aria-pressed": String(machine), "aria-label": label, title: label,
        on: { click: () => this.#actions.computer(others) },
      }, icon("machine")) : null);
  }

  /**
   * How far a seat has come, and at the end its score.
   *
   * @param {GameState} state
   * @param {string} seat
   */
  #reached(state, seat) {
    const { game, position } = state;
    return isOver(state) ? scoreOf(position.scores[seat]) : standingOf(position.standing[seat], game.counts);
  }

  /**
   * The clock of a seat, or that of its turn; null where none is shown.
   *
   * @param {GameState} state
   * @param {string} seat
   * @param {string} name of its player
   */
  #clock({ position, clocks }, seat, name) {
    if (clocks) {
      return html("span", { class: "clock", role: "timer", data: { seat }, "aria-label": say("clock.of", { name }) });
    }
    return position.to_move === seat ? html("span", { class: "clock", role: "timer" }) : null;
  }

  /**
   * What a seat has said lately.
   *
   * @param {string} seat
   */
  #bubble(seat) {
    const said = this.#saidBy(seat);
    return said ? html("span", { class: "said" }, said) : null;
  }

  /**
   * What is said of a seat that somebody holds who is away, null for nothing.
   *
   * @param {GameState} state
   * @param {string} seat
   */
  #awayOf({ screen }, seat) {
    return this.#you && screen?.taken.includes(seat) ? awayOf(this.#you, seat) : null;
  }

  /**
   * What is said of the computer that plays a seat, false for nothing.
   *
   * @param {boolean} machine whether it plays there
   * @param {number} [level] at which, in a game on screens
   */
  #levelOf(machine, level) {
    return level ? say("people.level", { level }) : machine && !this.#allowed && say("computer");
  }

  /** @param {[name: string, text: string][]} facts */
  #drawFacts(facts) {
    byId("facts").replaceChildren(...facts.filter(([, text]) => text).flatMap(([name, text]) =>
      [html("dt", {}, name), html("dd", {}, text)]));
  }

  #drawLegal() {
    const { at, screen, rights, position } = this.#state ?? {};
    const mine = screen && this.#you?.seats.some((seat) => rights?.[seat]?.includes("play"));
    const legal = this.#allowed && mine && at === undefined ? position?.legal ?? [] : [];
    byId("legal-box").hidden = !legal.length;
    const wanted = byId("legal-find", HTMLInputElement).value.trim().toLowerCase();
    const found = legal.filter((move) => move.toLowerCase().includes(wanted));
    byId("legal-count").textContent = String(legal.length);
    byId("legal").replaceChildren(...found.slice(0, SHOWN).map((move, index) => html("button", {
      type: "button", class: "move", tabindex: index ? -1 : 0,
    }, move)));
    byId("legal-more").hidden = found.length <= SHOWN;
    byId("legal-more").textContent = say("legal.more", { number: found.length - SHOWN });
  }

  /**
   * Let the arrow keys walk through the legal moves.
   *
   * @param {KeyboardEvent} event
   */
  #walkMoves(event) {
    const moves = [...byId("legal").querySelectorAll("button")];
    const at = moves.findIndex((move) => move === event.target);
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0,
      End: moves.length - 1 };
    const next = moves[steps[event.key]];
    if (at < 0 || !next) return;
    event.preventDefault();
    moves[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** @param {State} now */
  #drawKeys(now) {
    const wanted = wantedKey(now, this.#allowed);
    for (const key of byId("keys").querySelectorAll("button")) {
      key.disabled = !this.#allowed;
      key.classList.toggle("wanted", key.dataset.key === wanted);
    }
    byId("menu-leads").textContent = say(menuLabel(now));
  }
}

/**
 * The move that a button stands for, null for anything else.
 *
 * @param {EventTarget | null} target
 */
function moveOf(target) {
  return target instanceof HTMLButtonElement ? target.textContent : null;
}

/**
 * Who is to move, nobody once the game has ended or was given up.
 *
 * @param {State} state
 */
function moverOf(state) {
  return isOver(state) ? null : state.position?.mover;
}

/**
 * What is said of a seat whose holder is away, null while they are there; see countDown.
 *
 * @param {YouMessage} you
 * @param {string} seat
 */
export function awayOf(you, seat) {
  return you.away.includes(seat) ? html("span", { data: { away: seat } }, awayText(you, seat)) : null;
}

/**
 * @param {YouMessage} you
 * @param {string} seat
 */
function awayText(you, seat) {
  const seconds = keptFor(you, seat);
  if (seconds) return say("people.lost", { seconds });
  return you.since[seat] ? say("people.since", { time: atTime(you.since[seat]) }) : say("people.away");
}

/**
 * The seconds for which a seat is still that of its holder, who is away; 0 once others may take it.
 *
 * @param {YouMessage} you
 * @param {string} seat
 */
export function keptFor({ kept, came }, seat) {
  return Math.max(0, Math.ceil((kept[seat] ?? 0) / 1e6 - (performance.now() - (came ?? 0)) / 1000));
}

/**
 * Let what is said of seats whose holders are away be what it is now; gives how many of these are kept for them.
 *
 * @param {YouMessage} you
 */
export function countDown(you) {
  for (const said of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-away]"))) {
    said.textContent = awayText(you, said.dataset.away ?? "");
  }
  return Object.keys(you.kept).filter((seat) => keptFor(you, seat)).length;
}

/**
 * The key that the table waits for, "" for none.
 *
 * @param {State} now
 * @param {boolean} allowed
 */
function wantedKey(now, allowed) {
  const { phase, menu, trouble, position } = now;
  if (!allowed) return "";
  const endsTurn = !trouble && position?.legal.includes("end"); // CONFIRM ends a turn that could go on
  if (phase === "choice" || menu || trouble === "back" || endsTurn) return "CONFIRM";
  return hasEnded(now) ? "MENU" : "";
}

/**
 * The label that says what MENU leads to.
 *
 * @param {State} now
 */
function menuLabel(now) {
  const { menu, choice } = now;
  if (hasEnded(now)) return "key.next";
  if (menu) return "key.no";
  return choice?.offered ? "offer.leave" : "key.menu";
}
