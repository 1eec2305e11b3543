// How to win, in four pictures, for those who wait and those who ask. It is apart because whoever waits needs nothing else of
// the help.

import { diagram } from "../board/diagram.js";
import { el } from "../dom.js";
import { loadPart, say } from "../text.js";

/** What happens in each picture: a move, a build, a climb, a win. */
const PICTURES = {
  move: { workers: [{ square: "a1", seat: "blue" }], arrows: [{ from: "a1", to: "b1" }], levels: { b2: 1 } },
  build: { workers: [{ square: "b1", seat: "blue" }], levels: { b2: 1, b3: 1, c2: 1 }, marks: ["c2"] },
  climb: {
    workers: [{ square: "a1", seat: "blue" }],
    levels: { a1: 1, b1: 2, c2: 3, b3: 3 },
    domes: ["b3"],
    arrows: [{ from: "a1", to: "b1" }],
  },
  win: {
    workers: [{ square: "b1", seat: "blue" }],
    levels: { b1: 2, c2: 3, a3: 1 },
    arrows: [{ from: "b1", to: "c2" }],
    marks: ["c2"],
  },
};

/** Fetch the words. */
export const load = () => loadPart("help");

/** The four pictures with their words. */
export const howto = () =>
  el(
    "section",
    { class: "card howto", "data-key": "howto", "aria-labelledby": "howto-title" },
    el("h3", { id: "howto-title" }, say("howto.title")),
    el(
      "ol",
      {},
      Object.entries(PICTURES).map(([name, drawn]) =>
        el(
          "li",
          { "data-key": name },
          diagram(/** @type {import("../board/diagram.js").Shown} */ (drawn)),
          el("strong", {}, say(`howto.${name}`)),
          el("span", {}, say(`howto.${name}.how`)),
        ),
      ),
    ),
  );
