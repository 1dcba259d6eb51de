// Makes and finds elements; no script of the page writes markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element is made with: `on` (event -> listener), `data` (the dataset), and any attribute.
 *
 * An attribute that is true is set without a value; one that is false, null or undefined is not set.
 *
 * @typedef {{
 *   on?: Record<string, (event: any) => unknown>, data?: Record<string, string | number>,
 *   [attribute: string]: unknown
 * }} Props
 */

/**
 * What an element contains: elements and texts, in lists or not; null and undefined are left out.
 *
 * @typedef {Node | string | number | null | undefined} Child
 */

/**
 * Make an HTML element.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {(Child | Child[])[]} children
 */
export function html(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/**
 * Make an SVG element.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

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
 * @template {HTMLElement | SVGElement} T
 * @param {T} element
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 * @returns {T}
 */
function filled(element, { on = {}, data = {}, ...attributes }, children) {
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  for (const [name, value] of Object.entries(data)) element.dataset[name] = String(value);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined) element.append(String(child));
  }
  return element;
}
