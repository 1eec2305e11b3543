// A guess where another player will move. It belongs to this phone alone: nothing of it is sent or stored. It is fetched
// when somebody waits for another player's turn.

import { button, el } from "../dom.js";
import { draw, onSnapshot, ui } from "../state.js";
import { loadPart, say } from "../text.js";
import { beginsTurn, confirmedLog } from "./log.js";

/** Fetch the words. */
export const load = () => loadPart("guess");

/** A guess about the turn that began with the line `turn` of the log: from which square a worker of `seat` goes where.
 * @typedef {{turn: number, seat: Api.Seat, worker: string, to: string}} Guess */

/** Whether this phone's player is about to guess, the square of the worker that was tapped, the guess about this turn,
 * what came of the last one, and after which line of the log that was said; how many were right in this game, of how many.
 * @type {{choosing: boolean, worker: string | null, made: Guess | null, came: {right: boolean, from: string, to: string}
 *   | null, said: number, right: number, count: number}} */
const at = { choosing: false, worker: null, made: null, came: null, said: 0, right: 0, count: 0 };
const NONE = { ...at };

/** The line with which the turn of now began; null before the first.
 * @param {Api.SnapshotForm} snapshot */
const begunWith = (snapshot) => confirmedLog(snapshot).findLast(beginsTurn) ?? null;

/** The squares on which this phone sees workers of a player's side.
 * @param {Page.InGame} snapshot
 * @param {Api.Seat} seat */
function workersOf({ game }, seat) {
  const team = game.players.find((player) => player.seat === seat)?.team;
  const side = game.players.filter((player) => player.team === team).map((player) => player.seat);
  return game.workers.filter((worker) => side.includes(worker.seat)).map(({ square }) => square);
}

/** Whose move may be guessed: that of a player who is to move and has done nothing yet in this turn; null if nobody's. The
 * table decides too soon for that.
 * @param {Api.SnapshotForm} snapshot
 * @returns {Api.Seat | null} */
function mover(snapshot) {
  const { phase, prompt, seats_held: held, game, seats, secret, found } = snapshot;
  const seat = prompt?.kind === "move" ? prompt.seat : null;
  if (phase !== "playing" || !seat || !held.length || held.includes(seat) || seat !== game?.active) return null;
  if (game.driven || found || secret?.step || seats.find((one) => one.seat === seat)?.level) return null;
  const begun = begunWith(snapshot);
  return begun?.message.args.seat === seat && snapshot.log.at(-1) === begun ? seat : null;
}

/** What came of a guess once its turn stands: null while it does not, or if nobody saw a move of that player.
 * @param {Api.SnapshotForm} snapshot
 * @param {Guess} guess
 * @returns {{right: boolean, from: string, to: string} | null} */
function outcomeOf(snapshot, { turn, seat, worker, to }) {
  const lines = confirmedLog(snapshot).filter(({ number }) => number > turn);
  const next = lines.findIndex(beginsTurn);
  const moves = (next < 0 ? lines : lines.slice(0, next)).filter(
    ({ kind, message }) => kind === "worker_moved" && message.args.seat === seat,
  );
  const first = moves[0]?.message.args.origin;
  if (!first) return null;
  // One worker may move several times, and then another one: what counts is where the first one ends.
  const end = moves.reduce((on, { message: { args } }) => (args.origin === on ? args.to : on), first);
  return { right: first === worker && end === to, from: first, to: end };
}

/** Whether the turn of a guess stands, or the game is over.
 * @param {Api.SnapshotForm} snapshot
 * @param {Guess} guess */
const stands = (snapshot, { turn }) => snapshot.phase === "over" || (begunWith(snapshot)?.number ?? 0) > turn;

onSnapshot((fresh) => {
  if (!["playing", "over"].includes(fresh.phase)) Object.assign(at, NONE);
  const begun = begunWith(fresh)?.number ?? 0;
  const { made } = at;
  if (made && begun < made.turn) at.made = null; // that turn was taken back
  if (made && at.made && stands(fresh, made)) {
    const came = outcomeOf(fresh, made);
    at.made = null;
    if (came) Object.assign(at, { came, said: begun, count: at.count + 1, right: at.right + Number(came.right) });
  }
  if (at.came && begun !== at.said) at.came = null;
  if (!mover(fresh)) Object.assign(at, { choosing: false, worker: null });
});

/** What the bar at the thumb has of it: the way to a guess, how to make one, or the one that was made.
 * @param {Page.InGame} snapshot */
export function guessActs(snapshot) {
  const seat = mover(snapshot);
  if (at.choosing && seat) {
    const asked = at.worker ? say("guess.where", { square: at.worker }) : say("guess.worker", { seat });
    return [el("p", { role: "status", "data-key": "guess-ask" }, asked), button(say("guess.cancel"), cancel)];
  }
  const made = at.made && say("guess.made", { from: at.made.worker, to: at.made.to });
  if (seat) return button(made || say("guess.ask"), begin, "quiet", "guess");
  return made && el("p", { class: "quiet", "data-key": "guess-made" }, made);
}

/** What came of the last guess, until the next turn is over; null without one.
 * @param {Api.SnapshotForm} snapshot */
export function guessCame(snapshot) {
  if (!at.came) return null;
  const { right, from, to } = at.came;
  const tally = say("guess.tally", { right: at.right, count: at.count });
  const text = say(right ? "guess.right" : "guess.wrong", { from, to });
  return el(
    "p",
    { class: "guess", role: "status", "data-key": "guess-came" },
    snapshot.phase === "over" || at.count > 1 ? `${text} ${tally}` : text,
  );
}

/** The guess as the board draws it; null without one.
 * @returns {Page.Advice | null} */
export function guessDrawn() {
  const way = at.made && !at.choosing ? [{ from: at.made.worker, to: at.made.to }] : [];
  const squares = at.choosing ? [at.worker ?? []].flat() : way.flatMap(({ from, to }) => [from, to]);
  return squares.length ? { squares, ways: way, directions: [], guessed: true } : null;
}

/** Take a tap on the board as part of a guess; gives whether it was one.
 * @param {Page.InGame} snapshot
 * @param {string} name */
export function guessTap(snapshot, name) {
  const seat = mover(snapshot);
  const begun = begunWith(snapshot);
  if (!at.choosing || !seat || !begun) return false;
  ui.focus = name;
  if (workersOf(snapshot, seat).includes(name)) {
    at.worker = at.worker === name ? null : name;
  } else if (at.worker) {
    at.made = { turn: begun.number, seat, worker: at.worker, to: name };
    Object.assign(at, { choosing: false, worker: null });
  }
  draw();
  return true;
}

function begin() {
  Object.assign(at, { choosing: true, worker: null });
  draw();
}

function cancel() {
  Object.assign(at, { choosing: false, worker: null });
  draw();
}
