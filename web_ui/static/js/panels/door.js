// The door: somebody asks for a seat, and shows that they are at the table or is let in.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { say, who } from "../text.js";

/** Those who ask for a seat, as far as this phone has to do with them. */
export function claims(snapshot) {
  return [turnedAway(snapshot), ...snapshot.claims.map((claim) => (claim.mine ? mine(snapshot, claim) : others(snapshot, claim)))];
}

/** Why this phone did not get the seat that it asked for. */
function turnedAway({ turned_away: away }) {
  if (!away) return null;
  return el(
    "section",
    { class: `card claim ${away.seat}`, "data-key": "turned-away" },
    el("div", { class: "claim-head" }, token(away.seat), el("p", { role: "status" }, say(`claim.ended.${away.why}`))),
    button(say("claim.ended.heard"), "withdraw", { seat: away.seat }, "quiet"),
  );
}

/** What to do to get the seat that this phone asks for. During a game the board is the game's: others are asked first. */
function mine(snapshot, { seat, square, code, asked, button: free }) {
  const { game } = snapshot;
  const consent = asked.length > 0 && el("li", {}, say(game ? "claim.ask_game" : "claim.ask", { seats: asked.join(",") }), " ", el("span", { class: "code" }, code));
  const press = game ? say(free ? "claim.press_game" : "claim.press_later") : free && say("claim.press");
  return el(
    "section",
    { class: `card claim ${seat}`, "data-key": `claim-${seat}`, "aria-label": say("claim.title") },
    el("div", { class: "claim-head" }, token(seat), el("h3", {}, say("claim.title"))),
    el(
      "ul",
      { class: "ways-in" },
      game && consent,
      square && el("li", {}, el("span", {}, say("claim.touch", { square })), corner(seat)),
      press && el("li", {}, press),
      !game && consent,
    ),
    el("p", { class: "quiet" }, say("claim.time")),
    button(say("claim.withdraw"), "withdraw", { seat }, "quiet"),
  );
}

/** Where the seat's corner is, as a small board. */
function corner(seat) {
  return el("span", { class: `little-board ${seat}`, "aria-hidden": "true" }, el("i", {}));
}

/** Somebody else asks; whoever may say yes or no is asked here. */
function others(snapshot, { seat, name, code, answers }) {
  const taken = snapshot.seats.some((one) => one.seat === seat && one.name !== null);
  const yours = snapshot.seats_held.includes(seat);
  const asked = say(taken ? (yours ? "claim.asks_yours" : "claim.asks_again") : "claim.asks", { name, seat, colour: say(`seat.${seat}`) });
  return el(
    "section",
    { class: `card claim ${seat}`, "data-key": `claim-${seat}` },
    el("div", { class: "claim-head" }, token(seat), el("p", { role: "status" }, asked)),
    code && el("p", { class: "quiet" }, say("claim.compare"), " ", el("span", { class: "code" }, code)),
    answers &&
      el(
        "div",
        { class: "choices" },
        button(say("claim.accept"), "let-in", { seat }, "primary"),
        button(say("claim.refuse"), "turn-away", { seat }),
      ),
  );
}

/** For a phone without a seat, once the game goes on: the way back to a seat whose phone was lost or is empty. */
export function takeOver(snapshot) {
  if (snapshot.seats_held.length || snapshot.phase === "lobby") return null;
  const taken = snapshot.seats.filter((seat) => seat.name !== null && !snapshot.claims.some((claim) => claim.seat === seat.seat));
  if (!taken.length) return null;
  return el(
    "details",
    { class: "card lost", "data-key": "lost" },
    el("summary", {}, say("lost.title")),
    el("p", { class: "quiet" }, say("lost.how")),
    el(
      "div",
      { class: "choices" },
      taken.map(({ seat }) => el("button", { type: "button", "data-do": "claim-again", "data-seat": seat }, token(seat), who(seat))),
    ),
  );
}

/** The game that was found when the table was started. */
export function found(snapshot, ui) {
  if (!snapshot.found) return null;
  const seated = snapshot.seats_held.length > 0;
  const sure = snapshot.host && ui.abandoning;
  return el(
    "section",
    { class: "card found", "data-key": "found" },
    el("h3", {}, say("found.title")),
    el("p", {}, say(sure ? "host.sure" : seated ? "found.how" : "found.others")),
    seated &&
      el(
        "div",
        { class: "choices" },
        sure
          ? [button(say("host.abandon_yes"), "abandon-yes", {}, "danger"), button(say("host.abandon_no"), "abandon-no")]
          : [button(say("found.resume"), "resume", {}, "primary"), snapshot.host && button(say("found.give_up"), "abandon")],
      ),
  );
}
