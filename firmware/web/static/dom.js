// Finds the elements of index.html, hears keys, and copies texts.

/**
 * Copy a text to the clipboard; gives whether the browser allows that, which it does not without HTTPS.
 *
 * @param {string} text
 */
export async function copy(text) {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * The element with this id. Throws an Error when index.html has none of this kind.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`index.html has no such element with the id ${id}`);
  return /** @type {T} */ (found);
}

/**
 * Hear the keys that are pressed without others anywhere on the page, but those that are typed, or meant for a dialog.
 *
 * @param {(event: KeyboardEvent) => unknown} hear
 */
export function onKeys(hear) {
  addEventListener("keydown", (event) => {
    const { target, ctrlKey, altKey, metaKey } = event;
    const taken = target instanceof Element && target.closest("input, select, textarea, dialog");
    if (!taken && !ctrlKey && !altKey && !metaKey && !event.defaultPrevented) hear(event);
  });
}
