// What happened so far, the newest first.

import { el } from "../dom.js";
import { say, messageText } from "../text.js";

const TURN = "log.turn_began";

/** The log, closed to its last line; null while nothing has happened. What is new since the snapshot before is spoken.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function log(snapshot, ui) {
  if (!snapshot.log.length) return null;
  const lines = [...snapshot.log].reverse();
  const fresh = snapshot.log.filter((line) => line.number > ui.logged && !line.message.key.startsWith(TURN));
  return [
    el(
      "p",
      { class: "visually-hidden", role: "log", "data-key": "log-news" },
      fresh.map((line) => messageText(line.message)).join(" "),
    ),
    el(
      "details",
      { class: "log", "data-key": "log" },
      el("summary", {}, say("log.title"), el("span", { class: "last" }, messageText(lines[0].message))),
      el(
        "ol",
        { reversed: true, start: lines[0].number, tabindex: "0", "aria-label": say("log.title") },
        lines.map((line) =>
          el(
            "li",
            {
              class: line.message.key.startsWith(TURN) ? "turn" : "",
              value: line.number,
              "data-key": `line-${line.number}`,
            },
            messageText(line.message),
          ),
        ),
      ),
    ),
  ];
}
