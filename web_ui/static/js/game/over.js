// When a game is over: how it ended for the players of this phone, what was secret, and what comes next.

import { boardView, nearSeat, NO_REACH } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { lastTurn } from "../board/words.js";
import { emblem } from "../cards/powers.js";
import { button, el, svg } from "../dom.js";
import { token } from "../drawing.js";
import { ask, draw, inGame, onSnapshot, snapshot as newest, ui } from "../state.js";
import { cardName, messageText, say, who, winnersText } from "../text.js";
import { beginsTurn } from "./log.js";
import { remarkHere } from "./players.js";
import { moreButton } from "./turn.js";

/** @typedef {Api.Rematch["again"]} Again */

/** @type {Again[]} */
const KINDS = ["same", "swapped", "draft", "lobby"];

/** The ways to play again, the usual one first.
 * @param {Page.InGame} snapshot
 * @returns {Again[]} */
const kindsOf = (snapshot) => (withGods(snapshot) ? KINDS : ["same", "lobby"]);

/** @param {Page.InGame} snapshot */
const withGods = ({ game }) => game.players.some(({ power, second }) => power !== "mortal" || second !== "mortal");

/** @param {Page.InGame} snapshot
 * @param {Again} again
 * @param {string} kind its classes */
const againButton = (snapshot, again, kind = "") =>
  button(
    say(withGods(snapshot) ? `over.again.${again}` : `over.plain.${again}`),
    () => ask({ kind: "rematch", again }),
    `decides ${kind}`,
  );

/** The usual way to play again, for the bar at the thumb; null before the end, for who only watches, and while a player
 * waits for an answer.
 * @param {Page.InGame} snapshot */
export function rematch(snapshot) {
  if (snapshot.phase !== "over" || !snapshot.seats_held.length || isAsked(snapshot)) return null;
  return againButton(snapshot, kindsOf(snapshot)[0], "primary");
}

/** Whether a player wants a rematch and nobody has declined.
 * @param {Page.InGame} snapshot */
const isAsked = ({ rematch: wish }) => wish !== null && wish.refused === null;

/** A player's wish to play again, and what this phone can say to it; null while nobody wishes.
 * @param {Page.InGame} snapshot */
export function rematchWish(snapshot) {
  const { rematch: wish, seats_held: held } = snapshot;
  if (!wish) return null;
  const { asker, again, refused } = wish;
  const own = held.includes(asker);
  const wished = own ? say("rematch.asked") : say(`rematch.wish.${again}`, { seat: asker });
  return el(
    "section",
    { class: "card takeback", "data-key": "rematch", "aria-label": say("rematch.title") },
    el("p", { role: "status" }, refused ? say("rematch.refused", { seat: refused }) : wished),
    held.length > 0 &&
      isAsked(snapshot) &&
      el(
        "div",
        { class: "choices" },
        !own && button(say("rematch.agree"), () => answer(true), "primary decides"),
        button(say(own ? "rematch.withdraw" : "rematch.decline"), () => answer(false)),
      ),
  );
}

/** @param {boolean} agree */
const answer = (agree) => ask({ kind: "answer_rematch", agree });

/** What is told now, and how those who sit can play again; null where there is neither.
 * @param {Page.InGame} snapshot */
export function over(snapshot) {
  if (snapshot.phase !== "over") return null;
  const told = snapshot.game.revealed;
  if (!told && !snapshot.seats_held.length) return null;
  return el(
    "section",
    { class: "card over", "data-key": "over", "aria-label": say("over.again") },
    told ? el("p", {}, say("over.revealed")) : null,
    snapshot.seats_held.length
      ? [
          el("h3", {}, say("over.again")),
          el(
            "div",
            { class: "choices" },
            kindsOf(snapshot)
              .slice(1)
              .map((again) => againButton(snapshot, again)),
          ),
        ]
      : null,
  );
}

/** Put the outcome away and show the board. */
function seeBoard() {
  ui.outcomeSeen = true;
  draw();
}

/** Leave the end of the game before, which has waited for this. */
function goOn() {
  ui.ended = null;
  draw();
}

// The end of a game stays on this phone until its owner leaves it, also when others play on.
onSnapshot((fresh, before) => {
  if (fresh.phase === "over") ui.ended = null;
  else if (before?.game && outcomeDue(inGame(before), ui)) ui.ended = inGame(before);
  if (fresh.phase !== "over") ui.outcomeSeen = false;
});

// ---- How a game ended: a card for the players who won, for those who lost, and for those who watched

/** Whether the end is to be shown rather than the board.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export const outcomeDue = ({ phase, game }, ui) =>
  phase === "over" && (game.outcome?.winners.length ?? 0) > 0 && !ui.outcomeSeen;

// ---- The deciding climb is played again before that, for all who were there

const BEFORE = 700; // ms, in which one sees where the worker stood
const CLIMB = 900; // ms
const AFTER = 1200; // ms, in which one sees where it stands

/** Where the worker that won stood before its last step; null where no step of the last turn decided the game.
 * @param {Page.InGame} snapshot */
function decidingStep({ game, log }) {
  const step = lastTurn(log).steps.at(-1);
  const won = step && game.outcome?.winners.includes(step.seat);
  return won && game.workers.some(({ square }) => square === step.to) ? step : null;
}

/** @param {Api.SnapshotForm} fresh
 * @param {Api.SnapshotForm | null} before */
function playAgain(fresh, before) {
  const live = fresh.phase === "over" && before && before.phase !== "over";
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!live || calm || document.hidden || !outcomeDue(inGame(fresh), ui) || !decidingStep(inGame(fresh))) return;
  ui.replayed = "before";
  setTimeout(() => showOfClimb("after"), BEFORE);
  setTimeout(() => showOfClimb(null), BEFORE + CLIMB + AFTER);
}

/** @param {Page.Ui["replayed"]} shown */
function showOfClimb(shown) {
  ui.replayed = newest?.phase === "over" ? shown : null;
  draw();
}

onSnapshot(playAgain);

/** The deciding climb, under who won; null where it is not played again now.
 * @param {Page.InGame} snapshot */
export function decidingClimb(snapshot) {
  const step = ui.replayed && decidingStep(snapshot);
  if (!step) return null;
  const { game, log } = snapshot;
  const workers = game.workers.map((worker) =>
    ui.replayed === "before" && worker.square === step.to ? { ...worker, square: step.from } : worker,
  );
  const shown = { ...snapshot, game: { ...game, workers }, log: ui.replayed === "before" ? [] : log };
  const seen = { key: "climb", near: nearSeat(snapshot), flat: isFlat(), pace: CLIMB };
  return el(
    "section",
    { class: "play climb", "data-key": "climb" },
    boardView(shown, NO_REACH, step.to, { ...seen, label: say("outcome.climb") }),
  );
}

/** The end of the game, and the bar below it.
 * @param {Page.InGame} snapshot */
export const outcome = (snapshot) => [
  outcomeCard(snapshot),
  rematchWish(snapshot),
  el(
    "div",
    { class: "thumb", role: "group", "aria-label": say("turn.acts"), "data-key": "thumb" },
    moreButton(),
    button(say("outcome.board"), seeBoard, snapshot.seats_held.length ? "decides" : "primary decides"),
    snapshot.seats_held.length > 0 &&
      !isAsked(snapshot) &&
      button(say("outcome.again"), () => ask({ kind: "rematch", again: "same" }), "primary decides"),
  ),
];

/** The end of the game before, as it was, as long as the owner of this phone has not left it.
 * @param {Page.InGame} ended */
export const outcomeBefore = (ended) => [
  outcomeCard(ended),
  el("p", { class: "card", role: "status", "data-key": "gone-on" }, say("outcome.next")),
  el(
    "div",
    { class: "thumb", role: "group", "aria-label": say("turn.acts"), "data-key": "thumb" },
    button(say("outcome.go_on"), goOn, "primary decides"),
  ),
];

/** @param {Page.InGame} snapshot */
function outcomeCard(snapshot) {
  const { game, seats_held: held, kept } = snapshot;
  const winners = game.outcome?.winners ?? [];
  const side = sideOf(held, winners);
  const named = winnersText(winners);
  const gods = godsOf(snapshot, winners);
  const won = say(winners.length > 1 ? "outcome.won_team" : "outcome.won");
  return el(
    "section",
    { class: `outcome ${side} ${winners[0]}`, "data-key": "outcome", "aria-labelledby": "outcome-title" },
    laurelled(side, emblemOf(snapshot, winners[0])),
    el("h2", { id: "outcome-title" }, side === "won" ? [won, " ", el("small", {}, named)] : named),
    gods && el("p", { class: "whose" }, gods),
    side === "lost" && el("p", { class: "kind" }, say("outcome.well_played", { count: turnsOf(snapshot) })),
    el(
      "div",
      { class: "decided", role: "group", "aria-label": say("outcome.decided") },
      decided(snapshot).map((line) => el("p", {}, line)),
    ),
    remarkHere(snapshot),
    kept &&
      el(
        "a",
        { class: "button", href: `#games/${encodeURIComponent(kept)}`, "data-key": "kept" },
        say("games.look_again"),
      ),
  );
}

/** How this phone's players came out of the game; a phone of both sides watches.
 * @param {Api.Seat[]} held
 * @param {Api.Seat[]} winners */
function sideOf(held, winners) {
  const won = held.filter((seat) => winners.includes(seat)).length;
  if (!held.length || (won && won < held.length)) return "watched";
  return won ? "won" : "lost";
}

/** The winner's god, or the shape of the seat where there are no gods.
 * @param {Page.InGame} snapshot
 * @param {Api.Seat} winner */
function emblemOf({ game }, winner) {
  const power = game.players.find(({ seat }) => seat === winner)?.power ?? "mortal";
  return power === "mortal" ? token(winner) : emblem(power);
}

/** Who won with which gods; nothing where there are none.
 * @param {Page.InGame} snapshot
 * @param {Api.Seat[]} winners */
function godsOf({ game }, winners) {
  const played = game.players.filter(({ seat, power }) => winners.includes(seat) && power !== "mortal");
  return played
    .map(({ seat, power }) => (winners.length > 1 ? `${who(seat)}: ${cardName(power)}` : cardName(power)))
    .join(" · ");
}

/** How many turns the game took.
 * @param {Page.InGame} snapshot */
const turnsOf = ({ log }) => log.filter(beginsTurn).length;

/** @type {Api.LogLineForm["kind"][]} */
const NO_STEP = ["turn_began", "game_ended", "player_eliminated", "position_repeated", "position_corrected"];

/** What decided the game, in two lines: by which rule, and the last thing that was done.
 * @param {Page.InGame} snapshot */
function decided({ game, log }) {
  const last = log.findLast(({ kind }) => !NO_STEP.includes(kind));
  return [game.outcome && messageText(game.outcome.reason), last && messageText(last.message)].filter(Boolean);
}

/** A dome within a laurel, with the winner's sign on it.
 * @param {string} side
 * @param {Node} sign */
function laurelled(side, sign) {
  return el(
    "div",
    { class: "honour" },
    svg(
      "svg",
      { class: "laurel", viewBox: "-100 -100 200 200", "aria-hidden": "true" },
      svg("path", { class: "block", d: "M-62 50H62V66H-62Z" }),
      svg("path", { class: "shell", d: "M-54 50A54 66 0 0 1 54 50Z" }),
      svg("path", { class: "gleam", d: "M-43 24A44 50 0 0 1 -20 -4" }),
      side === "lost" ? null : [branch(1), branch(-1)],
    ),
    el("span", { class: "sign" }, sign),
  );
}

/** Half of the laurel: its branch and leaves.
 * @param {1 | -1} side */
function branch(side) {
  const leaves = [];
  for (let step = 0; step < 7; step += 1) {
    const angle = (0.42 - step * 0.135) * Math.PI; // from below to above, on a circle around the dome
    const [x, y] = [Math.cos(angle) * 80, Math.sin(angle) * 80];
    const turned = (angle * 180) / Math.PI - 90;
    leaves.push(
      svg("ellipse", { rx: 15, ry: 6, transform: `translate(${x + 7} ${y}) rotate(${turned - 32})` }),
      svg("ellipse", { rx: 13, ry: 5.5, transform: `translate(${x - 7} ${y}) rotate(${turned + 32})` }),
    );
  }
  return svg(
    "g",
    { transform: `scale(${side} 1)` },
    svg("g", { class: "branch" }, svg("path", { class: "stem", d: "M4 80A80 80 0 0 0 27 -75" }), leaves),
  );
}
