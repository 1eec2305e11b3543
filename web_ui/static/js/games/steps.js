// What happened in a step of a finished game, in words.

import { actionText } from "../actions.js";
import { say, messageText } from "../text.js";

/** What happened in a step, in a sentence or two.
 * @param {Page.Position} position */
export function stepText({ log, action }) {
  const lines = log.filter(({ key }) => !key.startsWith("log.turn_began"));
  if (lines.length) return lines.map(messageText).join(" ");
  return action ? actionText(action) : say("games.empty");
}
