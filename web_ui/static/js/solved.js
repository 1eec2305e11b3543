// The puzzles that were solved on this phone or, with it at the table, on the board.

import { stored } from "./stored.js";

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
