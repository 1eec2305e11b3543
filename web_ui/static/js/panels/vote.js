// The vote for the gods on offer: who votes for which, and what came of it.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { mayEnd } from "../seats.js";
import { cardName, say, messageText } from "../text.js";

/** What a seat votes for, in a draft.
 * @param {Pick<Page.Drafting, "votes">} given
 * @param {Api.Seat} seat */
export const votedFor = ({ votes }, seat) =>
  votes.filter(({ seats }) => seats.includes(seat)).map(({ power }) => power);

/** The votes as they stand, or as they went: a god with those who want it, and why it is not on offer all the same.
 * @param {Page.Drafting} draft */
export function tally({ stage, votes, cards }) {
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
export const voters = (seats) =>
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
export function goOn(snapshot, { hurrying }) {
  const due = waitedFor(snapshot);
  if (!mayEnd(snapshot) || !due.length) return null;
  const how = snapshot.draft.stage === "vote" ? "count" : "lot";
  if (!hurrying) return button(say(`draft.${how}`), "hurry", {}, "quiet");
  return [
    el("p", { role: "status", "data-key": "hurrying" }, say(`draft.${how}_sure`, { seats: due.join(",") })),
    el(
      "div",
      { class: "choices" },
      button(say(`draft.${how}_yes`), "hurry-yes", {}, "primary"),
      button(say("draft.count_no"), "hurry-no"),
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
export function voteAgain({ draft: { choosing }, seats_held: held }) {
  const done = held.filter((seat) => !choosing.includes(seat));
  return done.map((seat) => button(say("draft.vote_anew", { seat }), "vote-again", { seat }));
}
