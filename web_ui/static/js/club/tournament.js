// The tournament: the round that is played, the standings, and what was played.

import { button, el } from "../dom.js";
import { say } from "../text.js";
import { club, tablesInOrder } from "./state.js";
import { powersText, resultText, tableName, unnamed } from "./words.js";

/** The round that is played, or that was played last; nothing before the first. */
export function round() {
  const { tournament } = club;
  if (!tournament?.rounds.length) return null;
  const number = tournament.rounds.length;
  const { games, free = [] } = tournament.rounds[number - 1];
  return el(
    "section",
    { class: "card round", "data-key": "round", "aria-labelledby": "round-title" },
    el("h2", { id: "round-title" }, say("club.round", { number, count: tournament.length })),
    tournament.title && el("p", { class: "quiet", "data-key": "title" }, tournament.title),
    el(
      "ol",
      { class: "games" },
      games.map((game, index) => pairOf(game, number - 1, index)),
    ),
    free.length > 0 && el("p", { "data-key": "free" }, say("club.free", { names: free.join(", ") })),
    tournament.over && el("p", { "data-key": "over" }, el("strong", {}, say("club.over"))),
  );
}

/** A game of the round: who begins and who else plays, where, and who won.
 * @param {Club.PairedGame} game
 * @param {number} number of the round, from 0
 * @param {number} index of the game */
function pairOf({ first, second, winner = null }, number, index) {
  const place = winner ? "" : placeOf(first, second);
  return el(
    "li",
    { class: winner ? "decided" : "", "data-key": `game-${number}-${index}` },
    el(
      "span",
      { class: "pair" },
      [first, second].map((name) =>
        el(
          "span",
          { class: name === winner ? "winner" : "", "data-key": name },
          el("strong", {}, name),
          name === winner && ` · ${say("club.won")}`,
          !winner && name === first && el("small", {}, ` ${say("club.begins")}`),
        ),
      ),
    ),
    place && el("span", { class: "quiet" }, place),
    club.organiser && entering(number, index, [first, second], winner),
  );
}

/** What the organiser can enter of a game.
 * @param {number} number
 * @param {number} index
 * @param {string[]} names
 * @param {string | null} winner */
function entering(number, index, names, winner) {
  const which = { round: String(number), game: String(index) };
  return el(
    "span",
    { class: "choices", "data-key": "entering" },
    winner
      ? button(say("club.take_back"), "result", which, "quiet")
      : names.map((name) => button(say("club.name_won", { name }), "result", { ...which, winner: name })),
  );
}

/** The table at which two play, if there is one.
 * @param {string} first
 * @param {string} second */
function placeOf(first, second) {
  /** @param {string} name */
  const plain = (name) => name.trim().toLocaleLowerCase();
  const wanted = [first, second].map(plain).sort().join("\n");
  const table = tablesInOrder().find(({ online, report }) => {
    const names = (report.players ?? []).map(({ name }) => plain(name));
    return online && names.sort().join("\n") === wanted;
  });
  return table ? say("club.at", { table: tableName(table) }) : "";
}

/** How the players stand; nothing without any. */
export function standings() {
  const rows = club.tournament?.standings ?? [];
  if (!rows.length) return null;
  const heads = ["place", "player", "points", "games_won", "opponents"].map((name) => say(`club.column.${name}`));
  return el(
    "section",
    { class: "card standings", "data-key": "standings", "aria-labelledby": "standings-title" },
    el("h2", { id: "standings-title" }, say("club.standings")),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.map((head) => el("th", { scope: "col" }, head)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(({ place, name, points, won, opponents }) =>
          el(
            "tr",
            { "data-key": name },
            el("td", {}, String(place)),
            el("th", { scope: "row" }, name),
            [points, won, opponents].map((number) => el("td", {}, String(number))),
          ),
        ),
      ),
    ),
    el("p", { class: "files" }, el("a", { href: "standings.csv", download: "" }, say("club.standings_file"))),
  );
}

/** The games that were finished, the newest first; nothing without any. */
export function results() {
  if (!club.results.length) return null;
  return el(
    "section",
    { class: "card results", "data-key": "results", "aria-labelledby": "results-title" },
    el("h2", { id: "results-title" }, say("club.results")),
    el(
      "ol",
      {},
      club.results.map((result) => {
        const { identity, game, place, players, turns } = result;
        const gods = players.flatMap(({ powers = [] }) => powers);
        const about = [place || unnamed(identity), powersText(gods), say("club.turn_count", { count: turns })];
        return el(
          "li",
          { "data-key": `${identity}-${game}` },
          el("span", {}, resultText(result)),
          el("small", { class: "quiet" }, about.filter(Boolean).join(" · ")),
          el("a", { href: `games/${identity}-${game}.json`, download: "" }, say("club.game_file")),
        );
      }),
    ),
    el("p", { class: "files" }, el("a", { href: "games.zip", download: "" }, say("club.games_file"))),
  );
}
