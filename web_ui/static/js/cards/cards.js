// All powers: a list to search and to filter, and the sheet of each card. #powers/pan opens a sheet.

import { el } from "../dom.js";
import { SETS } from "../lobby/options.js";
import { draw } from "../state.js";
import { cardName, say } from "../text.js";
import { cardFace, groundOf } from "./card.js";
import { openCardSheet } from "./cardsheet.js";
import { cardOf, foundText, loadPowers, powersTelling } from "./powers.js";

const PLAYERS = [2, 3, 4];

const wanted = { words: "", set: "", players: "", first: false };
/** The sheet that is open.
 * @type {{power: string, dialog: HTMLDialogElement | null} | null} */
let open = null;

export { loadPowers as load };

/** @type {Page.View} */
export const view = {
  title: (_, [power]) => (cardOf(power) ? cardName(power) : say("menu.powers")),
  panels,
  drawn: ([power]) => showSheet(power),
  left: () => showSheet(null),
};

/** @param {Partial<typeof wanted>} filter */
function narrow(filter) {
  Object.assign(wanted, filter);
  draw();
}

/** Open the sheet that the address names and close the one before it; closing it by hand leads back to the list.
 * @param {string|null|undefined} power */
function showSheet(power) {
  const card = (power && cardOf(power)?.power) || null;
  if (open?.power === card || (!open && !card)) return;
  const before = open;
  const mine = card ? { power: card, dialog: /** @type {HTMLDialogElement | null} */ (null) } : null;
  open = mine;
  before?.dialog?.close();
  if (!card || !mine) return;
  mine.dialog = openCardSheet(card, {
    row: {
      powers: found().map((each) => each.power),
      tell: () => ({}),
      went,
    },
    closed: () => {
      if (open === mine) location.replace("#powers");
    },
  });
}

/** The sheet has gone on to another card, and the address with it.
 * @param {string} power */
function went(power) {
  if (open) open.power = power;
  history.replaceState(history.state, "", `#powers/${power}`);
  draw();
}

/** The cards that are sought, in the order of the rulebook unless some words are. */
const found = () =>
  powersTelling(wanted.words)
    .flatMap((power) => cardOf(power) ?? [])
    .filter(fits);

function panels() {
  const cards = found();
  return [
    el(
      "section",
      { class: "card powers-head", "data-key": "powers-head" },
      el("h2", {}, say("menu.powers")),
      el(
        "label",
        { class: "field" },
        el("span", {}, say("powers.search")),
        el("input", {
          type: "search",
          oninput: ({ value }) => narrow({ words: value }),
          autocomplete: "off",
          enterkeyhint: "search",
          value: wanted.words,
        }),
      ),
      el(
        "div",
        { class: "filters" },
        choice(
          "powers.set",
          wanted.set,
          SETS.map((set) => [set, say(`set.${set}`)]),
          (set) => narrow({ set }),
        ),
        choice(
          "powers.players",
          wanted.players,
          PLAYERS.map((count) => [String(count), say("powers.for", { count })]),
          (players) => narrow({ players }),
        ),
      ),
      el(
        "label",
        { class: "switch" },
        el("input", { type: "checkbox", onchange: ({ checked }) => narrow({ first: checked }), checked: wanted.first }),
        el("span", {}, say("powers.first")),
      ),
      el("p", { class: "quiet", role: "status", "data-key": "count" }, foundText(cards.length)),
    ),
    el("ul", { class: "cards", "aria-label": say("menu.powers"), "data-key": "powers" }, cards.map(entry)),
  ];
}

/**
 * @param {string} key
 * @param {string} value
 * @param {string[][]} options
 * @param {(value: string) => void} choose
 */
function choice(key, value, options, choose) {
  return el(
    "label",
    { class: "field" },
    el("span", {}, say(key)),
    el(
      "select",
      { onchange: (field) => choose(field.value) },
      el("option", { value: "" }, say("powers.all")),
      options.map(([option, text]) => el("option", { value: option, selected: option === value }, text)),
    ),
  );
}

/** @param {Page.Card} card */
function entry({ power }) {
  return el(
    "li",
    { class: groundOf(power), "data-key": power },
    el("a", { class: "power", href: `#powers/${power}` }, cardFace(power)),
  );
}

/** @param {Page.Card} card */
function fits(card) {
  if (wanted.set && card.set !== wanted.set) return false;
  if (wanted.players && !card.players.includes(Number(wanted.players))) return false;
  return !wanted.first || card.first_games;
}
