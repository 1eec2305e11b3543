// What the judge shows: the board to point at, the answer with its paragraphs, and what the last turn did.

import { actionText } from "./actions.js";
import { boardView, nearSeat } from "./board.js";
import { bookAddress } from "./bookparts.js";
import { button, el } from "./dom.js";
import { inTheOpen } from "./secret.js";
import { settled } from "./settled.js";
import { loadPart, messageText, say, who } from "./text.js";

/** Fetch the texts. */
export const load = () => loadPart("book");

/** @type {Page.Reach} */
const NOTHING = { asked: false, options: [], workers: [], picked: null, targets: new Map(), named: [], done: null };

/** All of the sheet.
 * @param {Page.InGame} snapshot
 * @param {import("./judge.js").Asking | null} asking */
export function judgeParts(snapshot, asking) {
  const open = inTheOpen(snapshot);
  const targets = new Map((asking?.answer?.options ?? []).map((option) => [option.square ?? "", [option]]));
  const reach = { ...NOTHING, picked: asking?.square ?? null, targets };
  const shown = { ...open, prompt: snapshot.prompt };
  return [
    el("p", { "data-key": "judge-how" }, say(asking && !asking.other ? "judge.where" : "judge.how")),
    el(
      "div",
      { class: "judge-board", "data-key": "judge-board" },
      boardView(shown, reach, asking?.square ?? "a1", {
        key: "judge",
        label: say("judge.board"),
        doing: "judge-square",
        near: nearSeat(snapshot),
        flat: true,
      }),
    ),
    asking && answered(snapshot, asking),
    lastTurn(open),
  ];
}

/** @param {Page.InGame} snapshot
 * @param {import("./judge.js").Asking} asking */
function answered(snapshot, { square, other, answer, error }) {
  return el(
    "section",
    { class: "judgement", "data-key": "judgement", role: "status" },
    el("h3", {}, other ? `${square}-${other}` : square),
    error && el("p", {}, say("judge.none")),
    answer && [verdict(answer), options(snapshot, answer), dark(answer), rulings(answer.sections)],
    other &&
      el(
        "div",
        { class: "choices", role: "group", "aria-label": say("judge.or") },
        button(say("judge.move"), "judge-act", { kind: "-" }),
        button(say("judge.block"), "judge-act", { kind: "+" }),
        button(say("judge.dome"), "judge-act", { kind: "^" }),
      ),
    button(say("judge.again"), "judge-again"),
  );
}

/** @param {Api.JudgementForm} answer */
function verdict({ legal, reason, seat, options }) {
  if (reason) return el("p", {}, el("strong", {}, say("judge.no")), " ", messageText(reason));
  if (!legal) return el("p", {}, el("strong", {}, say("judge.no")));
  return el("p", {}, el("strong", {}, say(options.length ? "judge.can" : "judge.yes")), seat && ` (${who(seat)})`);
}

/** @param {Api.JudgementForm} answer */
function dark({ dark: reasons }) {
  const names = Object.keys(reasons);
  if (!names.length) return null;
  return [
    el("h4", {}, say("judge.not")),
    el(
      "ul",
      { class: "sentences" },
      names.map((name) => el("li", {}, el("b", {}, name), " ", messageText(reasons[name]))),
    ),
  ];
}

/** @param {Page.InGame} snapshot
 * @param {Api.JudgementForm} answer */
const options = ({ prompt }, { options: found }) =>
  found.length > 0 &&
  el(
    "ul",
    { class: "sentences" },
    found.map((option) => el("li", {}, actionText(option, prompt))),
  );

/** @param {string[]} numbers */
const rulings = (numbers) =>
  numbers.length > 0 &&
  el(
    "p",
    { class: "paragraphs" },
    say("judge.rulings"),
    " ",
    numbers.map((number) => [el("a", { href: bookAddress(number) }, number), " "]),
  );

/** What the last turn did, in the order in which it happened.
 * @param {Page.InGame} snapshot */
function lastTurn(snapshot) {
  const lines = settled(snapshot);
  const begun = lines.flatMap(({ message }, at) => (message.key.startsWith("log.turn_began") ? [at] : []));
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
      told.map(({ message, number }) => el("li", { "data-key": number }, messageText(message), why(message))),
    ),
  );
}

/** The way to what explains a line, where it gives a reason or names a power.
 * @param {Api.MessageForm} message */
function why({ args }) {
  const key = args.reason ?? args.power;
  return key && [" ", el("a", { href: `#book/why/${key}` }, say("reason.why"))];
}
