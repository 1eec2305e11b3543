// A puzzle that is played with the pieces on the board: what is to be done, what came of a turn, and the ways on. It is
// fetched once a puzzle is on the board.

import { button, el, loadStyle } from "../dom.js";
import { stepItem } from "../game/log.js";
import { ask, latest, onSnapshot } from "../state.js";
import { stored } from "../stored.js";
import { loadPart, messageText, say } from "../text.js";

/** Fetch the words and the styles. */
export const load = () => Promise.all([loadPart("puzzles"), loadPart("games"), loadStyle("puzzles")]);

/** What the board of the page shows: the step that the lights show, or the game.
 * @param {Page.InGame} snapshot
 * @returns {Page.InGame} */
export function shownGame(snapshot) {
  const { reply = [], shown = 0 } = snapshot.puzzle ?? {};
  if (!reply[shown]) return snapshot;
  const { view, log } = reply[shown];
  const lines = log.map((event, index) => ({ number: index + 1, ...event }));
  const board = { ...snapshot.board, differences: [], lifted: null };
  return { ...snapshot, game: view, log: lines, prompt: null, seats_held: [], dark: {}, board };
}

/** The puzzle in words, and the ways on.
 * @param {Page.InPuzzle} snapshot */
export function panel(snapshot) {
  const { number, turns, grade, stage, reply, reason } = snapshot.puzzle;
  const task = stage === "turns" && snapshot.prompt && taskText(snapshot);
  return el(
    "section",
    { class: "card puzzle-head", "data-key": "puzzle" },
    el("h3", {}, [say("puzzle.title", { number }), say(`puzzle.win_${turns}`), say(`puzzle.${grade}`)].join(" · ")),
    el("p", { role: "status", "data-key": "told" }, task || (reason && messageText(reason)) || ""),
    reply.length > 0 && steps(snapshot.puzzle),
    el("div", { class: "choices", "data-key": "ways" }, ways(snapshot)),
  );
}

/** What the player has to do in how many turns; while the table is to act, that the last turn was right.
 * @param {Page.InPuzzle} snapshot */
function taskText({ puzzle, prompt, seats_held: [seat] }) {
  if (prompt?.seat !== seat) return say("puzzle.right");
  return say(`puzzle.task_${puzzle.left}`, { seat });
}

/** What refutes the turn, or solves the puzzle, step by step; the lights show the one that is pressed.
 * @param {Api.PuzzleOnBoardForm} puzzle */
const steps = ({ reply, shown }) =>
  el(
    "ol",
    { class: "puzzle-steps", "data-key": "steps" },
    reply.map((step, index) =>
      stepItem(step, {
        key: `step-${index}`,
        shown: index === shown,
        run: () => ask({ kind: "show_reply", step: index }),
      }),
    ),
  );

/** @param {Page.InPuzzle} snapshot */
function ways({ puzzle: { number, stage } }) {
  const over = stage === "won" || stage === "solution";
  return [
    over && button(say("puzzle.set_up_again"), () => ask({ kind: "put_puzzle", number }), "decides"),
    over && el("a", { class: "button", href: "#puzzles", "data-key": "all" }, say("puzzle.all")),
    !over && button(say("puzzle.show"), () => ask({ kind: "give_up_puzzle" }), "decides"),
    button(say("puzzle.put_away"), () => ask({ kind: "put_puzzle_away" }), "decides"),
  ];
}

/** What is to be pressed next, for the bar at the thumb; null if nothing of the puzzle is.
 * @param {Page.InPuzzle} snapshot */
export function next({ puzzle: { stage }, can_restart: several, can_undo: one }) {
  if (stage === "blocks") return button(say("puzzle.laid"), () => ask({ kind: "finish_blocks" }), "primary");
  if (stage !== "wrong" || !(several || one)) return null;
  return button(say("puzzle.again"), () => ask({ kind: several ? "restart_turn" : "undo_step" }), "primary");
}

/** Have a puzzle played with the pieces on the board, and go to the table.
 * @param {number} number */
export async function putOnBoard(number) {
  await ask({ kind: "put_puzzle", number });
  if (latest().puzzle?.number === number) location.hash = "";
}

/** Whether this phone may put a puzzle on the board: with a seat, while nobody plays and the board answers.
 * @param {Api.SnapshotForm} snapshot */
export const mayPut = ({ seats_held: held, phase, board: { link } }) =>
  held.length > 0 && ["lobby", "over", "puzzle"].includes(phase) && ["ready", "degraded"].includes(link);

/** What a phone without a seat is told in the lobby.
 * @param {Page.InPuzzle} snapshot */
export const line = ({ puzzle: { number } }) =>
  el("p", { class: "card", role: "status", "data-key": "puzzle-line" }, say("puzzle.line", { number }));

// ---- The puzzles that were solved on this phone or, with it at the table, on the board

const KEY = "thera-solved"; // in the storage of the browser: the numbers of solved puzzles

/** Their numbers. */
export const solved = new Set((stored.getItem(KEY) ?? "").split(",").map(Number).filter(Boolean));

/** A puzzle was solved.
 * @param {number} number */
export function remember(number) {
  if (solved.has(number)) return;
  solved.add(number);
  stored.setItem(KEY, [...solved].join(","));
}

onSnapshot(({ puzzle, phase }) => {
  if (puzzle?.stage === "won" && phase === "puzzle") remember(puzzle.number);
});
