// Opens dialogs; what each shows stands in a frame with its title and a cross.

import { icon } from "./parts.js";
import { html, render } from "./preact.js";
import { say } from "./words.js";

/** @import { Drawn } from "./preact.js" */

/**
 * Open a dialog, which begins anew; one that is open stays.
 *
 * @param {string} name its id
 * @param {Drawn} drawn
 */
export function openDialog(name, drawn) {
  const dialog = dialogOf(name);
  if (dialog.open) return;
  render(null, dialog);
  render(drawn, dialog);
  dialog.showModal();
}

/**
 * Show something else in a dialog, if it is open.
 *
 * @param {string} name
 * @param {Drawn} drawn
 */
export function redrawDialog(name, drawn) {
  if (dialogOf(name).open) render(drawn, dialogOf(name));
}

/** @param {string} name */
export function closeDialog(name) {
  dialogOf(name).close();
}

/**
 * @param {string} name
 * @returns {HTMLDialogElement}
 */
function dialogOf(name) {
  const found = document.getElementById(name);
  if (found instanceof HTMLDialogElement) return found;
  const dialog = document.createElement("dialog");
  dialog.id = name;
  dialog.setAttribute("aria-labelledby", `${name}-title`);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close()); // beside it
  document.body.append(dialog);
  return dialog;
}

/**
 * The frame of what a dialog shows; a form, where `send` takes what was filled in.
 *
 * @param {{ name: string, title: string, send?: () => unknown, footer?: Drawn, more?: object, children?: Drawn }} props
 */
export function Frame({ name, title, send, footer, more, children }) {
  const shown = html`<header><h2 id=${`${name}-title`}>${title}</h2>
      <button type="button" class="close" aria-label=${say("close")} title=${say("close")} onClick=${() => closeDialog(name)}>${icon("close")}</button></header>
    <div class="body" tabindex="-1">${children}</div>${footer && html`<footer>${footer}</footer>`}`;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    send?.();
  };
  return send ? html`<form id=${`${name}-form`} method="dialog" onSubmit=${submit} ...${more}>${shown}</form>` : shown;
}
