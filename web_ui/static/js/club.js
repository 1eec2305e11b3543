// The page of a club: it shows what it is told of all tables and of the tournament, on a wall or a phone.

import { arrow } from "./board/board.js";
import { club, draw, drawWith, here, link, oneTable, resultText, tableName, tables, take } from "./club/tables.js";
import { organising, results, round, standings } from "./club/tournament.js";
import { around, byId, el, keepFocus, show } from "./dom.js";
import { loadDrawings } from "./drawing.js";
import { loadPart, say } from "./text.js";

const EVERY = 10_000; // ms; how often the minutes are looked at
const PATIENCE = 3000; // ms
const MOMENT = 60; // ms

const app = byId("app");
const health = byId("health");
/** Since when the club is out of reach; null: it is not.
 * @type {number | null} */
let lostSince = null;

/** The view that the address asks for, and the table that it names. */
function asked() {
  const [view, identity = ""] = location.hash.slice(1).split("/");
  return { view: ["table", "organise"].includes(view) ? view : "", identity };
}

/** @param {string} view
 * @param {string} identity
 * @returns {Page.Child[]} */
function panels(view, identity) {
  const now = Date.now();
  if (view === "table") return [el("div", { class: "one", "data-key": "one" }, oneTable(identity, now))];
  if (view === "organise") {
    return [
      el("div", { class: "organising", "data-key": "organising" }, organising()),
      el("div", { class: "beside", "data-key": "beside" }, round(), standings()),
    ];
  }
  const beside = [round(), standings(), results()];
  return [tables(now), beside.some(Boolean) && el("div", { class: "beside", "data-key": "beside" }, beside)];
}

/** @param {string} view
 * @param {string} identity */
function titleOf(view, identity) {
  const table = view === "table" && club.tables.get(identity);
  return table ? tableName(table) : say(view === "organise" ? "club.organise" : "club.title");
}

const LINKS = [
  ["", "club.tables"],
  ["organise", "club.organise"],
];

drawWith(() => {
  if (!club.version) return;
  const { view, identity } = asked();
  keepFocus(app, () => show(app, panels(view, identity)));
  app.dataset.view = view || "all";
  app.dataset.version = String(club.version);
  show(
    byId("ways"),
    LINKS.map(([name, key]) =>
      el("a", { href: `#${name}`, "aria-current": name === view ? "page" : null, "data-key": `way-${name}` }, say(key)),
    ),
  );
  document.title = `${titleOf(view, identity)} · Thera`;
  health.textContent = troubleText();
});

/** What keeps the page from being up to date, in words; empty if nothing does. */
function troubleText() {
  if (lostSince !== null && Date.now() - lostSince >= PATIENCE) return say("turn.reconnecting");
  if (club.broker !== "connected") return say("club.no_broker");
  return club.unwritten ? say("club.unwritten", { detail: club.unwritten }) : "";
}

await loadPart("page");
await loadPart("club");
await loadDrawings();

let due = false;

/** Draw once for all that comes within a moment: with a hundred tables a drawing takes as long as several events. */
function drawSoon() {
  if (due) return;
  due = true;
  setTimeout(() => {
    due = false;
    draw();
  }, MOMENT);
}

link.hearHealth((alive) => {
  lostSince = alive ? null : (lostSince ?? Date.now());
  health.textContent = club.version || !alive ? troubleText() : "";
});
link.hear("state", (fresh, first) => {
  const finished = take(fresh, first);
  if (finished.length) byId("news").textContent = finished.map(resultText).join(". ");
  drawSoon();
});

app.addEventListener("focusin", ({ target }) => {
  app.toggleAttribute("data-keys", target instanceof Element && target.matches(":focus-visible"));
});
app.addEventListener("keydown", (event) => {
  const square = around(event, ".square")?.dataset.square;
  const board = around(event, ".board");
  const to = square && arrow(square, event, board?.classList.contains("size-4") ? 4 : 5);
  if (!to) return;
  event.preventDefault();
  here.focus = to;
  draw();
  /** @type {HTMLElement | null | undefined} */
  const next = board?.querySelector(`[data-square="${to}"]`);
  next?.focus();
});
window.addEventListener("hashchange", () => {
  here.note = here.sure = "";
  draw();
  window.scrollTo(0, 0);
  app.focus({ preventScroll: true });
});
setInterval(draw, EVERY);
