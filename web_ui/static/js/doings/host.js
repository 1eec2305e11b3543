// What the host does to the table: giving up, which is asked about once more, and what was read.

import { closeSheet } from "../sheets.js";
import { act, ask, draw, onSnapshot } from "../state.js";
import { ui } from "../ui.js";

/** @type {Page.Doings} */
export const hostDoings = {
  resign: ({ seat }) => {
    ui.resigning = seat;
    draw();
  },
  "resign-no": () => {
    ui.resigning = null;
    draw();
  },
  "resign-yes": () => {
    const seat = ui.resigning;
    ui.resigning = null;
    closeSheet();
    return seat && act({ kind: "resign", seat });
  },
  "dismiss-mending": () => ask({ kind: "dismiss_mending" }),
  abandon: () => {
    ui.abandoning = true;
    draw();
  },
  "abandon-no": () => {
    ui.abandoning = false;
    draw();
  },
  "abandon-yes": () => {
    ui.abandoning = false;
    closeSheet();
    return ask({ kind: "abandon_game" });
  },
};

// Whoever was about to give up a game is not asked about the next one.
onSnapshot(({ phase }) => {
  if (!["lobby", "over"].includes(phase)) return;
  ui.abandoning = false;
  ui.resigning = null;
});
