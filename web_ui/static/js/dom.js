// Building elements, and changing a page in place so that focus and scrolling stay where they are.

const SVG_SPACE = "http://www.w3.org/2000/svg";

/** An HTML element: el("button", {class: "primary"}, "Begin"). Attributes that are false, null or undefined are left out. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for an SVG element. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG_SPACE, tag), attributes, children);
}

/** A button that does something by name, with what it is about. */
export const button = (text, action, data = {}, kind = "") =>
  el("button", { type: "button", class: kind, "data-do": action, ...prefixed(data) }, text);

const prefixed = (data) => Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make the children of `host` look like `fresh` (a list of nodes), reusing the elements that are there. */
export function show(host, fresh) {
  const wanted = fresh.flat(Infinity).filter(Boolean);
  const byKey = new Map();
  for (const child of host.children) if (child.dataset.key) byKey.set(child.dataset.key, child);
  let place = host.firstChild;
  for (const node of wanted) {
    const key = node.dataset?.key;
    let kept = key ? byKey.get(key) : place && !place.dataset?.key ? place : null;
    if (kept && !alike(kept, node)) kept = null;
    if (!kept) {
      host.insertBefore(node, place);
      continue;
    }
    if (kept !== place) host.insertBefore(kept, place);
    else place = place.nextSibling;
    become(kept, node);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function alike(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName;
}

function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // What a person has opened stays open.
    if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT") {
    if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.hasAttribute("checked");
    return; // what a person has typed stays
  }
  if (old.nodeName === "OPTION" && old.selected !== fresh.hasAttribute("selected")) old.selected = fresh.hasAttribute("selected");
  show(old, [...fresh.childNodes]);
}
