// What happened in a step of a finished game, in words.

import { actionText } from "../actions.js";
import { el } from "../dom.js";
import { deeds } from "../gamelog.js";
import { say, messageText } from "../text.js";

/** What happened in a step, in a sentence or two.
 * @param {Page.Position} position */
export function stepText({ log, action }) {
  const lines = deeds(log);
  if (lines.length) return lines.map(({ message }) => messageText(message)).join(" ");
  return action ? actionText(action) : say("games.empty");
}

/** A step in a list of steps that are pressed to be shown.
 * @param {Page.Position} position
 * @param {{key: string, shown: boolean, asks: Record<string, string | number>}} how its key, whether it is the one that
 *   is shown, and what a press asks for */
export const stepItem = (position, { key, shown, asks }) =>
  el(
    "li",
    { "data-key": key },
    el(
      "button",
      { type: "button", class: "quiet", ...asks, "aria-current": shown ? "step" : null },
      stepText(position),
    ),
  );
