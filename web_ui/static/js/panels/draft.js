// The draft: cards to offer and to choose from, and who begins.

import { el } from "../dom.js";
import { token } from "../drawing.js";
import { emblem } from "../emblems.js";
import { seated } from "../seats.js";
import { cardName, cardText, say, tell, who } from "../text.js";

/** The cards on offer, or the question who begins. */
export function draft(snapshot, ui) {
  const { draft: drafting } = snapshot;
  const mine = snapshot.seats_held.includes(drafting.to_act);
  if (drafting.stage === "start") return starters(snapshot, ui, mine);
  const wanted = drafting.stage === "offer" ? seated(snapshot).length : 1;
  const picked = mine ? [...ui.cards].filter((power) => drafting.cards.some((card) => card.power === power)) : [];
  const ready = picked.length === wanted;
  const confirm = drafting.stage === "offer" ? say("draft.confirm_offer", { count: picked.length, wanted }) : say("draft.confirm_choice");
  return el(
    "section",
    { class: "draft", "data-key": "draft" },
    takenList(drafting),
    el("ul", { class: "cards" }, drafting.cards.map((card) => draftCard(card, mine, picked, drafting.stage))),
    mine &&
      el(
        "div",
        { class: "bar" },
        el("button", { type: "button", class: "primary", "data-do": "confirm-cards", disabled: !ready }, confirm),
      ),
  );
}

function draftCard(card, mine, chosen, stage) {
  const picked = chosen.includes(card.power);
  // While all cards lie there, only what speaks against a card already picked is worth reading.
  const warnings = card.warnings.filter(({ args }) => stage !== "offer" || chosen.includes(args.other));
  const notes = [card.refused && tell(card.refused), ...warnings.map(tell)].filter(Boolean);
  return el(
    "li",
    { "data-key": card.power },
    el(
      "button",
      {
        type: "button",
        class: `power ${picked ? "picked" : ""} ${card.refused ? "refused" : ""}`,
        "data-do": mine ? "card" : "peek",
        "data-power": card.power,
        "aria-pressed": mine ? String(picked) : null,
        "aria-disabled": card.refused ? "true" : null,
      },
      emblem(card.power),
      el("span", { class: "title" }, el("strong", {}, cardName(card.power)), el("em", {}, cardText(card.power, "title"))),
      el("span", { class: "text" }, cardText(card.power, "text")),
      notes.map((note) => el("span", { class: card.refused ? "why" : "warning" }, note)),
    ),
  );
}

function takenList(drafting) {
  if (!drafting.taken.length) return null;
  return el(
    "ul",
    { class: "taken" },
    drafting.taken.map(({ seat, power }) => el("li", {}, token(seat), say("draft.has", { seat, power }))),
  );
}

function starters(snapshot, ui, mine) {
  const { draft: drafting } = snapshot;
  return el(
    "section",
    { class: "card", "data-key": "starters" },
    takenList(drafting),
    mine &&
      el(
        "div",
        { class: "choices" },
        drafting.starters.map((seat) =>
          el(
            "button",
            { type: "button", "data-do": "starter", "data-seat": seat, "aria-pressed": String(ui.starter === seat) },
            token(seat),
            who(seat),
          ),
        ),
      ),
    mine &&
      el(
        "div",
        { class: "bar" },
        el("button", { type: "button", class: "primary", "data-do": "confirm-starter", disabled: !ui.starter }, say("draft.confirm_starter")),
      ),
  );
}
