// What stands under the picture: the tools of the hands, what the wood lacks, and what to do next.

import { el, svg } from "../dom.js";
import { dome, tower } from "../drawing.js";
import { say } from "../text.js";
import { bench, board, isBoxed, mayAct, snapshot, squares, ui } from "./state.js";

const TOOLS = ["hand", "block", "dome", "off", "tap", "knock", "phone"];

/** The tools and the buttons on the rim. */
export function tools() {
  return el(
    "div",
    { class: "tools", role: "toolbar", "aria-label": say("bench.tools"), "data-key": "tools" },
    TOOLS.map((tool) =>
      el(
        "button",
        {
          type: "button",
          "data-tool": tool,
          "aria-pressed": String(tool === "phone" ? Boolean(board().phone) : ui.tool === tool),
          title: say(`bench.tool_${tool}_long`),
        },
        toolPicture(tool),
        el("span", {}, say(`bench.tool_${tool}`)),
      ),
    ),
    el("button", { type: "button", class: "rim-button", "data-press": "undo" }, say("bench.undo")),
    el("button", { type: "button", class: "rim-button", "data-press": "done" }, say("bench.done")),
  );
}

/** @param {string} tool */
function toolPicture(tool) {
  /** @type {Record<string, string>} */
  const strokes = {
    hand: "M-16 26V-4M-16 6V-18a5 5 0 0 1 10 0V2-26a5 5 0 0 1 10 0V2-20a5 5 0 0 1 10 0V10c0 16-8 22-18 22-8 0-12-4-14-10",
    off: "M0 12V-24M-12-12L0-24 12-12M-26 28H26",
    tap: "M0-30V-6M-10-14L0-4 10-14M-18 16a18 8 0 1 0 36 0 18 8 0 1 0-36 0",
    knock: "M-26 28H26M-22 22L-6-24 10-18 0 24M14-28c10 4 16 12 16 24M24-10l6 8 6-8",
    phone: "M-14-30H14V30H-14ZM-3 24H3",
  };
  const inside =
    tool === "block" ? tower(1, false) : tool === "dome" ? dome() : svg("path", { class: "stroke", d: strokes[tool] });
  return svg("svg", { viewBox: "-50 -50 100 100", class: "tool", "aria-hidden": "true" }, inside);
}

/** Whether what stands on the board is of no game, or of one that is over. */
function leftOver() {
  const between = snapshot !== null && !snapshot.puzzle && ["lobby", "draft", "over"].includes(snapshot.phase);
  const wood = squares().some((name) => board().levels[name] || board().domes.includes(name));
  return between && (wood || board().pieces.some((piece) => !isBoxed(piece)));
}

/** @typedef {{do: "unstack" | "stack", square: string, dome?: boolean}} Step */

/** The squares where the blocks and the game differ, each with the gesture that puts it right.
 * @returns {Step[]} */
export function woodToDo() {
  const game = snapshot?.game;
  if (!game || snapshot?.phase === "over") return [];
  return squares().flatMap((name) => stepsOn(name, game));
}

/**
 * @param {string} name
 * @param {Api.ViewForm} game
 * @returns {Step[]}
 */
function stepsOn(name, game) {
  const lacks = game.levels[name] - board().levels[name];
  const shouldDome = game.domes.includes(name);
  const isDomed = board().domes.includes(name);
  if (isDomed && (!shouldDome || lacks !== 0)) return [{ do: "unstack", square: name }];
  if (lacks > 0) return [{ do: "stack", square: name, dome: false }];
  if (lacks < 0) return [{ do: "unstack", square: name }];
  return shouldDome && !isDomed ? [{ do: "stack", square: name, dome: true }] : [];
}

/** What hands would do to put the wood right; null when it is. */
export function wood() {
  if (leftOver()) return toClear();
  const steps = woodToDo();
  if (!steps.length) return null;
  const clears = snapshot?.phase === "placing" && steps.every((step) => step.do === "unstack");
  const words = clears ? [say("bench.wood_clear")] : steps.map(stepText);
  return el(
    "div",
    { class: "wood", "data-key": "wood" },
    el(
      "ul",
      {},
      words.map((line) => el("li", {}, line)),
    ),
    el("button", { type: "button", "data-wood": "fix" }, say("bench.wood_fix")),
  );
}

/** @param {Step} step */
const stepText = (step) =>
  say(step.do === "unstack" ? "bench.wood_extra" : step.dome ? "bench.wood_dome" : "bench.wood_block", { ...step });

function toClear() {
  return el(
    "div",
    { class: "wood", "data-key": "wood" },
    el("p", {}, say(snapshot?.phase === "over" ? "bench.over" : "bench.not_empty")),
    el("button", { type: "button", "data-wood": "clear" }, say("bench.clear")),
  );
}

/** Whether hands move all pieces, or the pieces follow what is played on phones. */
export const byHand = () =>
  el(
    "label",
    { class: "switch", "data-key": "by-hand" },
    el("input", { type: "checkbox", "data-change": "by-hand", checked: !board().follows }),
    el("span", {}, say("bench.by_hand")),
  );

/** The button that puts all pieces as the game has them; null where nothing is wrong, or hands are to do it.
 * @param {Api.SnapshotForm} shown */
export function putRightButton({ board: { mode, differences } }) {
  if (mode !== "restore" || !differences.length || !bench || !mayAct() || !board().follows) return null;
  return el(
    "div",
    { class: "choices", "data-key": "put-right" },
    el("button", { type: "button", "data-put-right": true }, say("bench.put_right")),
  );
}

/** What to do next with this tool. */
export function hint() {
  const held = board().pieces.find((piece) => piece.in_hand);
  if (held) return say("bench.hint_held");
  return say(`bench.hint_${ui.tool}`);
}
