// A position that is set up by tapping and asked about without a game: #position is the one that was set up last,
// #position/game takes over that of the game, and a line of notation after the stroke is read (#position/000…/1/pan:b2/…).

import { boardView } from "../board.js";
import { isFlat } from "../board/flat.js";
import { button, el, loadStyle } from "../dom.js";
import { BUSY, Inquiry, inTurn, judgement, problemText } from "../inquiry.js";
import { post } from "../link.js";
import { patiently, surveyed, surveyText } from "../position/asking.js";
import { gods, OWNER, toolName, tools, toolsOf } from "../position/controls.js";
import { openDoubts, withNextOwner, withSurvey } from "../position/surveyed.js";
import { asRead, changed, EMPTY, shownOf, tapped, withCard, withPlayers, withPower } from "../position/written.js";
import { loadPowers } from "../powers.js";
import { revealedMarks } from "../secret.js";
import { draw, latest } from "../state.js";
import { loadPart, say } from "../text.js";
import { ui } from "../ui.js";

/** @typedef {import("../position/written.js").Position} Position */

/** @type {Position | null} */
let position = null;
/** @type {import("../position/written.js").Tool} */
let tool = { kind: "blocks" };
/** What is wrong with the position.
 * @type {string | null} */
let problem = null;
/** @type {string | null} */
let note = null;
/** What is in doubt about workers that were taken from the board.
 * @type {import("../position/surveyed.js").Doubts} */
let doubts = new Map();
/** The characters of a line that the table reads. */
const LONGEST = 1000;
/** How often something was read. */
let readings = 0;
/** What the address asked for has been read.
 * @type {Promise<void>} */
let opened = Promise.resolve();
/** Which of the readings fills in what was changed last; 0: nothing is to be filled in. */
let filling = 0;

const inquiry = new Inquiry(() => (position ? [position.line, ...position.steps].join(" ") : EMPTY));

/** @type {Page.View} */
export const view = {
  load,
  title: () => say("menu.position"),
  panels: (snapshot) => panels(snapshot),
  drawn: (path) => follow(path),
  doings: {
    "position-take": () => take(),
    "position-read-board": () => take(latest().board.differences),
    "position-survey": () => survey(),
    "position-empty": () => read(EMPTY),
    "position-turn": ({ seat }) => position && settle(changed(position, { to_move: seat })),
    "position-tool": ({ name }) => {
      tool = (position && toolsOf(position, doubts.size > 0).find((each) => toolName(each) === name)) ?? tool;
      inquiry.forget();
    },
    "position-square": ({ square }) => tap(square),
    "position-copy": () => copy(),
    "position-read": () => readPasted(),
    "judge-act": ({ kind }) => inquiry.judged(kind),
    "judge-again": () => inquiry.forget(),
  },
  changes: {
    "position-count": ({ value }) =>
      position && settle(withPlayers(position, value === "fleece" ? 2 : Number(value), value === "fleece")),
    "position-power": ({ value, dataset }) => position && settle(withPower(position, dataset.at ?? "", value)),
    "position-climbed": ({ checked, dataset }) => climbed(/** @type {Api.Seat} */ (dataset.seat), checked),
    "position-memory": (field) => remember(field),
    "position-line": () => readPasted(),
  },
};

async function load() {
  await Promise.all([loadPart("book"), loadStyle("book"), loadStyle("position"), loadPowers()]);
}

/** Do what the address asks for, once: then it is the address of whatever stands here.
 * @param {string[]} path */
function follow(path) {
  const asked = path.join("/");
  if (asked) history.replaceState(history.state, "", "#position");
  if (asked === "game") opened = take();
  else if (asked || !readings) opened = read(asked || EMPTY);
}

/** @param {string} line */
function read(line) {
  doubts = new Map();
  return receive(line, null);
}

/** Take over what stands in the game, or how the board reads it.
 * @param {Page.Difference[]} [differences] */
async function take(differences) {
  doubts = new Map();
  await receive(null, say("position.none"));
  if (position && !problem && differences?.length) await settle(asRead(position, differences));
}

/** Take over the workers that stand on the board while no game is played. */
async function survey() {
  await opened; // who taps at once taps before there is a position
  if (!position) await read(EMPTY);
  readings += 1;
  const mine = readings;
  const answered = await surveyed(() => mine === readings);
  if (!answered || mine !== readings || !position) return;
  const { status, found } = answered;
  const unclear = found && (found.state === "moving" || (found.state === "disturbed" && !found.workers.length));
  if (!found || unclear) {
    problem = found ? say(`position.${found.state}`) : problemText(status, {}, say("position.no_survey"));
    draw();
    return;
  }
  const made = withSurvey(position, found.workers);
  doubts = made.doubts;
  tool = doubts.size ? OWNER : { kind: "ask" };
  await settle(made.position, surveyText(found));
  document.querySelector(".position-set")?.scrollIntoView(); // with what is said below the board
}

/** Let the table read a position; what it says is wrong is shown beside the one before.
 * @param {string | null} line null: that of the game
 * @param {string | null} usual
 * @param {string | null} [told] what to say of it */
async function receive(line, usual, told = line === null ? say("position.open_only") : null) {
  readings += 1;
  const mine = readings;
  if (line && line.length > LONGEST) {
    const detail = say("line.long", { count: String(line.length), allowed: String(LONGEST) });
    problem = say("position.refused", { detail });
    inquiry.forget();
    return;
  }
  const isWanted = () => mine === readings;
  const answered = await inTurn(isWanted, () =>
    patiently(
      () => post("position", { line }),
      ({ status }) => status === BUSY && isWanted(),
    ),
  );
  if (!answered || !isWanted()) return;
  const { status, body } = answered;
  if (status === 200) {
    position = /** @type {Position} */ (/** @type {unknown} */ (body));
    problem = null;
    const name = toolName(line === null ? { kind: "ask" } : tool);
    tool = toolsOf(position, doubts.size > 0).find((each) => toolName(each) === name) ?? { kind: "blocks" };
    note = told;
  } else {
    problem = problemText(status, body, usual);
  }
  inquiry.forget();
}

/** Show a position that was changed, and let the table fill in what its cards remember.
 * @param {Position} made
 * @param {string | null} [told] */
async function settle(made, told = null) {
  position = made;
  filling = readings + 1;
  draw();
  await receive(made.line, null, told);
  if (filling === readings) filling = 0;
}

/** @param {string} square */
function tap(square) {
  ui.focus = square;
  if (!position) return;
  note = null;
  if (tool.kind === "ask") {
    const { sides } = position;
    inquiry.pointed(square, (name) => sides.some(({ workers }) => workers.includes(name)));
    return;
  }
  const doubt = doubts.get(square);
  if (tool.kind === "owner") {
    if (!doubt) return draw();
    doubt.settled = true;
    settle(withNextOwner(position, doubt, square));
    return;
  }
  if (tool.kind === "worker") doubts.delete(square);
  const made = tapped(position, tool, square);
  if (filling === readings) {
    settle(made); // the answer that is on its way knows nothing of this tap
    return;
  }
  position = made;
  problem = null;
  inquiry.forget();
}

/** @param {Api.Seat} seat
 * @param {boolean} movedUp */
function climbed(seat, movedUp) {
  if (!position) return;
  const sides = position.sides.map((side) => (side.seat === seat ? { ...side, moved_up: movedUp } : side));
  settle(changed(position, { sides }));
}

/** @param {HTMLInputElement} field */
function remember({ type, value, checked, dataset: { at = "", field = "" } }) {
  if (!position) return;
  const [seat, order] = at.split(".");
  const card =
    at === "fleece" ? position.fleece : position.sides.find((side) => side.seat === seat)?.cards[Number(order)];
  const said = type === "checkbox" ? (checked ? "yes" : "no") : value;
  if (card) settle(withCard(position, at, { memory: { ...card.memory, [field]: said } }));
}

const PASTE = "position-line";

function readPasted() {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(PASTE));
  const line = field?.value.trim();
  if (!field || !line) return;
  field.value = "";
  tool = { kind: "ask" };
  read(line);
}

async function copy() {
  if (!position) return;
  const line = [position.line, ...position.steps].join(" ");
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("position-written"));
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(line);
  } else {
    field.select(); // a table at home has no certificate, and without one no clipboard
    document.execCommand("copy");
  }
  note = say("position.copied");
  draw();
}

/** @param {Api.SnapshotForm} snapshot */
function panels(snapshot) {
  return [head(snapshot), position && [gods(position), set(position), written(position)]];
}

/** @param {Api.SnapshotForm} snapshot */
function head({ game, board, workshop }) {
  const playing = game !== null && game.outcome === null;
  const felt = (board.link === "ready" || board.link === "degraded") && !workshop;
  return el(
    "section",
    { class: "card book-head", "data-key": "position-head" },
    el("h2", {}, say("menu.position")),
    el("p", {}, say("position.how")),
    !position && problem && el("p", { class: "note", role: "status" }, problem),
    el(
      "div",
      { class: "choices" },
      playing && button(say("position.take"), "position-take"),
      !playing &&
        el(
          "button",
          { type: "button", "data-do": "position-survey", disabled: !felt },
          say(felt ? "position.survey" : "position.survey_away"),
        ),
      playing && board.differences.length > 0 && button(say("position.read_board"), "position-read-board"),
      button(say("position.empty"), "position-empty"),
    ),
    el("p", { class: "foot" }, el("a", { href: "#book" }, say("menu.book"))),
  );
}

/** @type {Page.Reach} */
const NOTHING = { asked: false, options: [], workers: [], picked: null, targets: new Map(), named: [], done: null };

/** The board with its tools, and the answer of the judge.
 * @param {Position} given */
function set(given) {
  const game = shownOf(given);
  const { asked, targets } = inquiry;
  const doubted = openDoubts(given, doubts).map((square) => ({
    square,
    kind: /** @type {const} */ ("doubted"),
    seat: null,
    seen: null,
    wanted: null,
  }));
  return el(
    "section",
    { class: "card position-set", "data-key": "position-set", "aria-label": say("menu.position") },
    el(
      "div",
      { class: "position-board", "data-key": "position-board" },
      boardView(
        { game, prompt: null, seats_held: [], log: [], board: { differences: doubted, lifted: null } },
        { ...NOTHING, picked: asked?.square ?? null, targets },
        game.levels[ui.focus] === undefined ? "a1" : ui.focus,
        {
          key: "position",
          label: say("position.board"),
          doing: "position-square",
          secret: revealedMarks(game),
          flat: isFlat(),
        },
      ),
    ),
    el(
      "div",
      { class: "position-bar", "data-key": "bar" },
      el("p", { class: "note", role: "status", "data-key": "problem" }, problem ?? note ?? ""),
      given.steps.length > 0 &&
        el("p", { "data-key": "steps" }, say("position.steps", { steps: given.steps.join(" ") })),
      tools(given, tool, doubts.size > 0),
      asked && judgement(asked, null),
    ),
  );
}

/** The position as a line, and a field for another one.
 * @param {Position} given */
function written({ line, steps }) {
  return el(
    "section",
    { class: "card position-written", "data-key": "written", "aria-labelledby": "position-share" },
    el("h3", { id: "position-share" }, say("position.share")),
    el(
      "textarea",
      {
        id: "position-written",
        readonly: true,
        rows: 3,
        spellcheck: "false",
        "aria-labelledby": "position-share",
        "data-key": "line",
      },
      [line, ...steps].join(" "),
    ),
    button(say("position.copy"), "position-copy"),
    el(
      "label",
      { class: "field", "data-key": "paste" },
      el("span", {}, say("position.paste")),
      el("input", {
        id: PASTE,
        type: "text",
        "data-change": PASTE,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
    ),
    button(say("position.read"), "position-read"),
  );
}
