// The lobby: the seats, and how to join.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { dot, seated } from "../seats.js";
import { say } from "../text.js";

/** The welcome, to the table by its name if it has one.
 * @param {Api.SnapshotForm} snapshot */
export function lobbyTitle({ settings: { name } }) {
  return name ? say("lobby.title_named", { table: name }) : say("lobby.title");
}

/** What those in the lobby wait for.
 * @param {Api.SnapshotForm} snapshot */
export function lobbyAsk(snapshot) {
  if (snapshot.claims.some((claim) => claim.mine)) return say("lobby.prove");
  if (!snapshot.seats_held.length) return say("lobby.claim");
  const count = seated(snapshot).length;
  if (count < 2) return say("lobby.wait");
  return say(snapshot.host ? "lobby.ready" : "lobby.host_begins", { count });
}

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
  const count = seated(snapshot).length;
  return el(
    "section",
    { class: "card lobby", "data-key": "lobby" },
    count < snapshot.seats.length &&
      el(
        "label",
        { class: "field", "data-key": "name" },
        el("span", {}, say("lobby.name")),
        el("input", { type: "text", id: "player-name", maxlength: 24, autocomplete: "nickname", value: ui.name }),
      ),
    el(
      "ul",
      { class: "seats", "data-key": "seats", "aria-label": say("lobby.seats") },
      snapshot.seats.map((seat) => seatRow(snapshot, seat)),
    ),
    el("p", { class: "quiet", "data-key": "sides" }, sides(snapshot)),
  );
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
 * @param {Page.SeatRow} seat
 */
function seatRow(snapshot, { seat, name, connected }) {
  const { seats_held: held, leader, claims, host } = snapshot;
  const mine = held.includes(seat);
  const claim = claims.find((one) => one.mine && one.seat === seat);
  const colour = say(`seat.${seat}`);
  return el(
    "li",
    { class: `seat ${seat} ${name ? "taken" : claim ? "claimed" : "free"}`, "data-key": seat },
    token(seat),
    el(
      "span",
      { class: "who" },
      el("strong", {}, name ?? claim?.name ?? colour),
      el(
        "small",
        {},
        [under(name, mine, claim, colour), leader === seat && say("lobby.leads")].filter(Boolean).join(" · "),
      ),
    ),
    name && dot(connected),
    !name &&
      !claim &&
      button(
        say("lobby.sit"),
        "claim",
        { seat, colour },
        held.length || claims.some((one) => one.mine) ? "" : "primary",
      ),
    mine && button(say("lobby.leave"), "leave", { seat }),
    name && !mine && (host || !held.length) && !claim && more(seat, name, host),
  );
}

/**
 * @param {string|null} name
 * @param {boolean} mine
 * @param {Page.Claim|undefined} claim
 * @param {string} colour
 */
function under(name, mine, claim, colour) {
  if (name) return mine ? say("lobby.yours") : colour;
  return say(claim ? "lobby.asks" : "lobby.free");
}

/** What can be done about somebody else's seat: by the host, or by its player who comes with another phone.
 * @param {Api.Seat} seat
 * @param {string} name
 * @param {boolean} host */
function more(seat, name, host) {
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
        : button(say("lost.mine"), "claim-again", { seat, colour: name }),
    ),
  );
}

/** How another phone comes in; without an address, that none can.
 * @param {Page.Ui} ui */
export function join(ui) {
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
    el("img", { src: "/join.svg", alt: say("join.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say("join.title")), el("p", { class: "quiet" }, say("join.how"))),
    el("p", { class: "address" }, ui.address),
  );
}
