// What a phone shows in the lobby, and until the rest has come. Functions from the snapshot and the phone's own state to
// elements.

import { boardChange, matchNotes, puzzlePanel } from "./boards.js";
import { boardStatus } from "./guidance.js";
import { banner } from "./panels/banner.js";
import { claims, found } from "./panels/door.js";
import { finished } from "./panels/games.js";
import { homeWifi } from "./panels/wifi.js";
import { playHere } from "./panels/here.js";
import { storageTrouble } from "./panels/storage.js";
import { hostAway } from "./panels/lead.js";
import { greeting, join, lobby } from "./panels/lobby.js";
import { game, start } from "./panels/options.js";
import { inGame } from "./phases.js";
import { whileWaiting } from "./waiting.js";

/** All panels for this snapshot; `play` is what shows drafts and games, once it is here.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {typeof import("./play.js") | null} play
 * @returns {Page.Child[]} */
export function panels(snapshot, ui, play) {
  if (snapshot.phase === "lobby") return lobbyPanels(snapshot, ui);
  if (!play) return [banner(snapshot, ui)];
  return snapshot.phase === "draft" ? play.draftPanels(snapshot, ui) : play.gamePanels(inGame(snapshot), ui);
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
const lobbyPanels = (snapshot, ui) => [
  banner(snapshot, ui),
  storageTrouble(snapshot),
  hostAway(snapshot),
  claims(snapshot, ui),
  found(snapshot, ui),
  boardChange(snapshot),
  matchNotes(snapshot),
  puzzlePanel(snapshot),
  playHere(snapshot),
  worthTelling(snapshot) ? boardStatus(snapshot, ui) : null,
  lobby(snapshot, ui),
  game(snapshot),
  whileWaiting(snapshot),
  greeting(snapshot),
  finished(snapshot),
  join(ui),
  homeWifi(snapshot),
  start(snapshot),
];

/** Before a game the board is only spoken of if there is a way out to take or something to mend.
 * @param {Api.SnapshotForm} snapshot */
function worthTelling({ offers, board }) {
  return offers.length || board.warnings.length;
}
