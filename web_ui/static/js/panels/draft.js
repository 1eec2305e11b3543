// The draft: cards to offer and to choose from, and who begins.

import { el } from "../dom.js";
import { against, pickedCards } from "../drafting.js";
import { token } from "../drawing.js";
import { emblem } from "../emblems.js";
import { SETS } from "../options.js";
import { cardFace, groundOf } from "../powercard.js";
import { cardOf, foundText, powersHere, mentions } from "../powers.js";
import { cardName, say, messageText, who } from "../text.js";
import { draftBar } from "./draftbar.js";
import { goOn, tally, voters } from "./vote.js";

const MANY = 8; // cards from which on a search helps

/** The cards on offer, or the question who begins.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui */
export function draft(snapshot, ui) {
  const { draft: drafting } = snapshot;
  if (drafting.stage === "start") return starters(snapshot, ui);
  const picked = pickedCards(snapshot, ui);
  const [shown, out] = cardRows(snapshot, ui);
  return el(
    "section",
    { class: `draft${ui.turning ? " turning" : ""}`, "data-key": "draft" },
    el(
      "div",
      { class: "draft-head", "data-key": "head" },
      people(snapshot),
      searchable(drafting) && search(ui.sought, shown.length),
    ),
    drafting.stage === "vote" && tally(drafting),
    el(
      "ul",
      { class: "cards", "aria-label": say("draft.cards"), "data-key": "cards" },
      shown.map((card) => draftCard(snapshot, card, picked)),
    ),
    out.length > 0 && leftOut(snapshot, out, picked),
    drafting.stage === "choose" && tally(drafting),
    draftBar(snapshot, picked, ui),
  );
}

/** Whether there are so many cards that one has to search. @param {Page.Drafting} draft */
const searchable = ({ cards }) => cards.length > MANY && powersHere();

/** The cards that are shown, and apart from them those that cannot be in this game.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui
 * @returns {[Page.DraftCard[], Page.DraftCard[]]} */
export function cardRows({ draft: drafting }, ui) {
  const { cards, stage } = drafting;
  const found = searchable(drafting) ? cards.filter((card) => fits(card, ui.sought)) : cards;
  return stage === "choose"
    ? [found, []]
    : [found.filter((card) => !card.refused), found.filter((card) => card.refused)];
}

/**
 * @param {Page.InDraft} snapshot
 * @param {Page.DraftCard} card
 * @param {string[]} picked
 */
function draftCard(snapshot, card, picked) {
  const { power } = card;
  const { stage, chooser, votes } = snapshot.draft;
  const reason = against(snapshot.draft, card, picked);
  // While all cards lie there, only what speaks against one already picked, or voted for, is worth reading.
  const beside = stage === "vote" ? votes.map((each) => each.power) : picked;
  const told = stage === "vote" ? [...card.conflicts, ...card.warnings] : card.warnings;
  const warnings = told.filter(
    ({ args }) => stage === "choose" || (args.other !== power && beside.includes(args.other)),
  );
  const wanted = stage === "vote" && votes.find((each) => each.power === power);
  const chosen = picked.includes(power);
  const face = cardFace(
    power,
    reason
      ? el("span", { class: "why" }, messageText(reason))
      : warnings.map((warning) => el("span", { class: "warning" }, messageText(warning))),
    wanted && voters(wanted.seats),
  );
  return el(
    "li",
    {
      class: `offer ${groundOf(power)}${chosen ? " picked" : ""}${reason ? " refused" : ""}`,
      "data-key": power,
    },
    power === "mortal"
      ? el("div", { class: "power" }, face)
      : el("button", { type: "button", class: "power", "data-do": "draft-sheet", "data-power": power }, face),
    chooser &&
      el(
        "button",
        {
          type: "button",
          class: "pick",
          "data-do": "card",
          "data-power": power,
          "aria-label": say("draft.pick_one", { power }),
          "aria-pressed": String(chosen),
          "aria-disabled": reason ? "true" : null,
        },
        el("span", { "aria-hidden": "true" }, chosen ? "✓" : ""),
      ),
  );
}

/** What cannot be taken in this game, out of the way, each with its reason.
 * @param {Page.InDraft} snapshot
 * @param {Page.DraftCard[]} cards
 * @param {string[]} picked */
function leftOut(snapshot, cards, picked) {
  return el(
    "details",
    { class: "left-out", "data-key": "out" },
    el("summary", {}, say("draft.out", { count: cards.length })),
    el(
      "ul",
      { class: "cards" },
      cards.map((card) => draftCard(snapshot, card, picked)),
    ),
  );
}

/** A search among many cards; how many it has found is seen once somebody searches.
 * @param {Page.Ui["sought"]} given
 * @param {number} count
 */
function search({ words, set }, count) {
  /** @param {string} key */
  const label = (key) => el("span", { class: "visually-hidden" }, say(key));
  return el(
    "div",
    { class: "sought", "data-key": "sought" },
    el(
      "label",
      { class: "field" },
      label("powers.search"),
      el("input", {
        type: "search",
        "data-input": "sought",
        autocomplete: "off",
        enterkeyhint: "search",
        placeholder: say("powers.search"),
        value: words,
      }),
    ),
    el(
      "label",
      { class: "field" },
      label("powers.set"),
      el(
        "select",
        { "data-change": "sought-set" },
        el("option", { value: "", selected: !set }, say("powers.all")),
        SETS.map((each) => el("option", { value: each, selected: each === set }, say(`set.${each}`))),
      ),
    ),
    el(
      "p",
      { class: words || set ? "quiet" : "visually-hidden", role: "status", "data-key": "count" },
      foundText(count),
    ),
  );
}

/**
 * @param {Page.DraftCard} card
 * @param {Page.Ui["sought"]} given
 */
function fits({ power }, { words, set }) {
  return (!set || cardOf(power)?.set === set) && mentions(power, words);
}

/** The players: who is Challenger, who chooses, who has what.
 * @param {Page.InDraft} snapshot */
function people(snapshot) {
  const { challenger, at_once: together, taken, own } = snapshot.draft;
  const names = snapshot.seats.filter(({ name }) => name !== null);
  return el(
    "ul",
    { class: "taken", "aria-label": say("draft.players"), "data-key": "taken" },
    names.map(({ seat }) => {
      const has = taken.filter((one) => one.seat === seat).map(({ power }) => cardName(power));
      const mine = together && !has.length ? own.filter((one) => one.seat === seat) : [];
      const doing = doingNow(snapshot.draft, seat);
      return el(
        "li",
        { "data-key": seat },
        token(seat),
        el(
          "span",
          { class: "who" },
          el("strong", {}, who(seat)),
          el(
            "small",
            {},
            [seat === challenger && say("draft.challenger"), ...has, !has.length && doing].filter(Boolean).join(" · "),
          ),
        ),
        mine.length > 0 &&
          el(
            "details",
            { class: "own" },
            el("summary", {}, say("draft.show_own")),
            el("span", {}, mine.map(({ power }) => cardName(power)).join(", ")),
          ),
      );
    }),
  );
}

/** What a player without a god does, while they choose or vote.
 * @param {Page.Drafting} draft
 * @param {Api.Seat} seat */
function doingNow({ stage, choosing, at_once: together }, seat) {
  const due = choosing.includes(seat);
  if (stage === "vote") return say(due ? "draft.votes" : "draft.has_voted");
  if (stage !== "choose") return null;
  if (due) return say("draft.chooses");
  return together ? say("draft.has_chosen") : null;
}

/**
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui
 */
function starters(snapshot, ui) {
  const { draft: drafting } = snapshot;
  const mine = drafting.chooser !== null;
  const asked = el(
    "section",
    { class: `card starters${ui.turning ? " turning" : ""}`, "data-key": "starters" },
    drafting.fleece && drafting.cards.map(({ power }) => beside(power)),
    mine &&
      el(
        "div",
        { class: "choices" },
        drafting.starters.map((seat) =>
          el("button", { type: "button", "data-do": "starter", "data-seat": seat }, token(seat), who(seat)),
        ),
      ),
    drafting.taken.length ? hands(snapshot) : people(snapshot),
    goOn(snapshot, ui),
  );
  return [asked, tally(drafting)];
}

/** Who has which god, and what it can do, this phone's first; a tap opens its sheet.
 * @param {Page.InDraft} snapshot */
function hands({ draft: { taken }, seats_held: held }) {
  const own = taken.filter(({ seat }) => held.includes(seat));
  const others = taken.filter(({ seat }) => !held.includes(seat));
  return el(
    "ul",
    { class: "cards hands", "aria-label": say("draft.players"), "data-key": "hands" },
    [...own, ...others].map(({ seat, power }) =>
      el(
        "li",
        { class: groundOf(power), "data-key": `${seat} ${power}` },
        el("span", { class: "owner" }, token(seat), el("strong", {}, who(seat))),
        el(
          "button",
          { type: "button", class: "power", "data-do": "draft-sheet", "data-power": power },
          cardFace(power),
        ),
      ),
    ),
  );
}

/** The card that lies beside the board.
 * @param {string} power */
function beside(power) {
  return el(
    "p",
    { class: "beside", "data-key": `beside-${power}` },
    emblem(power),
    el("span", {}, say("draft.beside", { power })),
  );
}
