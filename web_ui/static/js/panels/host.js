// What is seldom done in a game: taking a turn back, giving up, ending it for the whole table.

import { button, el } from "../dom.js";
import { mayEnd, partners, plays } from "../seats.js";
import { say } from "../text.js";
import { goOnAsHost } from "./lead.js";
import { backToLobby } from "./lobby.js";
import { askTakeback } from "./takeback.js";

/** What is seldom done; null for a phone that may do none of it.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function hostTools(snapshot, ui) {
  if (["over", "puzzle"].includes(snapshot.phase) || snapshot.found) return null;
  const { game } = snapshot;
  const playing =
    game && ["placing", "playing"].includes(snapshot.phase)
      ? snapshot.seats_held.filter((seat) => plays(game, seat))
      : [];
  const lead = snapshot.phase === "draft" ? null : goOnAsHost(snapshot);
  if (!snapshot.host && !playing.length && !lead) return null;
  return el(
    "section",
    { class: "host", "data-key": "host" },
    askTakeback(snapshot),
    game && resigning(game, playing, ui),
    mayEnd(snapshot) && (backToLobby(snapshot) ?? abandoning(ui)),
    lead,
  );
}

/** Giving up, which is asked about once more.
 * @param {Api.ViewForm} game
 * @param {Api.Seat[]} seats
 * @param {Page.Ui} ui */
function resigning(game, seats, ui) {
  const { resigning: seat } = ui;
  if (!seat || !seats.includes(seat)) {
    return seats.map((seat) =>
      button(say(seats.length > 1 ? "resign.for" : "resign", { seat }), "resign", { seat }, "quiet"),
    );
  }
  const together = [seat, ...partners(game, seat)];
  return [
    el("p", {}, say(together.length > 1 ? "resign.sure_team" : "resign.sure", { seat, seats: together.join(",") })),
    button(say("resign.yes"), "resign-yes", {}, "danger"),
    button(say("host.abandon_no"), "resign-no"),
  ];
}

/** @param {Page.Ui} ui */
function abandoning(ui) {
  return ui.abandoning
    ? [
        el("p", {}, say("host.sure")),
        button(say("host.abandon_yes"), "abandon-yes", {}, "danger"),
        button(say("host.abandon_no"), "abandon-no"),
      ]
    : button(say("host.abandon"), "abandon", {}, "quiet");
}
