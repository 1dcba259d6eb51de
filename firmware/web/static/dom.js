// Finds the elements of index.html, and copies texts.

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
