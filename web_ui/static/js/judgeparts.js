// What the judge shows: the board to point at, the answer with its paragraphs, and what the last turn did.

import { boardView, nearSeat } from "./board.js";
import { el, loadStyle } from "./dom.js";
import { beginsTurn, confirmedLog } from "./gamelog.js";
import { Inquiry, judgement } from "./inquiry.js";
import { inTheOpen } from "./secret.js";
import { latest, onSnapshot } from "./state.js";
import { loadPart, messageText, say } from "./text.js";
import { whyOfEvent } from "./why.js";

const inquiry = new Inquiry(() => null);

/** Fetch the texts. */
export async function load() {
  await Promise.all([loadPart("book"), loadStyle("book")]);
  onSnapshot((fresh, before) => {
    if (before && fresh.version !== before.version) inquiry.asked = null;
  });
}

/** @type {Page.Reach} */
const NOTHING = { asked: false, options: [], workers: [], picked: null, targets: new Map(), named: [], done: null };

/** Ask what can be done on a square.
 * @param {string} square */
export const askAbout = (square) => inquiry.about(square);

/** All of the sheet.
 * @param {Page.InGame} snapshot */
export function judgeParts(snapshot) {
  const open = inTheOpen(snapshot);
  const { asked, targets } = inquiry;
  const reach = { ...NOTHING, picked: asked?.square ?? null, targets };
  const shown = { ...open, prompt: snapshot.prompt };
  return [
    el("p", { "data-key": "judge-how" }, say(asked && !asked.other ? "judge.where" : "judge.how")),
    el(
      "div",
      { class: "judge-board", "data-key": "judge-board" },
      boardView(shown, reach, asked?.square ?? "a1", {
        key: "judge",
        label: say("judge.board"),
        doing: "judge-square",
        near: nearSeat(snapshot),
        flat: true,
      }),
    ),
    asked && judgement(asked, snapshot.prompt),
    lastTurn(open),
    el("p", { class: "foot" }, el("a", { href: "#position/game" }, say("menu.position"))),
  ];
}

/** What the last turn did, in the order in which it happened.
 * @param {Page.InGame} snapshot */
function lastTurn(snapshot) {
  const lines = confirmedLog(snapshot);
  const begun = lines.flatMap((line, at) => (beginsTurn(line) ? [at] : []));
  const open = begun.at(-1) === lines.length - 1 ? begun.at(-2) : begun.at(-1);
  const told = lines.slice(open ?? 0);
  if (!told.length) return null;
  return el(
    "section",
    { class: "judgement", "data-key": "judge-last" },
    el("h3", {}, say("judge.last")),
    el(
      "ol",
      { class: "sentences" },
      told.map((line) => el("li", { "data-key": line.number }, messageText(line.message), why(line))),
    ),
  );
}

/** The way to what explains a line, where it gives a reason or names a power.
 * @param {Page.LoggedEvent} line */
const why = (line) =>
  whyOfEvent(line) ??
  (line.message.args.power && [" ", el("a", { href: `#book/why/${line.message.args.power}` }, say("reason.why"))]);

/** @type {Page.Doings} */
export const inquiryDoings = {
  "judge-square": ({ square }) => {
    const { game, prompt } = latest();
    return inquiry.pointed(square, (name) => game?.workers.some((one) => one.square === name) ?? false, prompt);
  },
  "judge-act": ({ kind }) => inquiry.judged(kind),
  "judge-again": () => inquiry.forget(),
};
