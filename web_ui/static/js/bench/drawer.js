// The drawer of the test bench: closed until somebody wants it, and then as it was left.

import { add } from "../additions.js";
import { byId, el, show } from "../dom.js";
import { closeSheet, sheetOpen } from "../sheets.js";
import { draw as drawTable } from "../state.js";
import { say } from "../text.js";
import { draw } from "./state.js";
import { stored } from "../stored.js";

const OPEN = "thera-bench";
const host = byId("bench");
const way = byId("bench-way");
/** Give the focus to what opens the drawer and is seen now: in a game that is the sheet of all else. */
function focusOpener() {
  const inHead = way.querySelector("button");
  /** @type {HTMLElement | null} */
  const button = inHead?.checkVisibility() ? inHead : byId("app").querySelector("button.more");
  button?.focus({ preventScroll: true });
}

/** Whether the drawer is open. */
export const isOpen = () => stored.getItem(OPEN) === "open";

/** @param {boolean} open */
function turn(open) {
  stored.setItem(OPEN, open ? "open" : "closed");
  drawDrawer();
  draw();
}

/** Show the drawer or hide it, and the way to it. */
export function drawDrawer() {
  const open = isOpen();
  document.body.classList.toggle("bench-open", open);
  host.hidden = !open;
  show(way, [
    el(
      "button",
      { type: "button", class: "quiet", "data-bench": "turn", "aria-expanded": String(open), "aria-controls": "bench" },
      say("bench.open"),
    ),
  ]);
}

/** The head of the drawer. */
export const head = () =>
  el(
    "header",
    { "data-key": "head" },
    el("h2", {}, say("bench.open")),
    el(
      "button",
      { type: "button", class: "quiet close", "data-bench": "close", "aria-label": say("sheet.close") },
      "✕",
    ),
  );

/** Where the drawer covers the page, Back closes it. */
const covering = matchMedia("(max-width: 899.98px)");
/** Whether the entry of the history that is shown now is the drawer's. */
let onTop = Boolean(history.state?.bench);

function open() {
  if (!covering.matches) {
    closeSheet();
  } else if (sheetOpen()) {
    history.replaceState({ bench: true }, "", location.pathname + location.search);
    drawTable();
  } else {
    history.pushState({ bench: true }, "");
  }
  onTop = Boolean(history.state?.bench);
  turn(true);
  host.querySelector("button")?.focus({ preventScroll: true });
}

function close() {
  if (history.state?.bench) return history.back();
  turn(false);
  focusOpener();
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-bench]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.bench === "open" || (button.dataset.bench === "turn" && !isOpen())) open();
  else close();
});

host.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") close();
});

window.addEventListener("popstate", () => {
  if (onTop && isOpen()) {
    turn(false);
    focusOpener();
  }
  onTop = Boolean(history.state?.bench);
});

add("ways", () =>
  el("button", { type: "button", "data-bench": "open", "data-key": "bench", hidden: isOpen() }, say("bench.open")),
);
