// Directions on the board: arrows that lead where the neighbors of a square are seen, as the board lies before its viewer.

import { el, svg } from "../dom.js";
import { say } from "../text.js";
import { frame, heading, rimAt } from "./geometry.js";

/** @typedef {import("./squares.js").Lie} Lie */

/** An arrow for each action that points somewhere, on the rim of the board where that leads from the middle; null without
 * any.
 * @param {Api.ShownAction[]} options
 * @param {Lie} lie
 * @param {(option: Api.ShownAction) => unknown} choose */
export function pointers(options, lie, choose) {
  if (!options.length) return null;
  return el(
    "div",
    { class: "pointers", role: "group", "aria-label": say("pointers.label"), "data-key": "pointers" },
    options.map((option) => pointer(option, lie, choose)),
  );
}

/**
 * @param {Api.ShownAction} option
 * @param {Lie} lie
 * @param {(option: Api.ShownAction) => unknown} choose
 */
function pointer(option, lie, choose) {
  const direction = /** @type {Page.Direction} */ (option.direction);
  const [short, name] = [say(`compass.${direction}`), say(`direction.${direction}`)];
  const made = el(
    "button",
    {
      type: "button",
      class: "pointer",
      onclick: () => choose(option),
      "data-key": `pointer-${direction}`,
      "data-direction": direction,
      "aria-label": `${short}, ${say("action.point", { direction: name })}`,
    },
    svg(
      "svg",
      { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
      svg("path", { class: "tip", d: "M-16 -31L0 -49L16 -31Z", transform: `rotate(${turned(direction, lie)})` }),
      svg("circle", { r: 34 }),
      svg("text", { y: 9 }, short),
    ),
  );
  const { width, height } = frame(lie.size);
  const { x, y } = rimAt(direction, lie);
  made.style.left = `${((100 * x) / width).toFixed(2)}%`;
  made.style.top = `${((100 * y) / height).toFixed(2)}%`;
  return made;
}

/** @param {Page.Direction} direction
 * @param {Lie} lie */
const turned = (direction, lie) => heading(direction, lie).toFixed(1);

/** A small arrow to where a direction leads on the board, for a line beside it.
 * @param {Page.Direction} direction
 * @param {Lie} lie */
export const arrow = (direction, lie) =>
  svg(
    "svg",
    { class: "arrow", viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    svg("path", { d: "M0 8V-8M-6 -2L0 -8L6 -2", transform: `rotate(${turned(direction, lie)})` }),
  );
