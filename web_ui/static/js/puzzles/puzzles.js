// Puzzles: #puzzles lists them, #puzzles/today is that of the day, #puzzles/12 the one with this number. The steps are
// chosen on a board as in a game, and judged by the table.

import { boardView } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { button, el, loadStyle } from "../dom.js";
import { token } from "../drawing.js";
import { actionText, reach, tap } from "../game/choosing.js";
import { stepItem, stepText } from "../game/log.js";
import { inTurn } from "../judge/judge.js";
import { post } from "../link.js";
import { Part } from "../parts.js";
import { acts } from "../seats.js";
import { draw, ui } from "../state.js";
import { asNamed, cardName, loadPart, messageText, say, who } from "../text.js";
import { mayPut, putOnBoard, remember, solved } from "./onboard.js";

const play = new Part(() => import("../game/play.js"));

/** The puzzles that there are; null until they are here, or if the table does not answer.
 * @type {Api.PuzzlesForm | null} */
let all = null;
/** What stands now: the puzzle that is wanted (0: none), the steps that the table judged and what came of them, what is
 * said instead, the worker and the actions to choose from, and the solution with the step of it that is shown.
 * @type {{number: number, steps: string[], found: Api.PuzzleForm | null, said: string, worker: string | null,
 *   between: Api.ShownAction[], solution: Page.Position[], shown: number}} */
const at = { number: 0, steps: [], found: null, said: "", worker: null, between: [], solution: [], shown: 0 };
/** The puzzle that was left in the middle, and its steps: who went to take a turn in a game goes on with it.
 * @type {{number: number, steps: string[]}} */
let left = { number: 0, steps: [] };
/** The judging of the steps that were asked last; null once it is answered.
 * @type {Promise<void> | null} */
let judging = null;

/** @type {Page.View} */
export const view = {
  title: () => (at.number ? say("puzzle.title", { number: at.number }) : say("menu.puzzles")),
  panels: (fresh, ui, [name]) => [
    gameGoesOn(fresh),
    asNamed([], () => (name ? puzzlePanels(fresh, ui) : listPanels())),
  ],
  drawn: ([name]) => open(name),
  left: () => {
    if (at.found?.verdict === "open") left = { number: at.number, steps: at.steps };
    Object.assign(at, { number: 0 });
  },
};

/** Fetch the texts, and ask which puzzles there are. */
export async function load() {
  await Promise.all([loadPart("puzzles"), loadPart("games"), loadStyle("puzzles"), list()]);
}

/** The game that goes on at the table meanwhile: whose turn it is, and the way back. It stays in its place, so that
 * nothing moves under a finger when it is this phone's turn.
 * @param {Api.SnapshotForm} fresh */
function gameGoesOn(fresh) {
  if (!["draft", "placing", "playing"].includes(fresh.phase) || !play.needed) return null;
  const { title, seat } = play.needed.headline(fresh);
  return el(
    "section",
    { class: `card game-on ${acts(fresh) ? "own" : ""}`, "data-key": "game-on" },
    seat && token(seat),
    el("p", { role: "status" }, title),
    el("a", { class: acts(fresh) ? "button primary" : "button", href: "#" }, say("puzzle.to_game")),
  );
}

/** @param {Partial<typeof at>} parts */
function change(parts) {
  Object.assign(at, parts);
  draw();
}

/** The day on this phone: the clock of the table may be in another time zone.
 * @param {Date} now */
function dayOf(now) {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** Ask which puzzles there are, and how the table stands with them. */
async function list() {
  try {
    const answer = await fetch(`puzzles.json?day=${dayOf(new Date())}`);
    if (answer.ok) all = await answer.json();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // out of reach: said where the list would be
  }
}

async function retry() {
  await list();
  if (at.number && !at.found) await go(at.steps);
  else draw();
}

/** Begin with the puzzle that the address names.
 * @param {string | undefined} name */
function open(name) {
  const number = name === "today" ? (all?.today ?? 0) : Number(name ?? 0);
  if (!Number.isInteger(number) || number === at.number) return;
  const none = { found: null, said: "", worker: null, between: [], solution: [], shown: 0 };
  Object.assign(at, { number, steps: [], ...none });
  if (number) go(number === left.number ? left.steps : []);
  else list().then(draw);
}

/** Go to the first puzzle of a group that was not solved on this phone, or to any if all were.
 * @param {number[]} numbers */
function openNext(numbers) {
  const others = numbers.filter((number) => number !== at.number);
  const next = others.find((number) => !solved.has(number)) ?? others[Math.floor(Math.random() * others.length)];
  if (next) location.hash = `#puzzles/${next}`;
}

/** Do something once the table has judged: who taps quickly means what stands then. Not if another puzzle is open by
 * then.
 * @param {() => void} doing */
async function next(doing) {
  const { number } = at;
  while (judging) await judging;
  if (number === at.number) doing();
}

/** Have the table judge these steps.
 * @param {string[]} steps */
function go(steps) {
  Object.assign(at, { worker: null, between: [], solution: [], said: at.found ? say("puzzle.judging") : "" });
  draw();
  const mine = judged(at.number, steps).finally(() => {
    if (judging === mine) judging = null;
  });
  judging = mine;
  return mine;
}

/** Begin again with the turn that the table waits for. */
const again = () => go(at.steps.slice(0, at.found?.kept ?? 0));

/** Take the last step back, but none of a turn that was right: a second tap may come when there is no other. */
function undo() {
  if (at.steps.length > (at.found?.kept ?? 0)) go(at.steps.slice(0, -1));
}

/**
 * @param {number} number
 * @param {string[]} steps */
async function judged(number, steps) {
  const isWanted = () => number === at.number;
  const answered = await inTurn(isWanted, () => post(`puzzles/${number}`, { steps }));
  if (!answered || !isWanted()) return;
  const { status, body } = answered;
  if (status === 200) {
    const found = /** @type {Api.PuzzleForm} */ (/** @type {unknown} */ (body));
    Object.assign(at, { steps, found, said: "" });
    if (found.verdict === "won") remembered(number);
  } else {
    at.said = body.message ? messageText(body.message) : say(status === 404 ? "puzzle.none" : "error.no_answer");
  }
  draw();
}

/** @param {number} number */
async function remembered(number) {
  remember(number);
  if (number !== all?.today) return;
  await list(); // the days in a row have changed
  draw();
}

async function show() {
  const { number } = at;
  try {
    const answer = await fetch(`puzzles/${number}/solution.json`);
    if (number !== at.number) return;
    const found = answer.ok ? /** @type {Api.PuzzleSolutionForm} */ (await answer.json()).moments : [];
    change({ solution: found, shown: 0, said: found.length ? "" : say("error.no_answer") });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    change({ said: say("error.no_answer") });
  }
}

/** What can be chosen now, by the means of a game.
 * @param {Api.PuzzleForm} found */
const canDo = (found) =>
  reach(
    {
      prompt: found.prompt,
      seats_held: isOpen(found) ? [mover(found)] : [],
      game: found.view,
      board: { lifted: null },
    },
    at.worker,
  );

/** @param {Api.PuzzleForm} found */
const isOpen = ({ verdict }) => verdict === "open" && !at.solution.length;

/** @param {Api.PuzzleForm} found
 * @returns {Api.Seat} */
const mover = ({ prompt, view: { players } }) => prompt?.seat ?? players[0].seat;

/** A square was tapped; what that means is known once the table has judged.
 * @param {string} square */
const tapSoon = (square) => next(() => tapped(square));

/** @param {string} square */
function tapped(square) {
  ui.focus = square;
  const { found } = at;
  if (!found || !isOpen(found)) return draw();
  const meant = tap(canDo(found), square);
  if (meant.act) return act(meant.act);
  if (meant.between) return change({ between: meant.between });
  return change({ between: [], worker: meant.pick === undefined ? at.worker : meant.pick });
}

/** Not while the table judges: the button was one of the state before.
 * @param {Api.ShownAction} action */
function act(action) {
  const { found } = at;
  const step = !judging && found?.written[found.view.options.indexOf(action)];
  return step ? go([...at.steps, step]) : draw();
}

function listPanels() {
  if (!all) return unreached();
  const { today, solved: done, days, longest, groups } = all;
  return [
    el(
      "section",
      { class: "card puzzle-day", "data-key": "day" },
      el("h2", {}, say("puzzle.day")),
      el("p", {}, say(done ? "puzzle.day_done" : "puzzle.day_open")),
      el("p", { class: "quiet" }, streakText(days, longest)),
      el(
        "div",
        { class: "choices" },
        el("a", { class: "button primary", href: `#puzzles/${today}` }, say("puzzle.open")),
      ),
    ),
    el(
      "section",
      { class: "card puzzle-groups", "data-key": "groups" },
      el("h2", {}, say("puzzle.more")),
      el("p", { class: "quiet" }, say("puzzle.how")),
      [...new Set(groups.map(({ turns }) => turns))].map((turns) => [
        el("h3", {}, say(`puzzle.win_${turns}`)),
        el(
          "div",
          { class: "choices" },
          groups.map((group) => group.turns === turns && group.numbers.length > 0 && groupButton(group)),
        ),
      ]),
    ),
  ];
}

/** @param {Api.PuzzleGroupForm} group */
function groupButton({ grade, numbers }) {
  const done = numbers.filter((number) => solved.has(number)).length;
  const text = say("puzzle.group", { grade: say(`puzzle.${grade}`), done, count: numbers.length });
  return button(text, () => openNext(numbers));
}

/** @param {number} days
 * @param {number} longest */
function streakText(days, longest) {
  if (!longest) return say("puzzle.streak_none");
  return `${say("puzzle.streak", { days })} ${say("puzzle.longest", { days: longest })}`;
}

function unreached() {
  return el(
    "section",
    { class: "card", "data-key": "unreached" },
    el("p", { role: "status" }, say("error.no_answer")),
    button(say("puzzle.retry"), retry),
  );
}

/**
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui */
function puzzlePanels(fresh, ui) {
  const { found } = at;
  if (found?.number !== at.number) {
    return el(
      "section",
      { class: "card", "data-key": "waiting" },
      el("p", { role: "status" }, at.said || "…"),
      at.said && button(say("puzzle.retry"), retry),
      back(),
    );
  }
  return [head(found), board(found), bar(found), at.solution.length ? solutionSteps() : null, ways(found, fresh, ui)];
}

/** @param {Api.PuzzleForm} found */
function head({ number, turns, grade, view: { players } }) {
  const day = number === all?.today;
  return el(
    "section",
    { class: "card puzzle-head", "data-key": "head" },
    el("h2", {}, say(day ? "puzzle.day" : "puzzle.title", { number })),
    el("p", { class: "quiet" }, [say(`puzzle.win_${turns}`), say(`puzzle.${grade}`)].join(" · ")),
    el(
      "ul",
      { class: "sides" },
      players.map(({ seat, power }) =>
        el(
          "li",
          { "data-key": seat },
          power === "mortal" ? who(seat) : [`${who(seat)}: `, el("a", { href: `#powers/${power}` }, cardName(power))],
        ),
      ),
    ),
  );
}

/** @param {Api.PuzzleForm} found */
function board(found) {
  const moment = at.solution[at.shown] ?? null;
  const shown = {
    game: moment?.view ?? found.view,
    prompt: isOpen(found) ? found.prompt : null,
    seats_held: moment || !isOpen(found) ? [] : [mover(found)],
    log: moment ? moment.log : found.reply.flatMap(({ log }) => log),
    board: { differences: [], lifted: null },
  };
  const can = moment ? reach({ ...shown, prompt: null }, null) : canDo(found);
  return el(
    "section",
    { class: "play", "data-key": "board" },
    boardView(shown, can, ui.focus, { key: "puzzle", tap: tapSoon, point: act, flat: isFlat() }),
  );
}

/** What is to be done, or what came of it, and what cannot be tapped on the board.
 * @param {Api.PuzzleForm} found */
function bar(found) {
  const can = canDo(found);
  const named = [...can.named, ...(can.done ? [can.done] : [])];
  return el(
    "section",
    { class: "card puzzle-bar", "data-key": "bar" },
    el("p", { class: `told ${found.verdict}`, role: "status", "data-key": "told" }, at.said || told(found)),
    at.between.length > 0 &&
      el(
        "div",
        { class: "choices", role: "group", "aria-label": say("choice.between"), "data-key": "between" },
        at.between.map((action, index) =>
          button(actionText(action, found.prompt), () => act(action), "primary", String(index)),
        ),
        button(say("choice.neither"), () => change({ between: [] })),
      ),
    named.length > 0 &&
      el(
        "div",
        { class: "choices", "data-key": "named" },
        named.map((action) =>
          button(actionText(action, found.prompt), () => act(action), "", String(found.view.options.indexOf(action))),
        ),
      ),
  );
}

/** @param {Api.PuzzleForm} found */
function told({ verdict, left, kept, reply, reason, prompt, view: { players } }) {
  const moment = at.solution[at.shown];
  if (moment) return stepText(moment);
  const answer = reply.map(stepText).join(" ");
  if (verdict === "won") return say("puzzle.won");
  if (verdict === "wrong") {
    return [say("puzzle.wrong"), answer, reason && messageText(reason)].filter(Boolean).join(" ");
  }
  const task = say(`puzzle.task_${left}`, { seat: prompt?.seat ?? players[0].seat });
  if (at.steps.length > kept) return `${task} ${say(prompt?.kind === "build" ? "puzzle.build" : "puzzle.go_on")}`;
  return kept ? `${say("puzzle.right")} ${answer} ${task}` : task;
}

/** The solution step by step. */
function solutionSteps() {
  return el(
    "section",
    { class: "card puzzle-solution", "data-key": "solution" },
    el("h3", {}, say("puzzle.solution")),
    el(
      "ol",
      {},
      at.solution.map(
        (moment, index) =>
          index > 0 &&
          stepItem(moment, {
            key: `step-${index}`,
            shown: index === at.shown,
            run: () => change({ shown: index }),
          }),
      ),
    ),
  );
}

/**
 * @param {Api.PuzzleForm} found
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui */
function ways({ verdict, kept, turns, grade }, fresh, { note }) {
  const group = all?.groups.find((each) => each.turns === turns && each.grade === grade);
  const wrong = verdict === "wrong" && !at.solution.length;
  const more = group && button(say("puzzle.next"), () => openNext(group.numbers), verdict === "won" ? "primary" : "");
  return el(
    "section",
    { class: "choices puzzle-ways", "data-key": "ways" },
    note && el("p", { class: "note", role: "status", "data-key": "note" }, note),
    at.solution.length > 0 && button(say("puzzle.hide"), () => change({ solution: [] }), "primary"),
    wrong && button(say("puzzle.again"), () => next(again), "primary"),
    verdict === "open" && at.steps.length > kept && button(say("puzzle.undo"), () => next(undo)),
    verdict !== "won" && !at.solution.length && button(say("puzzle.show"), show),
    mayPut(fresh) && button(say("puzzle.on_board"), () => putOnBoard(at.number), "decides"),
    more,
    back(),
  );
}

const back = () => el("a", { class: "button", href: "#puzzles", "data-key": "back" }, say("puzzle.all"));
