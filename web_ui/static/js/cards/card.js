// The face of a power's card: emblem, name, title, and what it does, as a diagram and in few words.

import { diagram, roomAbove } from "../board/diagram.js";
import { complete, el, svg } from "../dom.js";
import { cardName, cardText, say } from "../text.js";
import { cardOf, emblem } from "./powers.js";

/** The mark of each set, on a grid of 24.
 * @type {Record<string, string>} */
const MARKS = {
  simple: "M4 16l8-8l8 8",
  advanced: "M4 12l8-8l8 8M4 20l8-8l8 8",
  golden_fleece: "M12 13c-2 0-2-3 0-3c4 0 4 7-1 7c-6 0-7-11 1-12c9 0 10 13 2 16",
  hero: "M5 4h14v7c0 5-4 8-7 9c-3-1-7-4-7-9Z",
};

/** The class that gives a card the ground of its set.
 * @param {string} power */
export const groundOf = (power) => `of-${cardOf(power)?.set ?? "none"}`;

/** What is seen of a card. What is told `below` depends on where it lies.
 * @param {string} power
 * @param {Page.Child[]} below */
export function cardFace(power, ...below) {
  const set = cardOf(power)?.set;
  return [
    emblem(power),
    el("span", { class: "title" }, el("strong", {}, cardName(power)), el("em", {}, cardText(power, "title"))),
    powerDiagram(power),
    el("span", { class: "text" }, cardText(power, "short") || cardText(power, "text")),
    below,
    set && el("span", { class: "of-set" }, setMark(power), el("span", { class: "visually-hidden" }, say(`set.${set}`))),
  ];
}

/** What is seen of a card among many: emblem, name, and what it does in few words.
 * @param {string} power
 * @param {Page.Child[]} below */
export function shortFace(power, ...below) {
  const set = cardOf(power)?.set;
  return [
    emblem(power),
    el("strong", {}, cardName(power)),
    el("span", { class: "text" }, cardText(power, "short") || cardText(power, "text")),
    below,
    set && el("span", { class: "visually-hidden" }, say(`set.${set}`)),
  ];
}

/** The mark of the set that a power is from.
 * @param {string} power */
export function setMark(power) {
  const set = cardOf(power)?.set;
  return set && markOf(set);
}

/** The mark of a set.
 * @param {Page.PowerSet} set */
export const markOf = (set) =>
  svg("svg", { class: "set-mark", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: MARKS[set] }));

// ---- What a power does, as two small pictures beside each other: before and after an act, or without the power and with it.

/** The diagrams that were drawn already: a list of all cards has a hundred pictures.
 * @type {Map<string, HTMLElement>} */
const made = new Map();

/** The diagram of a power; null as long as it is on its way, and for a power without one. The power's text says the same.
 * @param {string} power */
export function powerDiagram(power) {
  const drawn = cardOf(power)?.diagram;
  if (!drawn) return null;
  const ready = made.get(power) ?? pictures(power, drawn);
  made.set(power, ready);
  return ready.cloneNode(true);
}

/**
 * @param {string} power
 * @param {Api.DiagramForm} drawn
 */
function pictures(power, drawn) {
  const { kind, size, before, after } = drawn;
  const above = Math.max(...[before, after].map((shown) => roomAbove({ size, ...shown })));
  const words = captions(kind, power);
  const shown = el(
    "span",
    { class: `power-diagram ${kind}`, "data-key": `diagram-${power}`, "data-slot": true, "aria-hidden": "true" },
    diagram({ size, above, ...before }),
    kind === "limits" ? el("span", { class: "versus" }) : becomes(),
    diagram({ size, above, ...after }),
    caption(before, words[0]),
    caption(after, words[1]),
  );
  complete(shown); // it is copies of it that come onto the page
  return shown;
}

/** What stands under a picture: words, or the emblem of the power in force.
 * @param {Api.PictureForm} drawn
 * @param {string} words */
const caption = ({ power }, words) => el("small", {}, words || (power && emblem(power)));

/** What stands under the two pictures.
 * @param {Api.DiagramKind} kind
 * @param {string} power
 * @returns {[string, string]} */
function captions(kind, power) {
  if (kind === "limits") return [say("diagram.without"), cardName(power)];
  return ["", kind === "wins" ? say("diagram.wins", { power }) : ""];
}

/** An arrow from the first picture to the second. */
const becomes = () => svg("svg", { class: "becomes", viewBox: "0 0 12 24" }, svg("path", { d: "M3 4l6 8-6 8" }));
