// What this browser remembers, what was chosen in the settings, and how the page looks by that.

/** What the look of the page depends on. */
const LOOKS = ["theme", "board", "motion", "notes", "shapes"];
/** What is chosen usually, where that is not "off". @type {Record<string, string>} */
const USUAL = { theme: "auto", board: "sheet", motion: "on", notes: "on", shapes: "off", sound: "on" };

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

/** A phone that is held upright: then a table stands upright, too. */
export const upright = () => matchMedia("(max-width: 40rem) and (orientation: portrait)");

/**
 * Whether a table is shown upright: as was chosen, else where the window is a phone held upright.
 *
 * @param {boolean} onScreen whether it is a screen
 */
export function turnsUpright(onScreen) {
  const chosen = remembered("turned");
  return chosen === null ? onScreen && upright().matches : chosen === "on";
}

/**
 * Choose something from now on.
 *
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  remember(name, value);
  applyLook();
}

/** Let the page look as was chosen; what is usual needs no mark. */
export function applyLook() {
  const { dataset } = document.documentElement;
  for (const name of LOOKS) {
    if (setting(name) === USUAL[name]) delete dataset[name];
    else dataset[name] = setting(name);
  }
  if (isStill()) dataset.motion = "off";
}

/** Whether things on the page move at once. */
export function isStill() {
  return setting("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
