// The workshop: opening it, answering it, closing it.

import { ask } from "../state.js";
import { ui } from "../ui.js";

export const workshopDoings = {
  "workshop-open": ({ task, anew }) => ask({ kind: "open_workshop", task, anew: anew !== undefined }),
  "workshop-answer": ({ answer }) => ask({ kind: "answer_workshop", answer }),
  "workshop-square": ({ square }) => {
    ui.focus = square;
    return ask({ kind: "name_square", square });
  },
  "workshop-close": () => ask({ kind: "close_workshop" }),
  "workshop-leave": async () => {
    await ask({ kind: "close_workshop" });
    location.hash = "";
  },
};
