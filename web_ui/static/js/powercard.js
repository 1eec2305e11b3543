// The face of a power's card: emblem, name, title, what it does as a diagram and in few words, on the ground of its set.

import { el, svg } from "./dom.js";
import { emblem } from "./emblems.js";
import { powerDiagram } from "./powerdiagram.js";
import { cardOf } from "./powers.js";
import { cardName, cardText, say } from "./text.js";

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

/** The mark of the set that a power is from.
 * @param {string} power */
export function setMark(power) {
  const set = cardOf(power)?.set;
  return (
    set &&
    svg("svg", { class: "set-mark", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: MARKS[set] }))
  );
}
