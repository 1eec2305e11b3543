// The judge: questions about squares with their answers and paragraphs, and the sheet in which they are asked.

import { boardView, nearSeat, NO_REACH } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { button, el, loadStyle } from "../dom.js";
import { actionText } from "../game/choosing.js";
import { beginsTurn, bookAddress, confirmedLog, whyOfEvent } from "../game/log.js";
import { inTheOpen } from "../game/secret.js";
import { post } from "../link.js";
import { draw, latest, onSnapshot } from "../state.js";
import { loadPart, messageText, say, who } from "../text.js";

/** @typedef {{square: string, other: string | null, answer: Api.JudgementForm | null, problem: string | null}} Asked what
 * is asked about: a square, and another one to which its worker would go or where it would build */

/** @type {Promise<unknown>} */
let asking = Promise.resolve();

/** What the table answers once everything that this page asked it before is answered: it takes one question of a phone
 * at a time. Null if the answer is not wanted any more by then, and nothing is asked.
 * @template Answer
 * @param {() => boolean} isWanted
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer | null>} */
export function inTurn(isWanted, ask) {
  const answer = asking.then(() => (isWanted() ? ask() : null));
  asking = answer.catch(() => null); // whoever waits for that answer hears of it
  return answer;
}

/** One question after the other, about a game or a position. */
export class Inquiry {
  /** What is asked now.
   * @type {Asked | null} */
  asked = null;
  /** @type {() => string | null} */
  #position;
  /** @type {Promise<unknown>} */
  #answering = Promise.resolve();

  /** @param {() => string | null} position the line of the position that is asked about; null: the game that stands */
  constructor(position) {
    this.#position = position;
  }

  /** Put away what was asked. */
  forget() {
    this.asked = null;
    draw();
  }

  /** A square was tapped: first what is asked about, then where its worker would go.
   * @param {string} square
   * @param {(square: string) => boolean} hasWorker
   * @param {Page.Prompt | null} [prompt] what is asked of somebody now */
  async pointed(square, hasWorker, prompt = null) {
    const from = this.asked;
    if (!from || from.other || from.square === square || !hasWorker(from.square)) return this.about(square);
    if (!prompt) await this.#answering; // the answer says what the worker has to do, and so what the second tap means
    if (this.asked !== from) return undefined;
    this.asked = { square: from.square, other: square, answer: null, problem: null };
    return this.judged((prompt?.kind ?? from.answer?.kind) === "build" ? "+" : "-");
  }

  /** Ask whether the worker may do something on the other square.
   * @param {string} sign as docs/notation.md has it */
  judged(sign) {
    const { square, other } = this.asked ?? {};
    return square && other ? this.#ask(square, other, `${square}${sign}${other}`) : undefined;
  }

  /** Ask what can be done on a square, or with its worker.
   * @param {string} square */
  about(square) {
    const answering = this.#ask(square, null, square);
    this.#answering = answering.catch(() => {}); // whoever asked is told
    return answering;
  }

  /** The squares that the answer names, with what may be done there; for a board. */
  get targets() {
    return new Map((this.asked?.answer?.options ?? []).map((option) => [option.square ?? "", [option]]));
  }

  /**
   * @param {string} square
   * @param {string | null} other
   * @param {string} asked
   */
  async #ask(square, other, asked) {
    /** @type {Asked} */
    const mine = { square, other, answer: null, problem: null };
    this.asked = mine;
    draw();
    const position = this.#position();
    const answered = await inTurn(
      () => this.asked === mine,
      () => post("judge", position === null ? { asked } : { asked, position }),
    );
    if (!answered || this.asked !== mine) return;
    const { status, body } = answered;
    if (status === 200) mine.answer = /** @type {Api.JudgementForm} */ (/** @type {unknown} */ (body));
    else mine.problem = problemText(status, body, position === null ? say("judge.none") : null);
    draw();
  }
}

export const BUSY = 429;

/** Why there is no answer.
 * @param {number} status
 * @param {Page.Posted["body"]} body
 * @param {string | null} usual what it says unless the table says more */
export function problemText(status, { message, error }, usual) {
  if (status === 0 && message) return messageText(message);
  if (status === BUSY) return say("position.busy");
  if (usual) return usual;
  return say("position.refused", { detail: message ? messageText(message) : (error ?? "") });
}

/** The answer to what is asked, with what leads to its paragraphs; null while nothing is.
 * @param {Inquiry} inquiry
 * @param {Page.Prompt | null} prompt */
export function judgement(inquiry, prompt) {
  if (!inquiry.asked) return null;
  const { square, other, answer, problem } = inquiry.asked;
  return el(
    "section",
    { class: "judgement", "data-key": "judgement", role: "status" },
    el("h3", {}, other ? `${square}-${other}` : square),
    problem && el("p", {}, problem),
    answer && [verdict(answer), options(answer, prompt), dark(answer), rulings(answer.sections)],
    other &&
      el(
        "div",
        { class: "choices", role: "group", "aria-label": say("judge.or") },
        button(say("judge.move"), () => inquiry.judged("-")),
        button(say("judge.block"), () => inquiry.judged("+")),
        button(say("judge.dome"), () => inquiry.judged("^")),
      ),
    button(say("judge.again"), () => inquiry.forget()),
  );
}

/** @param {Api.JudgementForm} answer */
function verdict({ legal, reason, seat, options: found }) {
  if (reason) return el("p", {}, el("strong", {}, say("judge.no")), " ", messageText(reason));
  if (!legal) return el("p", {}, el("strong", {}, say("judge.no")));
  return el("p", {}, el("strong", {}, say(found.length ? "judge.can" : "judge.yes")), seat && ` (${who(seat)})`);
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

/** @param {Api.JudgementForm} answer
 * @param {Page.Prompt | null} prompt */
const options = ({ options: found }, prompt) =>
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

// ---- The sheet.

/** What is asked about the game at the table. */
const inquiry = new Inquiry(() => null);

/** Fetch the texts; a question is put away once the game goes on. */
export async function load() {
  await Promise.all([loadPart("book"), loadStyle("book")]);
  onSnapshot((fresh, before) => {
    if (before && fresh.version !== before.version) inquiry.asked = null;
  });
}

/** Ask what can be done on a square.
 * @param {string} square */
export const askAbout = (square) => inquiry.about(square);

/** What the sheet shows: the board to point at, the answer, and what the last turn did.
 * @param {Page.InGame} snapshot */
export function judgeParts(snapshot) {
  const open = inTheOpen(snapshot);
  const { asked, targets } = inquiry;
  const reach = { ...NO_REACH, picked: asked?.square ?? null, targets };
  const shown = { ...open, prompt: snapshot.prompt };
  return [
    el("p", { "data-key": "judge-how" }, say(asked && !asked.other ? "judge.where" : "judge.how")),
    el(
      "div",
      { class: "judge-board", "data-key": "judge-board" },
      boardView(shown, reach, asked?.square ?? "a1", {
        key: "judge",
        label: say("judge.board"),
        tap: pointAt,
        near: nearSeat(snapshot),
        flat: isFlat(),
      }),
    ),
    judgement(inquiry, snapshot.prompt),
    lastTurn(open),
    el("p", { class: "foot" }, el("a", { href: "#position/game" }, say("menu.position"))),
  ];
}

/** @param {string} square */
function pointAt(square) {
  const { game, prompt } = latest();
  const hasWorker = (/** @type {string} */ name) => game?.workers.some((one) => one.square === name) ?? false;
  return inquiry.pointed(square, hasWorker, prompt);
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
