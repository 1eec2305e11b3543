// Picking cards, looking at them, and the Start Player.

import { against, pickedCards } from "../panels/draft.js";
import { votedFor } from "../panels/vote.js";
import { ask, change, draw, note, onSnapshot, snapshot } from "../state.js";
import { say, tell } from "../text.js";
import { ui } from "../ui.js";
import { fetchSheet } from "./cards.js";

export const draftDoings = {
  card: ({ power }) => pick(power),
  "draft-sheet": ({ power }) => fetchSheet(power, () => cardOnOffer(power) && { opponents: rivals(power), action: actionFor(power) }),
  "confirm-cards": () => {
    const { stage, chooser: seat } = snapshot.draft;
    if (stage === "vote") return vote(seat, (powers) => powers, true);
    const powers = pickedCards(snapshot, ui);
    return ask(stage === "offer" ? { kind: "offer_powers", powers } : { kind: "choose_power", power: powers[0], seat });
  },
  "vote-anew": ({ seat }) => vote(seat, (powers) => powers, false),
  hurry: () => hurrying(true),
  "hurry-no": () => hurrying(false),
  "hurry-yes": () => {
    const { stage } = snapshot.draft;
    ui.hurrying = false;
    if (stage === "vote") return ask({ kind: "count_votes" });
    return change((fresh) => (fresh.draft?.stage === stage ? { kind: "draw_lots" } : null));
  },
  starter: ({ seat }) => {
    ui.starter = seat;
    draw();
  },
  "confirm-starter": () => ask({ kind: "name_start_player", seat: ui.starter }),
};

export const draftInputs = {
  sought: ({ value }) => seek({ words: value }),
};

export const draftChanges = {
  "sought-set": ({ value }) => seek({ set: value }),
};

function hurrying(sure) {
  ui.hurrying = sure;
  draw();
}

function seek(what) {
  Object.assign(ui.sought, what);
  draw();
}

const cardOnOffer = (power) => snapshot.draft?.cards.find((one) => one.power === power);

/** Pick a card, or put it back. */
function pick(power) {
  const card = cardOnOffer(power);
  if (!card) return null;
  const { stage, chooser, wanted, at_once: together } = snapshot.draft;
  if (stage === "vote") return mark(chooser, card);
  if (ui.cards.delete(power)) return note(null);
  const picked = pickedCards(snapshot, ui);
  const reason = against(snapshot.draft, card, picked);
  if (reason) return note(tell(reason));
  const most = stage === "offer" ? (together ? Infinity : wanted) : 1;
  if (most === 1) ui.cards.clear();
  else if (picked.length >= most) return note(say("draft.enough", { count: most }));
  ui.cards.add(power);
  return note(null);
}

/** Vote for a card, or no longer. */
function mark(seat, { power, refused }) {
  const { wanted } = snapshot.draft;
  const now = votedFor(snapshot.draft, seat);
  if (refused) return note(tell(refused));
  if (wanted > 1 && now.length >= wanted && !now.includes(power)) return note(say("draft.enough", { count: wanted }));
  return vote(seat, (before) => (before.includes(power) ? before.filter((each) => each !== power) : wanted === 1 ? [power] : [...before, power]), false);
}

/** Votes for what `made` makes of the seat's votes as the table knows them when all taps before are answered. */
function vote(seat, made, done) {
  const votes = ({ draft }) => ({ kind: "vote_for_powers", seat, powers: made(votedFor(draft, seat)), done });
  return change((fresh) => (fresh.draft?.stage === "vote" ? votes(fresh) : null));
}

/** The powers that a card has to do with: those picked beside it, those voted for, or those that lie there with it. Null:
 * nobody knows. */
function rivals(power) {
  const { stage, cards, votes } = snapshot.draft;
  const others = stage === "offer" ? pickedCards(snapshot, ui) : (stage === "vote" ? votes : cards).map((card) => card.power);
  const found = others.filter((other) => other !== power && other !== "mortal");
  return found.length ? found : null;
}

/** What can be done with a card from its sheet; null where nothing can. */
function actionFor(power) {
  const { chooser } = snapshot.draft;
  const picked = pickedCards(snapshot, ui);
  if (!chooser || against(snapshot.draft, cardOnOffer(power), picked)) return null;
  return { text: say(picked.includes(power) ? "draft.put_back" : "draft.pick_one", { power }), run: () => pick(power) };
}

onSnapshot((fresh, before) => {
  if (!before || fresh.version === before.version) return;
  const same = fresh.phase === "draft" && before.draft?.stage === fresh.draft.stage && before.draft.chooser === fresh.draft.chooser;
  if (same && fresh.draft.own.length === before.draft.own.length) return;
  ui.cards = new Set();
  ui.starter = null;
  ui.hurrying = false;
  if (fresh.phase !== "draft") ui.sought = { words: "", set: "" };
});
