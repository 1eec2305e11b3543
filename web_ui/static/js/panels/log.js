// What happened so far, the newest first.

import { el } from "../dom.js";
import { beginsTurn, confirmedLog, deeds } from "../gamelog.js";
import { say, messageText } from "../text.js";
import { whyOfEvent } from "../why.js";

/** The way to the log, with what was done last; null while nothing has happened. Whose turn began is what the band says.
 * @param {Api.SnapshotForm} snapshot */
export function lastLine(snapshot) {
  const last = deeds(confirmedLog(snapshot)).at(-1);
  if (!last) return null;
  return el(
    "button",
    { type: "button", class: "last-line", "data-do": "sheet", "data-name": "log", "data-key": "last-line" },
    el("b", {}, say("log.title")),
    el("span", {}, messageText(last.message)),
  );
}

/** The whole log; null while nothing has happened.
 * @param {Api.SnapshotForm} snapshot */
export function log(snapshot) {
  const lines = [...confirmedLog(snapshot)].reverse();
  if (!lines.length) return null;
  return el(
    "ol",
    { class: "log", reversed: true, start: lines[0].number, "aria-label": say("log.title"), "data-key": "log" },
    lines.map((line) =>
      el(
        "li",
        {
          class: beginsTurn(line) ? "turn" : "",
          value: line.number,
          "data-key": `line-${line.number}`,
        },
        messageText(line.message),
        whyOfEvent(line),
      ),
    ),
  );
}
