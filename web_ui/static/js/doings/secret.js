// Looking at the private map and choosing on it. It covers itself as soon as this page is not looked at any more.

import { draw, onSnapshot, snapshot } from "../state.js";
import { ui } from "../ui.js";
import { tapOn } from "./turn.js";

function uncover(how) {
  if (ui.uncovered === how) return;
  ui.uncovered = how;
  ui.between = [];
  draw();
}

export const secretDoings = {
  uncover: () => uncover(ui.uncovered === "open" ? null : "open"),
  "secret-square": ({ square }) => tapOn(snapshot, square),
};

const HOLDS = new Set([" ", "Enter"]);

/** Uncover the map as long as its button in `host` is held. */
export function watchHolding(host) {
  host.addEventListener("pointerdown", (event) => {
    if (event.target.closest("[data-hold]")) uncover("held");
  });
  // The same with the keyboard; Tab and other keys go on to work.
  host.addEventListener("keydown", (event) => {
    if (!event.target.closest("[data-hold]") || !HOLDS.has(event.key)) return;
    event.preventDefault();
    uncover("held");
  });
  window.addEventListener("keyup", ({ key }) => {
    if (ui.uncovered === "held" && HOLDS.has(key)) uncover(null);
  });
  host.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-hold]")) event.preventDefault();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => {
      if (ui.uncovered === "held" && event.isPrimary) uncover(null);
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
