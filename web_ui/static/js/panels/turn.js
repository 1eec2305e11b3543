// Placing and playing: the board and what can be chosen beside it.

import { actionText } from "../actions.js";
import { boardView, nearSeat } from "../board.js";
import { flatSwitch, isFlat } from "../board/flat.js";
import { reach } from "../choosing.js";
import { button, el } from "../dom.js";
import { doneText } from "../prompts.js";
import { rose } from "../rose.js";
import { revealedMarks } from "../secret.js";
import { say } from "../text.js";

/** The board with what can be chosen beside it.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function table(snapshot, ui) {
  const can = reach(snapshot, ui.worker);
  const told = snapshot.phase === "over" ? { secret: revealedMarks(snapshot.game) } : {};
  const seen = { near: nearSeat(snapshot), flat: isFlat() };
  return el(
    "section",
    { class: "play", "data-key": "play" },
    boardView(snapshot, can, ui.focus, { ...told, ...seen }),
    readings(snapshot),
    snapshot.secret?.step ? null : between(snapshot, ui),
    snapshot.choices.length ? null : buttons(snapshot, can),
    bar(snapshot, can),
    snapshot.phase === "over" ? null : typed(),
    flatSwitch(),
  );
}

/** The readings of the board between which this phone is to choose.
 * @param {Api.SnapshotForm} snapshot */
function readings({ choices }) {
  if (!choices.length) return null;
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say("choice.ask"), "data-key": "readings" },
    choices.map((chain, index) =>
      button(chain.map((action) => actionText(action)).join("; "), "reading", { index: String(index) }),
    ),
  );
}

/** What a tap on a square can mean, if it can mean several things.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function between({ prompt, choices }, ui) {
  if (choices.length || !ui.between.length) return null;
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say("choice.between"), "data-key": "between" },
    ui.between.map((option, index) =>
      button(actionText(option, prompt), "between", { index: String(index) }, "primary"),
    ),
    button(say("choice.neither"), "neither"),
  );
}

const BY_HAND = ["place", "move", "build", "done", "point"];
const FEW = 4;

/** What has no square to tap: a direction, a power that goes first. What is done by taps and seldom asked for is said in
 * words, too, as long as it is little.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Reach} can */
function buttons({ prompt }, can) {
  /** @param {Api.ShownAction} option */
  const indexOf = (option) => can.options.indexOf(option);
  const rare = can.options.filter((option) => !BY_HAND.includes(option.kind) || (option.by && !option.square));
  const named = rare.filter((option) => !option.square || rare.length <= FEW);
  return [
    rose(can.named, indexOf),
    named.length > 0 &&
      el(
        "div",
        { class: "choices", role: "group", "aria-label": say("choice.special"), "data-key": "named" },
        named.map((option) => button(actionText(option, prompt), "option", { index: String(indexOf(option)) })),
      ),
  ];
}

/**
 * @param {Page.InGame} snapshot
 * @param {Page.Reach} can
 */
function bar(snapshot, can) {
  const { confirming, prompt, seats_held: held } = snapshot;
  const shown = [
    snapshot.can_undo && button(say("play.undo"), "undo"),
    snapshot.can_restart && button(say("play.restart"), "restart"),
    can.done && prompt && button(doneText({ ...snapshot, prompt }), "done", {}, "primary"),
    confirming && held.includes(confirming) && button(say("play.confirm"), "confirm", {}, "primary"),
  ].filter(Boolean);
  return shown.length ? el("div", { class: "bar", "data-key": "bar" }, shown) : null;
}

/** Squares by name, for those who would rather type than tap. */
function typed() {
  return el(
    "details",
    { class: "typed", "data-key": "typed" },
    el("summary", {}, say("typed.title")),
    el(
      "form",
      { "data-submit": "typed" },
      el(
        "label",
        { class: "field" },
        el("span", {}, say("typed.how")),
        el("input", {
          type: "text",
          id: "typed-squares",
          maxlength: 24,
          autocomplete: "off",
          autocapitalize: "none",
          spellcheck: "false",
        }),
      ),
      el("button", { type: "submit" }, say("typed.go")),
    ),
  );
}
