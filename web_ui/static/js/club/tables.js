// The tables of a club: what this page knows of them, all of them in small, and one of them in large.

import { boardPicture, boardView, NO_REACH } from "../board/board.js";
import { el, fill, onDemand } from "../dom.js";
import { token } from "../drawing.js";
import { Link } from "../link.js";
import { asNamed, cardName, messageText, say, who } from "../text.js";

const SQUARES = ["1", "2", "3", "4", "5"].flatMap((rank) => ["a", "b", "c", "d", "e"].map((file) => file + rank));
/** More tables than so many are shown smaller on a wall. */
const MANY = 8;
const forced = matchMedia("(forced-colors: active)");

/** What the drawing of a board needs of a table that reports a position.
 * @param {Club.TableReport} report
 * @returns {Page.BoardShown | null} */
function boardOf({ position, last, players }) {
  if (!position) return null;
  const { size, levels, domes = [], workers = [], tokens = [], winds = {} } = position;
  return {
    game: {
      viewer: "public",
      size,
      levels: Object.fromEntries(SQUARES.map((name, number) => [name, Number(levels[number])])),
      domes,
      workers: workers.map(({ seat, square, marked = false }) => ({ seat, square, marked })),
      tokens,
      secrets: [],
      players: players?.map(playerOf) ?? [],
      beside: Object.entries(winds).map(([power, direction]) => ({ power, holders: [], memory: { direction } })),
      stock: { blocks: [], domes: 0 },
      active: null,
      driven: false,
      options: [],
      outcome: null,
      revealed: false,
    },
    prompt: null,
    seats_held: [],
    log: (last ?? []).flatMap((one) => (one.kind ? { kind: one.kind, message: line(one) } : [])),
    board: { differences: [], lifted: null },
  };
}

/** @param {Club.ReportedPlayer} player
 * @returns {Page.Player} */
const playerOf = ({ seat, side, powers = [], out = false }) => ({
  seat,
  team: side ?? 0,
  power: powers[0] ?? "mortal",
  second: powers[1] ?? "mortal",
  uses: powers,
  memory: {},
  reserve: 0,
  hidden: 0,
  eliminated: out,
});

/** All tables.
 * @param {number} now */
export function tables(now) {
  const all = tablesInOrder();
  return el(
    "section",
    { class: "tables", "data-key": "tables", "aria-labelledby": "tables-title" },
    el("h2", { id: "tables-title" }, say("club.tables")),
    all.length === 0 && el("p", { class: "card", "data-key": "none" }, say("club.none")),
    el(
      "ul",
      { class: `table-list ${all.length > MANY ? "many" : ""}`, "data-key": "list" },
      all.map((table) => card(table, now)),
    ),
  );
}

/** @param {Heard} table
 * @param {number} now */
function card(table, now) {
  const { identity, online, report } = table;
  return el(
    "li",
    { class: `card table ${online ? "" : "away"} ${report.turn ?? ""}`, "data-key": identity },
    el("h3", {}, el("a", { href: `#table/${identity}` }, tableName(table))),
    status(table, now),
    small(table),
    players(report),
  );
}

/** The board in small, or what stands in its place.
 * @param {Heard} table */
function small(table) {
  const shown = boardOf(table.report);
  if (!shown) return el("div", { class: "no-board", "data-key": "board", "aria-hidden": "true" });
  const host = el("div", { class: "small-board", "data-key": "board" });
  const given = {
    label: say("club.board", { table: tableName(table) }),
    key: `wall-${table.identity}`,
    flat: forced.matches,
  };
  return onDemand(host, `${table.heard} ${given.label} ${given.flat}`, () => fill(host, boardPicture(shown, given)));
}

/** @param {Heard} table
 * @param {number} now */
function status(table, now) {
  const { turn, result } = table.report;
  const seat = turn ?? result?.winners[0];
  return el(
    "p",
    { class: "status-line", "data-key": "status" },
    seat ? token(seat) : null,
    el("span", {}, el("strong", {}, statusText(table)), " ", el("span", { class: "quiet" }, agoText(table, now))),
  );
}

/** @param {Club.TableReport} report */
const players = (report) => named(report, () => playerList(report));

/** @param {Club.TableReport} report */
const playerList = ({ players: all = [], result }) =>
  el(
    "ul",
    { class: "who-plays", "data-key": "players" },
    all.map((player) => {
      const won = result?.winners.includes(player.seat);
      return el(
        "li",
        { class: player.out ? "out" : "", "data-key": player.seat },
        token(player.seat),
        el(
          "span",
          {},
          el("strong", {}, who(player.seat)),
          won && ` · ${say("club.won")}`,
          " ",
          el("em", {}, powersText(player.powers ?? [])),
          player.out && el("small", {}, ` ${say("players.eliminated")}`),
        ),
      );
    }),
  );

/** One table in large.
 * @param {string} identity
 * @param {number} now */
export function oneTable(identity, now) {
  const table = club.tables.get(identity);
  const back = el("p", { "data-key": "back" }, el("a", { class: "button", href: "#" }, say("club.all_tables")));
  if (!table) return [back, el("p", { class: "card", "data-key": "gone" }, say("club.gone"))];
  const { report } = table;
  const shown = boardOf(report);
  const label = say("club.board", { table: tableName(table) });
  return [
    back,
    el("h2", { "data-key": "name" }, tableName(table)),
    el(
      "div",
      { class: "one-table", "data-key": `one-${identity}` },
      el(
        "div",
        { class: "large-board", "data-key": "board" },
        shown &&
          named(report, () =>
            boardView(shown, NO_REACH, here.focus, {
              label,
              key: `table-${identity}`,
              flat: forced.matches,
            }),
          ),
      ),
      el(
        "section",
        { class: "card", "data-key": "facts" },
        status(table, now),
        report.result && el("p", {}, reasonText(report)),
        players(report),
        el("p", { class: "quiet" }, rulesText(report.rules)),
        turns(report),
      ),
    ),
  ];
}

/** The turns of a game in notation; the setup is the one with the number 0.
 * @param {Club.TableReport} report */
function turns({ turns: told = [], count = 0 }) {
  if (!told.length) return null;
  const first = count + 1 - told.length;
  return el(
    "section",
    { class: "turns", "data-key": "turns", "aria-labelledby": "turns-title" },
    el("h3", { id: "turns-title" }, say("club.turns")),
    el(
      "ol",
      { start: first },
      told.map((turn, index) => el("li", { "data-key": `turn-${first + index}`, value: first + index }, turn || "…")),
    ),
  );
}

// ---- What this page knows of the club: the newest of each part, and what belongs to this page alone.

/** What the club tells this page. */
export const link = new Link("stream");

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

// ---- A club's tables in words.

/** What a table is called.
 * @param {{identity: string, report: {name: string}}} table */
export const tableName = ({ identity, report }) => report.name || unnamed(identity);

/** What a table without a name is called.
 * @param {string} identity */
export const unnamed = (identity) => say("club.unnamed", { number: identity.slice(0, 4) });

/** What the players of a table are called while `make` puts something into words.
 * @template Made
 * @param {Club.TableReport} report
 * @param {() => Made} make */
const named = (report, make) =>
  asNamed(
    (report.players ?? []).map(({ seat, name, machine }) => ({ seat, name, level: machine ? "some" : null })),
    make,
  );

/** What goes on at a table: whose turn it is, who won, or that nobody plays.
 * @param {Heard} table */
function statusText({ online, report }) {
  if (!online) return say("club.away");
  return named(report, () => {
    if (report.result) return winnersText(report.result.winners);
    if (report.turn) return say("turn.of", { seat: report.turn });
    return say(`club.phase.${report.phase}`);
  });
}

/** @param {Api.Seat[]} winners */
const winnersText = (winners) =>
  winners.length
    ? say(winners.length > 1 ? "over.winners" : "over.winner", { seat: winners[0], seats: winners.join(",") })
    : say("club.phase.over");

/** Why the game of a table ended; nothing while it goes on.
 * @param {Club.TableReport} report */
const reasonText = (report) => (report.result ? named(report, () => messageText(line(report.result?.reason))) : "");

/** A line of the log as messages are.
 * @param {Club.ReportedLine | undefined} given
 * @returns {Api.MessageForm} */
const line = (given) => ({ key: given?.key ?? "", args: given?.args ?? {} });

/** For how long a table has waited for the same turn, in words; nothing where nobody is waited for.
 * @param {Heard} table
 * @param {number} now */
function agoText({ online, report, age, heard }, now) {
  if (!online || !report.turn) return "";
  const minutes = Math.floor((age + now - heard) / 60000);
  return minutes < 1 ? say("club.under_a_minute") : say("club.minutes", { count: minutes });
}

/** The powers of a player, in words.
 * @param {readonly string[]} powers */
export const powersText = (powers) => powers.map(cardName).join(", ");

/** A finished game in a sentence: who won, against whom.
 * @param {Club.ClubResult} result */
export function resultText({ players }) {
  const [winners, losers] = [true, false].map((won) =>
    players
      .filter((one) => one.won === won)
      .map(nameOf)
      .join(", "),
  );
  return winners ? say("club.beats", { winner: winners, loser: losers }) : say("club.no_winner", { names: losers });
}

/** @param {Club.ClubPlayer} player */
const nameOf = ({ name }) => name || say("club.somebody");

/** What is played at a table: the edition, powers, the Fleece, the clock.
 * @param {Club.ReportedRules} rules */
const rulesText = ({ edition, powers, fleece, clock }) =>
  [
    say(`club.edition.${edition}`),
    say(powers ? "club.with_gods" : "club.without_gods"),
    fleece && say("club.fleece"),
    clock && say("club.clock", clock),
  ]
    .filter(Boolean)
    .join(" · ");
