// The private map of a player with secrets: covered, until its owner holds or opens it.

import { boardView, nearSeat } from "../board.js";
import { isFlat } from "../board/flat.js";
import { reach } from "../choosing.js";
import { button, el, svg } from "../dom.js";
import { secretMarks } from "../secret.js";
import { say } from "../text.js";
import { between } from "./turn.js";

/** The private map, in the place of the board; null while it is covered, and for a phone without secrets.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function privateMap(snapshot, ui) {
  const { secret } = snapshot;
  if (!secret || ui.uncovered === null) return null;
  const can = reach(secret.step ? snapshot : { ...snapshot, prompt: null }, ui.worker);
  const map = {
    label: say("secret.map"),
    key: "secret-board",
    secret: secretMarks(snapshot),
    doing: "secret-square",
    near: nearSeat(snapshot),
    flat: isFlat(),
  };
  return boardView(snapshot, can, ui.focus, map);
}

/** What is said of the private map, and what can be chosen on it while it is uncovered; null without secrets.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function secretNotes(snapshot, ui) {
  const { secret } = snapshot;
  if (!secret) return null;
  const shown = ui.uncovered !== null;
  return el(
    "section",
    { class: `card secret ${secret.step ? "due" : ""}`, "data-key": "secret", "aria-label": say("secret.title") },
    shown ? null : cover(),
    el("h3", {}, say("secret.title")),
    el("p", { class: "quiet", "data-key": "how" }, say(secret.step ? "secret.choose" : "secret.how")),
    shown && secret.step ? between(snapshot, ui) : null,
    secret.step ? null : el("div", { class: "choices", "data-key": "covers" }, covers(ui)),
  );
}

/** The ways to uncover the map and to cover it.
 * @param {Page.Ui} ui */
export const covers = (ui) => [
  el(
    "button",
    { type: "button", class: "primary", "data-hold": "secret", "data-key": "hold", hidden: ui.uncovered === "open" },
    say("secret.hold"),
  ),
  button(say(ui.uncovered === "open" ? "secret.cover" : "secret.uncover"), "uncover"),
];

/** The closed map: an eye that sleeps over the sea. */
function cover() {
  return el(
    "div",
    { class: "cover", "data-key": "cover" },
    svg(
      "svg",
      { viewBox: "0 0 100 100", role: "img", "aria-label": say("secret.covered") },
      svg("path", { class: "lid", d: "M26 46C36 60 64 60 74 46M32 54L27 61M43 58L41 66M57 58L59 66M68 54L73 61" }),
      svg("path", { class: "wave", d: "M8 84C16 78 22 78 30 84S44 90 52 84S66 78 74 84S88 90 96 84" }),
    ),
  );
}
