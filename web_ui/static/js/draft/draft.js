// The draft: cards to offer, to vote for and to choose from, and who begins.

import { cardFace, groundOf, markOf, shortFace } from "../cards/card.js";
import { showCard } from "../cards/cardsheet.js";
import { cardOf, emblem, foundText, powersHere, powersTelling } from "../cards/powers.js";
import { button, el, inputById } from "../dom.js";
import { token } from "../drawing.js";
import { SETS } from "../lobby/options.js";
import { mayEnd } from "../seats.js";
import { ask, change, draw, inDraft, latest, note, onSnapshot, ui } from "../state.js";
import { cardName, messageText, say, who } from "../text.js";
import { against, enough, pickedCards, SIX, sixByLot, surprise, votedFor } from "./picking.js";

const MANY = 8; // cards from which on a search helps, and of each less is shown

/** The cards on offer, or the question who begins.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui */
export function draft(snapshot, ui) {
  const { draft: drafting } = snapshot;
  if (drafting.stage === "start") return starters(snapshot, ui);
  const picked = pickedCards(snapshot, ui);
  const [shown, out] = cardRows(snapshot, ui);
  const face = isDense(snapshot, ui) ? shortFace : cardFace;
  const list = (/** @type {Page.DraftCard[]} */ cards, /** @type {typeof cardFace} */ drawn) =>
    el(
      "ul",
      { class: `cards${drawn === shortFace ? " dense" : ""}`, "aria-label": say("draft.cards"), "data-key": "cards" },
      cards.map((card) => draftCard(snapshot, card, picked, drawn)),
    );
  return el(
    "section",
    { class: `draft${ui.turning ? " turning" : ""}`, "data-key": "draft" },
    drafting.stage !== "offer" && people(snapshot),
    searchable(drafting) && [search(drafting, ui.sought, shown.length + out.length), tabs(drafting, ui.sought)],
    drafting.stage === "vote" && tally(drafting),
    list(shown, face),
    out.length > 0 &&
      el(
        "details",
        // What is found there is seen at once.
        { class: "left-out", "data-key": ui.sought.words ? "out-found" : "out", open: Boolean(ui.sought.words) },
        el("summary", {}, say("draft.out", { count: out.length })),
        list(out, shortFace),
      ),
    drafting.stage === "choose" && tally(drafting),
    draftBar(snapshot, picked, ui),
  );
}

/** Whether there are so many cards that one has to search. @param {Page.Drafting} draft */
const searchable = ({ cards }) => cards.filter((card) => !card.refused).length > MANY && powersHere();

/** The cards that are shown, and apart from them those that cannot be in this game.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui
 * @returns {[Page.DraftCard[], Page.DraftCard[]]} */
export function cardRows({ draft: drafting }, ui) {
  const { cards, stage } = drafting;
  const found = searchable(drafting) ? sought(cards, ui.sought) : cards;
  return stage === "choose"
    ? [found, []]
    : [found.filter((card) => !card.refused), found.filter((card) => card.refused)];
}

/**
 * @param {Page.InDraft} snapshot
 * @param {Page.DraftCard} card
 * @param {string[]} picked
 * @param {typeof cardFace} drawn what is seen of it
 */
function draftCard(snapshot, card, picked, drawn) {
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
  const face = drawn(
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
      : el("button", { type: "button", class: "power", onclick: () => lookAt(power) }, face),
    chooser &&
      el(
        "button",
        {
          type: "button",
          class: "pick",
          onclick: () => pick(power),
          "aria-label": say("draft.pick_one", { power }),
          "aria-pressed": String(chosen),
          "aria-disabled": reason ? "true" : null,
        },
        el("span", { "aria-hidden": "true" }, chosen ? "✓" : ""),
      ),
  );
}

const SEARCH = "draft-search"; // the id of the field

/** A search among many cards, and a lot that lays out six of them; how many are found is seen once somebody searches.
 * @param {Page.Drafting} drafting
 * @param {Page.Ui["sought"]} given
 * @param {number} count
 */
const search = (drafting, { words, laid }, count) =>
  el(
    "div",
    { class: "sought", "data-key": "sought" },
    el(
      "label",
      { class: "field" },
      el("span", { class: "visually-hidden" }, say("powers.search")),
      el("input", {
        type: "search",
        id: SEARCH,
        oninput: ({ value: typed }) => seek({ words: typed, set: "", laid: null }),
        autocomplete: "off",
        enterkeyhint: "search",
        placeholder: say("powers.search"),
        value: words,
      }),
    ),
    drafting.chooser &&
      el(
        "button",
        { type: "button", class: "six", "data-key": "six", "aria-pressed": String(Boolean(laid)), onclick: laySix },
        say(laid ? "draft.six_others" : "draft.six"),
        firstLots(drafting),
      ),
    el("p", { class: words ? "quiet" : "visually-hidden", role: "status", "data-key": "count" }, foundText(count)),
  );

/** The kinds of cards, one of which is shown; null if there is only one.
 * @param {Page.Drafting} drafting
 * @param {Page.Ui["sought"]} sought */
function tabs(drafting, { set, laid }) {
  const free = drafting.cards.filter((card) => !card.refused);
  const sets = SETS.filter((each) => free.some(({ power }) => cardOf(power)?.set === each));
  if (sets.length < 2) return null;
  /**
   * @param {string} name
   * @param {Page.Child} text
   * @param {boolean} pressed
   * @param {() => unknown} run */
  const tab = (name, text, pressed, run) =>
    el(
      "button",
      { type: "button", class: `tab of-${name}`, "data-key": name, "aria-pressed": String(pressed), onclick: run },
      text,
    );
  return el(
    "div",
    { class: "tabs", role: "group", "aria-label": say("draft.kinds"), "data-key": "tabs" },
    tab("all", el("span", {}, say("draft.kind.all")), !set && !laid, () => seek({ set: "", laid: null })),
    sets.map((each) =>
      tab(each, [markOf(each), el("span", {}, say(`draft.kind.${each}`))], set === each && !laid, () =>
        seek({ set: each, laid: null }),
      ),
    ),
  );
}

/** That lots give gods for first games, on a button that draws some; null where they give others, too, or all are such.
 * @param {Page.Drafting} drafting */
function firstLots({ beginners, stage, cards, wanted }) {
  const free = cards.filter((card) => !card.refused);
  const simple = free.filter(({ power }) => isSimple(power));
  const some = simple.length >= Math.max(wanted, SIX) && simple.length < free.length;
  return beginners && some && ["offer", "vote"].includes(stage) ? el("small", {}, say("draft.first_lots")) : null;
}

/** Whether a power is one for first games.
 * @param {string} power */
const isSimple = (power) => cardOf(power)?.first_games ?? false;

/** The cards that are sought, the best first if some words are.
 * @param {Page.DraftCard[]} cards
 * @param {Page.Ui["sought"]} given */
function sought(cards, { words, set, laid }) {
  const order = laid ?? (words.trim() ? powersTelling(words) : null);
  const found = order ? order.flatMap((power) => cards.filter((card) => card.power === power)) : cards;
  return laid ? found : found.filter(({ power }) => !set || cardOf(power)?.set === set);
}

/** Whether so many cards lie there that of each only little is shown. What is typed changes nothing about that.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} ui */
const isDense = ({ draft: drafting }, { sought: { laid } }) => searchable(drafting) && !laid;

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
          button([token(seat), who(seat)], () => ask({ kind: "name_start_player", seat }), "decides", seat),
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
        el("button", { type: "button", class: "power", onclick: () => lookAt(power) }, cardFace(power)),
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

// ---- The bar: what is picked, and the button that confirms it

/** What is picked, a surprise for who cannot decide, and the button that makes it so; who has voted may do so again.
 * @param {Page.InDraft} snapshot
 * @param {string[]} picked
 * @param {Page.Ui} ui */
function draftBar(snapshot, picked, ui) {
  const { draft: drafting } = snapshot;
  const { stage, chooser } = drafting;
  const again = stage === "vote" ? voteAgain(snapshot) : [];
  const further = goOn(snapshot, ui);
  const others = stage === "offer" && !chooser ? picked : [];
  if (!chooser && !again.length && !further && !others.length) return null;
  return el(
    "div",
    { class: "dock", "data-key": "dock" },
    others.length > 0 && el("p", { role: "status", "data-key": "picks" }, picksText(drafting)),
    stage !== "choose" &&
      picked.length > 0 &&
      el("div", { class: "picks", "data-key": "picked" }, picked.toReversed().map(others.length ? lookChip : putBack)),
    again.length > 0 && el("div", { class: "choices", "data-key": "vote-again" }, again),
    further,
    chooser &&
      el(
        "div",
        { class: "confirming", "data-key": "confirming" },
        powersHere() &&
          el(
            "button",
            { type: "button", "data-key": "surprise", onclick: pickSurprise },
            say("draft.surprise"),
            firstLots(drafting),
          ),
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
      class: nobody ? "quiet decides" : "primary decides",
      onclick: confirmCards,
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

/** What the Challenger has picked so far, for those who wait.
 * @param {Page.Drafting} draft */
function picksText({ challenger, picked, wanted, at_once: together }) {
  const counted = { seat: challenger, count: picked.length, wanted };
  return say(together ? "draft.picks_more" : "draft.picks", counted);
}

/** A card that somebody else has picked: a tap shows it.
 * @param {string} power */
const lookChip = (power) => button([emblem(power), cardName(power)], () => lookAt(power), "chip", power);

/** @param {string} power */
function putBack(power) {
  const chip = button(
    [emblem(power), cardName(power), el("span", { "aria-hidden": "true" }, "✕")],
    () => pick(power),
    "chip",
    power,
  );
  chip.setAttribute("aria-label", say("draft.put_back", { power }));
  return chip;
}

// ---- The vote for the gods on offer: who votes for which, and what came of it

/** The votes as they stand, or as they went: a god with those who want it, and why it is not on offer all the same.
 * @param {Page.Drafting} draft */
function tally({ stage, votes, cards }) {
  const open = stage === "vote";
  if (!votes.length) return null;
  const drawn = !open && cards.some(({ power }) => power !== "mortal" && !votes.some((each) => each.power === power));
  return el(
    "section",
    { class: "card tally", "data-key": "tally", "aria-labelledby": "tally" },
    el("h2", { id: "tally" }, say(open ? "draft.votes_now" : "draft.votes_were")),
    el(
      "ul",
      {},
      votes.map(({ power, seats, passed_over: why }) =>
        el(
          "li",
          { class: why ? "passed" : "", "data-key": power },
          el("strong", {}, cardName(power)),
          voters(seats),
          why && el("span", { class: "why" }, messageText(why)),
        ),
      ),
    ),
    drawn && el("p", { class: "quiet" }, say("draft.votes_drawn")),
  );
}

/** Who votes for a god.
 * @param {Api.Seat[]} seats */
const voters = (seats) =>
  el(
    "span",
    { class: "voters" },
    seats.map((seat) => token(seat)),
    el("span", { class: "visually-hidden" }, say("draft.voters", { seats: seats.join(",") })),
  );

/** The host need not wait for whoever still votes or chooses, once those on this phone are done: the votes count as they
 * stand, the lot chooses. Asked about once more. In a match it is the host of the table that opened it.
 * @param {Page.InDraft} snapshot
 * @param {Page.Ui} given */
function goOn(snapshot, { hurrying }) {
  const due = waitedFor(snapshot);
  if (!mayEnd(snapshot) || !due.length) return null;
  const how = snapshot.draft.stage === "vote" ? "count" : "lot";
  if (!hurrying) return button(say(`draft.${how}`), () => sureToHurry(true), "quiet");
  return [
    el("p", { role: "status", "data-key": "hurrying" }, say(`draft.${how}_sure`, { seats: due.join(",") })),
    el(
      "div",
      { class: "choices" },
      button([say(`draft.${how}_yes`), firstLots(snapshot.draft)], hurry, "primary decides", how),
      button(say("draft.count_no"), () => sureToHurry(false)),
    ),
  ];
}

/** Those without whom the draft could go on. One after another each chooses in peace as long as their phone is there.
 * @param {Page.InDraft} snapshot */
function waitedFor({ seats, draft: { stage, chooser, choosing, to_act: one, at_once: together } }) {
  if (chooser) return [];
  const due = choosing.length ? choosing : [one];
  const gone = seats.some(({ seat, connected }) => due.includes(seat) && !connected);
  return gone || stage === "vote" || (together && stage === "choose") ? due : [];
}

/** A button for each player of this phone who is done, to vote again.
 * @param {Page.InDraft} snapshot */
function voteAgain({ draft: { choosing }, seats_held: held }) {
  const done = held.filter((seat) => !choosing.includes(seat));
  return done.map((seat) =>
    button(say("draft.vote_anew", { seat }), () => vote(seat, (powers) => powers, false), "", seat),
  );
}

// ---- The draft in the band on top

/** Whose choice it is and what is asked, for the banner.
 * @param {Page.InDraft} snapshot
 * @returns {import("../banner.js").Headline} */
export const draftHeadline = ({ draft }) => ({ ...stageHeadline(draft), own: draft.chooser !== null });

/**
 * @param {Page.Drafting} draft
 * @returns {import("../banner.js").Headline}
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

// ---- Picking cards and looking at them

const TURNING = 900; // ms; longer than the cards take to turn over

/** Show a card's sheet, among those that lie with it.
 * @param {string} power */
const lookAt = (power) =>
  showCard(power, () => cardOnOffer(power) && { ...told(power), row: { powers: row(power), tell: told } });

/** Offer, choose or vote for what is picked. */
function confirmCards() {
  const { stage, chooser: seat } = drafting();
  if (!seat) return null;
  if (stage === "vote") return vote(seat, (powers) => powers, true);
  const powers = pickedCards(inDraft(latest()), ui);
  return ask(stage === "offer" ? { kind: "offer_powers", powers } : { kind: "choose_power", power: powers[0], seat });
}

/** Ask once more whether to go on without those who still vote or choose, or no longer.
 * @param {boolean} asked */
function sureToHurry(asked) {
  ui.hurrying = asked;
  draw();
}

/** Go on without those who still vote or choose. */
function hurry() {
  const { stage } = drafting();
  ui.hurrying = false;
  if (stage === "vote") return ask({ kind: "count_votes" });
  return change((fresh) => (fresh.draft?.stage === stage ? { kind: "draw_lots" } : null));
}

/** @param {Partial<Page.Ui["sought"]>} what */
function seek(what) {
  Object.assign(ui.sought, what);
  draw();
}

/** @param {string} power */
const cardOnOffer = (power) => latest().draft?.cards.find((one) => one.power === power);

/** Pick a card, or put it back.
 * @param {string} power */
function pick(power) {
  const card = cardOnOffer(power);
  if (!card) return null;
  const { stage, chooser, wanted, at_once: together } = drafting();
  if (stage === "vote") return chooser && mark(chooser, card);
  const picked = pickedCards(inDraft(latest()), ui);
  if (picked.includes(power)) return pickThem((before) => before.filter((each) => each !== power));
  const reason = against(drafting(), card, picked);
  if (reason) return note(messageText(reason));
  const most = stage === "offer" ? (together ? Infinity : wanted) : 1;
  if (most > 1 && picked.length >= most) return note(say("draft.enough", { count: most }));
  return pickThem((before) => (most === 1 ? [power] : [...before.filter((each) => each !== power), power]));
}

/** Pick what `made` makes of what was picked. For an offer the table is told at once, so that all phones show it; this page
 * does not wait for that.
 * @param {(before: string[]) => string[]} made */
async function pickThem(made) {
  const offers = drafting().stage === "offer";
  if (offers) ui.picking.push(made);
  else ui.cards = new Set(made([...ui.cards]));
  note(null);
  if (!offers) return;
  try {
    await change(({ draft: now }) => now?.stage === "offer" && now.chooser !== null && picks(made(now.picked)));
  } finally {
    ui.picking = ui.picking.filter((each) => each !== made);
    draw();
  }
}

/** @param {string[]} powers
 * @returns {Api.RequestForm["command"]} */
const picks = (powers) => ({ kind: "pick_powers", powers });

/** Pick by chance; it can still be changed. */
function pickSurprise() {
  const fresh = inDraft(latest());
  const { stage, chooser } = fresh.draft;
  const powers = surprise(fresh, pickedCards(fresh, ui), FACTS);
  if (!chooser || !powers) return note(say("draft.no_surprise"));
  return stage === "vote" ? vote(chooser, () => powers, false) : pickThem(() => powers);
}

/** Lay out six cards by lot, others than before. */
function laySix() {
  inputById(SEARCH).value = "";
  const picked = pickedCards(inDraft(latest()), ui);
  seek({ words: "", set: "", laid: sixByLot(drafting(), picked, ui.sought.laid ?? [], FACTS) });
}

/** The powers that a power had better not meet.
 * @param {string} power */
const bans = (power) => [...(cardOf(power)?.banned ?? []), ...(cardOf(power)?.impossible ?? [])];

const FACTS = { bans, simple: isSimple };

/** Vote for a card, or no longer.
 * @param {Api.Seat} seat
 * @param {Page.DraftCard} card */
function mark(seat, { power, refused }) {
  const { wanted } = drafting();
  const now = votedFor(drafting(), seat);
  if (refused) return note(messageText(refused));
  if (wanted > 1 && now.length >= wanted && !now.includes(power)) return note(say("draft.enough", { count: wanted }));
  return vote(
    seat,
    (before) =>
      before.includes(power) ? before.filter((each) => each !== power) : wanted === 1 ? [power] : [...before, power],
    false,
  );
}

/** Votes for what `made` makes of the seat's votes as the table knows them when all taps before are answered.
 * @param {Api.Seat} seat
 * @param {(before: string[]) => string[]} made
 * @param {boolean} done */
function vote(seat, made, done) {
  /**
   * @param {Page.Drafting} draft
   * @returns {Api.RequestForm["command"]}
   */
  const votes = (draft) => ({ kind: "vote_for_powers", seat, powers: made(votedFor(draft, seat)), done });
  return change((fresh) => (fresh.draft?.stage === "vote" ? votes(fresh.draft) : null));
}

/** The powers that a card has to do with: those picked beside it, those voted for, or those that lie there with it. Null:
 * nobody knows.
 * @param {string} power */
function rivals(power) {
  const { stage, cards, votes } = drafting();
  const others =
    stage === "offer"
      ? pickedCards(inDraft(latest()), ui)
      : (stage === "vote" ? votes : cards).map((card) => card.power);
  const found = others.filter((other) => other !== power && other !== "mortal");
  return found.length ? found : null;
}

/** What a card's sheet tells beside its text.
 * @param {string} power */
const told = (power) => ({ opponents: rivals(power), action: actionFor(power) });

/** The cards that lie together with this one, as they are shown.
 * @param {string} power */
const row = (power) =>
  cardRows(inDraft(latest()), ui)
    .map((cards) => cards.map((card) => card.power).filter((each) => each !== "mortal"))
    .find((powers) => powers.includes(power)) ?? [power];

/** The draft as it is now. */
const drafting = () => inDraft(latest()).draft;

/** What can be done with a card from its sheet; null where nothing can.
 * @param {string} power */
function actionFor(power) {
  const { chooser } = drafting();
  const card = cardOnOffer(power);
  const picked = pickedCards(inDraft(latest()), ui);
  if (!chooser || !card) return null;
  const reason = against(drafting(), card, picked);
  if (reason) return { text: messageText(reason), run: null };
  return { text: say(picked.includes(power) ? "draft.put_back" : "draft.pick_one", { power }), run: () => pick(power) };
}

onSnapshot((fresh, before) => {
  if (!before || fresh.version === before.version) return;
  if (laidOpen(fresh, before)) turnOver();
  const same =
    fresh.phase === "draft" &&
    before.draft?.stage === fresh.draft?.stage &&
    before.draft?.chooser === fresh.draft?.chooser;
  if (!same || fresh.draft?.own.length !== before.draft?.own.length) {
    ui.cards = new Set();
    ui.hurrying = false;
  }
  if (!same) ui.sought = { words: "", set: "", laid: null };
});

/** Whether gods have just been laid on the table: to choose from, beside the board, or dealt to everybody.
 * @param {Api.SnapshotForm} fresh
 * @param {Api.SnapshotForm} before */
const laidOpen = ({ draft: now }, { draft: then }) =>
  now !== null &&
  (now.stage === "choose" || (now.stage === "start" && (now.fleece || !then))) &&
  (!then || then.stage === "offer" || then.stage === "vote");

/** The cards on the table turn over, on all phones at once. */
function turnOver() {
  ui.turning = true;
  setTimeout(() => {
    ui.turning = false;
    draw();
  }, TURNING);
}
