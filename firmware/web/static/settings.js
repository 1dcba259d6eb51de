// What this browser remembers, and what was chosen in the settings.

/** What is chosen usually, where that is not "off". @type {Record<string, string>} */
export const USUAL = { theme: "auto", board: "sheet", motion: "on", notes: "on", shapes: "off", sound: "on" };

/** What this page was told to remember: a browser may forbid more. @type {Map<string, string>} */
const told = new Map();

/**
 * What this browser remembers under a name, null when nothing.
 *
 * @param {string} name
 */
export function remembered(name) {
  try {
    return told.get(name) ?? localStorage.getItem(`speeltafel.${name}`);
  } catch {
    return null;
  }
}

/**
 * Remember something in this browser, where it allows that.
 *
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  told.set(name, value);
  try {
    localStorage.setItem(`speeltafel.${name}`, value);
  } catch {
    // then it lasts as long as the page
  }
}

/**
 * What was chosen, or is usual.
 *
 * @param {string} name
 */
export function setting(name) {
  return remembered(name) ?? USUAL[name] ?? "off";
}
