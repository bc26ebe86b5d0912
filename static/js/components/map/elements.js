// Creation of SVG and HTML elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new SVG element.
 * @param {string} name @param {Record<string, string | number>} attributes @param {string} text
 */
export function svg(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  return element;
}

/**
 * Return a new HTML element.
 * @template {keyof HTMLElementTagNameMap} T @param {T} name @param {Record<string, unknown>} properties
 * @param {(Node | string)[]} children
 */
export function html(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
