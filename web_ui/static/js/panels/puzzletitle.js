// What the band on top says of a puzzle on the board.

import { known, say } from "../text.js";

/** What is asked in each stage but that of the turns, in which the band says the same as in a game. */
const ASKS = {
  blocks: "puzzle.lay",
  workers: "puzzle.place",
  judging: "puzzle.judging",
  wrong: "puzzle.wrong",
  won: "puzzle.won",
  solution: "puzzle.solution",
};

/** Null in the stage of the turns. The texts of puzzles may still be on their way.
 * @param {Api.PuzzleOnBoardForm} puzzle
 * @returns {import("./banner.js").Headline | null} */
export function puzzleHeadline({ number, stage }) {
  if (stage === "turns") return null;
  if (!known("puzzle.title")) return { seat: null, title: say("menu.puzzles"), ask: "" };
  return { seat: null, title: say("puzzle.title", { number }), ask: say(ASKS[stage]) };
}
