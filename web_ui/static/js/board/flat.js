// Whether this phone shows the board from above: as its owner likes; always on paper and in the colours of the system.

import { el } from "../dom.js";
import { draw } from "../state.js";
import { say } from "../text.js";
import { FLAT, ui } from "../ui.js";
import { stored } from "../stored.js";

const forced = matchMedia("(forced-colors: active)");
let printing = false;

/** Whether the board is shown from above now. */
export const isFlat = () => ui.flat || printing || forced.matches;

forced.addEventListener("change", draw);
for (const [name, starts] of /** @type {const} */ ([
  ["beforeprint", true],
  ["afterprint", false],
])) {
  window.addEventListener(name, () => {
    printing = starts;
    draw();
  });
}

/** The switch between the two views. */
export const flatSwitch = () =>
  el(
    "button",
    { type: "button", class: "toggle", "data-do": "flat", "data-key": "flat", "aria-pressed": String(ui.flat) },
    say("board.flat"),
  );

/** @type {Page.Doings} */
export const flatDoings = {
  flat: () => {
    ui.flat = !ui.flat;
    stored.setItem(FLAT, ui.flat ? "yes" : "no");
    draw();
  },
};
