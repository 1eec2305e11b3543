// Placing and playing: the board and what can be chosen.

import { actionText } from "../actions.js";
import { boardTable, reach } from "../board.js";
import { button, el } from "../dom.js";
import { say, sayFirst } from "../text.js";
import { rematch } from "./over.js";

/** The board with what can be chosen beside it; null before there is a game. */
export function table(snapshot, ui) {
  if (!snapshot.game) return null;
  const can = reach(snapshot, ui.worker);
  return el(
    "section",
    { class: "play", "data-key": "play" },
    boardTable(snapshot, can, ui.focus),
    choices(snapshot, ui),
    special(snapshot, can),
    bar(snapshot, can),
  );
}

function choices(snapshot, ui) {
  if (snapshot.choices.length) {
    return el(
      "div",
      { class: "choices", role: "group", "aria-label": say("choice.ask"), "data-key": "readings" },
      snapshot.choices.map((chain, index) => button(chain.map((action) => actionText(action)).join("; "), "reading", { index })),
    );
  }
  if (!ui.between.length) return null;
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say("choice.between"), "data-key": "between" },
    ui.between.map((option, index) => button(actionText(option, snapshot.prompt), "between", { index }, "primary")),
    button(say("choice.neither"), "neither"),
  );
}

const ON_THE_BOARD = ["place", "move", "build", "done"];

/** What hands and taps on squares do not say of themselves, as a list of buttons. */
function special(snapshot, can) {
  const listed = can.options.filter((option) => !ON_THE_BOARD.includes(option.kind));
  if (!listed.length || snapshot.choices.length) return null;
  return el(
    "div",
    { class: "choices special", role: "group", "aria-label": say("choice.special"), "data-key": "special" },
    listed.map((option) => button(actionText(option, snapshot.prompt), "option", { index: can.options.indexOf(option) })),
  );
}

function bar(snapshot, can) {
  const { prompt, confirming, seats_held: held } = snapshot;
  const buttons = [];
  if (snapshot.can_undo) buttons.push(button(say("play.undo"), "undo"));
  if (can.done) buttons.push(button(sayFirst([`done.${prompt.power}`, "done"], { power: prompt.power }), "done", {}, "primary"));
  if (confirming && held.includes(confirming)) buttons.push(button(say("play.confirm"), "confirm", {}, "primary"));
  const again = rematch(snapshot);
  if (again) buttons.push(again);
  return buttons.length ? el("div", { class: "bar", "data-key": "bar" }, buttons) : null;
}
