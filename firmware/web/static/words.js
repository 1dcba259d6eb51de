// The page's own labels in the chosen language. The table's texts come translated.

import { urlOf } from "./host.js";
import { remembered } from "./settings.js";

/** The languages, each with its own name for itself. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" };

/** The labels; one that depends on a number has a text for each kind of number. @type {Record<string, Label>} */
let labels = {};

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} Label */

/**
 * Fetch the labels of a language and put them on the page. Throws an Error when there are none.
 *
 * @param {string} language
 */
export async function speak(language) {
  const response = await fetch(new URL(`./words/${language}.json`, import.meta.url));
  if (!response.ok) throw new Error(`no labels in ${language}: HTTP ${response.status}`);
  labels = await response.json();
  document.documentElement.lang = language;
  relabel(document);
  for (const home of document.querySelectorAll("a[data-home]")) home.setAttribute("href", pageAt("/"));
}

/**
 * The address of another page, in the language that the address of this one asks for, if it does.
 *
 * @param {string} path with its query, if it has one
 * @param {string} [search] the query of this page
 */
export function pageAt(path, search = location.search) {
  const language = new URLSearchParams(search).get("lang");
  if (language === null || !Object.hasOwn(LANGUAGES, language)) return urlOf(path);
  return urlOf(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
}

/**
 * Leave a part of its query out of the address of this page.
 *
 * @param {string} name
 */
export function leaveOut(name) {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(null, "", address);
}

/**
 * The label with this key, its {fields} filled in; the key itself where there is no such label. Which text
 * it is may depend on the field `number`.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function say(key, values = {}) {
  const label = labels[key];
  if (label === undefined) {
    console.error(`no label for ${key}`);
    return key;
  }
  return filledIn(typeof label === "string" ? label : formOf(label, Number(values.number)), values);
}

/**
 * The one of a label's texts that fits a number.
 *
 * @param {Exclude<Label, string>} label
 * @param {number} number
 * @param {string} [locale]
 */
export function formOf(label, number, locale = document.documentElement.lang) {
  return label[new Intl.PluralRules(locale).select(number)] ?? label.other;
}

/**
 * A text with its {fields} filled in; a field without a value stays as it is.
 *
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export function filledIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (field, name) => String(values[name] ?? field));
}

/**
 * Label everything below `root` that index.html marks: data-say its text, data-name its name.
 *
 * @param {ParentNode} root
 */
function relabel(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-say]"))) {
    element.textContent = say(element.dataset.say ?? "");
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-name]"))) {
    const name = say(element.dataset.name ?? "");
    element.setAttribute("aria-label", name);
    if (element.matches("button, a")) element.title = name;
  }
}

/**
 * The language to begin with: what ?lang says, what was chosen before, what the browser prefers, what
 * the table speaks; else English.
 *
 * @param {string} offered
 */
export function firstLanguage(offered) {
  return chooseLanguage([
    new URLSearchParams(location.search).get("lang"),
    remembered("language"),
    ...navigator.languages.map((one) => one.slice(0, 2)),
    offered,
  ]);
}

/**
 * The first of these languages that there are labels in; else English.
 *
 * @param {(string | null)[]} wanted
 */
export function chooseLanguage(wanted) {
  return wanted.find((one) => one !== null && Object.hasOwn(LANGUAGES, one)) ?? "en";
}
