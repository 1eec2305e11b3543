// The phone: it shows the newest snapshot and turns taps into commands. It knows no rules.

import { flatDoings } from "./board/flat.js";
import { BoardLink } from "./boardlink.js";
import { boardDoings } from "./boards.js";
import { dismissReason, placeBubble } from "./bubble.js";
import { awayDoings } from "./doings/away.js";
import { cardDoings } from "./doings/cards.js";
import { hostDoings } from "./doings/host.js";
import { lobbyDoings, lobbyForms } from "./doings/lobby.js";
import { optionChanges, optionDoings } from "./doings/options.js";
import { soundDoings } from "./doings/sound.js";
import { around, byId, el, keepFocus, show } from "./dom.js";
import { helpChanges } from "./help.js";
import { judgeDoings } from "./judge.js";
import { renewIfOld } from "./link.js";
import { Menu } from "./menu.js";
import { headline } from "./panels/banner.js";
import { workshopBanner } from "./panels/workshop.js";
import { panels } from "./panels.js";
import { inWorkshop } from "./phases.js";
import { Loss } from "./loss.js";
import { loadPowers, powersHere } from "./powers.js";
import { closeSheet, raiseSheet, sheetAsked, sheetDoings } from "./sheets.js";
import { accept, draw, drawWith, latest, link, note, onAccepted, onSnapshot, snapshot } from "./state.js";
import { loadPart, say } from "./text.js";
import { ui } from "./ui.js";
import { addView, changeOf, doingOf, viewAsked } from "./views.js";
import { beginUnder, fitAsk, resetFit, tellPage } from "./zones.js";

const app = byId("app");
const health = byId("health");
/** @type {HTMLDetailsElement | null} */
const details = document.querySelector("details#board-link");
const lacking = [
  details ? "" : "workshop",
  "puzzled" in document.body.dataset ? "" : "puzzles",
  "brokered" in document.body.dataset ? "" : "match",
];
const menu = new Menu(byId("menu"), (view) => view === "" || !lacking.includes(view));

/** @type {Page.Doings} */
const doings = {
  ...cardDoings,
  ...lobbyDoings,
  ...soundDoings,
  ...optionDoings,
  ...hostDoings,
  ...awayDoings,
  ...flatDoings,
  ...sheetDoings,
  ...judgeDoings,
  ...boardDoings,
};

/** @type {Record<string, (form: HTMLFormElement) => unknown>} */
const forms = { ...lobbyForms };

/** @type {Page.Changes} */
const changes = { ...optionChanges, ...helpChanges };
/** @type {Page.Changes} */
const inputs = {};

/** What shows drafts and games; null until it is here.
 * @type {typeof import("./play.js") | null} */
let play = null;

addView("", {
  title: (fresh) => headline(fresh).title,
  panels: (fresh) => [
    fresh.workshop && workshopBanner(inWorkshop(fresh)),
    panels(fresh, ui, play),
    sheetAsked(fresh, ui),
  ],
  drawn: () => {
    for (const part of app.children) if (!part.matches(".banner")) part.toggleAttribute("inert", ui.lost);
    raiseSheet(app);
    fitAsk(app);
    beginUnder(app);
    placeBubble(app);
  },
  changes,
  inputs,
});

const AGAIN = 2000; // ms

/** Fetch what shows drafts and games, until it is here. */
async function fetchPlay() {
  try {
    play = await import("./play.js");
  } catch {
    renewIfOld();
    note(say("error.no_answer"));
    setTimeout(fetchPlay, AGAIN);
    return;
  }
  Object.assign(doings, play.doings);
  Object.assign(forms, play.forms);
  Object.assign(changes, play.changes);
  Object.assign(inputs, play.inputs);
  play.watchHolding(app);
  ui.note = null;
  draw();
}

drawWith((fresh) => {
  const { name, view, path } = viewAsked();
  keepFocus(app, () => show(app, view ? [view.panels(fresh, ui, path)] : [onItsWay()]));
  tellPage(app);
  view?.drawn?.(path);
  if (view && (name || play || fresh.phase === "lobby")) app.dataset.version = String(fresh.version); // shown whole
  menu.draw(name);
  const title = view?.title(fresh, path);
  const named = title ? `${title} · Thera` : "Thera";
  if (document.title !== named) document.title = named; // to name it costs as much as a drawing
});

/** What stands where a view is still being fetched. */
const onItsWay = () => ui.note && el("p", { class: "card note", role: "status", "data-key": "note" }, ui.note);

/** What was pressed last, by its key. */
let pressed = "";

/** Whether this is the second tap of two in one place that were meant as one: on a square, or on what has come to the
 * place of the first.
 * @param {MouseEvent} event */
function isAgain(event) {
  const { square = "", key = square } = around(event, "[data-do]")?.dataset ?? {};
  const again = event.detail > 1 && (square !== "" || key !== pressed);
  pressed = key;
  return again;
}

app.addEventListener("click", (event) => {
  if (isAgain(event)) return;
  if (dismissReason() && !around(event, "[data-square]")) draw();
  const { do: name, ...data } = around(event, "[data-do]")?.dataset ?? {};
  if (!name || !snapshot) return;
  (doingOf(name) ?? doings[name])?.(/** @type {any} what each button carries is told in Page.Data */ (data));
});

/** Whether a key has led to what has the focus: then the board shows where that is. */
app.addEventListener("focusin", ({ target }) => {
  app.toggleAttribute("data-keys", target instanceof Element && target.matches(":focus-visible"));
});

/** The field in which something was typed or chosen; a choice from a list is read as an input is.
 * @param {Event} event */
function fieldOf({ target }) {
  if (target instanceof HTMLInputElement) return target;
  return target instanceof HTMLSelectElement ? /** @type {HTMLInputElement} */ (/** @type {unknown} */ (target)) : null;
}

app.addEventListener("change", (event) => {
  const field = fieldOf(event);
  if (field?.dataset.change && snapshot) changeOf("changes", field.dataset.change)?.(field);
});

app.addEventListener("input", (event) => {
  const field = fieldOf(event);
  if (field?.dataset.input && snapshot) changeOf("inputs", field.dataset.input)?.(field);
});

app.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (snapshot && form instanceof HTMLFormElement) forms[form.dataset.submit ?? ""]?.(form);
});

app.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dismissReason()) draw();
  const here = around(event, ".square")?.dataset.square;
  const board = around(event, ".board, .sensor-board"); // there may be a private map beside it
  const to = here && snapshot && play?.arrow(here, event, snapshot.size, Number(board?.dataset.turn ?? 0));
  if (!to) return;
  event.preventDefault();
  ui.focus = to;
  draw();
  /** @type {HTMLElement | null | undefined} */
  const square = board?.querySelector(`[data-square="${to}"]`);
  square?.focus(); // a game that is looked back on may have had a smaller board
});

await loadPart("page");
if (details) {
  const boardLink = new BoardLink(details);
  onSnapshot(({ board }) => boardLink.say(board.link));
}
onSnapshot((_, earlier) => {
  if (!earlier) setTimeout(fetchPlay); // once this one is drawn
});
/** @param {Api.SnapshotForm} snapshot */
const showsPowers = ({ draft, game }) => draft || game?.players.some(({ power }) => power !== "mortal");
onSnapshot((fresh) => {
  if (showsPowers(fresh) && !powersHere()) loadPowers().then(draw, () => note(say("error.no_answer")));
});
setInterval(() => {
  if (snapshot?.clock?.running && !document.hidden && viewAsked().name === "") draw();
}, 500);
/** A state that was on its way while a command was answered is older than the answer; after a restart the versions start again.
 * @param {Api.SnapshotForm} fresh
 * @param {boolean} first */
const hear = (fresh, first) => (first || fresh.version >= latest().version) && accept(fresh);
link.onHealth = new Loss(app, health).hear;
link.hear("state", hear);
let measuring = false;
/** The board's readings are asked for only while they are shown. */
function measure() {
  const wanted = viewAsked().name === "workshop" && snapshot?.workshop?.task === "monitor";
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
  if (!earlier || viewAsked().name !== "") return;
  const begins = earlier.phase !== phase;
  if (begins || earlier.draft?.stage !== drafting?.stage) window.scrollTo(0, 0);
  if (!begins) return;
  closeSheet();
  if (document.activeElement !== document.body && app.contains(document.activeElement)) {
    app.focus({ preventScroll: true });
  }
});
window.addEventListener("resize", () => {
  resetFit();
  draw();
});
let before = viewAsked().name;
window.addEventListener("hashchange", () => {
  ui.note = null;
  measure();
  draw();
  const { name } = viewAsked();
  if (name !== before) {
    window.scrollTo(0, 0);
    app.focus({ preventScroll: true });
  }
  before = name;
});
onAccepted(({ kind }) => {
  if (kind === "claim_seat") link.renew(); // the open stream still speaks to somebody without this seat
});
