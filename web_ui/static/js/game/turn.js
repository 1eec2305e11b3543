// Placing and playing: the board, what can be chosen under it, the bar at the thumb, and what a tap on a square does.

import { boardView, nearSeat } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { button, el } from "../dom.js";
import { puzzleHere } from "../lobby/lobby.js";
import { Part, withTexts } from "../parts.js";
import { acts } from "../seats.js";
import { added, closeSheet, openSheet } from "../sheets.js";
import { act, ask, draw, inPuzzle, latestGame, note, onSnapshot, ui } from "../state.js";
import { messageText, say } from "../text.js";
import { actionText, reach, tap } from "./choosing.js";
import { doneText } from "./headline.js";
import { bookOfReason } from "./log.js";
import { rematch } from "./over.js";
import { covers, inTheOpen, privateMap, secretsOf } from "./secret.js";

const hints = new Part(() => import("../judge/hints.js"));
const guesses = new Part(() => import("./guess.js"));

/** Hints and warnings; null at a table that gives none, and until they are here. */
export const hintsHere = () => ("hinted" in document.body.dataset ? hints.needed : null);

/** The board in the middle of the card: the private map while it is uncovered, and why a tap did nothing.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function board(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const told = snapshot.phase === "over" ? { secret: secretsOf(snapshot.game) } : {};
  const advice = hintsHere()?.advised() ?? guesses.here?.guessDrawn();
  const seen = { near: nearSeat(snapshot), flat: isFlat(), advice };
  return el(
    "section",
    { class: "play", "data-key": "play" },
    privateMap(snapshot, ui) ??
      boardView(open, reach(open, ui.worker), ui.focus, { ...told, ...seen, tap: tapSquare, point: act }),
    bubble(ui),
    added("board", open, ui),
  );
}

/** The readings of the board between which this phone is to choose.
 * @param {Api.SnapshotForm} snapshot */
export function readings({ choices }) {
  if (!choices.length) return null;
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say("choice.ask"), "data-key": "readings" },
    choices.map((chain, index) =>
      button(
        chain.map((action) => actionText(action)).join("; "),
        () => ask({ kind: "choose_reading", index }),
        "",
        String(index),
      ),
    ),
  );
}

/** What is announced for the seat that is to act, in a sentence, and how to have it at once.
 * @param {Api.SnapshotForm} snapshot */
export function tableTurn({ table_turn: turn, prompt, seats, seats_held: held, host }) {
  if (!turn) return null;
  const far = seats.find((row) => row.seat === turn.seat)?.table ?? null;
  const { seat, thinks, actions, by_hand: byHand } = turn;
  const steps = actions.map((action, at) => actionText(action, at ? null : prompt)).join(". ");
  const said = `${far === null ? "plays" : "far"}.${thinks ? "thinks" : byHand ? "carry" : "turn"}`;
  const may = (held.length > 0 || host) && ((thinks && far === null) || byHand);
  if (!thinks && !steps) return null;
  return withTexts("tableseats", () =>
    el(
      "section",
      { class: "card table-turn", "data-key": "table-turn", "aria-live": "polite" },
      el("p", {}, say(said, { seat, steps, given: far ?? "" })),
      may &&
        el(
          "div",
          { class: "choices" },
          button(say(thinks ? "plays.now" : "plays.done"), () => ask({ kind: "play_now" })),
        ),
    ),
  );
}

/** What a tap on a square can mean, if it can mean several things: on the private map under it, else in the bar at the thumb.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {{class: string, "data-key": string}} [as] */
export function between({ prompt, choices }, ui, as = { class: "choices", "data-key": "between" }) {
  if (choices.length || !ui.between.length) return null;
  return el(
    "div",
    { ...as, role: "group", "aria-label": say("choice.between") },
    button(say("choice.neither"), forgetChoice, "neither"),
    ui.between.map((option, index) => button(actionText(option, prompt), () => act(option), "primary", String(index))),
  );
}

const BY_HAND = ["place", "move", "build", "done"];
const FEW = 4;

/** What has no place on the board: a token that goes back to its card, a power that goes first. What is done by taps and seldom asked for is said in
 * words, too, as long as it is little.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Reach} can */
function buttons({ prompt }, can) {
  const rare = can.options.filter((option) => !BY_HAND.includes(option.kind) || (option.by && !option.square));
  const named = rare.filter((option) => !option.direction && (!option.square || rare.length <= FEW));
  if (!named.length) return null;
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say("choice.special"), "data-key": "named" },
    named.map((option) => button(actionText(option, prompt), () => act(option))),
  );
}

/** The bar at the thumb: the way to all else, going back, and the one thing that is to be done now. What a tapped square can
 * mean takes its place, and what has no square stands above.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function thumb(snapshot, ui) {
  hintsHere(); // they may warn against the turn
  const open = inTheOpen(snapshot);
  const { confirming, prompt, seats_held: held, match } = open;
  const can = reach(open, ui.worker);
  const answers = snapshot.secret?.step ? null : between(open, ui, { class: "thumb answers", "data-key": "thumb" });
  if (answers) return answers;
  return el(
    "div",
    { class: "thumb", role: "group", "aria-label": say("turn.acts"), "data-key": "thumb" },
    open.choices.length ? null : buttons(open, can),
    moreButton(),
    snapshot.can_undo && button(say("play.undo"), () => ask({ kind: "undo_step" })),
    snapshot.secret?.step ? covers(ui) : null,
    can.done &&
      prompt &&
      button(doneText({ ...open, prompt }), () => act({ kind: "done" }), begun(snapshot) ? "primary" : ""),
    confirming && held.includes(confirming) && !match?.offered && button(say("play.confirm"), confirm, "primary"),
    guess(open),
    rematch(snapshot),
    snapshot.phase === "puzzle" && puzzleHere(snapshot)?.next(inPuzzle(snapshot)),
  );
}

/** What this phone has of a guess while somebody else plays; null for who only watches.
 * @param {Page.InGame} snapshot */
function guess(snapshot) {
  const waits = snapshot.phase === "playing" && snapshot.seats_held.length > 0 && !acts(snapshot);
  return waits ? (guesses.needed?.guessActs(snapshot) ?? null) : null;
}

/** What came of this phone's guess about the last turn; null without one.
 * @param {Page.InGame} snapshot */
export const guessCame = (snapshot) => guesses.here?.guessCame(snapshot) ?? null;

/** Whether something was done in this turn: who has done nothing yet seldom wants to be done.
 * @param {Page.InGame} snapshot */
const begun = ({ can_undo: undo, can_restart: restart }) => undo || restart;

/** The way to what is seldom asked for. */
export const moreButton = () =>
  el(
    "button",
    { type: "button", class: "more", onclick: () => openSheet("more"), "data-key": "more" },
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
      { onsubmit: readTyped },
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

// ---- Taps on squares and the choices beside them

/** A tap on a square of the board as `shown`: with all that this phone may see, or as everybody may see it.
 * @param {Page.InGame} shown
 * @param {string} name */
export function tapOn(shown, name) {
  ui.focus = name;
  ui.between = [];
  ui.note = ui.reason = null;
  const can = reach(shown, ui.worker);
  const meant = tap(can, name);
  if (meant.act) return act(meant.act);
  if (meant.dark) return reasonAt(name, whyDark(shown, name, can), shown.dark[name]);
  if (meant.between) ui.between = meant.between;
  else ui.worker = meant.pick ?? null;
  draw();
  return null;
}

/** Squares that were typed, tapped one after another: "b2 c3" is a worker and where it goes.
 * @param {string} text */
async function tapTyped(text) {
  const names = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const wrong = names.find((name) => !Object.hasOwn(latestGame().game.levels, name));
  if (wrong) return note(say("typed.unknown", { text: wrong }));
  closeSheet();
  for (const name of names) await tapSquare(name);
}

/** @param {string} name */
function tapSquare(name) {
  const shown = latestGame();
  if (guesses.here?.guessTap(inTheOpen(shown), name)) return null;
  return shown.secret?.step ? reasonAt(name, say("secret.elsewhere")) : tapOn(inTheOpen(shown), name);
}

/** Why a square is dark, in words.
 * @param {Page.InGame} snapshot
 * @param {string} name
 * @param {Page.Reach} can */
export function whyDark(snapshot, name, can) {
  const reason = snapshot.dark[name];
  if (reason) return `${name}: ${messageText(reason)}`;
  if (snapshot.confirming) return say("confirm.others", { seat: snapshot.confirming });
  if (!can.asked) return snapshot.prompt ? say("dark.not_asked", { seat: snapshot.prompt.seat }) : "";
  if (can.options.some((option) => option.square === name)) {
    return say(can.picked ? "dark.other_worker" : "dark.choose_worker", { square: name });
  }
  return say("dark.not_now", { square: name });
}

/** Do none of the actions that a tap could mean. */
function forgetChoice() {
  ui.between = [];
  draw();
}

/** Confirm the turn, after a warning if the player of this phone wants one. */
function confirm() {
  const confirmed = () => ask({ kind: "confirm_turn" });
  return "hinted" in document.body.dataset ? hints.use(({ guarded }) => guarded(confirmed)) : confirmed();
}

/** Do what was typed in the field of a form.
 * @param {HTMLFormElement} form */
function readTyped(form) {
  const field = form.querySelector("input");
  if (!field) return null;
  const text = field.value;
  field.value = "";
  return tapTyped(text);
}

onSnapshot((fresh, before) => {
  const options = fresh.game?.options ?? [];
  if (JSON.stringify(options) !== JSON.stringify(before?.game?.options ?? [])) ui.between = [];
  if (!options.some((option) => option.worker === ui.worker)) ui.worker = null;
});

// ---- Why a tap did nothing: a bubble that points at the square

const GAP = 9; // px between a square and its bubble
const REACH = 18; // px from the middle of a square to its edge, at most
const RIM = 6; // px between a bubble and the edge of what is seen

/** The bubble in its place beside the board; empty while there is nothing to say, so that what it says is read aloud.
 * @param {Page.Ui} ui */
export const bubble = ({ reason }) =>
  el(
    "p",
    { class: "bubble", role: "status", "data-key": "reason", "data-at": reason?.square ?? null },
    reason?.text ?? "",
    reason?.why && " ",
    reason?.why && el("a", { href: bookOfReason(reason.why) }, say("reason.why")),
  );

/** Say why something cannot be done on a square, there, and the reason that the judge's book explains, if there is one.
 * @param {string} square
 * @param {string} text
 * @param {Api.MessageForm} [why] */
export function reasonAt(square, text, why) {
  ui.reason = text ? { square, text, why } : null;
  draw();
}

/** Take the reason away. Gives whether there was one. */
export function dismissReason() {
  const was = ui.reason !== null;
  ui.reason = null;
  return was;
}

/** After a drawing: put the bubble above or below its square, within what can be seen.
 * @param {HTMLElement} app */
export function placeBubble(app) {
  /** @type {HTMLElement | null} */
  const shown = app.querySelector(".play > .bubble[data-at]");
  const around = shown?.parentElement;
  const square = around?.querySelector(`[data-square="${shown?.dataset.at}"]`);
  if (!shown || !around || !square) return;
  const place = square.getBoundingClientRect();
  const frame = around.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const middle = place.left + place.width / 2;
  const left = Math.max(RIM, Math.min(document.documentElement.clientWidth - width - RIM, middle - width / 2));
  // The middle of a square is what is seen of its top; above that its box may hold the tower behind it.
  const centre = place.top + place.height / 2;
  const half = Math.min(place.height / 2, REACH);
  const above = centre - half - height - GAP;
  const below = above < RIM;
  shown.dataset.side = below ? "below" : "above";
  shown.style.left = `${left - frame.left}px`;
  shown.style.top = `${(below ? centre + half + GAP : above) - frame.top}px`;
  shown.style.setProperty("--tip", `${Math.max(14, Math.min(width - 14, middle - left))}px`);
}
