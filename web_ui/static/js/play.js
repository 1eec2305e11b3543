// What a phone shows and does from the draft to the end of a game. It is fetched once the lobby stands, so that the first
// page of a table comes sooner.

import { announcer } from "./announcer.js";
import { boardChange, matchNotes, puzzleGame, puzzlePanel, tableTurn } from "./boards.js";
import { draftChanges, draftDoings, draftInputs } from "./doings/draft.js";
import { offerDoings } from "./doings/offers.js";
import { overDoings } from "./doings/over.js";
import { secretDoings } from "./doings/secret.js";
import { tableDoings } from "./doings/takeback.js";
import { turnDoings, turnForms } from "./doings/turn.js";
import { el } from "./dom.js";
import { boardStatus } from "./guidance.js";
import { outcome, outcomeDue } from "./outcome.js";
import { askBelow, banner } from "./panels/banner.js";
import { chips } from "./panels/chips.js";
import { clocks } from "./panels/clock.js";
import { claims, found, takeOver } from "./panels/door.js";
import { draft } from "./panels/draft.js";
import { finished } from "./panels/games.js";
import { hostTools } from "./panels/host.js";
import { storageTrouble } from "./panels/storage.js";
import { hostAway } from "./panels/lead.js";
import { backToLobby } from "./panels/lobby.js";
import { lastLine, log } from "./panels/log.js";
import { more } from "./panels/more.js";
import { over } from "./panels/over.js";
import { ownPowers, players, strip } from "./panels/players.js";
import { secretNotes } from "./panels/secret.js";
import { takeback } from "./panels/takeback.js";
import { board, choices, thumb } from "./panels/turn.js";
import { inDraft, inGame } from "./phases.js";
import { inTheOpen } from "./secret.js";
import { addSheet, sheetOpen } from "./sheets.js";
import { say } from "./text.js";
import { whileWaiting } from "./waiting.js";

export { arrow } from "./board.js";
export { watchHolding } from "./doings/secret.js";

/** @type {Page.Doings} */
export const doings = {
  ...draftDoings,
  ...turnDoings,
  ...secretDoings,
  ...tableDoings,
  ...offerDoings,
  ...overDoings,
};
export const forms = turnForms;
export const changes = draftChanges;
export const inputs = draftInputs;

/** All panels of a draft.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
export const draftPanels = (snapshot, ui) => [
  banner(snapshot, ui),
  storageTrouble(snapshot),
  hostAway(snapshot),
  claims(snapshot, ui),
  found(snapshot, ui),
  boardChange(snapshot),
  matchNotes(snapshot),
  draft(inDraft(snapshot), ui),
  whileWaiting(snapshot),
  takeOver(snapshot),
  hostTools(snapshot, ui),
];

/** A game in its zones: the band, the board, what is said under it, and the bar at the thumb. Only what is said may grow.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
export function gamePanels(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const told = ui.uncovered ? snapshot : open;
  if (outcomeDue(snapshot, ui)) return [...outcome(snapshot), sheetOpen() ? null : announcer(open)];
  return [
    banner(snapshot, sheetOpen() ? { ...ui, note: null } : ui), // the sheet says it
    board(puzzleGame(snapshot), ui),
    el(
      "div",
      { class: "under", "data-key": "under" },
      storageTrouble(snapshot),
      hostAway(snapshot),
      claims(snapshot, ui),
      found(snapshot, ui),
      boardChange(snapshot),
      matchNotes(snapshot),
      askBelow(snapshot, ui),
      backToLobby(snapshot),
      tableTurn(open),
      snapshot.phase === "puzzle" && puzzlePanel(snapshot),
      choices(open, ui),
      snapshot.puzzle?.stage !== "blocks" && boardStatus(open, ui),
      takeback(snapshot),
      secretNotes(snapshot, ui),
      over(snapshot),
      snapshot.phase === "over" && finished(snapshot),
      clocks(snapshot, ui),
      chips(told),
      strip(told),
      ownPowers(told),
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
