// The list of finished games, what is counted of them, and bringing in one from elsewhere.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { postText } from "../link.js";
import { ask, draw, note } from "../state.js";
import { asNamed, cardName, say, tell } from "../text.js";
import { loadList, store } from "./store.js";
import { playerText, resultText, seatsOf, when } from "./words.js";

const MANY = 100;
let deleting = false;

/** The whole page of games. */
export function listPanels(fresh, ui) {
  const { list } = store;
  return [head(fresh, ui, list), list ? [games(list.games), players(list.players), gods(list.powers), deletion(fresh, list.games)] : null];
}

export const listDoings = {
  "delete-all": () => confirming(true),
  "delete-all-no": () => confirming(false),
  "delete-all-yes": async () => {
    const names = store.list.games.map(({ game }) => game);
    for (let from = 0; from < names.length; from += MANY) {
      await ask({ kind: "delete_games", games: names.slice(from, from + MANY) });
    }
    deleting = false;
    await loadList();
  },
};

export const listChanges = {
  bring: async (field) => {
    const [file] = field.files;
    if (!file) return;
    const text = await file.text();
    field.value = "";
    const { status, body } = await postText("/games", text);
    if (status === 201) location.hash = `#games/${body.game}`;
    else if (status === 0) note(say("error.no_answer"));
    else note(body.message ? tell(body.message) : body.error);
  },
};

/** The page is left: nothing is about to be deleted. */
export function listLeft() {
  deleting = false;
}

function confirming(asked) {
  deleting = asked;
  draw();
}

function head(fresh, ui, list) {
  return el(
    "section",
    { class: "card games-head", "data-key": "games-head" },
    el("h2", {}, say("menu.games")),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    el("p", { class: "quiet", "data-key": "count" }, countText(list)),
    list && list.set_aside.length ? el("p", { "data-key": "aside" }, say("games.set_aside", { files: list.set_aside.join(", ") })) : null,
    list && fresh.seats_held.length
      ? el(
          "label",
          { class: "button file", "data-key": "bring" },
          el("input", { type: "file", accept: ".json,application/json", "data-change": "bring", class: "visually-hidden" }),
          el("span", {}, say("games.bring")),
        )
      : null,
  );
}

function countText(list) {
  if (list === null) return say("games.fetching");
  if (!list) return say("table.no_games");
  return say(list.games.length ? "games.count" : "games.none", { count: list.games.length });
}

function games(found) {
  if (!found.length) return null;
  return el("ul", { class: "cards games", "aria-label": say("menu.games"), "data-key": "games" }, found.map(entry));
}

function entry(game) {
  return asNamed(seatsOf(game), () =>
    el(
      "li",
      { "data-key": game.game },
      el(
        "a",
        { class: "game", href: `#games/${game.game}` },
        el("span", { class: "quiet" }, `${when(game)} · ${say("games.turns", { count: game.turns })}`),
        el(
          "span",
          { class: "sides" },
          game.players.map((player) => {
            const won = game.winners?.includes(player.seat);
            return el("span", { class: won ? "side won" : "side" }, token(player.seat), el("span", {}, playerText(player)));
          }),
        ),
        el("strong", {}, resultText(game)),
      ),
    ),
  );
}

const COLUMNS = ["games.played", "games.won", "games.length"];

function players(counted) {
  if (!counted.length) return null;
  return el(
    "section",
    { class: "card tallies", "data-key": "players" },
    el("h3", {}, say("games.players")),
    tallies(say("games.player"), counted.map((player) => [player.name, player])),
    counted.map((player) =>
      el(
        "details",
        { "data-key": `gods-${player.name}` },
        el("summary", {}, say("games.gods_of", { player: player.name })),
        tallies(say("games.god"), player.powers.map((power) => [godName(power.power), power])),
      ),
    ),
  );
}

function gods(counted) {
  if (!counted.length) return null;
  return el(
    "section",
    { class: "card tallies", "data-key": "powers" },
    el("h3", {}, say("games.gods")),
    tallies(say("games.god"), counted.map((power) => [cardName(power.power), power])),
  );
}

const godName = (power) => (power === "mortal" ? say("games.no_god") : cardName(power));

function tallies(title, rows) {
  return el(
    "table",
    { class: "tally" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, title), COLUMNS.map((key) => el("th", { scope: "col" }, say(key))))),
    el(
      "tbody",
      {},
      rows.map(([name, { games: played, wins, turns }]) =>
        el("tr", {}, el("th", { scope: "row" }, name), [played, wins, Math.round(turns / played)].map((number) => el("td", {}, String(number)))),
      ),
    ),
  );
}

function deletion({ host }, found) {
  if (!host || !found.length) return null;
  return el(
    "section",
    { class: "host", "data-key": "delete" },
    deleting
      ? [
          el("p", {}, say("games.delete_all_sure", { count: found.length })),
          button(say("games.delete_yes"), "delete-all-yes", {}, "danger"),
          button(say("games.delete_no"), "delete-all-no"),
        ]
      : button(say("games.delete_all"), "delete-all", {}, "quiet"),
  );
}
