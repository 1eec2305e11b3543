// The small board on the phone: a real table of buttons. What may be tapped comes from the snapshot alone.

import { othersReach } from "./choosing.js";
import { el, svg } from "./dom.js";
import { tower, worker } from "./drawing.js";
import { lastTurn } from "./lastturn.js";
import { say, who } from "./text.js";
import { secretMark, tokenMark } from "./tokens.js";

export const FILES = ["a", "b", "c", "d", "e"];

/** @typedef {{snapshot: Page.BoardShown, can: Page.Reach, focus: string, secret: Map<string, string>, doing: string,
 *   hints: Set<string>, last: import("./lastturn.js").Marks}} Shown what the squares are drawn by */

/** The table of the board, with the letters of its files and the numbers of its ranks around it. `can` is what may be
 * tapped (see choosing.js), `focus` the square that the Tab key reaches, `label` what the table is called. `secret` has
 * by square the marks that only this phone may show, `doing` is what a tap does.
 * @param {Page.BoardShown} snapshot
 * @param {Page.Reach} can
 * @param {string} focus
 * @param {{label?: string, key?: string, secret?: Map<string, string>, doing?: string}} given */
export function boardTable(
  snapshot,
  can,
  focus,
  { label = say("board.label"), key = "board", secret = new Map(), doing = "square" } = {},
) {
  const files = FILES.slice(0, snapshot.game.size);
  const shown = { snapshot, can, focus, secret, doing, hints: othersReach(snapshot), last: lastTurn(snapshot.log) };
  const rows = [];
  for (let rank = files.length; rank >= 1; rank -= 1) {
    const cells = files.map((file) => el("td", {}, squareButton(shown, file + rank)));
    rows.push(el("tr", {}, el("th", { scope: "row" }, String(rank)), cells));
  }
  rows.push(
    el(
      "tr",
      { class: "files" },
      el("td", {}),
      files.map((file) => el("th", { scope: "col" }, file)),
    ),
  );
  return el("table", { class: "board", "aria-label": label, "data-key": key }, el("tbody", {}, rows));
}

/**
 * @param {Shown} shown
 * @param {string} name
 */
function squareButton(shown, name) {
  const { snapshot, can, focus, secret, last } = shown;
  const { game, board } = snapshot;
  const level = game.levels[name];
  const standing = game.workers.filter((one) => one.square === name);
  const tokens = game.tokens.filter((one) => one.square === name);
  const may = can.targets.has(name);
  const choosable = can.workers.includes(name) && can.workers.length > 1;
  const difference = board.differences.find((one) => one.square === name);
  const marks = ["square"];
  if (may) marks.push("may");
  if (shown.hints.has(name)) marks.push("hint");
  if (choosable && !can.picked) marks.push("choosable");
  if (can.picked === name) marks.push("picked");
  if (difference) marks.push("wrong", difference.kind);
  return el(
    "button",
    {
      class: marks.join(" "),
      type: "button",
      "data-do": shown.doing,
      "data-square": name,
      tabindex: name === focus ? "0" : "-1",
      "aria-label": describe(shown, name),
      "aria-pressed": choosable || can.picked === name ? String(can.picked === name) : null,
    },
    svg(
      "svg",
      { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
      tower(level, game.domes.includes(name)),
      secretMark(secret.get(name)),
      tokens.map((one) => tokenMark(one.power)),
      last.left.has(name) && svg("circle", { class: "left-mark", r: 13 }),
      last.reached.has(name) && svg("path", { class: "last-mark", d: "M-45 -33V-45H-33M33 -45H45V-33M-45 33V45H-33" }),
      last.changed.has(name) && svg("path", { class: "last-mark", d: "M-45 33V45H-33" }),
      standing.map((one) => worker(one.seat, 0.92, board.lifted === name ? "lifted" : "")),
      standing.filter((one) => one.marked).map(() => svg("circle", { class: "worker-mark", r: 5 })),
      may && svg("circle", { class: "may-dot", r: standing.length ? 0 : 9 }),
      difference && differenceMark(difference),
      level > 0 && svg("text", { class: "level", x: 45, y: 45 }, String(level)),
    ),
  );
}

/** @type {Record<string, () => SVGElement>} */
const MARKS = {
  missing: () => svg("circle", { class: "put", r: 36 }),
  too_low: () => svg("path", { class: "put", d: "M-26 0H26M0 -26V26" }),
  too_high: () => svg("path", { class: "take", d: "M-26 0H26" }),
  fallen: () => svg("path", { class: "take", d: "M-30 22H30M-30 22L18 -22" }),
};

/** @param {Page.Difference} difference */
function differenceMark({ kind, seat }) {
  const mark = MARKS[kind] ?? (() => svg("path", { class: "take", d: "M-26 -26L26 26M26 -26L-26 26" }));
  const shown = seat && !["too_low", "too_high"].includes(kind);
  return svg("g", { class: "fix" }, shown && svg("g", { class: "ghost" }, worker(seat, 0.92)), mark());
}

/** A square in words: "c3, level 2, your worker, you can move here".
 * @param {Shown} given
 * @param {string} name */
function describe({ snapshot, can, secret, last, hints }, name) {
  const { game, board } = snapshot;
  const words = [name, say(game.levels[name] ? "square.level" : "square.ground", { level: game.levels[name] })];
  if (game.domes.includes(name)) words.push(say("square.dome"));
  words.push(...workersOn(snapshot, name));
  for (const one of game.tokens.filter((candidate) => candidate.square === name)) {
    words.push(say("square.token", { power: one.power }));
  }
  if (board.lifted === name) words.push(say("square.lifted"));
  const kinds = new Set((can.targets.get(name) ?? []).map((option) => option.kind));
  for (const kind of kinds) words.push(say(`square.may_${kind}`));
  if (can.workers.includes(name)) words.push(say(can.picked === name ? "square.chosen" : "square.choosable"));
  if (hints.has(name)) words.push(say("square.hint", { seat: snapshot.prompt?.seat }));
  if (secret.has(name)) words.push(say(`square.secret_${secret.get(name)}`));
  const difference = board.differences.find((one) => one.square === name);
  for (const kind of /** @type {const} */ (["left", "reached", "changed"])) {
    if (!difference && last[kind].has(name)) words.push(say(`square.last_${kind}`));
  }
  if (difference) {
    words.push(say(`square.${difference.kind}`, { ...difference, seat: difference.seat && who(difference.seat) }));
  }
  return words.join(", ");
}

/** The workers on a square, in words.
 * @param {Page.BoardShown} snapshot
 * @param {string} name
 * @returns {string[]} */
function workersOn({ game, seats_held: held }, name) {
  const standing = game.workers.filter(({ square }) => square === name);
  return standing.flatMap(({ seat, marked }) => {
    const own = held.length === 1 && teamOf(game, held[0]) === teamOf(game, seat);
    const words = [own ? say("square.your_worker") : say("square.worker", { seat })];
    return marked ? [...words, say("square.marked")] : words;
  });
}

/** The side that a seat plays on, in a game of two teams with its teammate.
 * @param {Api.ViewForm} game
 * @param {Api.Seat} seat */
function teamOf(game, seat) {
  return game.players.find((player) => player.seat === seat)?.team ?? seat;
}

/** What is wrong on a square: what stands there, what should, and what to do.
 * @param {Page.Difference} difference */
export function differenceText({ kind, square, seat, seen, wanted }) {
  const key = `difference.${kind}${seat || kind !== "fallen" ? "" : "_unknown"}`;
  return say(key, { square, seat: seat && who(seat), seen, wanted });
}

/** All that is wrong, as a list of things to do; a worker that only went astray is one thing.
 * @param {Page.Difference[]} differences */
export function differenceTexts(differences) {
  const missing = differences.filter((one) => one.kind === "missing");
  const texts = [];
  for (const difference of differences.filter((one) => one.kind !== "missing")) {
    const home = missing.findIndex((one) => one.seat === difference.seat);
    if (difference.kind === "extra" && home >= 0) {
      const [{ square }] = missing.splice(home, 1);
      texts.push(
        say("difference.astray", { from: difference.square, square, seat: difference.seat && who(difference.seat) }),
      );
    } else {
      texts.push(differenceText(difference));
    }
  }
  return [...texts, ...missing.map(differenceText)];
}

/** Where an arrow key leads from a square; null if it is no arrow, or one for the browser, or leads off the board.
 * @param {string} name
 * @param {KeyboardEvent} given
 * @param {number} size
 * @returns {string|null} */
export function arrow(name, { key, altKey, ctrlKey, metaKey }, size) {
  /** @type {Record<string, [number, number]>} */
  const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  if (!steps[key] || altKey || ctrlKey || metaKey) return null;
  const file = FILES.indexOf(name[0]) + steps[key][0];
  const rank = Number(name[1]) + steps[key][1];
  return file >= 0 && file < size && rank >= 1 && rank <= size ? FILES[file] + rank : null;
}
