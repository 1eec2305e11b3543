// The workshop: opening it, answering it, leaving it.

import { ask, draw, onSnapshot } from "../state.js";
import { ui } from "../ui.js";

/** What is asked once more before it is done; null: nothing is.
 * @param {string|null} what */
function askWhetherSure(what) {
  ui.sure = what;
}

/** @type {Page.Doings} */
export const workshopDoings = {
  "workshop-open": ({ task, anew }) => {
    askWhetherSure(null);
    return ask({ kind: "open_workshop", task, anew: anew !== undefined });
  },
  "workshop-answer": ({ answer }) => {
    askWhetherSure(null);
    return ask({ kind: "answer_workshop", answer });
  },
  "workshop-sure": ({ what }) => {
    askWhetherSure(what);
    draw();
  },
  "workshop-unsure": () => {
    askWhetherSure(null);
    draw();
  },
  "workshop-square": ({ square }) => {
    ui.focus = square;
    return ask({ kind: "name_square", square });
  },
  "workshop-leave": async () => {
    await ask({ kind: "close_workshop" });
    location.hash = "";
  },
};

onSnapshot((fresh, before) => {
  if (fresh.workshop?.task !== before?.workshop?.task) askWhetherSure(null);
});
