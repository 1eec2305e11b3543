// The wood drawn from above, and the tools under it. Places are in mm: east is right, north is up, so y turns round.

import { el, svg } from "../dom.js";
import { dome, tower, worker } from "../drawing.js";
import { inTheOpen } from "../game/secret.js";
import { latestGame } from "../state.js";
import { say, who } from "../text.js";
import {
  bench,
  board,
  draw,
  files,
  hands,
  inTurn,
  isBoxed,
  last,
  mayAct,
  middle,
  PITCH,
  snapshot,
  squares,
  ui,
} from "./hands.js";

/** @param {Page.Place} place */
const at = ({ x, y }) => `translate(${x.toFixed(1)} ${(last() - y).toFixed(1)})`;
const BOX = { below: 51, row: 30, width: 29.7 }; // mm

const inBox = () => board().pieces.filter((one) => isBoxed(one) && playing(one.seat));
const inRow = () => Math.floor((last() + 28) / BOX.width) + 1;

/** Whether somebody sits on a seat; before anybody does, whether somebody could.
 * @param {Api.Seat} seat */
function playing(seat) {
  const taken = snapshot?.seats.filter((one) => one.name !== null) ?? [];
  return !taken.length || taken.some((one) => one.seat === seat);
}

/** @param {Page.Piece} piece */
function homeOf(piece) {
  const place = inBox().indexOf(piece);
  return { x: -14 + (place % inRow()) * BOX.width, y: -BOX.below - Math.floor(place / inRow()) * BOX.row };
}

/** @param {Page.Piece} piece */
function placeOf(piece) {
  if (ui.drag?.piece === piece.piece && ui.drag.moved) return ui.drag.now;
  if (isBoxed(piece)) return homeOf(piece);
  return { x: piece.x, y: piece.y };
}

/** The whole picture. */
export function picture() {
  const boxed = inBox();
  const shown = board().pieces.filter((one) => !isBoxed(one) || boxed.includes(one));
  const rows = Math.max(1, Math.ceil(boxed.length / inRow()));
  const side = last() + 62;
  return svg(
    "svg",
    {
      class: `bench ${ui.tool}`,
      viewBox: `-32 -32 ${side + 2} ${side + 12 + rows * BOX.row}`,
      "data-key": "bench",
      role: "group",
      "aria-label": say("bench.title"),
    },
    svg("rect", { class: "rim", x: -31, y: -31, width: side, height: side, rx: 14 }),
    svg("rect", { class: "sea", x: -23, y: -23, width: side - 16, height: side - 16, rx: 6 }),
    squares().map(squareShape),
    files().map((file, index) => svg("text", { class: "rim-name", x: index * PITCH, y: last() + 28.5 }, file)),
    files().map((_, index) =>
      svg("text", { class: "rim-name", x: -27, y: last() + 2 - index * PITCH }, String(index + 1)),
    ),
    phoneShape(),
    shown.sort((one, other) => Number(one.in_hand) - Number(other.in_hand)).map(pieceShape),
    ui.drag?.supply && ui.drag.moved
      ? svg(
          "g",
          { class: "floating", transform: `${at(ui.drag.now)} scale(0.45)` },
          ui.drag.supply === "dome" ? dome() : tower(1, false),
        )
      : null,
  );
}

/** How a light looks to an eye: its hue at full strength, and how much of it is seen; eyes see weak light well.
 * @param {string} name */
function seenLight(name) {
  const parts = [1, 3, 5].map((start) => Number.parseInt(board().lights[name].slice(start, start + 2), 16));
  const most = Math.max(...parts);
  if (most === 0) return { lit: false };
  const hue = parts.map((part) => Math.round((part * 255) / most));
  return { lit: true, hue: `rgb(${hue.join(" ")})`, strength: Math.min(1, Math.sqrt(most / 110)).toFixed(2) };
}

/** @param {string} name */
function squareShape(name) {
  const { lit, hue, strength } = seenLight(name);
  const level = board().levels[name];
  const domed = board().domes.includes(name);
  const words = [name, say(level ? "square.level" : "square.ground", { level })];
  if (domed) words.push(say("square.dome"));
  if (lit) words.push(say("bench.lit"));
  return svg(
    "g",
    {
      class: `place ${lit ? "lit" : ""}`,
      transform: at(middle(name)),
      "data-key": `square-${name}`,
      "data-place": name,
      role: "button",
      tabindex: name === ui.focus ? 0 : -1,
      "aria-label": words.join(", "),
    },
    svg("rect", { class: "ground", x: -21.5, y: -21.5, width: 43, height: 43, rx: 4 }),
    lit &&
      svg(
        "g",
        { opacity: strength },
        svg("rect", { class: "glow wide", x: -21.5, y: -21.5, width: 43, height: 43, rx: 4, fill: hue }),
        svg("rect", { class: "glow edge", x: -20, y: -20, width: 40, height: 40, rx: 4, stroke: hue }),
      ),
    svg("g", { transform: "scale(0.43)" }, tower(level, domed)),
    level ? svg("text", { class: "level", x: 19, y: 19.5 }, String(level)) : null,
  );
}

/** A phone, which has a magnet in it. */
function phoneShape() {
  const { phone } = board();
  if (!phone) return null;
  const where = ui.drag?.phone && ui.drag.moved ? ui.drag.now : phone;
  return svg(
    "g",
    {
      class: "phone-shape",
      transform: at(where),
      "data-key": "phone",
      "data-phone": "phone",
      role: "img",
      "aria-label": say("bench.phone"),
    },
    svg("rect", { class: "body", x: -9, y: -17, width: 18, height: 34, rx: 3 }),
    svg("rect", { class: "glass", x: -7, y: -14, width: 14, height: 28, rx: 1.5 }),
  );
}

/** @param {Page.Piece} piece */
function pieceShape(piece) {
  const marks = ["piece"];
  if (piece.in_hand) marks.push("held");
  if (piece.lying) marks.push("lying");
  if (ui.tool === "tap" && ui.tapper === piece.piece) marks.push("tapper");
  const words = [say("bench.piece", { seat: who(piece.seat), number: piece.piece.split("-").at(-1) })];
  words.push(piece.square ?? say(`bench.${piece.in_hand ? "in_hand" : isBoxed(piece) ? "in_box" : "beside"}`));
  if (piece.lying) words.push(say("bench.lying"));
  return svg(
    "g",
    {
      class: marks.join(" "),
      transform: at(placeOf(piece)),
      "data-key": piece.piece,
      "data-piece": piece.piece,
      role: "button",
      tabindex: 0,
      "aria-label": words.join(", "),
      "aria-pressed": String(piece.in_hand),
    },
    svg("circle", { class: "handle", r: 16 }),
    svg(
      "g",
      { transform: piece.lying ? "rotate(-35) scale(1.15 0.6)" : "" },
      worker(piece.seat, piece.in_hand ? 0.52 : 0.45),
    ),
  );
}

// ---- What stands under the picture: the tools of the hands, what the wood lacks, and what to do next.

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
          onclick: () => inTurn(() => takeTool(tool)),
          "aria-pressed": String(tool === "phone" ? Boolean(board().phone) : ui.tool === tool),
          title: say(`bench.tool_${tool}_long`),
        },
        toolPicture(tool),
        el("span", {}, say(`bench.tool_${tool}`)),
      ),
    ),
    el(
      "button",
      { type: "button", class: "rim-button", onclick: () => inTurn(() => hands({ do: "press", button: "undo" })) },
      say("bench.undo"),
    ),
    el(
      "button",
      { type: "button", class: "rim-button", onclick: () => inTurn(() => hands({ do: "press", button: "done" })) },
      say("bench.done"),
    ),
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
    el("button", { type: "button", onclick: () => inTurn(putWoodRight) }, say("bench.wood_fix")),
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
    el("button", { type: "button", onclick: () => inTurn(() => hands({ do: "clear" })) }, say("bench.clear")),
  );
}

/** Whether hands move all pieces, or the pieces follow what is played on phones. */
export const byHand = () =>
  el(
    "label",
    { class: "switch", "data-key": "by-hand" },
    el("input", {
      type: "checkbox",
      onchange: ({ checked }) => hands({ do: "follow", on: !checked }),
      checked: !board().follows,
    }),
    el("span", {}, say("bench.by_hand")),
  );

/** The button that puts all pieces as the game has them; null where nothing is wrong, or hands are to do it.
 * @param {Api.SnapshotForm} shown */
export function putRightButton({ board: { mode, differences } }) {
  if (mode !== "restore" || !differences.length || !bench || !mayAct() || !board().follows) return null;
  return el(
    "div",
    { class: "choices", "data-key": "put-right" },
    el("button", { type: "button", onclick: setUpGame }, say("bench.put_right")),
  );
}

/** Take a tool, or put it away again; a phone lies on the rim or does not.
 * @param {string} tool */
async function takeTool(tool) {
  if (tool === "phone") {
    await hands(board().phone ? { do: "take_phone" } : { do: "lay_phone", x: last() + 27, y: last() / 2 });
    return;
  }
  ui.tool = ui.tool === tool ? "hand" : tool;
  ui.note = "";
  draw();
}

/** Put all wood as the game has it. The game may go on meanwhile. */
async function putWoodRight() {
  for (let again = 3; woodToDo().length && again; again -= 1) {
    const game = snapshot?.game;
    if (!game || !(await hands({ do: "arrange", levels: game.levels, domes: game.domes }))) return;
  }
}

/** Put all pieces as the game has them. */
function setUpGame() {
  const { levels, domes, workers } = inTheOpen(latestGame()).game;
  return hands({
    do: "set_up",
    levels,
    domes,
    workers: Object.fromEntries(workers.map(({ square, seat }) => [square, seat])),
  });
}

/** What to do next with this tool. */
export function hint() {
  const held = board().pieces.find((piece) => piece.in_hand);
  if (held) return say("bench.hint_held");
  return say(`bench.hint_${ui.tool}`);
}
