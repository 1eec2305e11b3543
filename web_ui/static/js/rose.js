// A rose of eight directions, for winds and songs.

import { el, svg } from "./dom.js";
import { say } from "./text.js";

/** @type {Array<Page.Direction | null>} */
const ROSE = ["nw", "n", "ne", "w", null, "e", "sw", "s", "se"];
const TURNED = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

/** Buttons around a middle, for the actions that point somewhere; null without any. `indexOf` gives the number by which
 * an action is chosen.
 * @param {Api.ShownAction[]} options
 * @param {(option: Api.ShownAction) => number} indexOf */
export function rose(options, indexOf) {
  const pointing = options.filter((option) => option.kind === "point");
  if (!pointing.length) return null;
  return el(
    "div",
    { class: "rose", role: "group", "aria-label": say("rose.label"), "data-key": "rose" },
    ROSE.map((direction) => {
      const option = pointing.find((one) => (one.direction ?? null) === direction);
      const label = direction ? say("action.point", { direction }) : say("action.point_back");
      if (!option) {
        return el(
          "span",
          { class: direction ? "off" : "middle", "aria-hidden": "true" },
          direction ? arrow(direction) : null,
        );
      }
      return el(
        "button",
        { type: "button", "data-do": "option", "data-index": indexOf(option), "aria-label": label },
        direction ? arrow(direction) : label,
      );
    }),
  );
}

/** An arrow to where a direction leads on the board, north being up.
 * @param {Page.Direction} direction */
export function arrow(direction) {
  return svg(
    "svg",
    { class: "arrow", viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    svg("path", { d: "M0 8V-8M-6 -2L0 -8L6 -2", transform: `rotate(${TURNED[direction]})` }),
  );
}
