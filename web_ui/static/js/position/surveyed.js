// The workers that the board reads while no game is played, in a position that is set up: whose they are where the magnets do
// not say, and which of them are in doubt. Pure.

import { changed } from "./written.js";

/** @typedef {import("./written.js").Position} Position */
/** What is to be settled about a worker: the players who may have it, and whether somebody said already.
 * @typedef {{seats: Api.Seat[], settled: boolean}} Doubt */
/** @typedef {Map<string, Doubt>} Doubts by square */

/** The position with the workers of the board instead of its own, and what is in doubt about them. Heights that were not
 * read stay as they are.
 * @param {Position} position
 * @param {Api.SurveyedWorkerForm[]} workers
 * @returns {{position: Position, doubts: Doubts}} */
export function withSurvey(position, workers) {
  const sides = position.sides.map((side) => ({ ...side, workers: /** @type {string[]} */ ([]), marked: [] }));
  const levels = { ...position.levels };
  /** @type {Doubts} */
  const doubts = new Map();
  for (const { square, seats, level, sure } of [...workers].sort(
    (one, other) => Number(other.sure) - Number(one.sure),
  )) {
    const having = sides.filter(({ most }) => most > 0);
    const fitting = having.filter(({ seat }) => seats.includes(seat));
    const candidates = fitting.length ? fitting : having;
    const owner = candidates.find((side) => side.workers.length < side.most) ?? candidates[0];
    const clear = sure && fitting.length === 1 && owner.workers.length < owner.most;
    owner.workers.push(square);
    if (!clear) doubts.set(square, { seats: candidates.map(({ seat }) => seat), settled: false });
    if (level !== null) levels[square] = level;
  }
  const domes = position.domes.filter((name) => workers.every(({ square }) => square !== name));
  return { position: changed(position, { sides, levels, domes }), doubts };
}

/** The position after a tap that gives a worker in doubt to the next player who may have it, or takes it away, or puts it
 * back.
 * @param {Position} position
 * @param {Doubt} doubt
 * @param {string} square */
export function withNextOwner(position, { seats }, square) {
  const now = position.sides.find(({ workers }) => workers.includes(square))?.seat;
  const next = now ? seats[seats.indexOf(now) + 1] : seats[0];
  const sides = position.sides.map((side) => {
    const others = side.workers.filter((one) => one !== square);
    const workers = side.seat === next ? [...others, square] : others;
    return { ...side, workers, marked: side.marked.filter((one) => workers.includes(one)) };
  });
  return changed(position, { sides });
}

/** The squares with a worker of which nobody has said yet whose it is.
 * @param {Position} position
 * @param {Doubts} doubts */
export const openDoubts = ({ sides }, doubts) =>
  [...doubts]
    .filter(([square, { settled }]) => !settled && sides.some(({ workers }) => workers.includes(square)))
    .map(([square]) => square)
    .sort();
