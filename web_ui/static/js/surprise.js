// A surprise: gods picked by chance that may be offered, taken or voted for together.

import { against } from "./drafting.js";

/** Gods by chance, as many as are asked for. What is picked already stays, unless that is enough; then all are others.
 * No two of them are advised against, or cannot be played together, as far as `bans` and the table know. Null: there is
 * nothing to pick.
 * @param {Page.InDraft} snapshot
 * @param {string[]} picked
 * @param {(power: string) => string[]} bans the powers that one should not meet
 * @param {() => number} [chance] from 0 to below 1
 * @returns {string[] | null} */
export function surprise({ draft, seats }, picked, bans, chance = Math.random) {
  const count = manyAsked(draft, seats.filter(({ name }) => name !== null).length);
  const free = draft.cards.filter((card) => !card.refused && card.power !== "mortal");
  if (free.length < count) return null;
  const apart = (/** @type {string} */ one, /** @type {string} */ other) =>
    bans(one).includes(other) || bans(other).includes(one) || told(one, other) || told(other, one);
  const order = shuffled(
    free.map(({ power }) => power),
    chance,
  );
  const others = order.filter((power) => !picked.includes(power));
  if (picked.length >= count || count === 1) {
    const fresh = together([], others, count, apart) ?? together([], [...others, ...picked], count, apart);
    return fresh ?? together([], order, count, () => false);
  }
  return together(picked, others, count, apart) ?? together([], order, count, apart);

  /** Whether the table speaks against the two.
   * @param {string} one
   * @param {string} other */
  function told(one, other) {
    const card = draft.cards.find(({ power }) => power === one);
    return (
      card !== undefined &&
      (against({ stage: "offer" }, card, [other]) !== null || card.warnings.some(({ args }) => args.other === other))
    );
  }
}

/** How many gods are to be picked now; where all choose at once, one for each player will do.
 * @param {Page.Drafting} draft
 * @param {number} players */
function manyAsked({ stage, wanted, at_once: atOnce, fleece }, players) {
  if (stage === "choose") return 1;
  return atOnce && stage === "offer" && !fleece ? Math.max(wanted, players) : wanted;
}

/** So many of these after those that are there, no two of them apart; null if that cannot be.
 * @param {string[]} there
 * @param {string[]} candidates
 * @param {number} count
 * @param {(one: string, other: string) => boolean} apart
 * @returns {string[] | null} */
function together(there, candidates, count, apart) {
  if (there.length >= count) return there;
  for (const [index, power] of candidates.entries()) {
    if (there.some((other) => apart(power, other))) continue;
    const found = together([...there, power], candidates.slice(index + 1), count, apart);
    if (found) return found;
  }
  return null;
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {() => number} chance
 */
function shuffled(items, chance) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
