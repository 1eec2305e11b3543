// A board was plugged in or out: what that means for the game, and what is wrong with what is plugged in.

import { button, el } from "./dom.js";
import { loadPart, messageText, say } from "./text.js";

export const load = () => loadPart("boards");

/** The card about the boards; null when there is nothing to say.
 * @param {Api.SnapshotForm} snapshot */
export function boardChange({ boards, seats_held: held }) {
  const { offered = null, moved = false, troubles = [] } = boards ?? {};
  if (!offered && !troubles.length) return null;
  return el(
    "section",
    { class: "card boards", "data-key": "boards", "aria-live": "polite" },
    offered && !moved && el("p", {}, say(`boards.${offered}`)),
    troubles.length > 0 && el("p", { class: "warning" }, say("boards.trouble")),
    troubles.length > 0 &&
      el("ul", {}, ...troubles.map((trouble, index) => el("li", { "data-key": `${index}` }, messageText(trouble)))),
    offered &&
      held.length > 0 &&
      el("div", { class: "choices" }, button(say(`boards.${offered}.go`), "use-board", { board: offered })),
  );
}
