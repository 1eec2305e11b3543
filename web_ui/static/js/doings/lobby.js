// Asking for a seat, letting others in, leaving, and beginning.

import { ask, onSnapshot, snapshot } from "../state.js";
import { say, who } from "../text.js";
import { NAME, ui } from "../ui.js";

/** Ask for a seat under the name that was typed, if nobody else has it. */
function claim({ seat, colour }) {
  const typed = document.querySelector("#player-name").value.trim();
  if (typed) localStorage.setItem(NAME, typed);
  ui.name = typed;
  const taken = snapshot.seats.some((one) => one.name === typed && one.seat !== seat);
  return ask({ kind: "claim_seat", seat, name: typed && !taken ? typed : colour });
}

export const lobbyDoings = {
  claim,
  "claim-again": ({ seat }) => ask({ kind: "claim_seat", seat, name: ui.name || who(seat) }),
  withdraw: ({ seat }) => ask({ kind: "withdraw_claim", seat }),
  "let-in": ({ seat }) => ask({ kind: "answer_claim", seat, accept: true }),
  "turn-away": ({ seat }) => ask({ kind: "answer_claim", seat, accept: false }),
  leave: ({ seat }) => ask({ kind: "leave_seat", seat }),
  lead: ({ seat }) => ask({ kind: "hand_host", seat }),
  resume: () => ask({ kind: "resume_game" }),
  greeted: () => ask({ kind: "choose_settings", settings: { ...snapshot.settings, greeted: true } }),
  begin: () => ask({ kind: "begin_game" }),
};

onSnapshot((fresh, before) => {
  const gone = before?.claims.find(({ mine, seat }) => mine && !fresh.claims.some((claim) => claim.mine && claim.seat === seat));
  if (gone && !fresh.seats_held.includes(gone.seat)) ui.note = say("claim.over");
  if (before?.seats_held.length && !fresh.seats_held.length && fresh.phase !== "lobby") ui.note = say("claim.gone");
});
