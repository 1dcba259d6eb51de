// Draws what can be done in a game on a screen beside moving pieces: buttons, questions, what happened.

import { byId, html, icon, renew, sentence } from "./dom.js";
import { together } from "./formats.js";
import { NOBODY } from "./games.js";
import { dieButton, rolledBy, rollingTime } from "./tray.js";
import { pageAt, say } from "./words.js";

/** @import { ClientMessage, GameState, LastMove, ScreenPart, Send, State, YouMessage } from "./types.js" */

const READING = 500; // milliseconds in which nobody can have read a question, and no click answers it
const DOUBLED = { time: 350, way: 30 }; // milliseconds and pixels between two touches that are one doubled

export class Actions {
  #root;
  #send;
  #people;
  #hint;
  #shown = "";
  /** @type {State | null} */
  #state = null;
  #you = NOBODY;
  #live = false;
  #number = 0; // what the die shows
  #rolling = false;
  /** What this browser is asked before it is done, and what a no does. @type {{ text: string, message: ClientMessage, no?: () => void } | null} */
  #asked = null;
  #question = 0; // the number of what was asked last
  #read = 0; // from when on it is answered, milliseconds
  #clicked = { at: -Infinity, x: 0, y: 0 }; // when and where a button was pressed last
  #moves = -1; // how many there were when the die was looked at last

  /**
   * @param {HTMLElement} root where the buttons are drawn
   * @param {Send} send
   * @param {() => void} people opens what can be done about the people of this game
   * @param {() => void} hint asks for the best move
   */
  constructor(root, send, people, hint) {
    this.#root = root;
    this.#send = send;
    this.#people = people;
    this.#hint = hint;
    addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("click", (event) => this.#passOnce(event), true);
  }

  /**
   * Let nothing come of the second click of a double click, whatever lies there by then.
   *
   * @param {MouseEvent} event
   */
  #passOnce(event) {
    const { at, x, y } = this.#clicked;
    this.#clicked = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    const touches = "pointerType" in event && event.pointerType === "touch"; // which may not be counted
    const again = touches && event.timeStamp < at + DOUBLED.time && Math.hypot(event.clientX - x, event.clientY - y) < DOUBLED.way;
    if (event.detail < 2 && !again) return;
    event.stopPropagation();
    event.preventDefault();
  }

  /**
   * Let the die be seen rolling if the last move was a roll; gives for how many milliseconds.
   *
   * @param {State} state
   */
  roll(state) {
    const before = this.#moves;
    this.#moves = state.moves.length;
    const number = rolledBy(state.moves);
    if (number === null || before < 0 || this.#moves !== before + 1) {
      this.#number = number ?? 0;
      return 0;
    }
    const time = rollingTime();
    this.#number = number;
    this.#rolling = time > 0;
    this.#redraw();
    return time;
  }

  /** Let the die lie; who draws the state of the roll next shows it so. */
  stopRolling() {
    this.#rolling = false;
  }

  /**
   * @param {State} state
   * @param {YouMessage} you
   * @param {boolean} live whether the present is shown and the game can be told something
   */
  draw(state, you, live) {
    this.#state = state;
    this.#you = you;
    this.#live = live;
    this.#redraw();
  }

  /**
   * Say what the last move was and has brought about; what time has brought about since is newer.
   *
   * @param {LastMove | null} last
   */
  drawCaption(last) {
    const texts = !last ? [] : last.since.length ? last.since : [...last.said, last.done];
    byId("caption").replaceChildren(...sentence(texts.join(" · "), this.#state?.game?.players ?? []));
  }

  #redraw() {
    const state = this.#state;
    if (!state?.screen || !state.game) return;
    const shown = JSON.stringify([state.screen, state.rights, this.#asked?.text, state.prompt, state.position?.chance, state.position?.mover, this.#you, this.#live,
      this.#number, this.#rolling, document.documentElement.lang]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement;
    const tool = focused instanceof HTMLElement && this.#root.contains(focused) ? focused.dataset.tool : undefined;
    const buttons = this.#buttons(/** @type {GameState} */ (state), state.screen);
    renew(this.#root, buttons.filter((button) => button !== null));
    if (tool) /** @type {HTMLElement | null} */ (this.#root.querySelector(`[data-tool="${tool}"]`))?.focus();
    this.#drawQuestion(/** @type {GameState} */ (state), state.screen);
  }

  /**
   * @param {GameState} state
   * @param {ScreenPart} screen
   */
  #buttons(state, screen) {
    const follow = this.#you.again === null ? null : html("a", { class: "button primary",
      href: pageAt(`/game/${this.#you.again}`), data: { tool: "follow" } }, icon("turn"), say("do.follow"));
    const people = html("button", { type: "button", class: "tool", data: { tool: "people" }, on: { click: this.#people } },
      icon("machine"), say("players"));
    if (!this.#you.seats.length) return [follow, people]; // who watches can do nothing else
    const mine = this.#live && this.#you.seats.length > 0;
    const can = (/** @type {string} */ what) => mine && this.#you.seats.some((seat) => state.rights?.[seat]?.includes(what));
    const alone = this.#alone(state, can);
    const aborts = alone.length > 0 && can("abort"); // what has hardly begun needs no other end
    return [
      ...this.#movesOf(state, screen, mine),
      ...(screen.over ? [] : [
        this.#button("back", "undo", "do.back", { type: "propose", what: "take back" }, { can: can("take_back") }),
        html("button", { type: "button", class: "tool", data: { tool: "hint" },
          disabled: !can("hint") || this.#rolling, on: { click: this.#hint } }, icon("hint"), say("do.hint")),
      ]),
      ...(screen.can_agree && !aborts ? [this.#button("agree", "confirm", "do.agree", { type: "propose", what: "agree" },
        { can: can("agree") })] : []),
      follow,
      !screen.over && !aborts && (this.#asksOthers(state) || !alone.length) ? this.#leave(state, can("abandon")) : null,
      ...alone,
      people,
    ];
  }

  /**
   * Whether there are other people, with whom a game can be given up without a winner; against computers
   * alone one resigns.
   *
   * @param {GameState} state
   */
  #asksOthers({ game, screen }) {
    const { seats } = this.#you;
    return seats.length !== 1 || game.seats.some((seat) => seat !== seats[0] && !screen?.levels[seat]);
  }

  /**
   * The buttons for what somebody may do alone, where others play too.
   *
   * @param {GameState} state
   * @param {(what: string) => boolean} can
   */
  #alone({ game }, can) {
    const [seat, ...more] = this.#you.seats;
    if (seat === undefined || more.length === game.seats.length - 1) return [];
    if (can("abort")) return [this.#button("abort", "close", "do.abort", { type: "abort" }, { can: true })];
    return can("resign") ? [this.#asking("resign", ["do.resign", "sure.resign"], { type: "resign", seat }, true)] : [];
  }

  /**
   * The button that gives the game up without a winner: with others when they agree, alone after a question.
   *
   * @param {GameState} state
   * @param {boolean} can
   */
  #leave({ game, screen }, can) {
    const others = game.seats.some((seat) => !this.#you.seats.includes(seat) && screen?.taken.includes(seat));
    /** @type {ClientMessage} */
    const message = { type: "propose", what: "abandon" };
    return others ? this.#button("leave", "close", "do.abandon", message, { can })
      : this.#asking("leave", ["do.abandon", "sure.leave"], message, can);
  }

  /**
   * A button that asks before it does what cannot be undone.
   *
   * @param {string} tool
   * @param {[label: string, question: string]} texts
   * @param {ClientMessage} message
   * @param {boolean} can
   */
  #asking(tool, [label, question], message, can) {
    return html("button", { type: "button", class: "tool", data: { tool }, disabled: !can,
      on: { click: () => this.#ask({ text: say(question), message }) } }, icon("close"), say(label));
  }

  /**
   * Ask whether a move is to be made.
   *
   * @param {ClientMessage} message
   * @param {() => void} no is called where it is not
   */
  confirm(message, no) {
    this.#ask({ text: say("sure.move"), message, no });
    /** @type {HTMLElement | null} */ (byId("question").querySelector("[data-tool=yes]"))?.focus();
  }

  /** @param {{ text: string, message: ClientMessage, no?: () => void } | null} asked */
  #ask(asked) {
    this.#asked = asked;
    this.#redraw();
    if (asked) /** @type {HTMLElement | null} */ (byId("question").querySelector("[data-tool=no]"))?.focus();
  }

  /**
   * The buttons with which moves are made that need no piece.
   *
   * @param {GameState} state
   * @param {ScreenPart} screen
   * @param {boolean} mine whether this browser plays
   */
  #movesOf({ position }, screen, mine) {
    const turn = mine && this.#you.seats.includes(position.mover ?? "");
    const first = { primary: true, can: mine };
    if (screen.over) return [];
    if (screen.paused) return [this.#button("go on", "on", "do.go on", { type: "resume" }, first)];
    if (screen.for_all) {
      return [this.#button("all", "turn", `do.${screen.for_all}`, { type: "move", move: screen.for_all }, first)];
    }
    if (position.chance || this.#rolling) {
      return [dieButton({ number: this.#number, rolling: this.#rolling, disabled: !turn || this.#rolling,
        label: turn && !this.#rolling ? say("die.roll") : "", click: () => this.#send({ type: "roll" }) })];
    }
    return screen.buttons.map((move) =>
      this.#button(move, "confirm", `do.${move}`, { type: "move", move }, { primary: true, can: turn }));
  }

  /**
   * @param {string} tool
   * @param {string} picture
   * @param {string} label
   * @param {import("./types.js").ClientMessage} message
   * @param {{ primary?: boolean, can: boolean }} how
   */
  #button(tool, picture, label, message, { primary = false, can }) {
    return html("button", {
      type: "button", class: primary ? "tool primary" : "tool", data: { tool }, disabled: !can,
      on: { click: () => this.#send(message) },
    }, icon(picture), say(label));
  }

  /**
   * Ask what others have proposed, let one's own proposal be withdrawn, or ask whether one is sure.
   *
   * @param {GameState} state
   * @param {ScreenPart} screen
   */
  #drawQuestion({ game }, { proposal, over }) {
    const root = byId("question");
    if (over || proposal) this.#drop();
    const own = this.#asked;
    const isMine = (/** @type {string} */ seat) => this.#you.seats.includes(seat);
    const asked = own !== null || proposal?.waits_for.some(isMine);
    root.hidden = !this.#live || !(asked || proposal?.seats.some(isMine));
    if (root.hidden) return;
    const disabled = own === null && asked === true && !this.#isRead(proposal);
    const answer = (/** @type {boolean} */ yes) => () => {
      this.#ask(null);
      if (own) this.#decide(own, yes);
      if (proposal) this.#send({ type: "answer", yes, number: proposal.number });
    };
    renew(root, asked ? [
      html("p", {}, ...sentence(own?.text ?? proposal?.asked ?? "", game.players)),
      html("button", { type: "button", class: "primary", disabled, data: { tool: "yes" }, on: { click: answer(true) } }, say("answer.yes")),
      html("button", { type: "button", disabled, data: { tool: "no" }, on: { click: answer(false) } }, say("answer.no")),
    ] : [
      html("p", {}, ...sentence(say("answer.waits", { names: waitsFor(game, proposal) }), game.players)),
      html("button", { type: "button", data: { tool: "no" }, on: { click: answer(false) } }, say("answer.withdraw")),
    ]);
  }

  /** Ask nothing of this browser's own any more. */
  #drop() {
    this.#asked?.no?.();
    this.#asked = null;
  }

  /**
   * Whether somebody can have read what others ask; it is drawn anew when that is so.
   *
   * @param {ScreenPart["proposal"]} proposal
   */
  #isRead(proposal) {
    if (proposal && proposal.number !== this.#question) {
      this.#question = proposal.number;
      this.#read = performance.now() + READING;
      setTimeout(() => {
        this.#shown = "";
        this.#redraw();
      }, READING);
    }
    return performance.now() >= this.#read;
  }

  /**
   * Do what one was asked about, or leave it.
   *
   * @param {{ message: ClientMessage, no?: () => void }} own
   * @param {boolean} yes
   */
  #decide(own, yes) {
    if (yes) this.#send(own.message);
    else own.no?.();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !this.#state?.screen) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape" && this.#asked?.no) {
      this.#asked.no();
      this.#ask(null);
    }
    const tool = { r: "die", u: "back", c: "end", h: "hint" }[event.key.toLowerCase()];
    /** @type {HTMLButtonElement | null} */
    const button = tool === undefined ? null : this.#root.querySelector(
      tool === "end" ? "button.primary" : `[data-tool="${tool}"]`);
    if (button && !button.disabled) button.click();
  }
}

/**
 * The names of those who have not yet answered what is proposed.
 *
 * @param {GameState["game"]} game
 * @param {ScreenPart["proposal"]} proposal
 */
function waitsFor({ players, seats }, proposal) {
  return together(proposal?.waits_for.map((seat) => players[seats.indexOf(seat)]) ?? []);
}
