// The phone: it shows the newest snapshot and turns taps into commands. It knows no rules.

import { arrow } from "./board.js";
import { BoardLink } from "./boardlink.js";
import { awayDoings } from "./doings/away.js";
import { cardDoings } from "./doings/cards.js";
import { draftChanges, draftDoings, draftInputs } from "./doings/draft.js";
import { hostDoings } from "./doings/host.js";
import { lobbyDoings } from "./doings/lobby.js";
import { offerDoings } from "./doings/offers.js";
import { optionChanges, optionDoings } from "./doings/options.js";
import { overDoings } from "./doings/over.js";
import { secretDoings, watchHolding } from "./doings/secret.js";
import { soundDoings } from "./doings/sound.js";
import { tableDoings } from "./doings/takeback.js";
import { turnDoings, turnForms } from "./doings/turn.js";
import { el, keepFocus, show } from "./dom.js";
import { Link } from "./link.js";
import { Menu } from "./menu.js";
import { headline } from "./panels/banner.js";
import { workshopBanner } from "./panels/workshop.js";
import { panels } from "./panels.js";
import { loadPowers, powersHere } from "./powers.js";
import { accept, draw, drawWith, note, onAccepted, onSnapshot, snapshot } from "./state.js";
import { loadPart, say } from "./text.js";
import { ui } from "./ui.js";
import { addView, doingOf, viewAsked } from "./views.js";

const app = document.querySelector("#app");
const health = document.querySelector("#health");
const details = document.querySelector("#board-link");
const menu = new Menu(document.querySelector("#menu"), (view) => view !== "workshop" || details !== null);

const doings = {
  ...cardDoings,
  ...lobbyDoings,
  ...draftDoings,
  ...turnDoings,
  ...secretDoings,
  ...tableDoings,
  ...soundDoings,
  ...offerDoings,
  ...optionDoings,
  ...overDoings,
  ...hostDoings,
  ...awayDoings,
};

const forms = { ...turnForms };

addView("", {
  title: (fresh) => headline(fresh).title,
  panels: (fresh) => [fresh.workshop && workshopBanner(fresh), panels(fresh, ui)],
  changes: { ...optionChanges, ...draftChanges },
  inputs: draftInputs,
});

drawWith((fresh) => {
  const { name, view, path } = viewAsked();
  keepFocus(app, () => show(app, view ? [view.panels(fresh, ui, path)] : [onItsWay()]));
  view?.drawn?.(path);
  app.dataset.version = fresh.version;
  menu.draw(name);
  const title = view?.title(fresh, path);
  document.title = title ? `${title} · Thera` : "Thera";
});

/** What stands where a view is still being fetched. */
const onItsWay = () => ui.note && el("p", { class: "card note", role: "status", "data-key": "note" }, ui.note);

app.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (!target || !snapshot) return;
  const name = target.dataset.do;
  (doingOf("doings", name) ?? doings[name])?.(target.dataset);
});

watchHolding(app);

app.addEventListener("change", (event) => {
  const { target } = event;
  if (target.dataset.change && snapshot) doingOf("changes", target.dataset.change)?.(target);
});

app.addEventListener("input", (event) => {
  const { target } = event;
  if (target.dataset.input && snapshot) doingOf("inputs", target.dataset.input)?.(target);
});

app.addEventListener("submit", (event) => {
  event.preventDefault();
  if (snapshot) forms[event.target.dataset.submit]?.(event.target);
});

app.addEventListener("keydown", (event) => {
  const here = event.target.closest(".square")?.dataset.square;
  const to = here && arrow(here, event, snapshot.size);
  if (!to) return;
  event.preventDefault();
  const board = event.target.closest(".board"); // there may be a private map beside it
  ui.focus = to;
  draw();
  board.querySelector(`[data-square="${to}"]`)?.focus(); // a game that is looked back on may have had a smaller board
});

await loadPart("page");
if (details) {
  const boardLink = new BoardLink(details);
  onSnapshot(({ board }) => boardLink.tell(board.link));
}
const tellsOfPowers = ({ draft, game }) => draft || game?.players.some(({ power }) => power !== "mortal");
onSnapshot((fresh) => {
  if (tellsOfPowers(fresh) && !powersHere()) loadPowers().then(draw, () => note(say("error.no_answer")));
});
setInterval(() => {
  if (snapshot?.clock?.running && !document.hidden && viewAsked().name === "") draw();
}, 500);
let lostAt = null;
/** A state that was on its way while a command was answered is older than the answer; after a restart all begins anew. */
const hear = (fresh, first) => (first || fresh.version >= snapshot.version) && accept(fresh);
const link = new Link("/stream", hear, (alive) => {
  lostAt = alive ? null : (lostAt ?? Date.now());
  const lost = lostAt !== null && Date.now() - lostAt >= 3000;
  show(health, lost ? [el("span", { "aria-hidden": "true" }, "…"), el("span", { class: "visually-hidden" }, say("error.no_answer"))] : []);
});
const measuring = new Link("/readings", (fresh) => {
  ui.readings = fresh;
  if (snapshot?.workshop?.task === "monitor") draw();
});
/** The board's readings are asked for only while they are shown. */
function measure() {
  const wanted = viewAsked().name === "workshop" && snapshot?.workshop?.task === "monitor";
  if (wanted === !measuring.paused) return;
  ui.readings = null;
  measuring.pause(!wanted);
  if (details) details.open = wanted;
}
measuring.pause(true);
onSnapshot(measure);
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
const pages = new BroadcastChannel("thera");
pages.addEventListener("message", () => link.open());
onAccepted(({ kind }) => {
  if (kind !== "claim_seat") return;
  // The open stream still speaks to somebody without this seat; so do this phone's other pages.
  link.open();
  pages.postMessage("seats");
});
