// Asking for a seat, letting others in, leaving, and beginning.

import { inputById } from "../dom.js";
import { seatFor } from "../names.js";
import { ask, change, draw, latest, note, onSnapshot } from "../state.js";
import { say } from "../text.js";
import { NAME, ui } from "../ui.js";
import { stored } from "../stored.js";

const SEAT = "thera-seat";

/** Ask for a seat under the name that was typed; a phone that holds a seat seats somebody else.
 * @param {Api.Seat} seat */
function claimAsTyped(seat) {
  const typed = inputById("player-name").value.trim();
  const taken = latest().seats.some((one) => one.name === typed && one.seat !== seat);
  return claim(seat, typed && !taken ? typed : "", typed);
}

/** Ask for the seat that suits this phone, under a name.
 * @param {string} name */
function sitAs(name) {
  const seat = seatFor(latest(), stored.getItem(SEAT));
  return seat && claim(seat, name, name);
}

/** Ask for a seat under a name, or under none, which each phone then calls by its colour; a phone remembers who had it
 * first.
 * @param {Api.Seat} seat
 * @param {string} name
 * @param {string} own */
async function claim(seat, name, own) {
  if (!navigator.cookieEnabled) return; // the seat would be nobody's; the lobby says so
  if (!latest().seats_held.length) {
    ui.name = own;
    stored.setItem(SEAT, seat);
    if (own) stored.setItem(NAME, own);
  }
  await ask({ kind: "claim_seat", seat, name });
  const { seats, seats_held: held } = latest();
  if (held.includes(seat)) clearName();
  else if (seats.some((one) => one.seat === seat && one.name !== null)) note(say("claim.ended.quicker"));
}

/** The name of the player at a seat; empty if there is none.
 * @param {Api.Seat} seat */
const nameAt = (seat) => latest().seats.find((one) => one.seat === seat)?.name ?? "";

/** The next name that is typed on this phone is somebody else's. */
function clearName() {
  const field = document.getElementById("player-name");
  if (field instanceof HTMLInputElement) field.value = "";
}

/** Whether this phone leads the table; where the host is gone it does from now on. */
export async function leading() {
  const { host, host_gone: gone, seats_held: held } = latest();
  if (!host && gone && held.length) await ask({ kind: "hand_host", seat: held[0] });
  return latest().host;
}

/** @type {Record<string, (form: HTMLFormElement) => unknown>} */
export const lobbyForms = {
  sit: () => {
    const seat = seatFor(latest(), stored.getItem(SEAT));
    return seat && claimAsTyped(seat);
  },
};

/** Yes to whoever asks with this code.
 * @param {string} code
 * @returns {Api.AnswerClaim} */
const answer = (code) => ({ kind: "answer_claim", code, accept: true });

/** @type {Page.Doings} */
export const lobbyDoings = {
  claim: ({ seat }) => claimAsTyped(seat),
  "sit-as": ({ name }) => sitAs(name),
  "claim-again": ({ seat }) => ask({ kind: "claim_seat", seat, name: ui.name || nameAt(seat) }),
  withdraw: ({ seat }) => ask({ kind: "withdraw_claim", seat }),
  "let-in": ({ code }) => ask(answer(code)),
  "let-all-in": async ({ codes }) => {
    for (const code of codes.split(" ")) {
      await change(({ claims }) => claims.some((claim) => claim.code === code) && answer(code));
    }
  },
  "turn-away": ({ code }) => ask({ kind: "answer_claim", code, accept: false }),
  leave: ({ seat }) => ask({ kind: "leave_seat", seat }),
  lead: ({ seat }) => ask({ kind: "hand_host", seat }),
  resume: () => ask({ kind: "resume_game" }),
  greeted: () => ask({ kind: "choose_settings", settings: { ...latest().settings, greeted: true } }),
  begin: async () => (await leading()) && ask({ kind: "begin_game" }),
  "to-lobby": () => ask({ kind: "abandon_game" }),
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

/** Whether another phone has got the seat of this one in the game that is on. It is said until this phone has a seat
 * again, since whoever finds their lost phone may look at it much later. */
let seatGone = false;

onSnapshot((fresh, before) => {
  const watches = !fresh.seats_held.length && fresh.phase !== "lobby";
  seatGone = watches && (seatGone || Boolean(before?.seats_held.length));
  if (seatGone) ui.note = say("claim.gone");
});
