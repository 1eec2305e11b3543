// What the last turn changed on the board, as far as the log tells it. Pure.

/** @typedef {{seat: Api.Seat, from: string, to: string}} Step a way that a worker went */
/** @typedef {{left: Set<string>, reached: Set<string>, changed: Set<string>, steps: Step[]}} Marks squares, by what the
 * last turn did there, and the ways of workers in their order */

/** The squares of the last turn in which something was done: those that a worker left, those that one came to, and those
 * that something was built on, taken from or put on. What is told to this phone alone is left out.
 * @param {Page.LoggedEvent[]} log */
export function lastTurn(log) {
  /** @type {Marks} */
  const marks = { left: new Set(), reached: new Set(), changed: new Set(), steps: [] };
  for (const event of [...log].reverse()) {
    if (event.secret) continue;
    const { args } = event.message;
    switch (event.kind) {
      case "turn_began":
        if (marks.left.size || marks.reached.size || marks.changed.size) return withoutReturns(marks);
        break;
      case "worker_moved":
      case "worker_forced":
        marks.left.add(args.origin);
        marks.reached.add(args.to);
        marks.steps.unshift({ seat: /** @type {Api.Seat} */ (args.seat), from: args.origin, to: args.to });
        break;
      case "worker_placed":
        marks.reached.add(args.square);
        break;
      case "built":
      case "block_taken":
      case "token_placed":
      case "tower_recycled":
        marks.changed.add(args.square);
        break;
    }
  }
  return withoutReturns(marks);
}

/** A square that a worker came back to counts as reached.
 * @param {Marks} marks */
function withoutReturns(marks) {
  for (const square of marks.reached) marks.left.delete(square);
  return marks;
}
