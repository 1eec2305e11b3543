// What is picked in a draft: what speaks against a card, what the table knows of it, and picks by chance. Pure.

/** What stands against a card for now: it cannot be had, or not together with one that is picked. One may vote for
 * gods that do not go together.
 * @param {Pick<Page.Drafting, "stage">} given
 * @param {Page.DraftCard} card
 * @param {string[]} picked */
export function against({ stage }, card, picked) {
  if (stage === "vote") return card.refused;
  return (
    card.refused ?? card.conflicts.find(({ args }) => picked.includes(args.other) && args.other !== card.power) ?? null
  );
}

/** What a seat votes for, in a draft.
 * @param {Pick<Page.Drafting, "votes">} given
 * @param {Api.Seat} seat */
export const votedFor = ({ votes }, seat) =>
  votes.filter(({ seats }) => seats.includes(seat)).map(({ power }) => power);

/** The cards that are picked. The table knows those that are voted for or picked for an offer, and everybody sees these;
 * what this page has picked since is added. The one that a player is about to take only this page knows.
 * @param {Page.InDraft} snapshot
 * @param {Pick<Page.Ui, "cards" | "picking">} ui
 * @returns {string[]} */
export function pickedCards({ draft: drafting }, { cards: taking, picking }) {
  const { chooser, stage, cards, picked } = drafting;
  if (stage === "offer") return picking.reduce((before, made) => made(before), /** @type {string[]} */ (picked));
  if (!chooser) return [];
  return stage === "vote"
    ? votedFor(drafting, chooser)
    : [...taking].filter((power) => cards.some((card) => card.power === power));
}

/** Whether what is picked can be confirmed; a vote for nobody can, too.
 * @param {Page.Drafting} draft
 * @param {string[]} picked */
export function enough({ stage, wanted, at_once: together }, picked) {
  if (stage === "vote") return true;
  if (stage === "choose") return picked.length === 1;
  return together ? picked.length >= wanted : picked.length === wanted;
}

// ---- Lots: gods picked by chance that may be offered, taken or voted for together, and some to choose from.

/** @typedef {object} Facts what the cards say
 * @property {(power: string) => string[]} bans the powers that one should not meet
 * @property {(power: string) => boolean} simple whether a power is one for first games */

/** Gods by chance, as many as are asked for. What is picked already stays, unless that is enough; then all are others.
 * No two of them are advised against, or cannot be played together, as far as the facts and the table know. Null: there
 * is nothing to pick.
 * @param {Page.InDraft} snapshot
 * @param {string[]} picked
 * @param {Facts} facts
 * @param {() => number} [chance] from 0 to below 1
 * @returns {string[] | null} */
export function surprise({ draft, seats }, picked, { bans, simple }, chance = Math.random) {
  const count = manyAsked(draft, seats.filter(({ name }) => name !== null).length);
  const free = draft.cards.filter((card) => !card.refused && card.power !== "mortal");
  if (free.length < count) return null;
  const apart = (/** @type {string} */ one, /** @type {string} */ other) =>
    bans(one).includes(other) || bans(other).includes(one) || told(one, other) || told(other, one);
  const order = drawn(draft, free, simple, chance);
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

/** How many cards a lot lays out to choose from. */
export const SIX = 6;

/** Six gods by chance to choose from: none that is picked or cannot be picked beside those, and others than `before` as
 * long as there are any.
 * @param {Page.Drafting} draft
 * @param {string[]} picked
 * @param {string[]} before
 * @param {Pick<Facts, "simple">} facts
 * @param {() => number} [chance] from 0 to below 1 */
export function sixByLot(draft, picked, before, { simple }, chance = Math.random) {
  const free = draft.cards.filter(
    (card) => card.power !== "mortal" && !picked.includes(card.power) && !against(draft, card, picked),
  );
  const order = drawn(draft, free, simple, chance);
  const fresh = (/** @type {string} */ power) => !before.includes(power);
  const likely = draft.beginners ? order.filter(simple) : order;
  const rest = order.filter((power) => !likely.includes(power));
  const groups = [likely.filter(fresh), likely.filter((power) => !fresh(power)), rest];
  return groups.flat().slice(0, SIX);
}

/** These cards in an order by chance; for a table that has finished no game with gods, those for first games come first.
 * @param {Pick<Page.Drafting, "beginners">} draft
 * @param {Page.DraftCard[]} cards
 * @param {Facts["simple"]} simple
 * @param {() => number} chance */
function drawn({ beginners }, cards, simple, chance) {
  const order = shuffled(
    cards.map(({ power }) => power),
    chance,
  );
  return beginners ? [...order.filter(simple), ...order.filter((power) => !simple(power))] : order;
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
