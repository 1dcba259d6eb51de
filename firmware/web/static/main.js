// Puts the page together: its header with the dialogs, and below it what its address names: a board, a lesson, a sheet
// that is read, or the games there are.

import { ask } from "./connection.js";
import { openDialog } from "./dialog.js";
import { byId, onKeys } from "./dom.js";
import { isKnown } from "./host.js";
import { html } from "./preact.js";
import { upright } from "./settings.js";
import { games, notice, number, onScreen, page, rights } from "./start.js";
import { leaveOut, pageAt, say, speak } from "./words.js";

/** @import { Send, State } from "./state.js" */

/**
 * What is shown below the header. redraw: after something was chosen. begin: opens the dialog to begin a game at a table.
 * known: is called when the PIN has given more rights. send, intensity: of a table, whose lamps and sounds can be changed.
 *
 * @typedef {{
 *   redraw: (name: string) => unknown, begin?: () => unknown, known?: () => unknown, send?: Send,
 *   intensity?: () => State["intensity"]
 * }} Shown
 */

/** @type {Shown} */
let shown = { redraw() {} }; // until it is there

const alone = page === "learn" || page === "read"; // without a game of this host
const home = onScreen && !alone && page !== "replay" && number === null;
if (!alone) document.body.dataset.table = onScreen ? "screen" : rights.table;
document.body.dataset.page = page;
byId("cookie").hidden = alone || isKnown() || !(onScreen || rights.pin_needed);
byId("main").hidden = home;
byId("home").hidden = !home;
document.addEventListener("click", ({ target }) => {
  const opens = target instanceof Element ? target.closest("[data-opens]") : null;
  if (opens instanceof HTMLElement) open(opens.dataset.opens ?? "");
});
onKeys(({ key }) => key === "?" && open("help"));
upright().addEventListener("change", () => shown.redraw("turned"));
shown = await below();

/** What is below the header. @returns {Promise<Shown>} */
async function below() {
  if (page === "learn") return import("./learn.js");
  if (page === "read") return import("./read.js");
  if (!home) return import("./play.js");
  const { drawHome } = await import("./home.js");
  const draw = () => drawHome(games, () => {
    if (!rights.may_touch) open("pin");
    return rights.may_touch;
  });
  draw();
  return { redraw: (name) => name === "language" && draw() };
}

/**
 * Open a dialog; where one needs the PIN, that for it.
 *
 * @param {string} name
 */
function open(name) {
  if (name === "begin" && (onScreen || alone)) location.href = pageAt("/");
  else if (name === "begin" && rights.may_touch) shown.begin?.();
  else import("./dialogs.js").then((dialogs) => openDialog(...drawn(name, dialogs)), () => notice(say("lost")));
}

/**
 * @param {string} name
 * @param {typeof import("./dialogs.js")} dialogs
 * @returns {[string, import("./preact.js").Drawn]}
 */
function drawn(name, { Help, Kept, Pin, Settings, Standings }) {
  const may = () => rights.may_touch;
  if (name === "kept") return [name, html`<${Kept} games=${games} mayTouch=${may} askPin=${() => open("pin")} />`];
  if (name === "standings") return [name, html`<${Standings} />`];
  if (name === "help") return [name, html`<${Help} games=${games} onScreen=${onScreen} />`];
  if (name === "settings") {
    return [name, html`<${Settings} onScreen=${onScreen} intensity=${may() ? shown.intensity?.() : null} send=${shown.send}
      changed=${(/** @type {string} */ what) => shown.redraw(what)} speaks=${speaks} />`];
  }
  return ["pin", html`<${Pin} given=${async () => {
    Object.assign(rights, await ask("/api/me"));
    shown.known?.();
  }} />`];
}

/** @param {string} language */
async function speaks(language) {
  leaveOut("lang");
  await speak(language);
}
