// What a power does, as two small pictures beside each other: before and after an act, or without the power and with it.

import { diagram, roomAbove } from "./board/diagram.js";
import { el, svg } from "./dom.js";
import { emblem } from "./emblems.js";
import { cardOf } from "./powers.js";
import { cardName, say } from "./text.js";

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
  return el(
    "span",
    { class: `power-diagram ${kind}`, "data-key": `diagram-${power}`, "data-slot": true, "aria-hidden": "true" },
    diagram({ size, above, ...before }),
    kind === "limits" ? el("span", { class: "versus" }) : becomes(),
    diagram({ size, above, ...after }),
    caption(before, words[0]),
    caption(after, words[1]),
  );
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
