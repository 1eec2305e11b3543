// Whether this phone shows the board from above: as its owner likes; always on paper and in the colours of the system. It is
// apart from the board because the boards of a club are not those of a phone.

import { el } from "../dom.js";
import { draw, FLAT, ui } from "../state.js";
import { stored } from "../stored.js";
import { say } from "../text.js";

let printing = false;

/** Whether the board is shown from above now. */
export const isFlat = () => ui.flat || printing || matchMedia("(forced-colors: active)").matches;

/** Draw the page again when it is printed, or its system changes the colours. */
export function watchPrinting() {
  matchMedia("(forced-colors: active)").addEventListener("change", draw);
  for (const [name, starts] of /** @type {const} */ ([
    ["beforeprint", true],
    ["afterprint", false],
  ])) {
    window.addEventListener(name, () => {
      printing = starts;
      draw();
    });
  }
}

/** The switch between the two views. */
export const flatSwitch = () =>
  el(
    "button",
    { type: "button", class: "toggle", "data-key": "flat", "aria-pressed": String(ui.flat), onclick: turnFlat },
    say("board.flat"),
  );

function turnFlat() {
  ui.flat = !ui.flat;
  stored.setItem(FLAT, ui.flat ? "yes" : "no");
  draw();
}
