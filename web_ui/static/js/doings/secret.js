// Looking at the private map and choosing on it. It covers itself as soon as this page is not looked at any more.

import { around } from "../dom.js";
import { draw, latestGame, onSnapshot } from "../state.js";
import { ui } from "../ui.js";
import { tapOn } from "./turn.js";

/** @param {Page.Ui["uncovered"]} how */
function uncover(how) {
  if (ui.uncovered === how) return;
  ui.uncovered = how;
  ui.between = [];
  draw();
}

/** @type {Page.Doings} */
export const secretDoings = {
  uncover: () => uncover(ui.uncovered === "open" ? null : "open"),
  "secret-square": ({ square }) => tapOn(latestGame(), square),
};

const HOLDS = new Set([" ", "Enter"]);

/** Uncover the map as long as its button in `host` is held.
 * @param {HTMLElement} host */
export function watchHolding(host) {
  host.addEventListener("pointerdown", (event) => {
    if (around(event, "[data-hold]")) uncover("held");
  });
  // The same with the keyboard; Tab and other keys go on to work.
  host.addEventListener("keydown", (event) => {
    if (!around(event, "[data-hold]") || !HOLDS.has(event.key)) return;
    event.preventDefault();
    uncover("held");
  });
  window.addEventListener("keyup", ({ key }) => {
    if (ui.uncovered === "held" && HOLDS.has(key)) uncover(null);
  });
  host.addEventListener("contextmenu", (event) => {
    if (around(event, "[data-hold]")) event.preventDefault();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => {
      if (ui.uncovered === "held" && event instanceof PointerEvent && event.isPrimary) uncover(null);
    });
  }
}

const cover = () => uncover(null);
window.addEventListener("blur", cover);
window.addEventListener("pagehide", cover);
window.addEventListener("hashchange", cover);
document.addEventListener("visibilitychange", cover);

onSnapshot((fresh, before) => {
  if (before?.secret?.step && !fresh.secret?.step) ui.uncovered = null;
});
