// What is chosen around the board of a position: the players with their gods and what their cards remember, and what a
// tap on a square does.

import { el } from "../dom.js";
import { token } from "../drawing.js";
import { emblem } from "../emblems.js";
import { allCards } from "../powers.js";
import { cardName, say, sayFirst, who } from "../text.js";
import { cardsOf } from "./written.js";

/** @typedef {import("./written.js").Position} Position */
/** @typedef {import("./written.js").Tool} Tool */
/** @typedef {import("./written.js").Card} Card */

const COUNTS = /** @type {const} */ (["2", "3", "4", "fleece"]);

/** The players: how many, whose turn it is, their gods and what is to be known of the cards.
 * @param {Position} position */
export function gods(position) {
  const { sides, fleece } = position;
  const count = fleece ? "fleece" : String(sides.length);
  return el(
    "section",
    { class: "card position-players", "data-key": "players" },
    field(
      say("position.count"),
      { "data-change": "position-count" },
      COUNTS.map((each) => [each, each === "fleece" ? say("preset.fleece") : say("powers.for", { count: each })]),
      count,
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
      "data-do": "position-turn",
      "data-seat": seat,
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
        el("input", { type: "checkbox", "data-change": "position-climbed", "data-seat": seat, checked: movedUp }),
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
          { "data-change": "position-power", "data-at": at },
          [
            ...none,
            ...fits.map(({ power }) => /** @type {[string, string]} */ ([power, cardName(power)])),
            ...(named ? [] : [/** @type {[string, string]} */ ([card.power, cardName(card.power)])]),
          ],
          card.power,
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
  const data = { "data-change": "position-memory", "data-at": at, "data-field": name };
  const label = `${cardName(power)}: ${fieldText(name)}`;
  if (kind === "yes_no") {
    return el(
      "label",
      { class: "switch" },
      el("input", { type: "checkbox", ...data, checked: memory[name] === "yes" }),
      el("span", {}, label),
    );
  }
  if (kind === "direction") {
    return field(
      label,
      data,
      [["-", "–"], ...DIRECTIONS.map((each) => /** @type {[string, string]} */ ([each, say(`direction.${each}`)]))],
      memory[name],
    );
  }
  if (kind !== "number") return null;
  const most = Math.max(MOST, Number(memory[name]));
  return field(
    label,
    data,
    Array.from({ length: most + 1 }, (_, number) => /** @type {[string, string]} */ ([String(number), String(number)])),
    memory[name],
  );
}

const DIRECTIONS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const MOST = 4;

/** @param {string} name */
const fieldText = (name) => say(`position.field.${name}`);

/**
 * @param {string} label
 * @param {Page.Attributes} data
 * @param {Array<readonly [string, string]>} options
 * @param {string} value
 */
const field = (label, data, options, value) =>
  el("label", { class: "field" }, el("span", {}, label), select(data, options, value));

/** A choice of a god, whose label the picture beside it tells to those who see.
 * @param {string} label
 * @param {Page.Attributes} data
 * @param {Array<readonly [string, string]>} options
 * @param {string} value
 */
const godField = (label, data, options, value) =>
  el("label", { class: "field god" }, el("span", { class: "visually-hidden" }, label), select(data, options, value));

/**
 * @param {Page.Attributes} data
 * @param {Array<readonly [string, string]>} options
 * @param {string} value
 */
const select = (data, options, value) =>
  el(
    "select",
    data,
    options.map(([each, text]) => el("option", { value: each, selected: each === value }, text)),
  );

/** All tools that this position has; `inDoubt`: it has workers of which nobody knows whose they are.
 * @param {Position} position
 * @param {boolean} inDoubt
 * @returns {Tool[]} */
export function toolsOf(position, inDoubt) {
  /** @type {Tool[]} */
  const found = [{ kind: "ask" }, ...(inDoubt ? [OWNER] : []), { kind: "blocks" }, { kind: "dome" }];
  for (const { seat, most } of position.sides) if (most > 0) found.push({ kind: "worker", seat });
  if (position.sides.some(({ marks }) => marks)) found.push({ kind: "marked" });
  if (position.fleece) found.push({ kind: "ram" });
  for (const [at, { kinds }] of cardsOf(position)) {
    for (const [name, kind] of Object.entries(kinds)) {
      if (kind === "square" || kind === "squares") found.push({ kind: "token", at, field: name });
    }
  }
  return found;
}

/** @type {Tool} */
export const OWNER = { kind: "owner" };

/** The name of a tool among those of its position.
 * @param {Tool} tool */
export const toolName = (tool) =>
  [tool.kind, tool.kind === "worker" ? tool.seat : "", tool.kind === "token" ? `${tool.at} ${tool.field}` : ""]
    .filter(Boolean)
    .join(" ");

/** The tools, one of them in use.
 * @param {Position} position
 * @param {Tool} used
 * @param {boolean} inDoubt */
export function tools(position, used, inDoubt) {
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
            "data-do": "position-tool",
            "data-name": name,
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
      const several = Object.values(card?.kinds ?? {}).filter((kind) => kind.startsWith("square")).length > 1;
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
