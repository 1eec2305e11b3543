// The table's page from the draft to the end of a game. It is fetched when there is one, so that the lobby comes sooner.

import { askBelow, banner } from "../banner.js";
import { loadPowers, powersHere } from "../cards/powers.js";
import { around, byId, el } from "../dom.js";
import { takeOver } from "../door.js";
import { draft } from "../draft/draft.js";
import { backToLobby, puzzleHere, whileWaiting } from "../lobby/lobby.js";
import { finishedGames, notices } from "../notices.js";
import { Part } from "../parts.js";
import { add, addSheet, openSheet, sheetOpen } from "../sheets.js";
import { draw, inDraft, inGame, inPuzzle, note, onSnapshot, ui } from "../state.js";
import { asNamed, say } from "../text.js";
import { guidePanel } from "./guide.js";
import { announcer, headline } from "./headline.js";
import { lastLine, log } from "./log.js";
import { hostTools, more, takeback } from "./more.js";
import { decidingClimb, outcome, outcomeBefore, outcomeDue, over, rematchWish } from "./over.js";
import { actingGods, chips, clocks, ownPowers, players, remarkHere, strip } from "./players.js";
import { inTheOpen, secretNotes, watchHolding } from "./secret.js";
import { boardStatus } from "./status.js";
import { board, guessCame, hintsHere, placeBubble, readings, tableTurn, thumb } from "./turn.js";

export { headline } from "./headline.js";

const judge = new Part(() => import("../judge/judge.js"));

/** What the table's page shows instead of the present: the end of a game that the owner of this phone has not left yet.
 * @param {Page.Ui} ui */
export const endBefore = ({ ended }) => ended && asNamed(ended.seats, () => outcomeBefore(ended)); // a table that adapts has another level by now

/** All panels of a draft or a game.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
export const panels = (snapshot, ui) =>
  snapshot.phase === "draft"
    ? draftPanels(inDraft(snapshot), ui)
    : (endPanels(inGame(snapshot), ui) ?? gamePanels(inGame(snapshot), ui));

/** @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
const draftPanels = (snapshot, ui) => [
  banner(snapshot, ui, headline(snapshot)),
  notices(snapshot, ui),
  draft(snapshot, ui),
  whileWaiting(snapshot),
  takeOver(snapshot),
  hostTools(snapshot, ui),
];

/** A game in its zones: the band, the board, what is said under it, and the bar at the thumb. Only what is said may grow.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
function gamePanels(snapshot, ui) {
  const open = inTheOpen(snapshot);
  const told = ui.uncovered ? snapshot : open;
  const asked = { ...headline(snapshot), gods: actingGods(open) };
  const puzzle = puzzleHere(snapshot);
  return [
    banner(snapshot, sheetOpen() ? { ...ui, note: null } : ui, asked), // the sheet says it
    board(puzzle ? puzzle.shownGame(snapshot) : snapshot, ui),
    el(
      "div",
      { class: "under", "data-key": "under" },
      notices(snapshot, ui),
      askBelow(ui, asked),
      guessCame(open),
      backToLobby(snapshot),
      tableTurn(open),
      guidePanel(snapshot, hintsHere()?.showGoodTurn(snapshot) ?? null),
      hintsHere()?.hintPanel(),
      snapshot.phase === "puzzle" && puzzle?.panel(inPuzzle(snapshot)),
      readings(open),
      snapshot.puzzle?.stage !== "blocks" && boardStatus(open, ui),
      takeback(snapshot),
      rematchWish(snapshot),
      secretNotes(snapshot, ui),
      over(snapshot),
      snapshot.phase === "over" && finishedGames(snapshot),
      clocks(snapshot, ui),
      chips(told),
      snapshot.table_turn?.seat === snapshot.remark?.seat ? null : remarkHere(snapshot), // in its own turn the band says it
      strip(told),
      ownPowers(told),
      lastLine(told),
      takeOver(snapshot),
    ),
    thumb(snapshot, ui),
    sheetOpen() ? null : announcer(open),
  ];
}

/** The end of a game: the climb that decided it, then how it ended; null before the end, and once that was put away.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[] | null} */
function endPanels(snapshot, ui) {
  const climb = decidingClimb(snapshot);
  if (!climb && !outcomeDue(snapshot, ui)) return null;
  const heard = sheetOpen() ? null : announcer(inTheOpen(snapshot));
  return climb
    ? [banner(snapshot, ui, headline(snapshot)), climb, ...nothingBelow(), heard]
    : [...outcome(snapshot), heard];
}

/** The zones under the board while there is nothing to say or to do. */
const nothingBelow = () => [
  el("div", { class: "under", "data-key": "under" }),
  el("div", { class: "thumb", "data-key": "thumb" }),
];

/** After a drawing of the table: put everything where it can be seen.
 * @param {HTMLElement} app */
export function drawn(app) {
  fitAsk(app);
  beginUnder(app);
  placeBubble(app);
}

// ---- Sheets over the game

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
addSheet("judge", {
  title: () => say("judge.title"),
  panels: (snapshot) => snapshot.game && (judge.needed?.judgeParts(inGame(snapshot)) ?? "…"),
});
addSheet("hint", {
  title: () => hintsHere()?.hintTitle() ?? "",
  panels: (snapshot) => snapshot.game && hintsHere()?.hintParts(inGame(snapshot)),
});
// While a sheet is open, all else is out of reach of what reads the page aloud.
add("sheet", (snapshot) => snapshot.game && announcer(inTheOpen(inGame(snapshot))));

/** Ask the judge about a square.
 * @param {string} square */
function askJudge(square) {
  openSheet("judge");
  judge.use(({ askAbout }) => askAbout(square));
}

/** Whether a draft or a game has powers to show.
 * @param {Api.SnapshotForm} snapshot */
const showsPowers = ({ draft, game }) =>
  draft || game?.beside.length || game?.players.some(({ power }) => power !== "mortal");

/** Listen to what happens in a game. */
export function load() {
  onSnapshot((fresh) => {
    if (showsPowers(fresh) && !powersHere()) loadPowers().then(draw, () => note(say("error.no_answer")));
  });
  const app = byId("app");
  watchHolding(app);
  if (!document.querySelector(".bench-page")) onLongPress(app, askJudge); // there a press lifts a piece
}

// ---- Where things are on the card

/** After a drawing: what is asked goes under the board if the band has no room for it.
 * @param {HTMLElement} app */
function fitAsk(app) {
  const words = app.querySelector(".banner .words");
  const ask = words?.querySelector(".ask");
  if (!words || !ask?.textContent || ui.lost || !app.querySelector(":scope > .thumb")) return;
  if (words.scrollHeight <= words.clientHeight + 1) return;
  ui.longAsk = ask.textContent;
  draw();
}

/** @type {string | undefined} */
let first;

/** After a drawing: what has come first under the board can be seen.
 * @param {HTMLElement} app */
function beginUnder(app) {
  const under = app.querySelector(".under");
  const before = first;
  first = under?.firstElementChild instanceof HTMLElement ? under.firstElementChild.dataset.key : undefined;
  if (under && first !== before && !under.contains(document.activeElement)) under.scrollTop = 0;
}

// ---- A long press on a square of the table's board, which asks about it

const LONG = 600; // ms
const STILL = 10; // px

/** Say which square of the table's board is pressed for long; the tap that ends the press is none.
 * @param {HTMLElement} app
 * @param {(square: string) => void} react */
function onLongPress(app, react) {
  /** @type {{square: string, x: number, y: number, timer: ReturnType<typeof setTimeout>} | null} */
  let press = null;
  let asked = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  app.addEventListener("pointerdown", (event) => {
    end();
    asked = false;
    const square = around(event, ".play > .board[data-key=board] [data-square]")?.dataset.square;
    if (!square || !event.isPrimary) return;
    const timer = setTimeout(() => {
      end();
      asked = true;
      react(square);
    }, LONG);
    press = { square, x: event.clientX, y: event.clientY, timer };
  });
  app.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) end();
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) app.addEventListener(name, end);
  // The tap that ends a long press is none.
  document.addEventListener(
    "click",
    (event) => {
      if (!asked) return;
      asked = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  app.addEventListener("contextmenu", (event) => {
    if (asked || press) event.preventDefault();
  });
}
