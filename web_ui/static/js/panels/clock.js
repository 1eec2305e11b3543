// The chess clock of each player, and stopping it for a while.

import { clockText, timeLeft } from "../clock.js";
import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { say, who } from "../text.js";

/** The clocks; null where none is played with.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function clocks({ clock, phase, seats_held: held }, ui) {
  if (!clock) return null;
  const left = timeLeft(clock, ui.heard, Date.now());
  const over = Object.keys(left).filter((seat) => left[seat] < 0);
  return el(
    "section",
    { class: "clocks", "data-key": "clocks", "aria-label": say("clock.title") },
    el(
      "div",
      { role: "timer", "aria-live": "off" },
      el(
        "ul",
        {},
        Object.entries(left).map(([seat, ms]) =>
          el(
            "li",
            { class: `${seat === clock.running ? "running" : ""} ${ms < 0 ? "late" : ""}`, "data-key": seat },
            token(/** @type {Api.Seat} */ (seat)),
            el("span", { class: "visually-hidden" }, who(seat)),
            el("b", {}, clockText(ms)),
          ),
        ),
      ),
    ),
    held.length && phase !== "over"
      ? button(say(clock.paused ? "clock.go_on" : "clock.pause"), "pause", { paused: String(!clock.paused) }, "quiet")
      : null,
    el(
      "p",
      { class: "visually-hidden", role: "status", "data-key": "late" },
      over.map((seat) => say("clock.late", { seat })).join(" "),
    ),
  );
}
