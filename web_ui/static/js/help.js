// Help behind the question mark: a sheet, whose content is fetched when it is first opened.

import { el } from "./dom.js";
import { addSheet } from "./sheets.js";
import { draw, note } from "./state.js";
import { say } from "./text.js";

/** @type {typeof import("./helpparts.js") | null} */
let parts = null;
let fetching = false;

addSheet("help", {
  title: () => say("help.title"),
  panels: (snapshot) => {
    if (!parts) {
      if (!fetching) fetchParts();
      return el("p", { class: "quiet", "data-key": "help-waits" }, "…");
    }
    queueMicrotask(parts.shine); // once the lights are drawn
    return parts.helpParts(snapshot);
  },
});

/** @type {Page.Changes} */
export const helpChanges = {
  "help-left": ({ value }) => choose(0, value),
  "help-right": ({ value }) => choose(1, value),
};

/**
 * @param {number} side
 * @param {string} power
 */
function choose(side, power) {
  parts?.choose(side, power);
  draw();
}

const AGAIN = 2000; // ms

async function fetchParts() {
  fetching = true;
  try {
    const fetched = await import("./helpparts.js");
    await fetched.load();
    parts = fetched;
    draw();
  } catch {
    note(say("error.no_answer"));
    setTimeout(draw, AGAIN); // which asks once more if it is still wanted
  }
  fetching = false;
}
