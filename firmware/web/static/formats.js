// Numbers, times and lists as the page's language writes them.

/** The locale of the page's language; English with the day before the month, and no comma before "and". */
function locale() {
  const { lang } = document.documentElement;
  return lang === "en" ? "en-GB" : lang;
}

/**
 * A number with no more than so many digits after the decimal point.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function decimal(value, digits = 1) {
  return value.toLocaleString(locale(), { maximumFractionDigits: digits });
}

/**
 * A share, of which all is 1, as a whole percentage.
 *
 * @param {number} share
 */
export function percent(share) {
  return share.toLocaleString(locale(), { style: "percent" });
}

/**
 * Names joined as in a sentence.
 *
 * @param {string[]} names
 */
export function together(names) {
  return new Intl.ListFormat(locale()).format(names);
}

/**
 * A time of this day, a day and its time before.
 *
 * @param {string} time ISO 8601
 */
export function atTime(time) {
  const at = new Date(time);
  if (at.toDateString() !== new Date().toDateString()) return when(time);
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(at);
}

/**
 * A day and its time, empty for null. A day alone is the same everywhere; at midnight to the millisecond nothing else
 * was known either.
 *
 * @param {string | null} time ISO 8601
 */
export function when(time) {
  if (!time) return "";
  const at = new Date(time.includes("T") ? time : `${time}T00:00`);
  const known = at.getTime() !== new Date(at).setHours(0, 0, 0, 0);
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", ...(known && { timeStyle: "short" }) }).format(at);
}
