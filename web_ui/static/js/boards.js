// What is fetched once there is something to say: of the two boards of a table, of seats that the table plays, of a puzzle
// on the board, and of a match with other tables.

import { ask, draw, onSnapshot } from "./state.js";

/** @type {typeof import("./boardchange.js") | null} */
let boards = null;
/** @type {typeof import("./tableseats.js") | null} */
let table = null;
/** @type {typeof import("./puzzleboard.js") | null} */
let puzzles = null;
/** @type {typeof import("./matchparts.js") | null} */
let matches = null;

/** What there is to say of the boards of this table, and the way to the other one.
 * @param {Api.SnapshotForm} snapshot */
export const boardChange = (snapshot) => boards?.boardChange(snapshot);

/** @param {Api.SnapshotForm} snapshot */
export const tableTurn = (snapshot) => table?.tableTurn(snapshot);

/** @param {Api.SnapshotForm} snapshot */
export const matchNotes = (snapshot) => matches?.matchNotes(snapshot);

/** @param {Page.SeatRow} seat */
export const tableLevel = (seat) => table?.tableLevel(seat);

/** @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} seat */
export const tableOffer = (snapshot, seat) => table?.tableOffer(snapshot, seat);

/** What the board of the page shows.
 * @param {Page.InGame} snapshot */
export const puzzleGame = (snapshot) => (snapshot.puzzle && puzzles?.shownGame(snapshot)) || snapshot;

/** A puzzle on the board, and what can be done with it; in the lobby, that there is one.
 * @param {Api.SnapshotForm} snapshot */
export function puzzlePanel(snapshot) {
  const { puzzle, phase } = snapshot;
  if (!puzzle) return null;
  return phase === "puzzle" ? puzzles?.panel({ ...snapshot, puzzle }) : puzzles?.line(puzzle);
}

/** What is to be pressed next in a puzzle, for the bar at the thumb.
 * @param {Api.SnapshotForm} snapshot */
export const puzzleNext = (snapshot) =>
  snapshot.puzzle && snapshot.phase === "puzzle" && puzzles?.next({ ...snapshot, puzzle: snapshot.puzzle });

const PUZZLE_DOINGS = ["puzzle-laid", "puzzle-reply", "puzzle-give-up", "puzzle-again", "puzzle-away"];

/** @type {Page.Doings} */
export const boardDoings = {
  ...Object.fromEntries(PUZZLE_DOINGS.map((name) => [name, (data) => puzzles?.doings[name](data)])),
  "use-board": ({ board }) => ask({ kind: "use_board", board: board === "real" ? "real" : "virtual" }),
  table: (given) => table?.ask(given),
};

/** Fetch something once it is due; if that fails, the next snapshot tries again.
 * @param {(snapshot: Api.SnapshotForm) => unknown} due
 * @param {() => Promise<unknown>} fetched */
function onceDue(due, fetched) {
  let asked = false;
  onSnapshot(async (fresh) => {
    if (asked || !due(fresh)) return;
    asked = true;
    try {
      await fetched();
      draw();
    } catch {
      asked = false;
    }
  });
}

onSnapshot(({ boards: two }) => {
  const real = two?.in_use === "real";
  document.querySelector(".phone > .top > a:not(.ask-help)")?.toggleAttribute("hidden", real);
});
onceDue(
  ({ boards: two }) => two?.in_use === "real" || two?.offered || two?.troubles.length,
  async () => {
    const parts = await import("./boardchange.js");
    await parts.load();
    boards = parts;
  },
);
onceDue(
  ({ seats, levels }) => levels.length || seats.some(({ level, table }) => level || table !== null),
  async () => {
    const parts = await import("./tableseats.js");
    await parts.load();
    table = parts;
  },
);
onceDue(
  ({ puzzle }) => puzzle,
  async () => {
    const parts = await import("./puzzleboard.js");
    await parts.load();
    puzzles = parts;
  },
);
onceDue(
  ({ match }) => match && (match.here !== null || match.trouble),
  async () => {
    const parts = await import("./matchparts.js");
    await parts.load();
    matches = parts;
  },
);
