// What this page knows of the club: the newest of each part, and what belongs to this page alone.

/** @typedef {Club.ClubTableForm & {heard: number}} Heard a table, and when it was heard, in ms */

/** @type {{
 *   version: number, edition: number, organiser: boolean, broker: string, unwritten: string | null,
 *   identities: string[], tables: Map<string, Heard>, tournament: Club.TournamentForm | null,
 *   results: Club.ClubResult[], dropped: Record<string, string>}} */
export const club = {
  version: 0,
  edition: 0,
  organiser: false,
  broker: "connecting",
  unwritten: null,
  identities: [],
  tables: new Map(),
  tournament: null,
  results: [],
  dropped: {},
};

/** What belongs to this page: the answer to what was asked last, and the square that the Tab key reaches.
 * @type {{note: string, focus: string, sure: string}} */
export const here = { note: "", focus: "c3", sure: "" };

/** @type {() => void} */
let drawing = () => {};

/** How the page is drawn.
 * @param {() => void} draw */
export function drawWith(draw) {
  drawing = draw;
}

/** Draw the page. */
export const draw = () => drawing();

/** Say something in answer to what was asked.
 * @param {string} text */
export function note(text) {
  here.note = text;
  draw();
}

/** Take in what is new; the first of a stream is all of it. Gives the finished games that were not known.
 * @param {Club.ClubForm} fresh
 * @param {boolean} first
 * @returns {Club.ClubResult[]} */
export function take(fresh, first) {
  const heard = Date.now();
  if (first) club.tables.clear();
  for (const table of fresh.tables) club.tables.set(table.identity, { ...table, heard });
  for (const identity of [...club.tables.keys()]) {
    if (!fresh.identities.includes(identity)) club.tables.delete(identity);
  }
  const before = club.results;
  const { version, edition, organiser, broker, unwritten, identities } = fresh;
  Object.assign(club, { version, edition, organiser, broker: broker.state, unwritten, identities });
  if (fresh.tournament !== undefined) club.tournament = fresh.tournament;
  if (fresh.results !== undefined) club.results = fresh.results;
  club.dropped = fresh.dropped ?? {};
  if (first) return [];
  return club.results.filter(
    ({ identity, game }) => !before.some((one) => one.identity === identity && one.game === game),
  );
}

/** The tables in the order in which they are shown.
 * @returns {Heard[]} */
export const tablesInOrder = () => club.identities.flatMap((identity) => club.tables.get(identity) ?? []);
