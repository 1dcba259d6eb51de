// What is said beside the table? The prompt, who plays and how they stand, the moves made and possible.

import { byId, html, icon } from "./dom.js";
import { seatColours } from "./games.js";
import { paintOf } from "./pieces.js";
import { say } from "./words.js";

const LONG = 56; // characters of a prompt that may need a second line
const SHOWN = 60; // of the legal moves at once: more are found by typing

export class Side {
  #actions;
  #shown = {};
  #state = null;
  #allowed = false;

  /** actions: {move(text), show(move or null), step(ply), computer(seats)}. */
  constructor(actions) {
    this.#actions = actions;
    byId("legal-find").addEventListener("input", () => this.#drawLegal());
    byId("legal").addEventListener("keydown", (event) => this.#walkMoves(event));
  }

  /** Show this state; now: the state of the present where this is of the past. */
  draw(state, now, allowed) {
    this.#state = state;
    this.#allowed = allowed;
    const language = document.documentElement.lang;
    const { game, position, moves, computer, choice } = state;
    this.#once("title", [game?.title, language], () => this.#drawTitle(game));
    byId("prompt").textContent === now.prompt || (byId("prompt").textContent = now.prompt);
    byId("prompt-box").classList.toggle("long", now.prompt.length > LONG);
    this.#once("reason", [now.position?.reason, language], () => this.#drawReason(now.position?.reason));
    this.#once("accent", [game?.name, now.position?.to_move, now.trouble], () => this.#drawAccent(now));
    this.#once("players", [game?.name, game?.players, position?.to_move, position?.scores,
      position?.winners, computer, allowed, language], () => this.#drawPlayers());
    this.#once("facts", [position?.facts], () => this.#drawFacts(position?.facts ?? []));
    this.#once("moves", [now.moves, game?.name, state.at, language], () => this.#drawMoves(now, state.at ?? moves.length));
    this.#once("legal", [position?.legal, allowed, language], () => this.#drawLegal());
    this.#once("keys", [now.phase, now.menu, now.trouble, now.position?.over, mayEnd(now), choice?.offered, allowed, language],
      () => this.#drawKeys(now));
  }

  /** Do something only when what it shows has changed. */
  #once(name, shown, draw) {
    const text = JSON.stringify(shown);
    if (this.#shown[name] === text) return;
    this.#shown[name] = text;
    draw();
  }

  #drawTitle(game) {
    byId("game-title").textContent = game?.title ?? say("choice");
    document.title = game ? `${game.title} – speeltafel` : "speeltafel";
  }

  #drawReason(reason) {
    byId("reason").hidden = !reason;
    byId("reason").textContent = reason ? say(`reason.${reason}`) : "";
  }

  #drawAccent({ game, position, trouble }) {
    const seat = position?.to_move;
    const colour = seat ? paintOf(seatColours(game, seat)[0]) : "transparent";
    byId("prompt-box").style.setProperty("--seat", colour);
    byId("prompt-box").classList.toggle("trouble", Boolean(trouble));
  }

  #drawPlayers() {
    const { game, position, computer = [] } = this.#state;
    byId("players-box").hidden = !game;
    if (!game) return;
    byId("players").replaceChildren(...game.seats.map((seat, index) => {
      const machine = computer.includes(seat);
      const name = game.players[index];
      const turn = position.to_move === seat;
      const won = position.winners.includes(seat);
      const dots = seatColours(game, seat).map((colour) => {
        const dot = html("span", { class: "dot" });
        dot.style.backgroundColor = paintOf(colour);
        return dot;
      });
      const others = machine ? computer.filter((one) => one !== seat) : [...computer, seat];
      return html("li", { class: [turn && "turn", won && "won"].filter(Boolean).join(" ") },
        html("span", { class: "dots" }, dots),
        html("span", { class: "name" }, name,
          turn ? html("span", { class: "note" }, say("players.turn")) : null,
          won ? html("span", { class: "note" }, say("players.won")) : null,
          machine && !this.#allowed ? html("span", { class: "note" }, say("computer")) : null),
        html("span", { class: "score" }, position.scores[seat],
          html("span", { class: "unseen" }, ` ${say("points")}`)),
        this.#allowed && !position.over ? html("button", {
          type: "button", class: "machine", "aria-pressed": String(machine),
          "aria-label": say("computer.plays", { name }), title: say("computer.plays", { name }),
          on: { click: () => this.#actions.computer(others) },
        }, icon("machine")) : null);
    }));
  }

  #drawFacts(facts) {
    byId("facts").replaceChildren(...facts.filter(([, text]) => text).flatMap(([name, text]) =>
      [html("dt", {}, name), html("dd", {}, text)]));
  }

  #drawMoves({ moves, game }, ply) {
    byId("moves-box").hidden = !game;
    const list = byId("moves");
    list.classList.toggle("timed", game?.name === "hourglass");
    list.replaceChildren(...moves.map((move, index) => html("li", {},
      html("button", {
        type: "button", class: "move", "aria-current": index + 1 === ply ? "step" : null,
        title: say("moves.go", { number: index + 1, move }),
        on: { click: () => this.#actions.step(index + 1) },
      }, html("span", { class: "ply" }, index + 1), move))));
    const current = list.querySelector("[aria-current]")?.parentElement;
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2; // never the page itself
    byId("moves-none").hidden = moves.length > 0;
  }

  #drawLegal() {
    const legal = this.#allowed && this.#state.at === undefined ? this.#state.position?.legal ?? [] : [];
    byId("legal-box").hidden = !legal.length;
    const wanted = byId("legal-find").value.trim().toLowerCase();
    const found = legal.filter((move) => move.toLowerCase().includes(wanted));
    byId("legal-count").textContent = say("legal.count", { number: legal.length });
    byId("legal").replaceChildren(...found.slice(0, SHOWN).map((move, index) => html("button", {
      type: "button", class: "move", tabindex: index ? -1 : 0,
      on: {
        click: () => this.#actions.move(move),
        pointerenter: () => this.#actions.show(move),
        pointerleave: () => this.#actions.show(null),
        focus: () => this.#actions.show(move),
        blur: () => this.#actions.show(null),
      },
    }, move)));
    byId("legal-more").hidden = found.length <= SHOWN;
    byId("legal-more").textContent = say("legal.more", { number: found.length - SHOWN });
  }

  /** The arrows walk through the legal moves. */
  #walkMoves(event) {
    const moves = [...byId("legal").children];
    const at = moves.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0,
      End: moves.length - 1 }[event.key];
    if (at < 0 || !moves[to]) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    moves[to].tabIndex = 0;
    moves[to].focus();
  }

  #drawKeys(now) {
    const { phase, menu, trouble, position, choice } = now;
    const confirms = phase === "choice" || menu || trouble === "back" || (!trouble && mayEnd(now));
    const wanted = !this.#allowed ? "" : confirms ? "CONFIRM" : position?.over ? "MENU" : "";
    for (const key of byId("keys").querySelectorAll("button")) {
      key.disabled = !this.#allowed;
      key.classList.toggle("wanted", key.dataset.key === wanted);
    }
    const leads = position?.over ? "key.next" : menu ? "key.no" : choice?.offered ? "offer.leave" : "key.menu";
    byId("menu-leads").textContent = say(leads);
  }
}

/** Whether CONFIRM ends a turn in which stones could still be set. */
function mayEnd({ position }) {
  return Boolean(position?.legal.includes("end"));
}
