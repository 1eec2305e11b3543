// A position that is set up by tapping and asked about without a game: #position is the one that was set up last,
// #position/game takes over that of the game, and a line of notation after the stroke is read
// (#position/000…/1/pan:b2/…).

import { boardView, NO_REACH } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { allCards, emblem, loadPowers } from "../cards/powers.js";
import { button, el, loadStyle } from "../dom.js";
import { token } from "../drawing.js";
import { secretsOf } from "../game/secret.js";
import { BUSY, Inquiry, inTurn, judgement, problemText } from "../judge/judge.js";
import { post } from "../link.js";
import { draw, latest, ui } from "../state.js";
import { cardName, loadPart, say, sayFirst, who } from "../text.js";
import {
  asRead,
  cardsOf,
  changed,
  EMPTY,
  isTapped,
  openDoubts,
  shownOf,
  tapped,
  withCard,
  withNextOwner,
  withPlayers,
  withPower,
  withSurvey,
} from "./written.js";

/** @typedef {import("./written.js").Position} Position */
/** @typedef {import("./written.js").Card} Card */
/** @typedef {import("./written.js").Tool} Tool what a tap on a square does */

/** @type {Position | null} */
let position = null;
/** @type {Tool} */
let tool = { kind: "blocks" };
/** What is wrong with the position.
 * @type {string | null} */
let problem = null;
/** @type {string | null} */
let note = null;
/** What is in doubt about workers that were taken from the board.
 * @type {import("./written.js").Doubts} */
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
  title: () => say("menu.position"),
  panels,
  drawn: follow,
};

/** Fetch the texts and the powers. */
export async function load() {
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

/** Have another tool in use.
 * @param {Tool} chosen */
function use(chosen) {
  tool = chosen;
  inquiry.forget();
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

/** Play with so many players, or with the Ram.
 * @param {string} count */
function choosePlayers(count) {
  if (position) settle(count === "fleece" ? withRam(position) : withPlayers(position, Number(count), null));
}

/** The position of a game of two with the Ram; beside it lies the first card that may.
 * @param {Position} given */
const withRam = (given) => withPlayers(given, 2, allCards().find(({ fleece }) => fleece)?.power ?? null);

/** @param {Api.Seat} seat */
function giveTurn(seat) {
  if (position) settle(changed(position, { to_move: seat }));
}

/** @param {string} at
 * @param {string} power */
function choosePower(at, power) {
  if (position) settle(withPower(position, at, power));
}

/** @param {Api.Seat} seat
 * @param {boolean} movedUp */
function climbed(seat, movedUp) {
  if (!position) return;
  const sides = position.sides.map((side) => (side.seat === seat ? { ...side, moved_up: movedUp } : side));
  settle(changed(position, { sides }));
}

/** Have the card at a place remember something.
 * @param {string} at
 * @param {string} field
 * @param {string} value */
function remember(at, field, value) {
  if (!position) return;
  const [, card] = cardsOf(position).find(([place]) => place === at) ?? [];
  if (card) settle(withCard(position, at, { memory: { ...card.memory, [field]: value } }));
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

// ---- Asking the table what stands on the board, and again for a while where there is no answer yet.

/** @typedef {{status: number, found: Api.WorkersForm | null}} Surveyed what was answered, and found on the board */

const AGAIN = 5; // times
const WAIT = 300; // ms

/** What is answered, asked again a few times while it is to be waited for.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {(answer: Answer) => boolean} waits
 * @returns {Promise<Answer>} */
async function patiently(ask, waits) {
  let answer = await ask();
  for (let again = 0; waits(answer) && again < AGAIN; again += 1) {
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    answer = await ask();
  }
  return answer;
}

/** The workers that stand on the board while no game is played.
 * @param {() => boolean} isWanted whether nothing else was asked meanwhile */
const surveyed = (isWanted) =>
  inTurn(isWanted, () =>
    patiently(askBoard, ({ status, found }) => (status === BUSY || found?.state === "moving") && isWanted()),
  );

/** @returns {Promise<Surveyed>} */
async function askBoard() {
  try {
    const answer = await fetch("workers.json");
    return { status: answer.status, found: answer.ok ? await answer.json() : null };
  } catch (error) {
    if (error instanceof TypeError) return { status: 0, found: null }; // the table is out of reach
    throw error;
  }
}

/** What was taken over, and what was not.
 * @param {Api.WorkersForm} found */
function surveyText({ state, workers }) {
  if (!workers.length) return say("position.none_felt");
  const unknown = workers.filter(({ level }) => level === null).map(({ square }) => square);
  return [
    say("position.felt"),
    unknown.length && say("position.heights_unknown", { squares: unknown.join(", ") }),
    state === "disturbed" && say("position.disturbed"),
  ]
    .filter(Boolean)
    .join(" ");
}

// ---- What is shown.

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
      playing && button(say("position.take"), () => take()),
      !playing &&
        el(
          "button",
          { type: "button", onclick: survey, disabled: !felt },
          say(felt ? "position.survey" : "position.survey_away"),
        ),
      playing &&
        board.differences.length > 0 &&
        button(say("position.read_board"), () => take(latest().board.differences)),
      button(say("position.empty"), () => read(EMPTY)),
    ),
    el("p", { class: "foot" }, el("a", { href: "#book" }, say("menu.book"))),
  );
}

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
        { ...NO_REACH, picked: asked?.square ?? null, targets },
        game.levels[ui.focus] === undefined ? "a1" : ui.focus,
        {
          key: "position",
          label: say("position.board"),
          tap,
          secret: secretsOf(game),
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
      judgement(inquiry, null),
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
    button(say("position.copy"), copy),
    el(
      "label",
      { class: "field", "data-key": "paste" },
      el("span", {}, say("position.paste")),
      el("input", {
        id: PASTE,
        type: "text",
        onchange: readPasted,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
    ),
    button(say("position.read"), readPasted),
  );
}

// ---- What is chosen around the board: the players with their gods and what their cards remember, and what a tap on a
// square does.

const COUNTS = /** @type {const} */ (["2", "3", "4", "fleece"]);

/** The players: how many, whose turn it is, their gods and what is to be known of the cards.
 * @param {Position} position */
function gods(position) {
  const { sides, fleece } = position;
  const count = fleece ? "fleece" : String(sides.length);
  return el(
    "section",
    { class: "card position-players", "data-key": "players" },
    field(
      say("position.count"),
      COUNTS.map((each) => [each, each === "fleece" ? say("preset.fleece") : say("powers.for", { count: each })]),
      count,
      choosePlayers,
    ),
    el(
      "ul",
      {},
      sides.map((side) => el("li", { "data-key": side.seat }, turnOf(position, side.seat), ofSide(position, side))),
      fleece && el("li", { "data-key": "fleece" }, emblem("ram"), chooser(position, "fleece", fleece)),
    ),
  );
}

/** @param {Position} position
 * @param {Api.Seat} seat */
const turnOf = ({ to_move: toMove }, seat) =>
  el(
    "button",
    {
      type: "button",
      class: `turn-of ${seat}`,
      onclick: () => giveTurn(seat),
      "aria-pressed": String(toMove === seat),
      "aria-label": [say("position.turn", { seat }), toMove === seat && say("position.moves")]
        .filter(Boolean)
        .join(", "),
    },
    token(seat),
    toMove === seat && el("span", {}, say("position.moves")),
  );

/** @param {Position} position
 * @param {Position["sides"][number]} side */
function ofSide(position, { seat, cards, climbs, moved_up: movedUp }) {
  return el(
    "div",
    {},
    cards.map((card, order) => chooser(position, `${seat}.${order}`, card)),
    climbs &&
      el(
        "label",
        { class: "switch" },
        el("input", { type: "checkbox", onchange: ({ checked }) => climbed(seat, checked), checked: movedUp }),
        el("span", {}, say("position.climbed", { seat })),
      ),
  );
}

/** The god at a place, and what its card remembers besides squares.
 * @param {Position} position
 * @param {string} at
 * @param {Card} card */
function chooser({ sides, fleece }, at, card) {
  const [seat] = at.split(".");
  const fits = allCards().filter((each) => (at === "fleece" ? each.fleece : each.players.includes(sides.length)));
  const none = at === "fleece" ? [] : [/** @type {[string, string]} */ (["mortal", cardName("mortal")])];
  const label = at === "fleece" ? say("position.beside") : say("position.god", { seat });
  const named = fits.some(({ power }) => power === card.power) || none.some(([power]) => power === card.power);
  return [
    fleece && at !== "fleece"
      ? el("p", {}, who(seat))
      : godField(
          label,
          [
            ...none,
            ...fits.map(({ power }) => /** @type {[string, string]} */ ([power, cardName(power)])),
            ...(named ? [] : [/** @type {[string, string]} */ ([card.power, cardName(card.power)])]),
          ],
          card.power,
          (power) => choosePower(at, power),
        ),
    Object.entries(card.kinds).map(([name, kind]) => remembered(at, card, name, kind)),
  ];
}

/** Something that a card remembers, to be changed; squares are tapped.
 * @param {string} at
 * @param {Card} card
 * @param {string} name
 * @param {Api.FieldKind} kind */
function remembered(at, { power, memory }, name, kind) {
  const choose = (/** @type {string} */ value) => remember(at, name, value);
  const label = `${cardName(power)}: ${fieldText(name)}`;
  if (kind === "yes_no") {
    return el(
      "label",
      { class: "switch" },
      el("input", {
        type: "checkbox",
        onchange: ({ checked }) => choose(checked ? "yes" : "no"),
        checked: memory[name] === "yes",
      }),
      el("span", {}, label),
    );
  }
  if (kind === "direction") {
    return field(
      label,
      [["-", "–"], ...DIRECTIONS.map((each) => /** @type {[string, string]} */ ([each, say(`direction.${each}`)]))],
      memory[name],
      choose,
    );
  }
  if (kind !== "number") return null;
  const most = Math.max(MOST, Number(memory[name]));
  return field(
    label,
    Array.from({ length: most + 1 }, (_, number) => /** @type {[string, string]} */ ([String(number), String(number)])),
    memory[name],
    choose,
  );
}

const DIRECTIONS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const MOST = 4;

/** @param {string} name */
const fieldText = (name) => say(`position.field.${name}`);

/**
 * @param {string} label
 * @param {Array<readonly [string, string]>} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
const field = (label, options, value, choose) =>
  el("label", { class: "field" }, el("span", {}, label), select(options, value, choose));

/** A choice of a god, whose label the picture beside it tells to those who see.
 * @param {string} label
 * @param {Array<readonly [string, string]>} options
 * @param {string} value
 * @param {(value: string) => void} choose */
const godField = (label, options, value, choose) =>
  el("label", { class: "field god" }, el("span", { class: "visually-hidden" }, label), select(options, value, choose));

/**
 * @param {Array<readonly [string, string]>} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
const select = (options, value, choose) =>
  el(
    "select",
    { onchange: (chosen) => choose(chosen.value) },
    options.map(([each, text]) => el("option", { value: each, selected: each === value }, text)),
  );

/** All tools that this position has; `inDoubt`: it has workers of which nobody knows whose they are.
 * @param {Position} position
 * @param {boolean} inDoubt
 * @returns {Tool[]} */
function toolsOf(position, inDoubt) {
  /** @type {Tool[]} */
  const found = [{ kind: "ask" }, ...(inDoubt ? [OWNER] : []), { kind: "blocks" }, { kind: "dome" }];
  for (const { seat, most } of position.sides) if (most > 0) found.push({ kind: "worker", seat });
  if (position.sides.some(({ marks }) => marks)) found.push({ kind: "marked" });
  if (position.fleece) found.push({ kind: "ram" });
  for (const [at, { kinds }] of cardsOf(position)) {
    for (const [name, kind] of Object.entries(kinds)) {
      if (isTapped(kind)) found.push({ kind: "token", at, field: name });
    }
  }
  return found;
}

/** @type {Tool} */
const OWNER = { kind: "owner" };

/** The name of a tool among those of its position.
 * @param {Tool} tool */
const toolName = (tool) =>
  [tool.kind, tool.kind === "worker" ? tool.seat : "", tool.kind === "token" ? `${tool.at} ${tool.field}` : ""]
    .filter(Boolean)
    .join(" ");

/** The tools, one of them in use.
 * @param {Position} position
 * @param {Tool} used
 * @param {boolean} inDoubt */
function tools(position, used, inDoubt) {
  return [
    el(
      "div",
      { class: "position-tools", role: "group", "aria-label": say("position.tools"), "data-key": "tools" },
      toolsOf(position, inDoubt).map((tool) => {
        const name = toolName(tool);
        const text = toolText(position, tool);
        const isWorker = tool.kind === "worker";
        return el(
          "button",
          {
            type: "button",
            class: tool.kind,
            onclick: () => use(tool),
            "data-key": name,
            "aria-pressed": String(name === toolName(used)),
            "aria-label": isWorker ? text : null,
          },
          isWorker ? token(tool.seat) : text,
        );
      }),
    ),
    el(
      "p",
      { class: "quiet", "data-key": "tool-how" },
      sayFirst([`position.tap.${used.kind === "ram" ? "token" : used.kind}`], {}),
    ),
  ];
}

/**
 * @param {Position} position
 * @param {Tool} tool
 */
function toolText(position, tool) {
  switch (tool.kind) {
    case "worker":
      return say("position.worker", { seat: tool.seat });
    case "ram":
      return cardName("ram");
    case "token": {
      const [, card] = cardsOf(position).find(([at]) => at === tool.at) ?? [];
      const several = Object.values(card?.kinds ?? {}).filter(isTapped).length > 1;
      return `${cardName(card?.power ?? "")}${several ? `: ${fieldText(tool.field)}` : ""}`;
    }
    case "dome":
      return say("judge.dome");
    case "marked":
      return say("position.marked");
    default:
      return say(`position.${tool.kind}`);
  }
}
