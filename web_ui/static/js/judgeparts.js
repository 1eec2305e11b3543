// What the judge shows: the board to point at, the answer with its paragraphs, and what the last turn did.

import { actionText } from "./actions.js";
import { boardView, nearSeat } from "./board.js";
import { bookAddress } from "./bookparts.js";
import { around, button, byId, el, loadStyle } from "./dom.js";
import { post } from "./link.js";
import { inTheOpen } from "./secret.js";
import { settled } from "./settled.js";
import { openSheet } from "./sheets.js";
import { draw, latest, onSnapshot } from "./state.js";
import { loadPart, messageText, say, who } from "./text.js";
import { whyOfLine } from "./why.js";

/** @typedef {{square: string, other: string | null, answer: Api.JudgementForm | null, error: boolean}} Asking what is
 * asked about: a square, and another one to which its worker would go or where it would build */

/** @type {Asking | null} */
let asking = null;

/** Fetch the texts, and listen to presses on the board. */
export async function load() {
  await Promise.all([loadPart("book"), loadStyle("book")]);
  if (!document.querySelector(".bench-page")) watchPressing(byId("app")); // there a press lifts a piece
  onSnapshot((fresh, before) => {
    if (before && fresh.version !== before.version) asking = null;
  });
}

/** @type {Page.Reach} */
const NOTHING = { asked: false, options: [], workers: [], picked: null, targets: new Map(), named: [], done: null };

/** All of the sheet.
 * @param {Page.InGame} snapshot */
export function judgeParts(snapshot) {
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
 * @param {Asking} asking */
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
const why = (message) =>
  whyOfLine(message) ??
  (message.args.power && [" ", el("a", { href: `#book/why/${message.args.power}` }, say("reason.why"))]);

/** Put away what was asked. */
export function forget() {
  asking = null;
  draw();
}

/** A square was tapped: first what is asked about, then where its worker would go.
 * @param {string} square */
export function pointed(square) {
  const { game, prompt } = latest();
  const worker = asking && !asking.other && game?.workers.some((one) => one.square === asking?.square);
  if (!worker || asking?.square === square) return about(square, null, square);
  const from = /** @type {Asking} */ (asking).square;
  asking = { square: from, other: square, answer: null, error: false };
  return judged(prompt?.kind === "build" ? "+" : "-");
}

/** Ask whether the worker may do something on the other square.
 * @param {string} sign as docs/notation.md has it */
export function judged(sign) {
  if (asking?.other) about(asking.square, asking.other, `${asking.square}${sign}${asking.other}`);
}

/**
 * @param {string} square
 * @param {string | null} other
 * @param {string} asked
 */
async function about(square, other, asked) {
  const mine = { square, other, answer: /** @type {Api.JudgementForm | null} */ (null), error: false };
  asking = mine;
  draw();
  const { status, body } = await post("/judge", { asked });
  if (asking !== mine) return;
  mine.answer = status === 200 ? /** @type {Api.JudgementForm} */ (/** @type {unknown} */ (body)) : null;
  mine.error = status !== 200;
  draw();
}

const LONG = 600; // ms
const STILL = 10; // px

/** Let a long press on a square of the table's board ask the judge about it.
 * @param {HTMLElement} app */
function watchPressing(app) {
  /** @type {{square: string, x: number, y: number, timer: ReturnType<typeof setTimeout>} | null} */
  let press = null;
  let asked = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  app.addEventListener("pointerdown", (event) => {
    end();
    asked = false;
    const square = around(event, ".play > .board[data-key=board] [data-square]")?.dataset.square;
    if (!square || !event.isPrimary) return;
    const timer = setTimeout(() => {
      end();
      asked = true;
      openSheet("judge");
      about(square, null, square);
    }, LONG);
    press = { square, x: event.clientX, y: event.clientY, timer };
  });
  app.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) end();
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) app.addEventListener(name, end);
  // The tap that ends a long press is none.
  document.addEventListener(
    "click",
    (event) => {
      if (!asked) return;
      asked = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  app.addEventListener("contextmenu", (event) => {
    if (asked || press) event.preventDefault();
  });
}
