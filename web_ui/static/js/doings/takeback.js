// Wishing for a turn to be taken back, answering such a wish, and stopping the clock.

import { closeSheet } from "../sheets.js";
import { ask } from "../state.js";

/** @type {Page.Doings} */
export const tableDoings = {
  "takeback-ask": () => {
    closeSheet();
    return ask({ kind: "ask_takeback" });
  },
  "takeback-agree": () => ask({ kind: "answer_takeback", agree: true }),
  "takeback-no": () => ask({ kind: "answer_takeback", agree: false }),
  pause: ({ paused }) => ask({ kind: "pause_clock", paused: paused === "true" }),
};
