// A table whose board is on the screen: the way there, for whoever comes first.

import { el } from "../dom.js";
import { say } from "../text.js";

/** The way to the virtual board while nobody sits; null at other tables, and on its own page.
 * @param {Api.SnapshotForm} snapshot */
export function playHere({ seats, boards }) {
  const { virtual } = document.body.dataset;
  if (!virtual || boards?.in_use === "real" || seats.some(({ name }) => name !== null)) return null;
  return el(
    "section",
    { class: "card here", "data-key": "here" },
    el("p", {}, say("here.how")),
    el("a", { class: "button primary", href: virtual }, say("here.play")),
  );
}
