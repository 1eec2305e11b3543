// The phone: it shows the newest snapshot and turns taps into commands. It knows no rules.

import { arrow } from "./board.js";
import { BoardLink } from "./boardlink.js";
import { draftDoings } from "./doings/draft.js";
import { hostDoings } from "./doings/host.js";
import { lobbyChanges, lobbyDoings } from "./doings/lobby.js";
import { offerDoings } from "./doings/offers.js";
import { overDoings } from "./doings/over.js";
import { turnDoings } from "./doings/turn.js";
import { workshopDoings } from "./doings/workshop.js";
import { show } from "./dom.js";
import { Link } from "./link.js";
import { headline } from "./panels/banner.js";
import { panels } from "./panels.js";
import { accept, draw, drawWith, note, onAccepted, onSnapshot, snapshot } from "./state.js";
import { hasPart, loadPart, say } from "./text.js";
import { ui } from "./ui.js";
import { HASH, workshopBanner, workshopPanels, workshopTitle } from "./workshop.js";

const app = document.querySelector("#app");
const health = document.querySelector("#health");
const toWorkshop = document.querySelector("#to-workshop");

const doings = {
  ...lobbyDoings,
  ...draftDoings,
  ...turnDoings,
  ...offerDoings,
  ...overDoings,
  ...hostDoings,
  ...workshopDoings,
};
const changes = { ...lobbyChanges };

let readings = null;

drawWith((fresh) => {
  const inWorkshop = location.hash === HASH;
  if (inWorkshop) show(app, workshopPanels(fresh, ui, readings));
  else show(app, [fresh.workshop && workshopBanner(fresh), panels(fresh, ui)]);
  app.dataset.version = fresh.version;
  if (toWorkshop) toWorkshop.hidden = inWorkshop;
  const title = inWorkshop ? workshopTitle(fresh) : headline(fresh).title;
  document.title = title ? `${title} · Thera` : "Thera";
});

app.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target && snapshot) doings[target.dataset.do]?.(target.dataset);
});

app.addEventListener("change", (event) => {
  const { target } = event;
  if (target.dataset.change && snapshot) changes[target.dataset.change]?.(target);
});

app.addEventListener("keydown", (event) => {
  const here = event.target.closest(".square")?.dataset.square;
  const to = here && arrow(here, event.key, snapshot.size);
  if (!to) return;
  event.preventDefault();
  ui.focus = to;
  draw();
  app.querySelector(`[data-square="${to}"]`).focus();
});

await loadPart("page");
const details = document.querySelector("#board-link");
if (toWorkshop) toWorkshop.textContent = say("adjust.title");
if (details) {
  const boardLink = new BoardLink(details);
  onSnapshot(({ board }) => boardLink.tell(board.link));
}
const tellsOfPowers = ({ draft, game }) => draft || game?.players.some(({ power }) => power !== "mortal");
onSnapshot((fresh) => {
  if (tellsOfPowers(fresh) && !hasPart("powers")) loadPart("powers").then(draw, () => note(say("error.no_answer")));
});
let lostAt = null;
const link = new Link("/stream", accept, (alive) => {
  lostAt = alive ? null : (lostAt ?? Date.now());
  health.hidden = lostAt === null || Date.now() - lostAt < 3000;
});
const measuring = new Link("/readings", (fresh) => {
  readings = fresh;
  if (snapshot?.workshop?.task === "monitor") draw();
});
/** The board's readings are asked for only while they are shown. */
function measure() {
  const wanted = location.hash === HASH && snapshot?.workshop?.task === "monitor";
  if (wanted === !measuring.paused) return;
  readings = null;
  measuring.pause(!wanted);
  if (details) details.open = wanted;
}
measuring.pause(true);
onSnapshot(measure);
window.addEventListener("hashchange", () => {
  ui.note = null;
  measure();
  draw();
  window.scrollTo(0, 0);
});
const pages = new BroadcastChannel("thera");
pages.addEventListener("message", () => link.open());
onAccepted(({ kind }) => {
  if (kind !== "claim_seat") return;
  // The open stream still speaks to somebody without this seat; so do this phone's other pages.
  link.open();
  pages.postMessage("seats");
});
