// What happened so far, the newest first.

import { el } from "../dom.js";
import { say, tell } from "../text.js";

/** The log, closed to its last line; null while nothing has happened. */
export function log(snapshot) {
  if (!snapshot.log.length) return null;
  const lines = [...snapshot.log].reverse();
  return el(
    "details",
    { class: "log", "data-key": "log" },
    el("summary", {}, say("log.title"), el("span", { class: "last" }, tell(lines[0].message))),
    el("ol", { reversed: true, start: lines[0].number }, lines.map((line) => el("li", { "data-key": `line-${line.number}` }, tell(line.message)))),
  );
}
