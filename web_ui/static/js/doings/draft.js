// Picking cards, looking at them, and the Start Player.

import { against, pickedCards } from "../drafting.js";
import { cardRows } from "../panels/draft.js";
import { votedFor } from "../panels/vote.js";
import { inDraft } from "../phases.js";
import { onPickedElsewhere, storePicks, storedPicks } from "../picks.js";
import { cardOf } from "../powers.js";
import { ask, change, draw, latest, note, onSnapshot, snapshot } from "../state.js";
import { surprise } from "../surprise.js";
import { say, messageText } from "../text.js";
import { ui } from "../ui.js";
import { fetchSheet } from "./cards.js";

const TURNING = 900; // ms; longer than the cards take to turn over

/** @type {Page.Doings} */
export const draftDoings = {
  card: ({ power }) => pick(power),
  "draft-sheet": ({ power }) =>
    fetchSheet(power, () => cardOnOffer(power) && { ...told(power), row: { powers: row(power), tell: told } }),
  surprise: () => pickSurprise(),
  "confirm-cards": () => {
    const { stage, chooser: seat } = drafting();
    if (!seat) return null;
    if (stage === "vote") return vote(seat, (powers) => powers, true);
    const powers = pickedCards(inDraft(latest()), ui);
    return ask(stage === "offer" ? { kind: "offer_powers", powers } : { kind: "choose_power", power: powers[0], seat });
  },
  "vote-again": ({ seat }) => vote(seat, (powers) => powers, false),
  hurry: () => hurrying(true),
  "hurry-no": () => hurrying(false),
  "hurry-yes": () => {
    const { stage } = drafting();
    ui.hurrying = false;
    if (stage === "vote") return ask({ kind: "count_votes" });
    return change((fresh) => (fresh.draft?.stage === stage ? { kind: "draw_lots" } : null));
  },
  starter: ({ seat }) => ask({ kind: "name_start_player", seat }),
};

/** @type {Page.Changes} */
export const draftInputs = {
  sought: ({ value }) => seek({ words: value }),
};

/** @type {Page.Changes} */
export const draftChanges = {
  "sought-set": ({ value }) => seek({ set: value }),
};

/** @param {boolean} sure */
function hurrying(sure) {
  ui.hurrying = sure;
  draw();
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
  if (ui.cards.delete(power)) return pickedNow();
  const picked = pickedCards(inDraft(latest()), ui);
  const reason = against(drafting(), card, picked);
  if (reason) return note(messageText(reason));
  const most = stage === "offer" ? (together ? Infinity : wanted) : 1;
  if (most === 1) ui.cards.clear();
  else if (picked.length >= most) return note(say("draft.enough", { count: most }));
  ui.cards.add(power);
  return pickedNow();
}

/** What is picked now outlasts a reload. */
function pickedNow() {
  storePicks(latest(), ui.cards);
  note(null);
}

/** Pick by chance; it can still be changed. */
function pickSurprise() {
  const fresh = inDraft(latest());
  const { stage, chooser } = fresh.draft;
  const picked = pickedCards(fresh, ui);
  const powers = surprise(fresh, picked, bans);
  if (!chooser || !powers) return note(say("draft.no_surprise"));
  if (stage === "vote") return vote(chooser, () => powers, false);
  ui.cards = new Set(powers);
  return pickedNow();
}

/** The powers that a power had better not meet.
 * @param {string} power */
const bans = (power) => [...(cardOf(power)?.banned ?? []), ...(cardOf(power)?.impossible ?? [])];

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
  if (!chooser || !card || against(drafting(), card, picked)) return null;
  return { text: say(picked.includes(power) ? "draft.put_back" : "draft.pick_one", { power }), run: () => pick(power) };
}

onPickedElsewhere(() => {
  if (!snapshot) return;
  ui.cards = new Set(storedPicks(snapshot));
  draw();
});
onSnapshot((fresh, before) => {
  if (!before) {
    ui.cards = new Set(storedPicks(fresh));
    return;
  }
  if (fresh.version === before.version) return;
  if (laidOpen(fresh, before)) turnOver();
  const same =
    fresh.phase === "draft" &&
    before.draft?.stage === fresh.draft?.stage &&
    before.draft?.chooser === fresh.draft?.chooser;
  if (same && fresh.draft?.own.length === before.draft?.own.length) return;
  ui.cards = new Set(storedPicks(fresh));
  ui.hurrying = false;
  if (fresh.phase !== "draft") ui.sought = { words: "", set: "" };
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
