// The sheet of a card: all that is told of a power, and the rulings that matter against these opponents. Where cards lie
// in a row, a swipe or an arrow leads to the next.

import { around, el, show } from "./dom.js";
import { emblem } from "./emblems.js";
import { setMark } from "./powercard.js";
import { allCards, cardOf } from "./powers.js";
import { powerDiagram } from "./powerdiagram.js";
import { swiped } from "./swipe.js";
import { cardName, cardText, say, messageText } from "./text.js";

/** @type {HTMLDialogElement | null} */
let shown = null;

/** @typedef {object} Told what is told of a card
 * @property {string[] | null} [opponents] the powers whose rulings against this one are shown; null: the reader chooses them
 * @property {Page.CardAction | null} [action] what the sheet's button does; null: there is none */

/** @typedef {object} Row the cards among which one can go on, and what is told of each
 * @property {string[]} powers
 * @property {(power: string) => Told} tell
 * @property {(power: string) => void} [went] called for each card that one goes to */

/** @typedef {Told & {wording?: (power: string) => string | null, row?: Row, closed?: () => void}} Sheet what a sheet
 * shows. `wording` is "printed" or "revised" if one of them is played, null shows both; `closed` is called when the
 * sheet is closed */

/** Show the sheet over the page, in place of an open one, until it is closed or the page goes elsewhere. Its texts have
 * to be here (see loadPowers).
 * @param {string} power
 * @param {Sheet} what */
export function openCardSheet(power, { closed = () => {}, ...what } = {}) {
  shown?.close();
  const dialog = cardSheet(power, what);
  shown = dialog;
  const elsewhere = () => dialog.close();
  window.addEventListener("hashchange", elsewhere);
  dialog.addEventListener("close", () => {
    window.removeEventListener("hashchange", elsewhere);
    dialog.remove();
    if (shown === dialog) shown = null;
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The sheet as a dialog that is not shown yet.
 * @param {string} first
 * @param {Sheet} what */
export function cardSheet(first, { opponents = null, action = null, wording = () => null, row } = {}) {
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "sheet-name" });
  let power = first;
  /** @type {Told} */
  let told = { opponents, action };
  let chosen = new Set(opponents ?? []);
  const fill = () =>
    show(dialog, [
      sheet(power, [...chosen], wording(power), told.opponents === null, row?.powers),
      told.action && actionBar(told.action),
    ]);
  /** @param {number} by how many cards further */
  const go = (by) => {
    const next = row?.powers[row.powers.indexOf(power) + by];
    if (!row || !next) return;
    power = next;
    told = row.tell(power);
    chosen = new Set(told.opponents ?? []);
    fill();
    dialog.scrollTop = 0;
    row.went?.(power);
  };
  dialog.addEventListener("click", (event) => {
    const acts = around(event, "[data-act]");
    if (event.target === dialog || acts || around(event, "[data-close]")) dialog.close();
    if (acts) told.action?.run();
    const by = around(event, "[data-by]")?.dataset.by;
    if (by) go(Number(by));
    const dropped = around(event, "[data-drop]")?.dataset.drop;
    if (!dropped) return;
    chosen.delete(dropped);
    fill();
    dialog.querySelector("select")?.focus();
  });
  dialog.addEventListener("keydown", ({ key, target }) => {
    if (target instanceof HTMLSelectElement) return;
    if (key === "ArrowLeft") go(-1);
    if (key === "ArrowRight") go(1);
  });
  swiped(dialog, go);
  dialog.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.value) chosen.add(target.value);
    fill();
    target.value = "";
  });
  fill();
  return dialog;
}

/** @param {Page.CardAction} action */
const actionBar = ({ text }) =>
  el("div", { class: "dock" }, el("button", { type: "button", class: "primary", "data-act": true }, text));

/**
 * @param {string} power
 * @param {string[]} opponents
 * @param {string|null} wording
 * @param {boolean} choosing
 * @param {string[]} [row] the cards among which this one lies
 */
function sheet(power, opponents, wording, choosing, row = [power]) {
  const card = cardOf(power);
  if (!card) throw new Error(`no card of ${power} has been fetched`);
  return el(
    "article",
    {},
    el(
      "header",
      {},
      emblem(power),
      el(
        "div",
        {},
        el("h2", { id: "sheet-name" }, cardName(power)),
        el("p", { class: "quiet" }, cardText(power, "title")),
      ),
      el(
        "button",
        { type: "button", class: "quiet close", "data-close": true, "aria-label": say("sheet.close"), autofocus: true },
        "✕",
      ),
    ),
    row.length > 1 && leafing(row.indexOf(power), row),
    powerDiagram(power),
    el(
      "ul",
      { class: "chips", "aria-label": say("sheet.when") },
      card.timing.map((timing) => el("li", {}, say(`timing.${timing}`))),
    ),
    wordings(power, wording),
    el("p", { class: "quiet facts" }, setMark(power), facts(card)),
    el("h3", {}, say("sheet.table")),
    el("p", {}, cardText(power, "table")),
    el("h3", {}, say("sheet.rulings")),
    list(card.rulings),
    opponents.map((other) => against(card, other, choosing)),
    choosing && chooser(card, opponents),
    unwelcome(card),
  );
}

/** The arrows to the cards before and after this one.
 * @param {number} place
 * @param {string[]} row */
function leafing(place, row) {
  /**
   * @param {string} key
   * @param {number} by
   * @param {string} sign
   */
  const arrow = (key, by, sign) => {
    const power = row[place + by];
    const about = { "aria-label": say(key), "aria-disabled": power ? null : "true" };
    return el("button", { type: "button", class: "quiet", "data-key": key, "data-by": by, ...about }, sign);
  };
  return el(
    "div",
    { class: "leafing", "data-key": "leafing" },
    arrow("sheet.previous", -1, "‹"),
    el("span", { role: "status" }, say("sheet.place", { place: place + 1, count: row.length })),
    arrow("sheet.next", 1, "›"),
  );
}

/** The text in force, or both where nobody has decided which.
 * @param {string} power
 * @param {string|null} wording */
function wordings(power, wording) {
  const revised = cardText(power, "revised");
  if (wording === "revised" && revised) {
    return [el("p", { class: "power-text" }, revised), el("p", { class: "quiet" }, say("sheet.revised_played"))];
  }
  return [
    el("p", { class: "power-text" }, cardText(power, "text")),
    revised && wording === null && el("p", { class: "quiet" }, el("strong", {}, say("sheet.revised")), " ", revised),
  ];
}

/** @param {Page.Card} card */
function facts({ set, players, fleece, first_games: first }) {
  const lines = [say(`set.${set}`), say(`sheet.players.${players.join("")}`)];
  if (fleece) lines.push(say("sheet.fleece"));
  if (first) lines.push(say("sheet.first"));
  return lines.join(" · ");
}

/** @param {Api.MessageForm[]} rulings */
const list = (rulings) =>
  el(
    "ul",
    { class: "rulings" },
    rulings.map((ruling) => el("li", {}, messageText(ruling))),
  );

/** What is to be known of the two cards together.
 * @param {Page.Card} card
 * @param {string} other
 * @param {boolean} choosing */
function against(card, other, choosing) {
  const rulings = [...(card.against[other] ?? [])];
  if (!rulings.length && !card.banned.includes(other)) rulings.push({ key: "sheet.nothing", args: {} });
  if (card.banned.includes(other) && !rulings.length) {
    rulings.push({ key: "draft.banned_pair", args: { power: card.power, other } });
  }
  const id = `against-${other}`;
  return el(
    "section",
    { class: "against", "aria-labelledby": id, "data-key": id },
    el("h3", { id }, emblem(other), say("sheet.against", { power: other })),
    choosing &&
      el(
        "button",
        { type: "button", class: "quiet close", "data-drop": other, "aria-label": say("sheet.drop", { power: other }) },
        "✕",
      ),
    list(rulings),
  );
}

/** Whom to choose: first those of whom there is something to tell.
 * @param {Page.Card} card
 * @param {string[]} opponents */
function chooser(card, opponents) {
  const others = allCards()
    .map(({ power }) => power)
    .filter((power) => power !== card.power && !opponents.includes(power));
  /** @param {string} power */
  const told = (power) => power in card.against || card.banned.includes(power);
  /**
   * @param {string} key
   * @param {string[]} powers
   */
  const group = (key, powers) =>
    powers.length > 0 &&
    el(
      "optgroup",
      { label: say(key) },
      powers.map((power) => el("option", { value: power }, cardName(power))),
    );
  return el(
    "label",
    { class: "field" },
    el("span", {}, say("sheet.choose")),
    el(
      "select",
      {},
      el("option", { value: "" }, say("sheet.nobody")),
      group("sheet.told", others.filter(told)),
      group(
        "sheet.untold",
        others.filter((power) => !told(power)),
      ),
    ),
  );
}

/** @param {Page.Card} card */
function unwelcome({ banned, impossible }) {
  /** @param {string[]} powers */
  const names = (powers) => powers.map(cardName).join(", ");
  return [
    banned.length > 0 && el("p", { class: "quiet" }, say("sheet.banned", { powers: names(banned) })),
    impossible.length > 0 && el("p", { class: "quiet" }, say("sheet.impossible", { powers: names(impossible) })),
  ];
}
