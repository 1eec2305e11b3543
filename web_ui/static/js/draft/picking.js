// What is picked in a draft: what speaks against a card, what outlasts a reload, and picks by chance.

import { stored } from "../stored.js";

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

/** The cards that this phone has picked, of those that lie there; the table knows those that it votes for.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui */
export function pickedCards({ draft: drafting }, ui) {
  const { chooser, stage, cards } = drafting;
  if (!chooser) return [];
  return stage === "vote"
    ? votedFor(drafting, chooser)
    : [...ui.cards].filter((power) => cards.some((card) => card.power === power));
}

/** Whether what is picked can be confirmed; a vote for nobody can, too.
 * @param {Page.Drafting} draft
 * @param {string[]} picked */
export function enough({ stage, wanted, at_once: together }, picked) {
  if (stage === "vote") return true;
  if (stage === "choose") return picked.length === 1;
  return together ? picked.length >= wanted : picked.length === wanted;
}

// ---- What is picked in a draft is the same on all pages of this phone, and outlasts a reload: it is stored under the draft
// that it is about.

const KEY = "thera-picks";

/** What tells one step of a draft from another.
 * @param {Api.SnapshotForm} snapshot */
function draftOf({ seats, draft }) {
  if (!draft || !draft.chooser || draft.stage === "vote" || draft.stage === "start") return null;
  const { stage, challenger, chooser, wanted, cards, own, taken } = draft;
  const names = seats.map(({ seat, name }) => [seat, name]);
  return JSON.stringify([stage, challenger, chooser, wanted, names, own, taken, cards.map(({ power }) => power)]);
}

/** Store what is picked in this draft; with nothing picked, nothing is stored.
 * @param {Api.SnapshotForm} snapshot
 * @param {Iterable<string>} powers
 * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [storage] */
export function storePicks(snapshot, powers, storage = stored) {
  const [draft, picked] = [draftOf(snapshot), [...powers]];
  if (draft && picked.length) storage.setItem(KEY, JSON.stringify([draft, picked]));
  else storage.removeItem(KEY);
}

/** What was picked in this draft, before the page was loaded or on another one of this phone. What was picked in another
 * draft counts no more; another page may be there already, so it goes only when no draft is left.
 * @param {Api.SnapshotForm} snapshot
 * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [storage]
 * @returns {string[]} */
export function storedPicks(snapshot, storage = stored) {
  if (!snapshot.draft) storage.removeItem(KEY);
  try {
    const [draft, picked] = JSON.parse(storage.getItem(KEY) ?? "[]");
    if (draft && draft === draftOf(snapshot) && Array.isArray(picked)) return picked.map(String);
  } catch {
    storage.removeItem(KEY); // somebody else has written there
  }
  return [];
}

/** Be told when something is picked on another page of this phone.
 * @param {() => void} listener */
export const onPickedElsewhere = (listener) =>
  window.addEventListener("storage", ({ key }) => key === KEY && listener());

// ---- A surprise: gods picked by chance that may be offered, taken or voted for together.

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
