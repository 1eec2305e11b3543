// Placing and playing: the board, what can be chosen under it, and the bar at the thumb.

import { actionText } from "../actions.js";
import { added } from "../additions.js";
import { boardView, nearSeat } from "../board.js";
import { isFlat } from "../board/flat.js";
import { puzzleNext } from "../boards.js";
import { bubble } from "../bubble.js";
import { reach } from "../choosing.js";
import { button, el } from "../dom.js";
import { doneText } from "../prompts.js";
import { rose } from "../rose.js";
import { inTheOpen, revealedMarks } from "../secret.js";
import { say } from "../text.js";
import { rematch } from "./over.js";
import { covers, privateMap } from "./secret.js";

/** The board in the middle of the card: the private map while it is uncovered, and why a tap did nothing.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function board(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const told = snapshot.phase === "over" ? { secret: revealedMarks(snapshot.game) } : {};
  const seen = { near: nearSeat(snapshot), flat: isFlat() };
  return el(
    "section",
    { class: "play", "data-key": "play" },
    privateMap(snapshot, ui) ?? boardView(open, reach(open, ui.worker), ui.focus, { ...told, ...seen }),
    bubble(ui),
    added("board", open, ui),
  );
}

/** What can be chosen under the board; the snapshot is without secrets.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function choices(snapshot, ui) {
  return [
    readings(snapshot),
    snapshot.secret?.step ? null : between(snapshot, ui),
    snapshot.choices.length ? null : buttons(snapshot, reach(snapshot, ui.worker)),
  ];
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

/** The bar at the thumb: the way to all else, going back, and the one thing that is to be done now.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function thumb(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const { confirming, prompt, seats_held: held, match } = open;
  const can = reach(open, ui.worker);
  return el(
    "div",
    { class: "thumb", role: "group", "aria-label": say("turn.acts"), "data-key": "thumb" },
    moreButton(),
    snapshot.can_undo && button(say("play.undo"), "undo"),
    snapshot.secret?.step ? covers(ui) : null,
    can.done && prompt && button(doneText({ ...open, prompt }), "done", {}, begun(snapshot) ? "primary" : ""),
    confirming && held.includes(confirming) && !match?.offered && button(say("play.confirm"), "confirm", {}, "primary"),
    rematch(snapshot),
    puzzleNext(snapshot),
  );
}

/** Whether something was done in this turn: who has done nothing yet seldom wants to be done.
 * @param {Page.InGame} snapshot */
const begun = ({ can_undo: undo, can_restart: restart }) => undo || restart;

/** The way to what is seldom asked for. */
export const moreButton = () =>
  el(
    "button",
    { type: "button", class: "more", "data-do": "sheet", "data-name": "more", "data-key": "more" },
    el("span", { "aria-hidden": "true" }, "⋯"),
    el("span", { class: "visually-hidden" }, say("more.title")),
  );

/** Squares by name, for those who would rather type than tap. */
export function typed() {
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
