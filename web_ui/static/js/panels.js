// What a phone shows in each phase. Functions from the snapshot and the phone's own state to elements.

import { boardStatus } from "./guidance.js";
import { banner } from "./panels/banner.js";
import { chips } from "./panels/chips.js";
import { clocks } from "./panels/clock.js";
import { claims, found, takeOver } from "./panels/door.js";
import { draft } from "./panels/draft.js";
import { finished } from "./panels/games.js";
import { guests } from "./panels/guests.js";
import { hostTools } from "./panels/host.js";
import { keeping } from "./panels/keeping.js";
import { hostAway } from "./panels/lead.js";
import { greeting, join, lobby } from "./panels/lobby.js";
import { log } from "./panels/log.js";
import { game, start } from "./panels/options.js";
import { over } from "./panels/over.js";
import { players } from "./panels/players.js";
import { secretMap } from "./panels/secret.js";
import { takeback } from "./panels/takeback.js";
import { table } from "./panels/turn.js";
import { inDraft, inGame } from "./phases.js";
import { inTheOpen } from "./secret.js";
import { whileWaiting } from "./waiting.js";

/** All panels for this snapshot.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function panels(snapshot, ui) {
  /** @type {Page.Child[]} */
  const parts = [
    banner(snapshot, ui),
    keeping(snapshot),
    hostAway(snapshot),
    claims(snapshot, ui),
    found(snapshot, ui),
  ];
  switch (snapshot.phase) {
    case "lobby":
      parts.push(
        worthTelling(snapshot) ? boardStatus(snapshot, ui) : null,
        lobby(snapshot, ui),
        game(snapshot),
        whileWaiting(snapshot),
        greeting(snapshot),
        finished(snapshot),
        join(ui),
        guests(snapshot),
        start(snapshot),
      );
      break;
    case "draft":
      parts.push(draft(inDraft(snapshot), ui), whileWaiting(snapshot));
      break;
    default:
      parts.push(play(inGame(snapshot), ui));
  }
  if (snapshot.phase !== "lobby") parts.push(takeOver(snapshot), hostTools(snapshot, ui));
  return parts;
}

/** The panels of a game. What this phone alone may show is on its private map, which comes first while it is asked for.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
function play(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const told = ui.uncovered ? snapshot : open;
  const board = [table(open, ui), chips(told)];
  const secret = secretMap(snapshot, ui);
  return [
    boardStatus(open, ui),
    takeback(snapshot),
    clocks(snapshot, ui),
    snapshot.secret?.step ? [secret, board] : [board, secret],
    over(snapshot),
    snapshot.phase === "over" && finished(snapshot),
    players(told),
    log(told, ui),
  ];
}

/** Before a game the board is only spoken of if there is a way out to take or something to mend.
 * @param {Api.SnapshotForm} snapshot */
function worthTelling({ offers, board }) {
  return offers.length || board.warnings.length;
}
