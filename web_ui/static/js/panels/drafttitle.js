// The draft in the banner: whose choice it is and what is asked.

import { say, who } from "../text.js";

/** Whose choice it is and what is asked, for the banner.
 * @param {Page.InDraft} snapshot
 * @returns {import("./banner.js").Headline} */
export function draftHeadline({ draft }) {
  const shown = { ...stageHeadline(draft), own: draft.chooser !== null };
  return shown;
}

/**
 * @param {Page.Drafting} draft
 * @returns {import("./banner.js").Headline}
 */
function stageHeadline(draft) {
  switch (draft.stage) {
    case "vote":
      return voteHeadline(draft);
    case "choose":
      return draft.at_once ? chooseTogetherHeadline(draft) : chooseHeadline(draft);
    default:
      return challengerHeadline(draft);
  }
}

/** @param {Page.Drafting} draft */
const side = ({ chooser }) => (chooser ? "you" : "others");

/** @param {Page.Drafting} draft */
function voteHeadline(draft) {
  const { chooser, choosing, fleece, wanted } = draft;
  const key = `draft.vote.${side(draft)}${chooser && fleece ? "_fleece" : ""}`;
  const title = chooser ? who(chooser) : say("draft.everyone");
  return { seat: chooser, title, ask: say(key, { seats: choosing.join(","), count: wanted }) };
}

/** @param {Page.Drafting} draft */
function challengerHeadline(draft) {
  const { stage, at_once: together, fleece, to_act: seat, wanted } = draft;
  const variant = fleece ? "_fleece" : together && stage === "offer" ? "_at_once" : "";
  return { seat, title: who(seat), ask: say(`draft.${stage}.${side(draft)}${variant}`, { seat, count: wanted }) };
}

/** @param {Page.Drafting} draft */
function chooseHeadline(draft) {
  const { chooser, gods, to_act: next } = draft;
  const seat = chooser ?? next;
  const key = `draft.choose.${side(draft)}${chooser && gods === 2 ? "_two" : ""}`;
  return { seat, title: who(seat), ask: say(key, { seat: next }) };
}

/** @param {Page.Drafting} draft */
function chooseTogetherHeadline({ chooser, choosing, gods }) {
  if (chooser) {
    return { seat: chooser, title: who(chooser), ask: say(`draft.choose.you${gods === 2 ? "_two" : ""}_at_once`) };
  }
  const ask = say("draft.choose.others_at_once", { seats: choosing.join(",") });
  return { seat: null, title: say("draft.everyone"), ask };
}
