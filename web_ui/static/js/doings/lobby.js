// Asking for a seat, letting others in, leaving, and beginning.

import { inputById } from "../dom.js";
import { ask, draw, latest, note, onSnapshot } from "../state.js";
import { say, who } from "../text.js";
import { NAME, ui } from "../ui.js";

/** Ask for a seat under the name that was typed, if nobody else has it.
 * @param {Page.Data} given */
async function claim({ seat, colour }) {
  const typed = inputById("player-name").value.trim();
  if (typed) localStorage.setItem(NAME, typed);
  ui.name = typed;
  const taken = latest().seats.some((one) => one.name === typed && one.seat !== seat);
  await ask({ kind: "claim_seat", seat, name: typed && !taken ? typed : colour });
  const { seats, seats_held: held } = latest();
  if (!held.includes(seat) && seats.some((one) => one.seat === seat && one.name)) note(say("claim.ended.quicker"));
}

/** @type {Page.Doings} */
export const lobbyDoings = {
  claim,
  "claim-again": ({ seat }) => ask({ kind: "claim_seat", seat, name: ui.name || who(seat) }),
  withdraw: ({ seat }) => ask({ kind: "withdraw_claim", seat }),
  "let-in": ({ code }) => ask({ kind: "answer_claim", code, accept: true }),
  "turn-away": ({ code }) => ask({ kind: "answer_claim", code, accept: false }),
  leave: ({ seat }) => ask({ kind: "leave_seat", seat }),
  lead: ({ seat }) => ask({ kind: "hand_host", seat }),
  resume: () => ask({ kind: "resume_game" }),
  greeted: () => ask({ kind: "choose_settings", settings: { ...latest().settings, greeted: true } }),
  begin: () => ask({ kind: "begin_game" }),
};

const SETTLES = 700; // ms; nobody reads a question and answers it any faster

/** @param {Api.SnapshotForm|null} shown */
const asking = (shown) => shown?.claims.filter((claim) => !claim.mine).map(({ code }) => code) ?? [];

onSnapshot((fresh, before) => {
  const old = asking(before);
  const moved = asking(fresh).filter((code, place) => old[place] !== code);
  if (!moved.length) return;
  ui.restless = new Set([...ui.restless, ...moved]);
  setTimeout(() => {
    ui.restless = new Set([...ui.restless].filter((code) => !moved.includes(code)));
    draw();
  }, SETTLES);
});

onSnapshot((fresh, before) => {
  if (before?.seats_held.length && !fresh.seats_held.length && fresh.phase !== "lobby") ui.note = say("claim.gone");
});
