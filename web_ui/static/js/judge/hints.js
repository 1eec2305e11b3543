// What a hint shows, and what is asked before a turn is confirmed.

import { button, el } from "../dom.js";
import { actionText, adviceOf } from "../game/choosing.js";
import { isGuided } from "../game/guide.js";
import { post } from "../link.js";
import { closeSheet, openSheet } from "../sheets.js";
import { ask, draw, latest, onSnapshot } from "../state.js";
import { stored } from "../stored.js";
import { loadPart, messageText, say } from "../text.js";

const GUARD = "thera-guard"; // in the storage of the browser

/** The hint that was given for what stands now, what is said instead of one, whether the lights of the board show it,
 * and the warning against the turn.
 * @type {{hint: Api.HintForm | null, said: string, lit: boolean, warning: Api.MessageForm | null}} */
const told = { hint: null, said: "", lit: false, warning: null };
const NOTHING = { hint: null, said: "", lit: false, warning: null };
/** Whether the player of this phone wants to be warned. */
let guarding = stored.getItem(GUARD) === "on";

/** Fetch the words. */
export const load = () => loadPart("hints");

/** The ways to all this.
 * @param {Api.SnapshotForm} snapshot */
export const ways = (snapshot) => [
  mayAsk(snapshot) && button(say("hint.title"), () => openSheet("hint")),
  snapshot.seats_held.length > 0 && guardSwitch(),
];

/** Whether the game has gone on, and not only the hands at the board.
 * @param {Api.SnapshotForm} before
 * @param {Api.SnapshotForm} now */
const hasGoneOn = (before, now) =>
  before.version !== now.version &&
  (before.confirming !== now.confirming || JSON.stringify(before.game) !== JSON.stringify(now.game));

onSnapshot((fresh, before) => {
  if (before && hasGoneOn(before, fresh)) Object.assign(told, NOTHING);
});

/** Whether this phone may ask for a hint now.
 * @param {Api.SnapshotForm} snapshot */
const mayAsk = ({ options, phase, prompt, confirming, seats_held: held, game }) =>
  options.hints &&
  phase === "playing" &&
  !confirming &&
  Boolean(prompt && held.includes(prompt.seat) && game?.active === prompt.seat);

function guardSwitch() {
  return el(
    "button",
    { type: "button", class: "toggle", onclick: turnGuard, "data-key": "guard", "aria-pressed": String(guarding) },
    say("guard.title"),
  );
}

function turnGuard() {
  guarding = !guarding;
  stored.setItem(GUARD, guarding ? "on" : "off");
  draw();
}

/** What the sheet is called: it gives a hint, or warns. */
export const hintTitle = () => say(told.warning ? "guard.warning" : "hint.title");

/** All of the sheet: what can be asked. The board shows the answer.
 * @param {Page.InGame} snapshot */
export function hintParts(snapshot) {
  const { warning } = told;
  if (warning) {
    return [
      el("p", { role: "alert", "data-key": "warning" }, messageText(warning)),
      el(
        "div",
        { class: "choices", "data-key": "guard-choices" },
        button(say("guard.back"), takeBack, "primary"),
        button(say("guard.confirm"), confirmAllTheSame, "decides"),
      ),
    ];
  }
  if (!mayAsk(snapshot)) return el("p", { "data-key": "hint-none" }, say("hint.none"));
  return [
    el("p", { "data-key": "hint-how" }, say("hint.how")),
    el(
      "div",
      { class: "choices", "data-key": "hint-choices" },
      button(say("hint.good"), () => askForHint("good")),
      button(say("hint.best"), () => askForHint("best")),
    ),
  ];
}

/** What a hint says, under the board that shows it, until the game goes on; null without one. */
export function hintPanel() {
  const { hint, said } = told;
  if (!hint && !said) return null;
  return el(
    "section",
    { class: "card hint", "data-key": "hint", "aria-label": say("hint.title") },
    el("p", { role: "status", "data-key": "hint-said" }, hint ? hintText(hint) : said),
    hint?.open && told.lit && el("p", { class: "quiet", role: "status", "data-key": "hint-lit" }, say("hint.shown")),
    hint &&
      el(
        "div",
        { class: "choices", "data-key": "hint-ways" },
        hint.open && !told.lit && button(say("hint.show"), light),
        button(say("hint.hide"), putAway),
      ),
  );
}

/** What the board shows of the hint; null without one.
 * @returns {Page.Advice | null} */
export const advised = () => told.hint && adviceOf(told.hint.squares, told.hint.turn);

function putAway() {
  Object.assign(told, NOTHING);
  draw();
}

/** @param {Api.HintForm} hint */
function hintText({ turn, squares, reason }) {
  if (!turn.length) return say("hint.squares", { squares: squares.join(", ") });
  const steps = turn.map((action) => actionText(action, latest().prompt)).join(". ");
  return reason ? `${steps}. ${messageText(reason)}` : `${steps}.`;
}

/** @param {"good" | "best"} strength */
async function askForHint(strength) {
  Object.assign(told, { hint: null, said: say("hint.thinking"), lit: false });
  closeSheet();
  draw();
  await answered(strength, "phone");
}

/** What shows a good turn on the board at once; null where this phone may not ask for one now, or has asked.
 * @param {Api.SnapshotForm} snapshot */
export const showGoodTurn = (snapshot) =>
  mayAsk(snapshot) && !told.hint && !told.said ? () => askForHint("good") : null;

/** Show the hint that is shown here on the board's lights, too. */
const light = () => told.hint && answered(told.hint.strength, "board");

/** @param {"good" | "best"} strength
 * @param {"phone" | "board"} place */
async function answered(strength, place) {
  const before = latest();
  const { status, body } = await post("hint", { strength, place });
  if (hasGoneOn(before, latest())) return;
  const { squares = [], turn = [], reason = null, open = false } = body;
  told.hint = status === 200 ? { strength, open, squares, turn, reason } : null;
  told.lit = status === 200 && place === "board";
  told.said = status === 200 ? "" : refused(status, body);
  draw();
}

/** @param {number} status
 * @param {Page.Posted["body"]} body */
function refused(status, { message }) {
  if (status === 0 && message) return messageText(message);
  return say(status === 429 ? "hint.busy" : "hint.none");
}

/** Confirm a turn, after a warning if there is one; in a guided game everybody is warned.
 * @param {() => unknown} confirm */
export async function guarded(confirm) {
  if (!guarding && !isGuided()) return confirm();
  const before = latest();
  const { status, body } = await post("guard", {});
  if (hasGoneOn(before, latest())) return null;
  if (status !== 200 || !body.warning) return confirm(); // who cannot be warned now is not held up
  told.warning = body.warning;
  openSheet("hint");
  return draw();
}

function takeBack() {
  closeSheet();
  return ask({ kind: "undo_step" });
}

function confirmAllTheSame() {
  closeSheet();
  return ask({ kind: "confirm_turn" });
}
