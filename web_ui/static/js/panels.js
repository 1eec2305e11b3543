// What a phone shows in each phase. Functions from the snapshot and the phone's own state to elements.

import { announcer } from "./announcer.js";
import { el } from "./dom.js";
import { boardStatus } from "./guidance.js";
import { moment, momentDue } from "./moment.js";
import { askBelow, banner } from "./panels/banner.js";
import { chips } from "./panels/chips.js";
import { clocks } from "./panels/clock.js";
import { claims, found, takeOver } from "./panels/door.js";
import { draft } from "./panels/draft.js";
import { finished } from "./panels/games.js";
import { guests } from "./panels/guests.js";
import { playHere } from "./panels/here.js";
import { hostTools } from "./panels/host.js";
import { keeping } from "./panels/keeping.js";
import { hostAway } from "./panels/lead.js";
import { backToLobby, greeting, join, lobby } from "./panels/lobby.js";
import { lastLine, log } from "./panels/log.js";
import { more } from "./panels/more.js";
import { game, start } from "./panels/options.js";
import { over } from "./panels/over.js";
import { players, strip } from "./panels/players.js";
import { secretNotes } from "./panels/secret.js";
import { takeback } from "./panels/takeback.js";
import { board, choices, thumb } from "./panels/turn.js";
import { inDraft, inGame } from "./phases.js";
import { inTheOpen } from "./secret.js";
import { addSheet, sheetOpen } from "./sheets.js";
import { say } from "./text.js";
import { whileWaiting } from "./waiting.js";

/** All panels for this snapshot.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
export function panels(snapshot, ui) {
  if (!["lobby", "draft"].includes(snapshot.phase)) return play(inGame(snapshot), ui);
  return [
    banner(snapshot, ui),
    keeping(snapshot),
    hostAway(snapshot),
    claims(snapshot, ui),
    found(snapshot, ui),
    snapshot.phase === "draft"
      ? [draft(inDraft(snapshot), ui), whileWaiting(snapshot), takeOver(snapshot), hostTools(snapshot, ui)]
      : [
          playHere(snapshot),
          worthTelling(snapshot) ? boardStatus(snapshot, ui) : null,
          lobby(snapshot, ui),
          game(snapshot),
          whileWaiting(snapshot),
          greeting(snapshot),
          finished(snapshot),
          join(ui),
          guests(snapshot),
          start(snapshot),
        ],
  ];
}

/** A game in its zones: the band, the board, what is said under it, and the bar at the thumb. Only what is said may grow.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
function play(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const told = ui.uncovered ? snapshot : open;
  if (momentDue(snapshot, ui)) return [...moment(snapshot), sheetOpen() ? null : announcer(open)];
  return [
    banner(snapshot, sheetOpen() ? { ...ui, note: null } : ui), // the sheet says it
    board(snapshot, ui),
    el(
      "div",
      { class: "under", "data-key": "under" },
      keeping(snapshot),
      hostAway(snapshot),
      claims(snapshot, ui),
      found(snapshot, ui),
      askBelow(snapshot, ui),
      backToLobby(snapshot),
      choices(open, ui),
      boardStatus(open, ui),
      takeback(snapshot),
      secretNotes(snapshot, ui),
      over(snapshot),
      snapshot.phase === "over" && finished(snapshot),
      clocks(snapshot, ui),
      chips(told),
      strip(told),
      lastLine(told),
      takeOver(snapshot),
    ),
    thumb(snapshot, ui),
    sheetOpen() ? null : announcer(open),
  ];
}

addSheet("log", {
  title: () => say("log.title"),
  panels: (snapshot, ui) => snapshot.game && log(ui.uncovered ? snapshot : inTheOpen(snapshot)),
});
addSheet("players", {
  title: () => say("players.title"),
  panels: (snapshot, ui) => snapshot.game && players(inGame(ui.uncovered ? snapshot : inTheOpen(snapshot))),
});
addSheet("more", {
  title: () => say("more.title"),
  panels: (snapshot, ui) => snapshot.game && more(inGame(snapshot), ui),
});

/** Before a game the board is only spoken of if there is a way out to take or something to mend.
 * @param {Api.SnapshotForm} snapshot */
function worthTelling({ offers, board }) {
  return offers.length || board.warnings.length;
}
