// The door: somebody asks for a seat, and shows that they are at the table or is let in.

import { FILES } from "./board/squares.js";
import { button, el } from "./dom.js";
import { token } from "./drawing.js";
import { ask, change, draw, latest, onSnapshot, ui } from "./state.js";
import { say, who } from "./text.js";

const FREEING = "thera seats free"; // the command that lets others have the seats of lost phones
const SHOWN = 2; // so many who ask are seen at once, so that nobody buries the table by asking

/** Those who ask for a seat, as far as this phone has to do with them.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function claims(snapshot, ui) {
  const mine = snapshot.claims.filter((claim) => claim.mine);
  const others = snapshot.claims.filter((claim) => !claim.mine);
  return [
    turnedAway(snapshot),
    mine.map((claim) => own(snapshot, claim)),
    others.slice(0, SHOWN).map((claim) => other(snapshot, ui, claim)),
    more(snapshot, ui, others.slice(SHOWN)),
    together(snapshot, ui, others),
  ];
}

/** One yes for all who ask for free seats, if there are enough: else a stranger among them would take a player's.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {Page.Claim[]} claims */
function together({ seats }, ui, claims) {
  const places = seats.filter(({ name }) => name === null).map(({ seat }) => seat);
  const free = claims.filter(({ seat, answers }) => answers && places.includes(seat));
  if (free.length < 2 || free.length > places.length) return null;
  const codes = free.map(({ code }) => code);
  const names = free.map(({ name }) => name || say("claim.somebody")).join(", ");
  const all = button(say("claim.accept_all", { names }), () => letAllIn(codes), "primary", codes.join(" "));
  all.disabled = codes.some((code) => ui.restless.has(code));
  return el("section", { class: "card", "data-key": "claims-together" }, el("div", { class: "choices" }, all));
}

/** Whoever else asks, folded away.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {Page.Claim[]} claims */
function more(snapshot, ui, claims) {
  if (!claims.length) return null;
  return el(
    "details",
    { class: "card claims-more", "data-key": "claims-more" },
    el("summary", {}, say("claim.more", { count: claims.length })),
    claims.map((claim) => other(snapshot, ui, claim)),
  );
}

/** Why this phone did not get the seat that it asked for.
 * @param {Api.SnapshotForm} snapshot */
function turnedAway({ turned_away: away }) {
  if (!away) return null;
  return el(
    "section",
    { class: `card claim ${away.seat}`, "data-key": "turned-away" },
    el("div", { class: "claim-head" }, token(away.seat), el("p", { role: "status" }, say(`claim.ended.${away.why}`))),
    button(say("claim.ended.heard"), () => withdraw(away.seat), "quiet", away.seat),
  );
}

/** What to do to get the seat that this phone asks for: its sign, which no other phone shows, or somebody's yes.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Claim} claim */
function own(snapshot, claim) {
  const { seat, code } = claim;
  return el(
    "section",
    { class: `card claim ${seat}`, "data-key": `claim-${code}`, "aria-label": say("claim.title") },
    el("div", { class: "claim-head" }, token(seat), el("h3", {}, say("claim.title"))),
    el("ul", { class: "ways-in" }, isOnScreen(snapshot) ? waysOnScreen(claim, snapshot) : ways(claim, snapshot.size)),
    el("p", { class: "quiet" }, say("claim.time")),
    button(say("claim.withdraw"), () => withdraw(seat), "quiet", code),
  );
}

/** The ways to a seat at a board of wood: the sign by touches or by presses, or somebody's yes.
 * @param {Page.Claim} claim
 * @param {number} size */
function ways({ code, asked, corners, presses }, size) {
  const sign = corners.length > 0 || presses.length > 0;
  return [
    corners.length > 0 && el("li", {}, touching(corners, size)),
    presses.length > 0 &&
      el("li", {}, corners.length ? folded(say("claim.or_press"), pressing(presses)) : pressing(presses)),
    asked.length > 0 &&
      el("li", {}, coded(say(sign ? "claim.ask" : "claim.ask_game", { seats: asked.join(",") }), code)),
    !asked.length && !sign && el("li", {}, say("claim.nobody", { command: FREEING })),
  ];
}

/** The same at a board that is on a screen: few have it before them, so somebody's yes comes first. While players have
 * seats, only their phones do anything at that board.
 * @param {Page.Claim} claim
 * @param {Api.SnapshotForm} snapshot */
function waysOnScreen(claim, { size, seats }) {
  const { code, asked, corners } = claim;
  if (!asked.length && seats.some(({ name }) => name !== null)) {
    return el("li", {}, say("claim.nobody_screen", { command: FREEING }));
  }
  if (!corners.length) return ways(claim, size);
  const whom = asked.length ? say("claim.ask_game", { seats: asked.join(",") }) : say("claim.ask_screen");
  return [
    el("li", {}, coded(whom, code)),
    el("li", {}, folded(say("claim.or_screen"), el("div", { class: "sign" }, touching(corners, size)))),
  ];
}

/** Whether this table plays at its virtual board, which has neither sensors nor lights to set up.
 * @param {Pick<Api.SnapshotForm, "boards">} snapshot */
export const isOnScreen = ({ boards }) =>
  document.body.matches("[data-virtual], .bench-page") && boards?.in_use !== "real";

/** @param {string} text
 * @param {string} code of the claim */
const coded = (text, code) => [text, " ", el("span", { class: "code" }, code)];

/** @param {string[]} corners
 * @param {number} size */
const touching = (corners, size) => [
  el("span", {}, say("claim.touch", { squares: corners.join(",") })),
  cornerSign(corners, size),
];

/** The corners of a board in the colours in which they shine, with the numbers in which those of the sign are touched.
 * @param {string[]} corners
 * @param {number} size */
function cornerSign(corners, size) {
  const last = FILES[size - 1];
  const places = { sw: "a1", nw: `a${size}`, ne: `${last}${size}`, se: `${last}1` };
  return el(
    "span",
    { class: "little-board", "aria-hidden": "true" },
    Object.entries(places).map(([place, name]) => {
      const number = corners.indexOf(name) + 1;
      return el("i", { class: `${place} ${number ? "" : "out"}` }, number ? String(number) : "");
    }),
  );
}

/** The presses of a sign, in their order.
 * @param {string[]} presses */
function pressing(presses) {
  return [
    el("span", {}, say("claim.press")),
    el(
      "ol",
      { class: "presses" },
      presses.map((press) => el("li", {}, say(`bench.${press}`))),
    ),
  ];
}

/** Another way, for those whom the first one does not help.
 * @param {string} title
 * @param {Page.Child} content */
function folded(title, content) {
  return el("details", { class: "other-way", "data-key": "other-way" }, el("summary", {}, title), content);
}

/** Somebody else asks; whoever may say yes or no is asked here, but not while the question has only just come to its
 * place: a finger on its way to another one would answer it.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {Page.Claim} claim */
function other(snapshot, ui, { seat, name, code, answers }) {
  const taken = snapshot.seats.some((one) => one.seat === seat && one.name !== null);
  const yours = snapshot.seats_held.includes(seat);
  const asked = say(taken ? (yours ? "claim.asks_yours" : "claim.asks_again") : "claim.asks", {
    name: name || say("claim.somebody"),
    seat,
    colour: say(`seat.${seat}`),
  });
  return el(
    "section",
    { class: `card claim ${seat}`, "data-key": `claim-${code}` },
    el("div", { class: "claim-head" }, token(seat), el("p", { role: "status" }, asked)),
    el("p", { class: "quiet" }, say("claim.compare"), " ", el("span", { class: "code" }, code)),
    answers &&
      el(
        "div",
        { class: "choices" },
        [
          button(say("claim.accept"), () => ask(answer(code, true)), "primary", code),
          button(say("claim.refuse"), () => ask(answer(code, false)), "", code),
        ].map((one) => {
          one.disabled = ui.restless.has(code);
          return one;
        }),
      ),
  );
}

/** For a phone without a seat, once the game goes on: the way back to a seat whose phone was lost or is empty.
 * @param {Api.SnapshotForm} snapshot */
export function takeOver(snapshot) {
  if (snapshot.seats_held.length || snapshot.phase === "lobby") return null;
  const taken = snapshot.seats.filter(
    (seat) => seat.name !== null && !snapshot.claims.some((claim) => claim.mine && claim.seat === seat.seat),
  );
  if (!taken.length) return null;
  return el(
    "details",
    { class: "card lost", "data-key": "lost" },
    el("summary", {}, say("lost.title")),
    el("p", { class: "quiet" }, say("lost.how")),
    el(
      "div",
      { class: "choices" },
      taken.map(({ seat }) => button([token(seat), who(seat)], () => claimAgain(seat), "", seat)),
    ),
  );
}

/** @param {Api.Seat} seat */
const withdraw = (seat) => ask({ kind: "withdraw_claim", seat });

/** What is answered to whoever asks with this code.
 * @param {string} code
 * @param {boolean} accept
 * @returns {Api.AnswerClaim} */
const answer = (code, accept) => ({ kind: "answer_claim", code, accept });

/** @param {string[]} codes */
async function letAllIn(codes) {
  for (const code of codes) {
    await change(({ claims }) => claims.some((claim) => claim.code === code) && answer(code, true));
  }
}

/** Ask for a seat that somebody has: its player comes with another phone.
 * @param {Api.Seat} seat */
export function claimAgain(seat) {
  const taken = latest().seats.find((one) => one.seat === seat)?.name ?? "";
  return ask({ kind: "claim_seat", seat, name: ui.name || taken });
}

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
