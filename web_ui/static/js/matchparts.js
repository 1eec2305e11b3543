// What is to be said of a match with other tables beside the game: why nothing more is played, and what was not taken.

import { el } from "./dom.js";
import { loadPart, messageText, say } from "./text.js";

export const load = () => loadPart("match");

/** @param {Api.SnapshotForm} snapshot */
export function matchNotes({ match, host }) {
  const words = match?.trouble ?? match?.refused;
  if (!words) return null;
  return el(
    "section",
    { class: "card", "data-key": "match-notes" },
    el("p", { role: "status" }, messageText(words)),
    host && el("p", { class: "foot" }, el("a", { href: "#match" }, say("match.title"))),
  );
}
