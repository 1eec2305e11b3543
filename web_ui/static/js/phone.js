// The phone: it shows the newest snapshot. What a tap does stands with each button. It knows no rules.

import { watchPrinting } from "./board/flat.js";
import { keyStep } from "./board/squares.js";
import { BoardLink, Loss } from "./connection.js";
import { around, byId, el, keepFocus, show } from "./dom.js";
import { lobbyHeadline, lobbyPanels } from "./lobby/lobby.js";
import { workshopBanner } from "./notices.js";
import { Part, withTexts } from "./parts.js";
import { addSheet, closeSheet, raiseSheet, sheetAsked } from "./sheets.js";
import { startSound } from "./sound.js";
import { accept, draw, drawWith, inWorkshop, latest, link, onAccepted, onSnapshot, snapshot, ui } from "./state.js";
import { loadPart, say } from "./text.js";
import { Menu, viewAsked } from "./views.js";

const app = byId("app");
/** @type {HTMLDetailsElement | null} */
const details = document.querySelector("details#board-link");

// ---- What is shown

const play = new Part(() => import("./game/play.js"));
const help = new Part(() => import("./help/help.js"));

/** The page of the table: the lobby, or a draft or a game.
 * @type {Page.View} */
const table = {
  title: (fresh) => (fresh.phase === "lobby" ? lobbyHeadline(fresh).title : (play.here?.headline(fresh).title ?? "")),
  panels: (fresh) => {
    const inLobby = fresh.phase === "lobby";
    const game = !inLobby || fresh.seats_held.length > 0 ? play.needed : null; // who sits is going to play
    return [
      fresh.workshop && workshopBanner(inWorkshop(fresh)),
      play.here?.endBefore(ui) ?? (inLobby ? lobbyPanels(fresh, ui) : (game?.panels(fresh, ui) ?? onItsWay())),
      sheetAsked(fresh, ui),
    ];
  },
  drawn: () => {
    for (const part of app.children) if (!part.matches(".banner")) part.toggleAttribute("inert", ui.lost);
    raiseSheet(app);
    play.here?.drawn(app);
  },
};

addSheet("help", {
  title: () => say("help.title"),
  panels: (fresh) => help.needed?.helpParts(fresh) ?? el("p", { class: "quiet", "data-key": "help-waits" }, "…"),
});

/** What stands where something is still being fetched. */
const onItsWay = () => ui.note && el("p", { class: "card note", role: "status", "data-key": "note" }, ui.note);

const lacking = [
  details ? "" : "workshop",
  "puzzled" in document.body.dataset ? "" : "puzzles",
  "brokered" in document.body.dataset ? "" : "match",
];
const menu = new Menu(byId("menu"), (view) => view === "" || !lacking.includes(view));

drawWith((fresh) => {
  const { name, view, path } = viewAsked(table);
  keepFocus(app, () => show(app, view ? [view.panels(fresh, ui, path)] : [onItsWay()]));
  tellPage();
  view?.drawn?.(path);
  if (view && (name || play.here || fresh.phase === "lobby")) app.dataset.version = String(fresh.version); // shown whole
  menu.draw(name);
  const title = view?.title(fresh, path);
  const named = title ? `${title} · Thera` : "Thera";
  if (document.title !== named) document.title = named; // to name it costs as much as a drawing
});

/** The page around the card learns whether it is there, and of which kind its band is. Styles that ask for that with :has()
 * are worked out anew, for the whole page, whenever a piece comes or goes. */
function tellPage() {
  const page = document.body;
  page.classList.toggle("in-hand", app.querySelector(":scope > .thumb") !== null);
  const band = app.querySelector(":scope > .banner");
  if (band) page.dataset.band = band.className;
  else delete page.dataset.band;
}

// ---- What people do

const DOUBLE = 500; // ms between two taps that were meant as one
const NEAR = 24; // px between them

/** What was pressed last, when and where.
 * @type {{button: Element | null, time: number, x: number, y: number}} */
let last = { button: null, time: -DOUBLE, x: 0, y: 0 };

/** Whether this is the second tap of two in one place that were meant as one: on a square, or on what has come to the place
 * of the first. A mouse counts its clicks; of taps of a finger the second comes soon and near to the first.
 * @param {PointerEvent} event */
function isAgain(event) {
  const button = around(event, "button");
  const { detail, timeStamp: time, clientX: x, clientY: y } = event;
  const soon = event.pointerType === "touch" && time - last.time < DOUBLE;
  const other = button !== last.button;
  const tapped = soon && other && Math.hypot(x - last.x, y - last.y) < NEAR;
  const again = tapped || (detail > 1 && (other || button?.dataset.square !== undefined));
  last = { button, time, x, y };
  return again;
}

app.addEventListener(
  "click",
  (event) => {
    if (isAgain(event)) event.stopPropagation();
    else if (ui.reason && !around(event, "[data-square]")) dismissReason();
  },
  { capture: true },
);

/** Take away why the last tap did nothing. */
function dismissReason() {
  ui.reason = null;
  draw();
}

/** Whether a key has led to what has the focus: then the board shows where that is. */
app.addEventListener("focusin", ({ target }) => {
  app.toggleAttribute("data-keys", target instanceof Element && target.matches(":focus-visible"));
});

app.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && ui.reason) dismissReason();
  const from = around(event, ".square")?.dataset.square;
  const board = around(event, ".board, .sensor-board"); // there may be a private map beside it
  if (!from || !snapshot || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = keyStep(from, event.key, { size: snapshot.size, turn: Number(board?.dataset.turn ?? 0), flat: false });
  if (!to) return;
  event.preventDefault();
  ui.focus = to;
  draw();
  /** @type {HTMLElement | null | undefined} */
  const square = board?.querySelector(`[data-square="${to}"]`);
  square?.focus(); // a game that is looked back on may have had a smaller board
});

// ---- What the table tells

await loadPart("page");
startSound();
watchPrinting();
if (details) {
  const boardLink = new BoardLink(details);
  onSnapshot(({ board }) => boardLink.say(board.link));
}
onSnapshot(({ boards }) => {
  document.querySelector(".phone > .top > a:not(.ask-help)")?.toggleAttribute("hidden", boards?.in_use === "real");
});
/** The parts of the texts in which the table may speak now, besides those that are here at once.
 * @param {Api.SnapshotForm} snapshot */
const textsInUse = ({ boards, seats, match }) => [
  (boards?.in_use === "real" || boards?.offered || boards?.troubles.length) && "boards",
  seats.some(({ level, table }) => level || table !== null) && "tableseats",
  match && (match.here !== null || match.trouble) && "match",
];
onSnapshot((fresh) => {
  for (const part of textsInUse(fresh)) if (part) withTexts(part, () => null);
});
setInterval(() => {
  if (snapshot?.clock?.running && !document.hidden && viewAsked(table).name === "") draw();
}, 500);
/** A state that was on its way while a command was answered is older than the answer; after a restart the versions start again.
 * @param {Api.SnapshotForm} fresh
 * @param {boolean} first */
const hear = (fresh, first) => (first || fresh.version >= latest().version) && accept(fresh);
link.hearHealth(new Loss(app, byId("health")).hear);
link.hear("state", hear);
/** A page that was opened in the lobby knows its state already. */
const lobby = document.getElementById("lobby")?.textContent;
if (lobby && !snapshot) accept(JSON.parse(lobby));
let measuring = false;
/** The board's readings are asked for only while they are shown. */
function measure() {
  const wanted = viewAsked(table).name === "workshop" && snapshot?.workshop?.task === "monitor";
  if (wanted === measuring) return;
  measuring = wanted;
  ui.readings = null;
  if (details) details.open = wanted;
  if (!wanted) return link.without("readings");
  return link.hear("readings", (fresh) => {
    ui.readings = fresh;
    draw();
  });
}
onSnapshot(measure);
/** Each phase begins at its top, with nothing open over it; so does each stage of a draft. */
onSnapshot(({ phase, draft: drafting }, earlier) => {
  if (!earlier || viewAsked(table).name !== "") return;
  const begins = earlier.phase !== phase;
  if (begins || earlier.draft?.stage !== drafting?.stage) window.scrollTo(0, 0);
  if (!begins) return;
  closeSheet();
  if (document.activeElement !== document.body && app.contains(document.activeElement)) {
    app.focus({ preventScroll: true });
  }
});
window.addEventListener("resize", () => {
  ui.longAsk = null; // there may be room for it again
  draw();
});
let before = viewAsked(table).name;
window.addEventListener("hashchange", () => {
  ui.note = null;
  measure();
  draw();
  const { name } = viewAsked(table);
  if (name !== before) {
    window.scrollTo(0, 0);
    app.focus({ preventScroll: true });
  }
  before = name;
});
onAccepted(({ kind }) => {
  if (kind === "claim_seat") link.renew(); // the open stream still speaks to somebody without this seat
});
