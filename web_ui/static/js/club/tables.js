// The tables: all of them in small, and one of them in large.

import { boardPicture, boardView, NO_REACH } from "../board.js";
import { el, fill, onDemand } from "../dom.js";
import { token } from "../drawing.js";
import { say } from "../text.js";
import { club, here, tablesInOrder } from "./state.js";
import { agoText, line, named, playerName, powersText, reasonText, rulesText, statusText, tableName } from "./words.js";

/** @typedef {import("./state.js").Heard} Heard */

const SQUARES = ["1", "2", "3", "4", "5"].flatMap((rank) => ["a", "b", "c", "d", "e"].map((file) => file + rank));
/** More tables than so many are shown smaller on a wall. */
const MANY = 8;
const forced = matchMedia("(forced-colors: active)");

/** What the drawing of a board needs of a table that reports a position.
 * @param {Club.TableReport} report
 * @returns {Page.BoardShown | null} */
export function boardOf({ position, last, players }) {
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
      players: players?.map(playerOf) ?? [],
      beside: Object.entries(winds).map(([power, direction]) => ({ power, holders: [], memory: { direction } })),
      stock: { blocks: [], domes: 0 },
      active: null,
      driven: false,
      options: [],
      outcome: null,
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
const players = ({ players: all = [], result }) =>
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
          el("strong", {}, playerName(player)),
          won && ` · ${say("club.won")}`,
          " ",
          el("em", {}, powersText(player.powers ?? [])),
          player.machine && el("small", {}, ` ${say("club.machine")}`),
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
              doing: "",
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
