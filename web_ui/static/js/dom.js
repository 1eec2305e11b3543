// Building elements, and changing a page in place so that focus and scrolling stay where they are.

const SVG_SPACE = "http://www.w3.org/2000/svg";

/** An HTML element: el("button", {class: "primary"}, "Begin"). Attributes that are false, null or undefined are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Page.Attributes} attributes
 * @param {...Page.Child} children */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Page.Attributes} attributes
 * @param {...Page.Child} children */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG_SPACE, tag), attributes, children);
}

/** What is still to be put into elements that are filled when they are needed.
 * @type {WeakMap<Element, () => void>} */
const unfilled = new WeakMap();

/** An element that is filled only if it comes onto the page, or if what is there shows something else: `as` is the same as
 * long as all of the element is the same.
 * @template {Element} Kind
 * @param {Kind} element
 * @param {string} as
 * @param {() => void} filling */
export function onDemand(element, as, filling) {
  element.setAttribute("data-as", as);
  unfilled.set(element, filling);
  return element;
}

/** Fills what is still empty in this node.
 * @param {Node} node */
export function complete(node) {
  if (!(node instanceof Element)) return;
  for (const element of [node, ...node.querySelectorAll("[data-as]")]) {
    unfilled.get(element)?.();
    unfilled.delete(element);
  }
}

/** A button; `run` is what a tap on it does. A button that means something else is another button, which never takes over a
 * focus, or a finger that is on its way: `about` tells it apart from another of the same text in its place. One that begins
 * or ends something for the table has the class "decides": it does nothing at first (see `armLate`).
 * @param {Page.Child} text
 * @param {() => unknown} run
 * @param {string} [kind] its classes
 * @param {string} [about] */
export const button = (text, run, kind = "", about = "") =>
  el(
    "button",
    { type: "button", class: kind, "data-key": [typeof text === "string" ? text : "", about].join(" "), onclick: run },
    text,
  );

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Page.Attributes} attributes
 * @param {Page.Child[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") reactTo(element, name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** What people do to an element: a tap, a choice, typing, and a form that is sent. */
const REACTIONS = /** @type {const} */ (["onclick", "onchange", "oninput", "onsubmit"]);

/** The elements that react to something.
 * @type {WeakSet<Element>} */
const reacting = new WeakSet();

/** Have an element react; `react` is given the element.
 * @param {Element} element
 * @param {string} name one of REACTIONS
 * @param {(element: never) => unknown} react */
function reactTo(element, name, react) {
  const reaction = REACTIONS.find((one) => one === name);
  if (!reaction) throw new TypeError(`an element has no ${name}`);
  reacting.add(element);
  /** @param {Event} event */
  const listener = (event) => {
    if (name === "onsubmit") event.preventDefault();
    // The element may have got this reaction from a fresh one.
    const pressed = "submitter" in event && event.submitter ? event.submitter : event.currentTarget;
    if (pressed instanceof Element && isLate(pressed)) return;
    react(/** @type {never} as Page.Attributes has it for each reaction */ (event.currentTarget));
  };
  /** @type {GlobalEventHandlers} */ (/** @type {unknown} */ (element))[reaction] = listener;
}

/** Have an element react as a fresh one does.
 * @param {Element} old
 * @param {Element} fresh */
function reactAs(old, fresh) {
  if (!reacting.has(fresh) && !reacting.has(old)) return;
  const [mine, other] = /** @type {Record<string, unknown>[]} */ (/** @type {unknown} */ ([old, fresh]));
  for (const name of REACTIONS) mine[name] = other[name];
  reacting.add(old);
}

/** Puts children into an element.
 * @param {Element} element
 * @param {...Page.Child} children */
export const fill = (element, ...children) => element.append(...present(children));

/** The nodes and texts among children.
 * @param {Page.Child[]} children
 * @returns {Array<Node | string>} */
const present = (children) =>
  children.flatMap((child) => {
    if (Array.isArray(child)) return present(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });

/** The key by which a node is known among its siblings.
 * @param {Node | null} node */
export const keyIn = (node) => (node instanceof Element && node.getAttribute("data-key")) || undefined;

/** Make the children of `host` look like `fresh`, reusing the elements that are there.
 * @param {Element} host
 * @param {Page.Child[]} fresh */
export function show(host, fresh) {
  renew(host, fresh);
  armLate(host);
}

// ---- What begins or ends something is armed late: it may have come to where something else was about to be tapped

const LATE = 2000; // ms

/** When each button that decides something has come.
 * @type {WeakMap<Element, number>} */
const came = new WeakMap();

/** Hosts that have been drawn: what they show first, when a page is opened, took the place of nothing.
 * @type {WeakSet<Element>} */
const drawn = new WeakSet();

/** Whether this has only just come, so that a tap or a key was meant for something else.
 * @param {Element} element */
const isLate = (element) => performance.now() < (came.get(element) ?? -LATE) + LATE;

/** After a drawing: what decides something and has only just come is disabled, and says so.
 * @param {Element} host */
function armLate(host) {
  const opened = !drawn.has(host);
  drawn.add(host);
  for (const button of host.querySelectorAll(".decides")) {
    if (!came.has(button)) {
      came.set(button, opened ? -LATE : performance.now());
      if (!opened) setTimeout(() => button.removeAttribute("aria-disabled"), LATE);
    }
    if (isLate(button)) button.setAttribute("aria-disabled", "true");
  }
}

/**
 * @param {Element} host
 * @param {Page.Child[]} fresh */
function renew(host, fresh) {
  const wanted = present(fresh)
    .filter((child) => child !== "")
    .map((child) => (typeof child === "string" ? document.createTextNode(child) : child));
  const keys = new Set(wanted.map(keyIn));
  /** @type {Map<string, Node>} */
  const byKey = new Map();
  for (const child of [...host.children]) {
    const key = keyIn(child);
    if (!key) continue;
    // What goes is taken away first: then what stays need not be moved, which would cost it the focus.
    if (keys.has(key)) byKey.set(key, child);
    else child.remove();
  }
  let place = host.firstChild;
  for (const node of wanted) {
    const key = keyIn(node);
    const old = key ? byKey.get(key) : keyIn(place) ? null : place;
    if (!old || !alike(old, node)) {
      complete(node);
      host.insertBefore(node, place);
      continue;
    }
    if (old !== place) host.insertBefore(old, place);
    else place = old.nextSibling;
    become(old, node);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
const alike = (old, fresh) => old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName;

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function become(old, fresh) {
  if (old instanceof Text && fresh instanceof Text) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (!(old instanceof Element && fresh instanceof Element)) return;
  if (isSame(old, fresh)) return;
  for (const name of old.getAttributeNames()) {
    // What a person has opened stays open.
    if (!fresh.hasAttribute(name) && !(name === "open" && OPENED.has(old.nodeName))) old.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    const value = /** @type {string} */ (fresh.getAttribute(name));
    if (old.getAttribute(name) !== value) give(old, name, value);
  }
  reactAs(old, fresh);
  if (old instanceof HTMLInputElement) return becomeInput(old, fresh);
  if (old instanceof HTMLOptionElement && old.selected !== fresh.hasAttribute("selected")) {
    old.selected = fresh.hasAttribute("selected");
  }
  if (!fresh.hasAttribute("data-slot")) renew(old, [...fresh.childNodes]); // what is lent to a slot stays in it
}

/** What a person has typed stays.
 * @param {HTMLInputElement} old
 * @param {Element} fresh */
function becomeInput(old, fresh) {
  if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.hasAttribute("checked");
}

const OPENED = new Set(["DETAILS", "DIALOG"]);

/** Whether two elements that are filled on demand show the same; if they do not, the fresh one is filled.
 * @param {Element} old
 * @param {Element} fresh */
function isSame(old, fresh) {
  const as = fresh.getAttribute("data-as");
  if (as === null) return false;
  if (as === old.getAttribute("data-as")) return true;
  unfilled.get(fresh)?.();
  unfilled.delete(fresh);
  return false;
}

/** A policy of the page forbids styles in attributes, but not what a script sets.
 * @param {Element} old
 * @param {string} name
 * @param {string} value */
function give(old, name, value) {
  if (name === "style" && old instanceof HTMLElement) old.style.cssText = value;
  else old.setAttribute(name, value);
}

/** Draw with `drawing`; if it takes away what had the focus in `host`, the last button beside it has it, or `host`.
 * @param {HTMLElement} host
 * @param {() => void} drawing */
export function keepFocus(host, drawing) {
  const active = document.activeElement;
  const focused = isElement(active) && host.contains(active) ? active : null;
  const around = focused?.parentElement ?? null;
  drawing();
  if (!focused || document.activeElement !== document.body) return;
  /** @type {HTMLElement[]} */
  const beside =
    around && host.contains(around) ? [...around.querySelectorAll(":scope > button:enabled")].filter(isHtml) : [];
  (host.contains(focused) ? focused : (beside.at(-1) ?? host)).focus({ preventScroll: true });
}

/** @type {(node: unknown) => node is HTMLElement} */
const isHtml = (node) => node instanceof HTMLElement;

/** Whether this is an element of the page or of a drawing in it.
 * @type {(node: unknown) => node is HTMLElement | SVGElement} */
const isElement = (node) => node instanceof HTMLElement || node instanceof SVGElement;

/** The element of the page with this id.
 * @param {string} id
 * @throws {Error} if there is none */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** The input with this id.
 * @param {string} id
 * @throws {Error} if there is none */
export function inputById(id) {
  const found = byId(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`#${id} is no input`);
  return found;
}

/** The innermost element that fits the selector, from what an event happened to outwards; null if none does.
 * @param {Event} event
 * @param {string} selector */
export function around(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return isElement(found) ? found : null;
}

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** Fetch the styles of a view that is not shown at once. The promise is kept when they are here.
 * @param {string} name of a file in css/ */
export function loadStyle(name) {
  let asked = styles.get(name);
  if (!asked) {
    const link = el("link", { rel: "stylesheet", href: new URL(`../css/${name}.css`, import.meta.url).href });
    asked = new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", () => {
        styles.delete(name);
        link.remove();
        reject(new Error(`no styles ${name}`));
      });
    });
    styles.set(name, asked);
    document.head.append(link);
  }
  return asked;
}
