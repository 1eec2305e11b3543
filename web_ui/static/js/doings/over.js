// After a game.

import { ask, draw, onSnapshot } from "../state.js";
import { ui } from "../ui.js";

/** @type {Page.Doings} */
export const overDoings = {
  rematch: ({ again }) => ask({ kind: "rematch", again }),
  "see-board": () => {
    ui.outcomeSeen = true;
    draw();
  },
  "stop-showing": () => ask({ kind: "stop_showing" }),
};

onSnapshot(({ phase }) => {
  if (phase !== "over") ui.outcomeSeen = false;
});
