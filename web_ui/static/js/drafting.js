// What is picked in a draft, and what speaks against a card. Pure.

import { votedFor } from "./panels/vote.js";

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
