// A position that is set up by tapping and asked about without a game: #position is the one that was set up last,
// #position/game takes over that of the game, and a line of notation after the stroke is read (#position/000…/1/pan:b2/…).

import { boardView } from "../board.js";
import { isFlat } from "../board/flat.js";
import { button, el, loadStyle } from "../dom.js";
import { BUSY, Inquiry, judgement, problemText } from "../inquiry.js";
import { post } from "../link.js";
import { gods, toolName, tools, toolsOf } from "../position/controls.js";
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
/** How often something was read. */
let readings = 0;

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
    "position-empty": () => read(EMPTY),
    "position-turn": ({ seat }) => position && settle(changed(position, { to_move: seat })),
    "position-tool": ({ name }) => {
      tool = (position && toolsOf(position).find((each) => toolName(each) === name)) ?? tool;
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
  if (asked === "game") take();
  else if (asked || !readings) read(asked || EMPTY);
}

/** @param {string} line */
const read = (line) => receive(line, null);

/** Take over what stands in the game, or how the board reads it.
 * @param {Page.Difference[]} [differences] */
async function take(differences) {
  await receive(null, say("position.none"));
  if (position && !problem && differences?.length) await settle(asRead(position, differences));
}

const AGAIN = 5; // times
const WAIT = 300; // ms

/** Let the table read a position; what it says is wrong is shown beside the one before.
 * @param {string | null} line null: that of the game
 * @param {string | null} usual */
async function receive(line, usual) {
  readings += 1;
  const mine = readings;
  let { status, body } = await post("/position", { line });
  for (let again = 0; status === BUSY && again < AGAIN && mine === readings; again += 1) {
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    ({ status, body } = await post("/position", { line }));
  }
  if (mine !== readings) return;
  if (status === 200) {
    position = /** @type {Position} */ (/** @type {unknown} */ (body));
    problem = null;
    const name = toolName(line === null ? { kind: "ask" } : tool);
    tool = toolsOf(position).find((each) => toolName(each) === name) ?? { kind: "blocks" };
    note = line === null ? say("position.open_only") : null;
  } else {
    problem = problemText(status, body, usual);
  }
  inquiry.forget();
}

/** Show a position that was changed, and let the table fill in what its cards remember.
 * @param {Position} made */
function settle(made) {
  position = made;
  draw();
  return read(made.line);
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
  position = tapped(position, tool, square);
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
function head({ game, board }) {
  return el(
    "section",
    { class: "card book-head", "data-key": "position-head" },
    el("h2", {}, say("menu.position")),
    el("p", {}, say("position.how")),
    !position && problem && el("p", { class: "note", role: "status" }, problem),
    el(
      "div",
      { class: "choices" },
      game && button(say("position.take"), "position-take"),
      game && board.differences.length > 0 && button(say("position.read_board"), "position-read-board"),
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
  return el(
    "section",
    { class: "card position-set", "data-key": "position-set", "aria-label": say("menu.position") },
    el(
      "div",
      { class: "position-board", "data-key": "position-board" },
      boardView(
        { game, prompt: null, seats_held: [], log: [], board: { differences: [], lifted: null } },
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
      tools(given, tool),
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
