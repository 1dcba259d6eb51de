// How are elements made? Two small makers, as the page has no inline markup in its scripts.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. props: `class`, `on` (event -> listener), `data`, and any attribute. */
export function html(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/** An SVG element, made as `html` makes them. */
export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

/** One of the icons that index.html holds. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("use", { href: `#icon-${name}` }));
}

/** The element with this id; the page is broken without it. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element with the id ${id}`);
  return found;
}

function filled(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}
