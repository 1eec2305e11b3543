// The bar of the draft: what is picked, and the button that confirms it.

import { button, el } from "../dom.js";
import { enough } from "../drafting.js";
import { powersHere } from "../powers.js";
import { cardName, say } from "../text.js";
import { goOn, voteAgain } from "./vote.js";

/** What is picked, a surprise for who cannot decide, and the button that makes it so; who has voted may do so again.
 * @param {Page.InDraft} snapshot
 * @param {string[]} picked
 * @param {Page.Ui} ui */
export function draftBar(snapshot, picked, ui) {
  const { draft: drafting } = snapshot;
  const { stage, chooser } = drafting;
  const again = stage === "vote" ? voteAgain(snapshot) : [];
  const further = goOn(snapshot, ui);
  if (!chooser && !again.length && !further) return null;
  return el(
    "div",
    { class: "dock", "data-key": "dock" },
    stage !== "choose" &&
      picked.length > 0 &&
      el("div", { class: "choices", "data-key": "picked" }, picked.map(putBack)),
    again.length > 0 && el("div", { class: "choices", "data-key": "vote-again" }, again),
    further,
    chooser &&
      el(
        "div",
        { class: "confirming", "data-key": "confirming" },
        powersHere() && button(say("draft.surprise"), "surprise"),
        confirmButton(drafting, picked),
      ),
  );
}

/** What has to be picked yet, or the button that confirms it. A vote for nobody is no large button.
 * @param {Page.Drafting} draft
 * @param {string[]} picked */
function confirmButton(draft, picked) {
  const nobody = draft.stage === "vote" && !picked.length;
  return el(
    "button",
    {
      type: "button",
      class: nobody ? "quiet" : "primary",
      "data-do": "confirm-cards",
      "data-key": nobody ? "confirm-nobody" : "confirm",
      disabled: !enough(draft, picked),
    },
    confirmText(draft, picked),
  );
}

/**
 * @param {Page.Drafting} draft
 * @param {string[]} picked
 */
function confirmText(draft, picked) {
  const { stage, wanted, at_once: together, fleece } = draft;
  const counted = { count: picked.length, wanted };
  if (stage === "vote") return picked.length ? say("draft.confirm_vote", counted) : say("draft.confirm_no_vote");
  if (!enough(draft, picked)) {
    return wanted === 1 || stage === "choose" ? say("draft.asked_one") : say("draft.asked", counted);
  }
  if (stage === "choose") return say(picked[0] === "mortal" ? "draft.confirm_without" : "draft.confirm_choice");
  if (fleece) return say("draft.confirm_beside");
  return say(together ? "draft.confirm_offer_more" : "draft.confirm_offer", counted);
}

/** @param {string} power */
function putBack(power) {
  const chip = button([cardName(power), " ", el("span", { "aria-hidden": "true" }, "✕")], "card", { power }, "chip");
  chip.setAttribute("aria-label", say("draft.put_back", { power }));
  return chip;
}
