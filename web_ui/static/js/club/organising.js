// What the organiser does: begins a tournament, lets players enter, pairs rounds, enters results.

import { button, el, inputById } from "../dom.js";
import { post } from "../link.js";
import { messageText, say } from "../text.js";
import { club, here, note } from "./state.js";
import { unnamed } from "./words.js";

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
    { class: "card", "data-submit": "words", "data-key": "words-form" },
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
    { class: "card", "data-submit": "begin", "data-key": "begin-form", "aria-labelledby": "begin-title" },
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
    el("button", { class: sure && club.tournament ? "danger" : "" }, say("club.begin.go")),
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
            ? described(button(say("club.back_in"), "back-in", { name }, "quiet"), name)
            : described(button(say("club.withdraw"), "withdraw", { name }, "quiet"), name),
        ),
      ),
    ),
    el(
      "form",
      { "data-submit": "enter", "data-key": "enter-form" },
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
    !over && button(say("club.pair", { number: rounds.length + 1 }), "pair", {}, "primary"),
    fresh && button(say("club.cancel"), "cancel", {}, "quiet"),
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

/** What buttons do, by name.
 * @type {Record<string, (data: DOMStringMap) => unknown>} */
export const doings = {
  pair: () => command({ kind: "pair_round" }),
  cancel: () => command({ kind: "cancel_round" }),
  withdraw: ({ name = "" }) => command({ kind: "withdraw_player", name }),
  "back-in": ({ name = "" }) => command({ kind: "enter_players", names: [name] }),
  result: ({ round, game, winner = null }) =>
    command({ kind: "enter_result", round: Number(round), game: Number(game), winner }),
};

/** What forms do, by name; `again` has the page listen anew.
 * @param {() => void} again
 * @returns {Record<string, () => unknown>} */
export const forms = (again) => ({
  words: async () => {
    if (await ask("organiser", { words: inputById("club-words").value })) again();
  },
  begin: async () => {
    if (club.tournament && here.sure !== "begin") {
      here.sure = "begin";
      note("");
      return;
    }
    here.sure = "";
    const system = /** @type {Club.PairingSystem} */ (valueOf("club-system"));
    const rounds = Number(valueOf("club-rounds"));
    await command({ kind: "begin_tournament", title: valueOf("club-title"), system, rounds });
  },
  enter: async () => {
    const names = valueOf("club-names")
      .split("\n")
      .filter((name) => name.trim());
    if (names.length && (await command({ kind: "enter_players", names }))) setValue("club-names", "");
  },
});

/** @param {string} id */
const valueOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value;

/** @param {string} id
 * @param {string} text */
function setValue(id, text) {
  /** @type {HTMLInputElement} */ (document.getElementById(id)).value = text;
}
