// What is known of the powers: the facts of their cards, their texts and drawings, fetched when they are first needed.

import { fill, onDemand, svg } from "../dom.js";
import { drawingOf, loadDrawings } from "../drawing.js";
import { soughtIn, Texts } from "../judge/search.js";
import { revisedIn } from "../lobby/options.js";
import { cardName, cardText, loadPart, say } from "../text.js";

/** @type {Map<string, Page.Card>} */
const cards = new Map();
/** @type {Promise<unknown> | null} */
let fetching = null;

/** Fetch all that is told of the powers, once; whoever asks after a failure tries again. */
export function loadPowers() {
  fetching ??= fetchPowers().catch((error) => {
    fetching = null;
    throw error;
  });
  return fetching;
}

async function fetchPowers() {
  const [found] = await Promise.all([fetchCards(), loadPart("powers"), loadDrawings()]);
  for (const card of found) cards.set(card.power, card);
  told = null;
}

/** @returns {Promise<Page.Card[]>} */
async function fetchCards() {
  const answer = await fetch("powers.json");
  if (!answer.ok) throw new Error(`the cards of the powers: ${answer.status}`);
  return (await answer.json()).cards;
}

/** Whether that has been fetched. */
export const powersHere = () => cards.size > 0;

/** The facts of a power's card: number, set, players, timing, rulings and what it is told against whom.
 * @param {string} power */
export const cardOf = (power) => cards.get(power);

/** All cards in the order of the rulebook. */
export const allCards = () => [...cards.values()];

/** The wording in which a table plays a power: "revised" or "printed".
 * @param {Pick<Api.SnapshotForm, "options">} given
 * @param {string} power */
export const wordingAt = ({ options }, power) => (revisedIn(options.rules).includes(power) ? "revised" : "printed");

/** The text of a power as a table plays it; nothing as long as the texts are on their way.
 * @param {Api.SnapshotForm} snapshot
 * @param {string} power */
export const playedText = (snapshot, power) =>
  cardText(power, wordingAt(snapshot, power) === "revised" ? "revised" : "text");

/** How many powers a search has found.
 * @param {number} count */
export const foundText = (count) =>
  say(count > 1 ? "powers.found" : count ? "powers.found_one" : "powers.none", { count });

/** What is told of the powers, to search in.
 * @type {Texts | null} */
let told = null;

/** The powers of which all these words tell, the best first; a letter or two may be wrong. Without words all of them.
 * @param {string} words */
export function powersTelling(words) {
  const powers = [...cards.keys()];
  const sought = soughtIn(words, "");
  if (!sought.length) return powers;
  told ??= new Texts(
    powers.map((power) => ({
      title: cardName(power),
      body: ["title", "short", "text", "revised"].map((part) => cardText(power, part)).join(" "),
    })),
  );
  return told
    .search(sought)
    .filter(({ count }) => count === sought.length)
    .map(({ place }) => powers[place]);
}

/** The emblem of a power, a small picture in the colours of the palette; empty as long as the drawings are on their way.
 * @param {string} power */
export function emblem(power) {
  const drawn = drawingOf("emblems", power);
  const picture = svg("svg", { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" });
  return onDemand(picture, drawn ? power : "", () => {
    if (!drawn) return;
    fill(
      picture,
      svg("rect", { class: drawn.ground, x: 1, y: 1, width: 46, height: 46, rx: 12 }),
      drawn.shapes.map(([paint, d, width]) =>
        svg("path", { class: width ? `${paint} line` : paint, d, "stroke-width": width }),
      ),
    );
  });
}
