// Finished games: #games is the list, #games/<name> one of them, to step through.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { postText } from "../link.js";
import { ask, draw, note } from "../state.js";
import { cardName, loadPart, messageText, say } from "../text.js";
import { leave, stepperDrawn, stepperPanels, stepperTitle } from "./replay.js";
import { inNamesOf, listed, loadList, loadMore, marksText, playerText, resultText, store, when } from "./store.js";

/** Whether the list is shown. */
let isListed = false;
/** Whether all games are about to be deleted. */
let deleting = false;

/** @type {Page.View} */
export const view = {
  title: (_, [name]) => (name ? stepperTitle(name) : say("menu.games")),
  panels: (fresh, ui, [name]) => (name ? stepperPanels(fresh, ui, name) : listPanels(fresh, ui)),
  drawn: ([name]) => {
    if (name) {
      isListed = false;
      stepperDrawn(name);
    } else if (!isListed) {
      isListed = true;
      leave();
      loadList();
    }
  },
  left: () => {
    isListed = deleting = false;
    store.list = store.counted = null;
    leave();
  },
};

export const load = () => Promise.all(["games", "hints", "tableseats"].map(loadPart));

/** The list of finished games, what is counted of them, and the way to bring in one from elsewhere.
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui */
function listPanels(fresh, ui) {
  const { list, counted } = store;
  return [
    head(fresh, ui, list),
    list ? [games(list.games), more(list)] : null,
    counted ? [players(counted), gods(counted.powers)] : null,
    list ? deletion(fresh, list) : null,
  ];
}

/** Bring in a game from a file.
 * @param {HTMLInputElement} field */
async function bring(field) {
  const file = field.files?.[0];
  if (!file) return;
  const text = await file.text();
  field.value = "";
  const { status, body } = await postText("games", text);
  if (status === 201) location.hash = `#games/${body.game}`;
  else note(body.message ? messageText(body.message) : (body.error ?? null));
}

/** Ask whether all games are to be deleted, or no longer.
 * @param {boolean} asked */
function askToDelete(asked) {
  deleting = asked;
  draw();
}

async function deleteAll() {
  await loadList();
  let left = Number.POSITIVE_INFINITY;
  for (let list = listed(); list?.games.length && list.count < left; list = listed()) {
    left = list.count; // a table that deletes none of them is not asked again
    await ask({ kind: "delete_games", games: list.games.map(({ game }) => game) });
    await loadList();
  }
  askToDelete(false);
}

/**
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui
 * @param {Api.GamesForm | false | null} list
 */
function head(fresh, ui, list) {
  return el(
    "section",
    { class: "card games-head", "data-key": "games-head" },
    el("h2", {}, say("menu.games")),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    el("p", { class: "quiet", "data-key": "count" }, countText(list)),
    list &&
      list.set_aside.length > 0 &&
      el("p", { "data-key": "aside" }, say("games.set_aside", { files: list.set_aside.join(", ") })),
    list && fresh.seats_held.length
      ? el(
          "label",
          { class: "button file", "data-key": "bring" },
          el("input", {
            type: "file",
            accept: ".json,application/json",
            onchange: bring,
            class: "visually-hidden",
          }),
          el("span", {}, say("games.bring")),
        )
      : null,
  );
}

/** @param {Api.GamesForm | false | null} list */
function countText(list) {
  if (list === null) return say("games.fetching");
  if (!list) return say("table.no_games");
  return say(list.count ? "games.count" : "games.none", { count: list.count });
}

/** @param {Api.GameForm[]} found */
function games(found) {
  if (!found.length) return null;
  return el("ul", { class: "cards games", "aria-label": say("menu.games"), "data-key": "games" }, found.map(entry));
}

/** @param {Api.GameForm} game */
function entry(game) {
  return inNamesOf(game, () =>
    el(
      "li",
      { "data-key": game.game },
      el(
        "a",
        { class: "game", href: `#games/${game.game}` },
        el(
          "span",
          { class: "quiet" },
          [when(game), say("games.turns", { count: game.turns }), ...marksText(game)].join(" · "),
        ),
        el(
          "span",
          { class: "sides" },
          game.players.map((player) => {
            const won = game.winners?.includes(player.seat);
            return el(
              "span",
              { class: won ? "side won" : "side" },
              token(player.seat),
              el("span", {}, playerText(player)),
            );
          }),
        ),
        el("strong", {}, resultText(game)),
      ),
    ),
  );
}

const COLUMNS = ["games.played", "games.won", "games.length"];

/** The way to the games that come next, and how many are here.
 * @param {Api.GamesForm} given */
function more({ games: here, count, before }) {
  if (!before) return null;
  return el(
    "section",
    { class: "choices", "data-key": "more" },
    el("p", { class: "quiet", role: "status" }, say("games.listed", { listed: here.length, count })),
    button(say("games.more"), loadMore),
  );
}

/** @param {Api.StatisticsForm} given */
function players({ players: counted, others }) {
  if (!counted.length) return null;
  return el(
    "section",
    { class: "card tallies", "data-key": "players" },
    el("h3", {}, say("games.players")),
    tallies(
      say("games.player"),
      counted.map((player) => [player.name, player]),
    ),
    counted.map((player) =>
      el(
        "details",
        { "data-key": `gods-${player.name}` },
        el("summary", {}, say("games.gods_of", { player: player.name })),
        tallies(
          say("games.god"),
          player.powers.map((power) => [godName(power.power), power]),
        ),
      ),
    ),
    others ? el("p", { class: "quiet", "data-key": "others" }, say("games.others", { count: others })) : null,
  );
}

/** @param {Api.StatisticsForm["powers"]} counted */
function gods(counted) {
  if (!counted.length) return null;
  return el(
    "section",
    { class: "card tallies", "data-key": "powers" },
    el("h3", {}, say("games.gods")),
    tallies(
      say("games.god"),
      counted.map((power) => [cardName(power.power), power]),
    ),
  );
}

/** @param {string} power */
const godName = (power) => (power === "mortal" ? say("games.no_god") : cardName(power));

/**
 * @param {string} title
 * @param {Array<[string, {games: number, wins: number, turns: number}]>} rows
 */
function tallies(title, rows) {
  return el(
    "table",
    { class: "tally" },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, title),
        COLUMNS.map((key) => el("th", { scope: "col" }, say(key))),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map(([name, { games: played, wins, turns }]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          [played, wins, Math.round(turns / played)].map((number) => el("td", {}, String(number))),
        ),
      ),
    ),
  );
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.GamesForm} given
 */
function deletion({ host }, { count }) {
  if (!host || !count) return null;
  return el(
    "section",
    { class: "host", "data-key": "delete" },
    deleting
      ? [
          el("p", {}, say("games.delete_all_sure", { count })),
          button(say("games.delete_yes"), deleteAll, "danger"),
          button(say("games.delete_no"), () => askToDelete(false)),
        ]
      : button(say("games.delete_all"), () => askToDelete(true), "quiet"),
  );
}
