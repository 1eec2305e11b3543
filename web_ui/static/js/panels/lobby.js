// The lobby: the seats, and how to join.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { namesOffered } from "../names.js";
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
  const free = seated(snapshot).length < snapshot.seats.length;
  const sits = snapshot.seats_held.length > 0;
  return el(
    "section",
    { class: "card lobby", "data-key": "lobby" },
    free && !sits && name(snapshot, ui, ui.name),
    el(
      "ul",
      { class: "seats", "data-key": "seats", "aria-label": say("lobby.seats") },
      snapshot.seats.map((seat) => seatRow(snapshot, seat)),
    ),
    el("p", { class: "quiet", "data-key": "sides" }, sides(snapshot)),
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
  const { host, phase, game, found } = snapshot;
  const empty = phase === "draft" || (phase === "placing" && game?.workers.length === 0);
  return host && empty && !found ? button(say("lobby.back"), "to-lobby", {}, "quiet") : null;
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
        name && dot(connected),
        [under(name, mine, claim, colour), leader === seat && say("lobby.leads")].filter(Boolean).join(" · "),
      ),
    ),
    !name &&
      !claim &&
      button(say("lobby.sit"), "claim", { seat }, held.length || claims.some((one) => one.mine) ? "" : "primary"),
    mine && button(say("lobby.leave"), "leave", { seat }, "quiet"),
    name && !mine && (host || !held.length) && !claim && more(seat, host),
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
