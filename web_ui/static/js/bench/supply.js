// The supply at the edge of the board: blocks, domes, and the workers that are still to be placed. A piece is dragged to a
// square, or chosen first and the square after it; both do what a tap on the square does.

import { figure } from "../board/figures.js";
import { block, cupola } from "../board/stones.js";
import { reasonAt } from "../bubble.js";
import { reach } from "../choosing.js";
import { el, svg } from "../dom.js";
import { whyDark } from "../doings/turn.js";
import { inTheOpen } from "../secret.js";
import { act, draw, latestGame } from "../state.js";
import { say, who } from "../text.js";
import { ui as table } from "../ui.js";

/** @typedef {"worker" | "block" | "dome"} Supplied */

/** @type {Record<Supplied, (option: Api.ShownAction) => boolean>} */
const MEANS = {
  worker: ({ kind }) => kind === "place",
  block: ({ kind, piece }) => kind === "build" && piece !== "dome",
  dome: ({ kind, piece }) => kind === "build" && piece === "dome",
};

/** The piece that was chosen and waits for its square; null: none.
 * @type {Supplied | null} */
let chosen = null;

/** The piece of the supply that waits for a square, if it can still be put anywhere.
 * @returns {Supplied | null} */
export const waiting = () => (chosen && wanted(chosen).length ? chosen : null);

/** Choose a piece of the supply, or put it back.
 * @param {Supplied | null} piece */
export function choose(piece) {
  chosen = piece === chosen ? null : piece;
  draw();
}

/** The table as everybody sees it, and what this phone may do there. */
function open() {
  const shown = inTheOpen(latestGame());
  return { shown, can: reach(shown, table.worker) };
}

/** What can be done with a piece of the supply.
 * @param {Supplied} piece */
function wanted(piece) {
  const { can } = open();
  return can.options.filter((option) => option.square && MEANS[piece](option) && fitsWorker(option, can));
}

/**
 * @param {Api.ShownAction} option
 * @param {Page.Reach} can
 */
const fitsWorker = ({ worker }, { picked }) => !worker || !picked || worker === picked;

/** Put a piece of the supply on a square.
 * @param {Supplied} piece
 * @param {string} square */
export function put(piece, square) {
  chosen = null;
  table.focus = square;
  table.between = [];
  table.reason = null;
  const fits = wanted(piece).filter((option) => option.square === square);
  if (fits.length === 1) return act(fits[0]);
  if (!fits.length) {
    const { shown, can } = open();
    return reasonAt(square, can.targets.has(square) ? say("dark.not_now", { square }) : whyDark(shown, square, can));
  }
  table.between = fits;
  return draw();
}

/** Some powers place a worker in the middle of a game.
 * @returns {Supplied[]} */
const whoIsPlaced = () => (wanted("worker").length ? ["worker"] : []);

/** What of the supply is dragged or chosen now: all that can be put somewhere.
 * @param {Api.SnapshotForm} snapshot */
export function supply(snapshot) {
  const { prompt, game, phase, seats_held: held } = snapshot;
  if (!game || !prompt || phase === "over" || !held.includes(prompt.seat)) return null;
  /** @type {Supplied[]} */
  const pieces = phase === "placing" ? ["worker"] : ["block", ...whoIsPlaced(), "dome"];
  return el(
    "div",
    { class: "supply", role: "group", "aria-label": say("supply.title"), "data-key": "supply" },
    pieces.map((piece) =>
      el(
        "button",
        {
          type: "button",
          class: piece,
          "data-supply": piece,
          "data-key": piece,
          "aria-pressed": String(chosen === piece),
          disabled: wanted(piece).length === 0,
        },
        picture(piece, prompt.seat),
        el("span", { class: "visually-hidden" }, nameOf(piece, prompt.seat)),
      ),
    ),
  );
}

/**
 * @param {Supplied} piece
 * @param {Api.Seat} seat
 */
const nameOf = (piece, seat) =>
  piece === "worker" ? say("supply.worker", { seat: who(seat) }) : say(`bench.tool_${piece}`);

/** A piece as it lies in the supply, or hangs at the finger.
 * @param {Supplied} piece
 * @param {Api.Seat} seat */
export function picture(piece, seat) {
  const inside =
    piece === "worker" ? figure(seat) : piece === "dome" ? cupola(0, "supplied-dome") : block(1, "supplied-block");
  const middle = { worker: -26, block: -2, dome: -10 }[piece];
  return svg("svg", { class: "supplied", viewBox: `-50 ${middle - 40} 100 80`, "aria-hidden": "true" }, inside);
}
