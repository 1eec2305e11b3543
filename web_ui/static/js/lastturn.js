// What the last turn changed on the board, as far as the log tells it. Pure.

/** @typedef {{seat: Api.Seat, from: string, to: string}} Step a way that a worker went */
/** @typedef {{left: Set<string>, reached: Set<string>, changed: Set<string>, steps: Step[]}} Marks squares, by what the
 * last turn did there, and the ways of workers in their order */

/** The squares of the last turn in which something was done: those that a worker left, those that one came to, and those
 * that something was built on, taken from or put on. What is told to this phone alone is left out.
 * @param {Page.LogLine[]} log */
export function lastTurn(log) {
  /** @type {Marks} */
  const marks = { left: new Set(), reached: new Set(), changed: new Set(), steps: [] };
  for (const { message, secret } of [...log].reverse()) {
    if (secret) continue;
    const { key, args } = message;
    if (key.startsWith("log.turn_began")) {
      if (marks.left.size || marks.reached.size || marks.changed.size) break;
    } else if (MOVED.includes(key)) {
      marks.left.add(args.origin);
      marks.reached.add(args.to);
      marks.steps.unshift({ seat: /** @type {Api.Seat} */ (args.seat), from: args.origin, to: args.to });
    } else if (key === "log.worker_placed") {
      marks.reached.add(args.square);
    } else if (CHANGED.includes(key)) {
      marks.changed.add(args.square);
    }
  }
  for (const square of marks.reached) marks.left.delete(square);
  return marks;
}

const MOVED = ["log.worker_moved", "log.worker_forced"];
const CHANGED = ["log.built", "log.block_taken", "log.token_placed", "log.tower_recycled"];
