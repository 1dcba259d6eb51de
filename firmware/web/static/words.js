// What are the page's own labels called in the chosen language? The table's texts come translated.

export const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" };

let labels = {};

/** Take up the labels of a language, and put them on the page. */
export async function speak(language) {
  const response = await fetch(`/static/words/${language}.json`);
  if (!response.ok) throw new Error(`no labels in ${language}: HTTP ${response.status}`);
  labels = await response.json();
  document.documentElement.lang = language;
  relabel(document);
}

/** The label of this key, its {fields} filled in. */
export function say(key, values = {}) {
  const label = labels[key];
  if (label === undefined) {
    console.error(`no label for ${key}`);
    return key;
  }
  return label.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field);
}

/** Label everything below `root` that index.html marks: data-say its text, data-name its name. */
export function relabel(root) {
  for (const element of root.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
  for (const element of root.querySelectorAll("[data-name]")) {
    element.setAttribute("aria-label", say(element.dataset.name));
    if (element.matches("button, a")) element.title = say(element.dataset.name);
  }
}

/** The language to begin with: as ?lang says, as chosen before, as the browser or the table has it. */
export function firstLanguage(offered) {
  const asked = [
    new URLSearchParams(location.search).get("lang"),
    remembered("language"),
    ...navigator.languages.map((one) => one.slice(0, 2)),
    offered,
  ];
  return asked.find((one) => one in LANGUAGES) ?? "en";
}

/** What this browser was told to remember under a name, null when nothing. */
export function remembered(name) {
  try {
    return localStorage.getItem(`speeltafel.${name}`);
  } catch {
    return null; // a browser may forbid it
  }
}

/** Remember something in this browser, where it allows that. */
export function remember(name, value) {
  try {
    localStorage.setItem(`speeltafel.${name}`, value);
  } catch {
    // then it lasts as long as the page
  }
}
