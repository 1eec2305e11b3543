// What the owner of the table has configured, for its host: every value, where it comes from, and where it is changed.

import { el } from "../dom.js";
import { say } from "../text.js";

/** @param {Api.SnapshotForm} snapshot */
export function configuration({ configured }) {
  if (!configured) return null;
  const { file, values } = configured;
  return el(
    "section",
    { class: "card settings", "data-key": "configured" },
    el("h2", {}, say("configured.title")),
    el(
      "p",
      { class: "quiet" },
      file === null ? say("configured.no_file") : [say("configured.how"), " ", el("code", {}, file)],
    ),
    el("dl", { class: "facts" }, values.map(fact)),
  );
}

/** @param {NonNullable<Api.SnapshotForm["configured"]>["values"][number]} given */
function fact({ key, value, source, here }) {
  return el(
    "div",
    { "data-key": key },
    el("dt", {}, say(`configured.${key}`)),
    el("dd", {}, value === null || value === "" ? say("configured.unset") : el("code", {}, String(value))),
    el(
      "dd",
      { class: "quiet" },
      [say(`configured.source.${source}`), here && say("configured.here")].filter(Boolean).join(" · "),
    ),
  );
}
