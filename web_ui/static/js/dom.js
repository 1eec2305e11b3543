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
  el("button", { type: "button", class: kind, "data-do": action, "data-key": keyOf(text, action, data), ...prefixed(data) }, text);

/** A button that means something else is another button: it never takes over a focus, or a finger that is on its way. */
const keyOf = (text, action, data) => [action, ...Object.values(data), typeof text === "string" ? text : ""].join(" ");

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
  const keys = new Set(wanted.map((node) => node.dataset?.key));
  const byKey = new Map();
  for (const child of [...host.children]) {
    const { key } = child.dataset;
    if (!key) continue;
    // What goes is taken away first: then what stays need not be moved, which would cost it the focus.
    if (keys.has(key)) byKey.set(key, child);
    else child.remove();
  }
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

/** Draw anew with `drawing`; if what had the focus in `host` is gone then, the last button beside it has it, or `host`. */
export function keepFocus(host, drawing) {
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  const around = focused?.parentElement;
  drawing();
  if (!focused || document.activeElement !== document.body) return;
  const beside = host.contains(around) ? [...around.querySelectorAll(":scope > button:enabled")] : [];
  (host.contains(focused) ? focused : (beside.at(-1) ?? host)).focus({ preventScroll: true });
}
