// The sheet of a card: all that is told of a power, and the rulings that matter against these opponents. Where cards lie
// in a row, a swipe or an arrow leads to the next.

import { el, show } from "../dom.js";
import { closedByBack } from "../sheets.js";
import { latest, note } from "../state.js";
import { cardName, cardText, messageText, say } from "../text.js";
import { powerDiagram, setMark } from "./card.js";
import { allCards, cardOf, emblem, loadPowers, wordingAt } from "./powers.js";

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
function cardSheet(first, { opponents = null, action = null, wording = () => null, row }) {
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "sheet-name" });
  let power = first;
  /** @type {Told} */
  let told = { opponents, action };
  let chosen = new Set(opponents ?? []);
  const fill = () =>
    show(dialog, [
      sheet(power, [...chosen], wording(power), row?.powers ?? [power], {
        close: () => dialog.close(),
        go,
        choose: told.opponents === null ? choose : null,
        drop,
      }),
      told.action && actionBar(told.action, dialog),
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
  /** @param {HTMLInputElement} field */
  const choose = (field) => {
    if (field.value) chosen.add(field.value);
    fill();
    field.value = "";
  };
  /** @param {string} other */
  const drop = (other) => {
    chosen.delete(other);
    fill();
    dialog.querySelector("select")?.focus();
  };
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", ({ key, target }) => {
    if (target instanceof HTMLSelectElement) return;
    if (key === "ArrowLeft") go(-1);
    if (key === "ArrowRight") go(1);
  });
  swiped(dialog, go);
  fill();
  return dialog;
}

/** @typedef {object} Moves what can be done on a sheet
 * @property {() => void} close
 * @property {(by: number) => void} go to another card of the row
 * @property {((field: HTMLInputElement) => void) | null} choose another opponent; null: they are given
 * @property {(other: string) => void} drop an opponent */

/** @param {Page.CardAction} action
 * @param {HTMLDialogElement} dialog */
function actionBar({ text, run }, dialog) {
  if (!run) return el("div", { class: "dock" }, el("p", { class: "why" }, text));
  const act = () => {
    dialog.close();
    run();
  };
  return el("div", { class: "dock" }, el("button", { type: "button", class: "primary", onclick: act }, text));
}

/**
 * @param {string} power
 * @param {string[]} opponents
 * @param {string|null} wording
 * @param {string[]} row the cards among which this one lies
 * @param {Moves} moves
 */
function sheet(power, opponents, wording, row, { close, go, choose, drop }) {
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
        { type: "button", class: "quiet close", onclick: close, "aria-label": say("sheet.close"), autofocus: true },
        "✕",
      ),
    ),
    row.length > 1 && leafing(row.indexOf(power), row, go),
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
    rulingsList(card.rulings),
    opponents.map((other) => against(card, other, choose && drop)),
    choose && chooser(card, opponents, choose),
    unwelcome(card),
    el(
      "p",
      {},
      el("a", { class: "button", href: `#book/${[power, ...opponents].slice(0, 2).join("/")}` }, say("sheet.book")),
    ),
  );
}

/** The arrows to the cards before and after this one.
 * @param {number} place
 * @param {string[]} row
 * @param {Moves["go"]} go */
function leafing(place, row, go) {
  /**
   * @param {string} key
   * @param {number} by
   * @param {string} sign
   */
  const arrow = (key, by, sign) => {
    const power = row[place + by];
    const about = { "aria-label": say(key), "aria-disabled": power ? null : "true" };
    return el("button", { type: "button", class: "quiet", "data-key": key, onclick: () => go(by), ...about }, sign);
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
export const rulingsList = (rulings) =>
  el(
    "ul",
    { class: "rulings" },
    rulings.map((ruling) => el("li", {}, messageText(ruling))),
  );

/** What is to be known of the two cards together.
 * @param {Page.Card} card
 * @param {string} other
 * @param {Moves["drop"] | null} drop */
function against(card, other, drop) {
  const rulings = whatMatters(card.power, other);
  const id = `against-${other}`;
  return el(
    "section",
    { class: "against", "aria-labelledby": id, "data-key": id },
    el("h3", { id }, emblem(other), say("sheet.against", { power: other })),
    drop &&
      el(
        "button",
        {
          type: "button",
          class: "quiet close",
          onclick: () => drop(other),
          "aria-label": say("sheet.drop", { power: other }),
        },
        "✕",
      ),
    rulingsList(rulings.length ? rulings : [{ key: "sheet.nothing", args: {} }]),
  );
}

/** The rulings about two cards that meet, or that the rulebook advises against it.
 * @param {string} power
 * @param {string} other
 * @returns {Api.MessageForm[]} */
export function whatMatters(power, other) {
  const card = cardOf(power);
  const rulings = card?.against[other] ?? [];
  if (rulings.length || !card?.banned.includes(other)) return rulings;
  return [{ key: "draft.banned_pair", args: { power, other } }];
}

/** Whom to choose: first those of whom there is something to tell.
 * @param {Page.Card} card
 * @param {string[]} opponents
 * @param {NonNullable<Moves["choose"]>} choose */
function chooser(card, opponents, choose) {
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
      { onchange: choose },
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

// ---- A swipe to the side by one finger

const FAR = 60; // px that a finger goes to the side
const STRAIGHT = 2; // times as far to the side as up or down

/** Call `go` with 1 when a finger swipes to the left, where the next one comes from, and with -1 when to the right.
 * @param {HTMLElement} host
 * @param {(by: number) => void} go */
export function swiped(host, go) {
  /** @type {Touch | null} */
  let start = null;
  host.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
    passive: true,
  });
  host.addEventListener("touchend", ({ changedTouches: [end] }) => {
    const by = start && end ? swipe(end.clientX - start.clientX, end.clientY - start.clientY) : 0;
    start = null;
    if (by) go(by);
  });
  host.addEventListener("touchcancel", () => (start = null));
}

/** Where a finger that went so far swipes to: 1 to the left, -1 to the right, 0 is no swipe.
 * @param {number} across
 * @param {number} down */
export const swipe = (across, down) =>
  Math.abs(across) < FAR || Math.abs(across) < STRAIGHT * Math.abs(down) ? 0 : across < 0 ? 1 : -1;

// ---- Cards at the table

/** Open the sheet of a card of this game, with the rulings that matter against its opponents.
 * @param {string} power */
export const showCardInGame = (power) =>
  showCard(power, ({ game }) => game && { opponents: opponentsOf(power, game.players) });

/** Open a card's sheet as soon as its texts are here. What `about` gives is told of the card then (see openCardSheet);
 * nothing is opened if it gives null, since the card is gone, or if the page went elsewhere meanwhile.
 * @param {string} power
 * @param {(snapshot: Api.SnapshotForm) => Sheet|null|undefined} about */
export async function showCard(power, about) {
  const { hash } = location;
  try {
    await loadPowers();
  } catch {
    return note(say("error.no_answer"));
  }
  const told = location.hash === hash ? about(latest()) : null;
  return told && closedByBack(openCardSheet(power, { ...told, wording: (each) => wordingAt(latest(), each) }));
}

/** The powers of those who play against whoever has this one.
 * @param {string} power
 * @param {Page.Player[]} players */
function opponentsOf(power, players) {
  const teams = new Set(players.filter((player) => powersOf(player).includes(power)).map(({ team }) => team));
  return players
    .filter(({ team }) => !teams.has(team) || teams.size > 1)
    .flatMap(powersOf)
    .filter((other) => other !== power);
}

/** @param {Page.Player} player */
const powersOf = ({ power, second }) => [power, second].filter((one) => one !== "mortal");
