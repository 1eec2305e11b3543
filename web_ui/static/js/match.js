// Playing with other tables, for the host: opening a match, joining one, who is in it, and leaving it.

import { button, el, inputById } from "./dom.js";
import { token } from "./drawing.js";
import { ask, draw, latest } from "./state.js";
import { loadPart, messageText, say } from "./text.js";

const PLACES = ["here", "second", "third", "fourth"];

/** At which table each free seat is to be played, as the index of `PLACES`.
 * @type {Partial<Record<Api.Seat, number>>} */
let chosen = {};
/** Whether the host is about to leave the match. */
let sure = false;

/** @type {Page.View} */
export const view = {
  title: () => say("match.title"),
  panels: (snapshot, ui) => [
    el(
      "section",
      { class: "card settings", "data-key": "match" },
      el("h2", {}, say("match.title")),
      el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
      about(snapshot),
    ),
    ...cards(snapshot),
  ],
  left: () => {
    chosen = {};
    sure = false;
  },
};

export const load = () => loadPart("match");

/** Play a seat at a table from now on.
 * @param {Api.Seat} seat
 * @param {number} place the index of the table among `PLACES` */
function play(seat, place) {
  chosen = { ...chosen, [seat]: place };
}

const open = () => ask({ kind: "open_match", tables: tablesChosen() });

const join = () => ask({ kind: "join_match", code: inputById("match-code").value.trim() });

/** Ask whether the match is to be left, or no longer.
 * @param {boolean} asked */
function askToLeave(asked) {
  sure = asked;
  draw();
}

function leave() {
  sure = false;
  return ask({ kind: "leave_match" });
}

/** What stands in the way, or how it stands.
 * @param {Api.SnapshotForm} snapshot */
function about({ match, host, phase }) {
  if (!host) return el("p", {}, say("match.host_only"));
  if (!match?.able) return el("p", {}, say("match.no_broker"));
  if (match.trouble) return el("p", { role: "status" }, messageText(match.trouble));
  if (match.joining) return el("p", { role: "status" }, say("match.joining"));
  return match.here === null && phase !== "lobby" ? el("p", {}, say("match.in_lobby")) : null;
}

/** @param {Api.SnapshotForm} snapshot */
function cards(snapshot) {
  const { match, host, phase } = snapshot;
  if (!host || !match?.able) return [];
  if (match.here === null && !match.joining) return phase === "lobby" ? [opening(snapshot), joining()] : [];
  return [match.tables.length > 0 && tables(match), ...match.codes.map(code), leaving(match)];
}

/** The seats on which nobody sits yet.
 * @param {Api.SnapshotForm} snapshot */
const free = ({ seats }) => seats.filter(({ name }) => name === null).map(({ seat }) => seat);

/** Where a seat is played: as chosen, else the first free one at another table.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat */
const placeOf = (snapshot, seat) => chosen[seat] ?? (seat === free(snapshot)[0] ? 1 : 0);

/** The seats of each other table. */
function tablesChosen() {
  const snapshot = latest();
  return PLACES.slice(1)
    .map((_, index) => free(snapshot).filter((seat) => placeOf(snapshot, seat) === index + 1))
    .filter((seats) => seats.length);
}

/** @param {Api.SnapshotForm} snapshot */
function opening(snapshot) {
  return el(
    "section",
    { class: "card settings", "data-key": "match-opening" },
    el("h3", {}, say("match.open")),
    el("p", { class: "quiet" }, say("match.open_how")),
    free(snapshot).map((seat) =>
      el(
        "label",
        { class: "field", "data-key": seat },
        el("span", {}, token(seat), " ", say(`seat.${seat}`)),
        el(
          "select",
          { onchange: ({ value }) => play(seat, Number(value)) },
          PLACES.map((place, index) =>
            el("option", { value: index, selected: placeOf(snapshot, seat) === index }, say(`match.place.${place}`)),
          ),
        ),
      ),
    ),
    el("div", { class: "choices" }, button(say("match.show_code"), open, "primary")),
  );
}

function joining() {
  return el(
    "section",
    { class: "card settings", "data-key": "match-joining" },
    el("h3", {}, say("match.join")),
    el(
      "label",
      { class: "field" },
      el("span", {}, say("match.join_how")),
      el("input", {
        type: "text",
        id: "match-code",
        maxlength: 200,
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
      }),
    ),
    el("div", { class: "choices" }, button(say("match.join_do"), join, "primary")),
  );
}

/** The tables, with the words that people compare.
 * @param {Api.MatchForm} match */
function tables(match) {
  return el(
    "section",
    { class: "card settings", "data-key": "match-tables" },
    el("h3", {}, say("match.tables")),
    el(
      "ul",
      { class: "tables" },
      match.tables.map((table) => tableRow(match, table)),
    ),
  );
}

/** @param {Api.MatchForm} match
 * @param {Api.MatchForm["tables"][number]} table */
function tableRow(match, table) {
  const here = table.number === match.here;
  const seats = table.seats.map((seat) => say(`seat.${seat}`)).join(", ");
  const facts = [here && say("match.here"), table.gone ? say("match.gone") : seats].filter(Boolean).join(" · ");
  return el(
    "li",
    { "data-key": String(table.number) },
    el("p", {}, el("strong", {}, table.title), " ", el("small", {}, facts)),
    !here && !table.gone && table.words.length > 0
      ? el("p", { class: "quiet" }, say("match.words", { given: table.words.join(" ") }))
      : null,
    match.here === 0 && !here && !table.gone
      ? button(
          say("match.revoke"),
          () => ask({ kind: "revoke_table", table: table.number }),
          "quiet",
          String(table.number),
        )
      : null,
  );
}

/** A code, to type and to scan.
 * @param {Api.MatchForm["codes"][number]} shown */
function code({ seats, words }) {
  const named = seats.map((seat) => say(`seat.${seat}`)).join(", ");
  return el(
    "section",
    { class: "card join", "data-key": `code-${words[0]}` },
    el("img", { src: `match-code.svg?of=${words[0]}`, alt: say("match.scan"), width: 132, height: 132 }),
    el(
      "div",
      {},
      el("h3", {}, say("match.code_for", { given: named })),
      el("p", { class: "quiet" }, say("match.code_how")),
    ),
    el("p", { class: "address" }, words.join("-")),
  );
}

/** @param {Api.MatchForm} match */
function leaving(match) {
  const waits = match.here === null;
  return el(
    "section",
    { class: "card settings", "data-key": "match-leaving" },
    sure && !waits
      ? [
          el("p", {}, say(match.here === 0 ? "match.end_sure" : "match.leave_sure")),
          el(
            "div",
            { class: "choices" },
            button(say("match.leave"), leave, "danger decides", "sure"),
            button(say("host.abandon_no"), () => askToLeave(false)),
          ),
        ]
      : waits
        ? button(say("match.stop"), leave, "quiet")
        : button(say("match.leave"), () => askToLeave(true), "quiet"),
  );
}
