// The tournament of a club: the round that is played, the standings, what was played, and what the organiser does.

import { button, el, inputById } from "../dom.js";
import { post } from "../link.js";
import { messageText, say } from "../text.js";
import { club, here, link, note, powersText, resultText, tableName, tablesInOrder, unnamed } from "./tables.js";

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
  const decide = (/** @type {string | null} */ won) =>
    command({ kind: "enter_result", round: number, game: index, winner: won });
  return el(
    "span",
    { class: "choices", "data-key": "entering" },
    winner
      ? button(say("club.take_back"), () => decide(null), "quiet decides")
      : names.map((name) => button(say("club.name_won", { name }), () => decide(name), "decides")),
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

// ---- What the organiser does: begins a tournament, lets players enter, pairs rounds, enters results.

/** Asks the club for something; whether it was done. What it says otherwise is shown.
 * @param {string} address
 * @param {unknown} body */
async function ask(address, body) {
  const { status, body: told } = await post(address, body);
  const text = told.message ? messageText(told.message) : (told.error ?? "");
  note(status === 200 ? "" : text);
  return status === 200;
}

/** @param {Club.ClubRequestForm["command"]} command */
const command = (command) => ask("command", { edition: club.edition, command });

/** Become an organiser with the words that were typed; the club then speaks to one. */
async function signIn() {
  if (await ask("organiser", { words: inputById("club-words").value })) link.renew();
}

/** Begin a tournament; one that is there is only put away when that is asked for twice. */
async function begin() {
  if (club.tournament && here.sure !== "begin") {
    here.sure = "begin";
    note("");
    return;
  }
  here.sure = "";
  const system = /** @type {Club.PairingSystem} */ (valueOf("club-system"));
  const rounds = Number(valueOf("club-rounds"));
  await command({ kind: "begin_tournament", title: valueOf("club-title"), system, rounds });
}

/** Enter the players whose names were typed, one a line. */
async function enter() {
  const names = valueOf("club-names")
    .split("\n")
    .filter((name) => name.trim());
  if (names.length && (await command({ kind: "enter_players", names }))) setValue("club-names", "");
}

/** @param {string} id */
const valueOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value;

/** @param {string} id
 * @param {string} text */
function setValue(id, text) {
  /** @type {HTMLInputElement} */ (document.getElementById(id)).value = text;
}

/** The view of the organiser. */
export function organising() {
  return [
    el("h2", { "data-key": "title" }, say("club.organise")),
    el("p", { class: "note", role: "status", "data-key": "note" }, here.note),
    ...(club.organiser ? [players(), pairing(), beginning(), dropped()] : [signingIn()]),
  ];
}

const signingIn = () =>
  el(
    "form",
    { class: "card", onsubmit: signIn, "data-key": "words-form" },
    el("p", { id: "words-how" }, say("club.words.how")),
    field("club-words", say("club.words.field"), {
      autocomplete: "off",
      "aria-describedby": "words-how",
      maxlength: 100,
    }),
    el("button", { class: "primary" }, say("club.words.go")),
  );

/**
 * @param {string} id
 * @param {string} label
 * @param {Page.Attributes} [more]
 */
const field = (id, label, more = {}) =>
  el("p", { class: "field", "data-key": id }, el("label", { for: id }, label), el("input", { id, ...more }));

function beginning() {
  const sure = here.sure === "begin" || !club.tournament;
  return el(
    "form",
    { class: "card", onsubmit: begin, "data-key": "begin-form", "aria-labelledby": "begin-title" },
    el("h3", { id: "begin-title" }, say("club.begin.title")),
    field("club-title", say("club.begin.name"), { maxlength: 24, autocomplete: "off" }),
    el(
      "p",
      { class: "field", "data-key": "system" },
      el("label", { for: "club-system" }, say("club.begin.system")),
      el(
        "select",
        { id: "club-system" },
        el("option", { value: "swiss" }, say("club.system.swiss")),
        el("option", { value: "round_robin" }, say("club.system.round_robin")),
      ),
    ),
    field("club-rounds", say("club.begin.rounds"), { type: "number", min: 1, max: 50, value: 5, inputmode: "numeric" }),
    sure && club.tournament && el("p", { "data-key": "sure" }, say("club.begin.sure")),
    sure && club.tournament
      ? el("button", { class: "danger decides", "data-key": "sure-go" }, say("club.begin.go"))
      : el("button", { "data-key": "go" }, say("club.begin.go")),
  );
}

function players() {
  const { tournament } = club;
  if (!tournament) return null;
  return el(
    "section",
    { class: "card", "data-key": "players", "aria-labelledby": "players-title" },
    el("h3", { id: "players-title" }, say("club.players")),
    el(
      "ul",
      { class: "entrants" },
      tournament.entrants.map(({ name, withdrawn = false }) =>
        el(
          "li",
          { class: withdrawn ? "out" : "", "data-key": name },
          el("strong", {}, name),
          withdrawn && el("small", {}, say("club.withdrawn")),
          withdrawn
            ? described(
                button(say("club.back_in"), () => command({ kind: "enter_players", names: [name] }), "quiet"),
                name,
              )
            : described(
                button(say("club.withdraw"), () => command({ kind: "withdraw_player", name }), "quiet"),
                name,
              ),
        ),
      ),
    ),
    el(
      "form",
      { onsubmit: enter, "data-key": "enter-form" },
      el("label", { for: "club-names" }, say("club.enter.field")),
      el("textarea", { id: "club-names", rows: 3, maxlength: 3000, "data-slot": true }),
      el("button", {}, say("club.enter.go")),
    ),
  );
}

/** A button that tells those who hear it of whom it is.
 * @param {HTMLElement} made
 * @param {string} name */
function described(made, name) {
  made.setAttribute("aria-description", name);
  return made;
}

function pairing() {
  const { tournament } = club;
  if (!tournament) return null;
  const { rounds, over } = tournament;
  const last = rounds.at(-1);
  const fresh = last?.games.every(({ winner = null }) => winner === null) ?? false;
  return el(
    "section",
    { class: "card choices", "data-key": "pairing" },
    !over &&
      button(say("club.pair", { number: rounds.length + 1 }), () => command({ kind: "pair_round" }), "primary decides"),
    fresh && button(say("club.cancel"), () => command({ kind: "cancel_round" }), "quiet decides"),
    over && el("p", {}, say("club.over")),
  );
}

function dropped() {
  const all = Object.entries(club.dropped);
  if (!all.length) return null;
  return el(
    "details",
    { class: "card", "data-key": "dropped" },
    el("summary", {}, say("club.dropped")),
    el(
      "ul",
      {},
      all.map(([identity, why]) =>
        el("li", { "data-key": identity }, unnamed(identity), ": ", el("span", { lang: "en" }, why)),
      ),
    ),
  );
}
