// What is seldom done in a game: taking a turn back, giving up, ending it for the whole table.

import { button, el } from "../dom.js";
import { partners, plays } from "../seats.js";
import { say } from "../text.js";
import { goOnAsHost } from "./lead.js";
import { askTakeback } from "./takeback.js";

/** What is seldom done; null for those who may not. */
export function hostTools(snapshot, ui) {
  if (snapshot.phase === "over" || snapshot.found) return null;
  const playing = ["placing", "playing"].includes(snapshot.phase) ? snapshot.seats_held.filter((seat) => plays(snapshot.game, seat)) : [];
  const lead = snapshot.phase === "draft" ? null : goOnAsHost(snapshot);
  if (!snapshot.host && !playing.length && !lead) return null;
  return el("section", { class: "host", "data-key": "host" }, askTakeback(snapshot), resigning(snapshot.game, playing, ui), snapshot.host && abandoning(ui), lead);
}

/** Giving up, which is asked about once more. */
function resigning(game, seats, ui) {
  if (!seats.includes(ui.resigning)) {
    return seats.map((seat) => button(say(seats.length > 1 ? "resign.for" : "resign", { seat }), "resign", { seat }, "quiet"));
  }
  const together = [ui.resigning, ...partners(game, ui.resigning)];
  return [
    el("p", {}, say(together.length > 1 ? "resign.sure_team" : "resign.sure", { seat: ui.resigning, seats: together.join(",") })),
    button(say("resign.yes"), "resign-yes", {}, "danger"),
    button(say("host.abandon_no"), "resign-no"),
  ];
}

function abandoning(ui) {
  return (
    ui.abandoning
      ? [el("p", {}, say("host.sure")), button(say("host.abandon_yes"), "abandon-yes", {}, "danger"), button(say("host.abandon_no"), "abandon-no")]
      : button(say("host.abandon"), "abandon", {}, "quiet")
  );
}
