// The lobby: the seats, the options, and how to join.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { dot, seated } from "../seats.js";
import { say } from "../text.js";

/** What those in the lobby wait for. */
export function lobbyAsk(snapshot) {
  if (!snapshot.seats_held.length) return say("lobby.claim");
  const count = seated(snapshot).length;
  if (count < 2) return say("lobby.wait");
  return say(snapshot.host ? "lobby.ready" : "lobby.host_begins", { count });
}

/** Seats and options. */
export function lobby(snapshot, ui) {
  const count = seated(snapshot).length;
  return el(
    "section",
    { class: "card lobby", "data-key": "lobby" },
    count < snapshot.seats.length &&
      el(
        "label",
        { class: "field" },
        el("span", {}, say("lobby.name")),
        el("input", { type: "text", id: "player-name", maxlength: 24, autocomplete: "nickname", value: ui.name }),
      ),
    el("ul", { class: "seats", "aria-label": say("lobby.seats") }, snapshot.seats.map((seat) => seatRow(snapshot, seat))),
    el("p", { class: "quiet", "data-key": "sides" }, sides(snapshot)),
    snapshot.host &&
      el(
        "div",
        { class: "options" },
        el(
          "label",
          { class: "switch" },
          el("input", { type: "checkbox", "data-change": "powers", checked: snapshot.options.powers || snapshot.powers_needed, disabled: snapshot.powers_needed }),
          el("span", {}, say("lobby.powers")),
        ),
        el(
          "button",
          { type: "button", class: "primary", "data-do": "begin", disabled: count < 2 },
          say("lobby.begin"),
        ),
      ),
    snapshot.powers_needed && el("p", { class: "quiet" }, say("lobby.powers_needed")),
    !snapshot.host && !snapshot.powers_needed && el("p", { class: "quiet" }, say(snapshot.options.powers ? "lobby.with_powers" : "lobby.no_powers")),
  );
}

/** How those who sit would play now: how many the game is for, or who plays with whom. */
function sides(snapshot) {
  const sitting = seated(snapshot);
  const teams = [0, 1].map((team) => sitting.filter((one) => one.team === team).map((one) => one.seat));
  if (teams.every((seats) => seats.length > 1)) return say("lobby.teams", { one: teams[0].join(","), other: teams[1].join(",") });
  return say(sitting.length > 2 ? "lobby.everyone" : "lobby.sizes");
}

function seatRow(snapshot, { seat, name, connected }) {
  const mine = snapshot.seats_held.includes(seat);
  return el(
    "li",
    { class: `seat ${seat} ${name ? "taken" : "free"}`, "data-key": seat },
    token(seat),
    el(
      "span",
      { class: "who" },
      el("strong", {}, name ?? say(`seat.${seat}`)),
      el("small", {}, name ? say(mine ? "lobby.yours" : `seat.${seat}`) : say("lobby.free")),
    ),
    name && dot(connected),
    !name && button(say("lobby.sit"), "claim", { seat, colour: say(`seat.${seat}`) }, snapshot.seats_held.length ? "" : "primary"),
    mine && button(say("lobby.leave"), "leave", { seat }),
  );
}

/** How another phone comes in. */
export function join(ui) {
  return el(
    "section",
    { class: "card join", "data-key": "join" },
    el("img", { src: "/join.svg", alt: say("join.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say("join.title")), el("p", { class: "quiet" }, say("join.how"))),
    el("p", { class: "address" }, ui.address),
  );
}
