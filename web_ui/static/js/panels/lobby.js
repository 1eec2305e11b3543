// The lobby: the seats, and how to join.

import { tableLevel, tableOffer } from "../boards.js";
import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { namesOffered } from "../names.js";
import { dot, mayEnd, ofSeat, seated } from "../seats.js";
import { say } from "../text.js";

/** What a table's owner is offered once.
 * @param {Api.SnapshotForm} snapshot */
export function greeting({ host, settings }) {
  if (!host || settings.greeted) return null;
  return el(
    "section",
    { class: "card greeting", "data-key": "greeting" },
    el("h3", {}, say("greet.title")),
    el("p", { class: "quiet" }, say("greet.how")),
    el(
      "div",
      { class: "choices" },
      el("a", { class: "button", href: "#settings/first" }, say("greet.yes")),
      button(say("greet.no"), "greeted", {}, "quiet"),
    ),
  );
}

/** The seats.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function lobby(snapshot, ui) {
  const free = seated(snapshot).length < snapshot.seats.length;
  const sits = snapshot.seats_held.length > 0;
  return el(
    "section",
    { class: "card lobby", "data-key": "lobby" },
    free && !sits && !navigator.cookieEnabled && el("p", {}, el("strong", {}, say("lobby.no_cookies"))),
    free && !sits && name(snapshot, ui, ui.name),
    el(
      "ul",
      { class: "seats", "data-key": "seats", "aria-label": say("lobby.seats") },
      snapshot.seats.map((seat) => seatRow(snapshot, seat)),
    ),
    el("p", { class: "quiet", "data-key": "sides" }, sides(snapshot)),
    "puzzled" in document.body.dataset &&
      el("p", { class: "foot", "data-key": "puzzle" }, el("a", { href: "#puzzles/today" }, say("lobby.puzzle"))),
    snapshot.host &&
      !("alone" in document.body.dataset) &&
      el("p", { class: "foot", "data-key": "match" }, el("a", { href: "#match" }, say("menu.match"))),
    free &&
      sits &&
      el(
        "details",
        { class: "another", "data-key": "another" },
        el("summary", {}, say("lobby.another")),
        name(snapshot, ui, ""),
      ),
  );
}

/** Who sits down: a name to write, and the names that this table knows.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {string} value */
function name(snapshot, ui, value) {
  const colours = snapshot.seats.map(({ seat }) => say(`seat.${seat}`));
  const known = namesOffered(snapshot, ui.name, colours);
  return [
    el(
      "form",
      { class: "field", "data-submit": "sit", "data-key": "name" },
      el("label", { for: "player-name" }, say("lobby.name")),
      el("input", {
        type: "text",
        id: "player-name",
        maxlength: 24,
        autocomplete: "nickname",
        enterkeyhint: "go",
        value,
      }),
    ),
    known.length > 0 &&
      el(
        "div",
        { class: "known", role: "group", "aria-label": say("lobby.known"), "data-key": "known" },
        known.map((each) => button(each, "sit-as", { name: each }, "chip")),
      ),
  ];
}

/** The way back to the lobby, as long as nothing stands on the board; null where there is none.
 * @param {Api.SnapshotForm} snapshot */
export function backToLobby(snapshot) {
  const { phase, game, found } = snapshot;
  const empty = phase === "draft" || (phase === "placing" && game?.workers.length === 0);
  return mayEnd(snapshot) && empty && !found ? button(say("lobby.back"), "to-lobby", {}, "quiet") : null;
}

/** How those who sit would play now: how many the game is for, or who plays with whom.
 * @param {Api.SnapshotForm} snapshot */
function sides(snapshot) {
  const sitting = seated(snapshot);
  const teams = [0, 1].map((team) => sitting.filter((one) => one.team === team).map((one) => one.seat));
  if (teams.every((seats) => seats.length > 1)) {
    return say("lobby.teams", { one: teams[0].join(","), other: teams[1].join(",") });
  }
  return say(sitting.length > 2 ? "lobby.everyone" : "lobby.sizes");
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} row
 */
function seatRow(snapshot, row) {
  const { seat, name } = row;
  const { seats_held: held, claims, host } = snapshot;
  const mine = held.includes(seat);
  const taken = name !== null;
  const claim = claims.find((one) => one.mine && one.seat === seat);
  const others = taken && !mine && !claim && !row.level && row.table === null;
  return el(
    "li",
    { class: `seat ${seat} ${taken ? "taken" : claim ? "claimed" : "free"}`, "data-key": seat },
    token(seat),
    whoSits(snapshot, row, claim),
    !taken &&
      !claim &&
      ofSeat(
        button(say("lobby.sit"), "claim", { seat }, held.length || claims.some((one) => one.mine) ? "" : "primary"),
        seat,
      ),
    mine && ofSeat(button(say("lobby.leave"), "leave", { seat }, "quiet"), seat),
    tableOffer(snapshot, row) ?? (others && (host || !held.length) && more(seat, host)),
  );
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} row
 * @param {Page.Claim|undefined} claim */
function whoSits({ seats_held: held, leader }, row, claim) {
  const { seat, name, connected, level, table } = row;
  const colour = say(`seat.${seat}`);
  const elsewhere = level !== null || table !== null;
  const plays = elsewhere ? tableLevel(row) : under(name, held.includes(seat), claim, colour);
  return el(
    "span",
    { class: "who" },
    el("strong", {}, (name ?? claim?.name) || colour),
    el(
      "small",
      {},
      name !== null && !elsewhere && dot(connected),
      [plays, leader === seat && say("lobby.leads")].filter(Boolean).join(" · "),
    ),
  );
}

/**
 * @param {string|null} name
 * @param {boolean} mine
 * @param {Page.Claim|undefined} claim
 * @param {string} colour
 */
function under(name, mine, claim, colour) {
  if (name !== null) return mine ? say("lobby.yours") : name && colour;
  return say(claim ? "lobby.asks" : "lobby.free");
}

/** What can be done about somebody else's seat: by the host, or by its player who comes with another phone.
 * @param {Api.Seat} seat
 * @param {boolean} host */
function more(seat, host) {
  return el(
    "details",
    { class: "more", "data-key": `more-${seat}` },
    el("summary", { "aria-label": say("lobby.more", { seat }) }, el("span", { "aria-hidden": "true" }, "⋯")),
    el(
      "div",
      { class: "choices" },
      host
        ? [
            button(say("lobby.lead", { seat }), "lead", { seat }),
            button(say("lobby.free_seat"), "leave", { seat }, "quiet"),
          ]
        : button(say("lost.mine"), "claim-again", { seat }),
    ),
  );
}

/** How another phone comes in; without an address, that none can. Nothing where the page around ours says so already.
 * @param {Page.Ui} ui */
export function join(ui) {
  if ("alone" in document.body.dataset) return null;
  if (!ui.address) {
    return el(
      "section",
      { class: "card", "data-key": "join" },
      el("h3", {}, say("join.title")),
      el("p", { class: "quiet" }, say("join.nowhere")),
    );
  }
  return el(
    "section",
    { class: "card join", "data-key": "join" },
    el("img", { src: "join.svg", alt: say("join.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say("join.title")), el("p", { class: "quiet" }, say("join.how"))),
    el("p", { class: "address" }, ui.address),
  );
}
