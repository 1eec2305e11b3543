// What is marked on a square: what may be done there, what the last turn did, what is wrong, tokens and secrets. A mark that
// lies on the board is drawn from above (a square is 100 wide, its middle is 0, 0); the scene lays it down.

import { svg } from "../dom.js";
import { worker } from "../drawing.js";
import { secretMark, tokenMark } from "../tokens.js";
import { figure } from "./figures.js";

/** @typedef {{
 *   legal: boolean, wins: boolean, hint: boolean, picked: boolean, choosable: boolean, seat: Api.Seat | null,
 *   left: Api.Seat | null, reached: boolean, changed: boolean, secret: string | undefined, tokens: string[],
 *   difference: Page.Difference | undefined, lifted: boolean, occupied: boolean}} Marks what is marked on one square */

/** Whether anything lies on a square.
 * @param {Marks} marks */
export const hasMarks = ({ legal, hint, picked, choosable, left, reached, changed, secret, tokens }) =>
  legal || hint || picked || choosable || left || reached || changed || secret || tokens.length > 0;

/** The marks that lie on a square, below whoever stands there.
 * @param {Marks} marks
 * @returns {Page.Child[]} */
export function lying({ legal, hint, picked, choosable, seat, left, reached, changed, secret, tokens, occupied }) {
  const flat = tokens.filter((power) => !UPRIGHT.has(power));
  return [
    secretMark(secret),
    flat.map((power) => tokenMark(power)),
    changed && cased("changed-mark", "M-45 -45H45V45H-45Z"),
    left && svg("g", { class: `left-mark ${left}` }, svg("circle", { class: "case", r: 20 }), svg("circle", { r: 20 })),
    reached && cased("reached-mark", "M-43 -27V-43H-27M27 -43H43V-27M43 27V43H27M-27 43H-43V27"),
    hint && ring("hint-ring", 34),
    choosable && border("choosable-mark"),
    picked && border("picked-mark"),
    legal && svg("path", { class: `tint ${seat ?? ""}`, d: "M-48 -48H48V48H-48Z" }),
    legal && ring(`legal-ring ${seat ?? ""}`, occupied ? 41 : 31),
  ];
}

/** Tokens that stand, and hide what is behind them. */
const UPRIGHT = new Set(["europa", "ram"]);

/** The tokens that stand on a square.
 * @param {Marks} marks */
export const standing = ({ tokens }) =>
  tokens
    .filter((power) => UPRIGHT.has(power))
    .map((power) => svg("g", { transform: "translate(0 -14) scale(0.72)" }, tokenMark(power)));

/** A ring with a dark edge, so that it is seen on any ground.
 * @param {string} kind
 * @param {number} r */
export const ring = (kind, r) =>
  svg("g", { class: `ring ${kind}` }, svg("circle", { class: "case", r }), svg("circle", { class: "line", r }));

/** Around the whole top of a tower, so that it is seen beside the worker that stands there.
 * @param {string} kind */
const border = (kind) => cased(kind, "M-42 -42H42V42H-42Z");

/** A line with a dark edge.
 * @param {string} kind
 * @param {string} d */
const cased = (kind, d) =>
  svg("g", { class: kind }, svg("path", { class: "case", d }), svg("path", { class: "line", d }));

/** A wreath of laurel, for a square that wins the game. */
export function laurel() {
  const leaves = Array.from({ length: 14 }, (_, index) => {
    const turned = -90 + (index < 7 ? 1 : -1) * (24 + 22 * (index % 7));
    const lean = index < 7 ? 60 : 120;
    return svg("ellipse", { rx: 11, ry: 5, transform: `rotate(${turned}) translate(43 0) rotate(${lean})` });
  });
  return svg(
    "g",
    { class: "laurel" },
    svg("path", { class: "twig", d: "M-10 42A43 43 0 0 1 -16 -40M10 42A43 43 0 0 0 16 -40" }),
    leaves,
  );
}

/** @type {Record<string, () => SVGElement>} */
const REPAIRS = {
  missing: () => svg("circle", { class: "put", r: 34 }),
  too_low: () => svg("path", { class: "put", d: "M-22 0H22M0 -22V22" }),
  too_high: () => svg("path", { class: "take", d: "M-24 0H24" }),
  doubted: () => svg("path", { class: "put", d: "M-13 -16C-13 -34 15 -34 15 -15C15 -3 0 -4 0 9M0 25V26" }),
  fallen: () => svg("path", { class: "take", d: "M-28 18H28M-28 18L16 -20" }),
};

/** What has to be put right on a square, drawn towards the viewer; with the worker that it is about.
 * @param {Page.Difference} difference
 * @param {boolean} flat */
export function repair({ kind, seat }, flat) {
  const mark = REPAIRS[kind] ?? (() => svg("path", { class: "take", d: "M-22 -22L22 22M22 -22L-22 22" }));
  const shown = seat && !["too_low", "too_high", "doubted"].includes(kind);
  const drawn = mark();
  const casing = /** @type {SVGElement} */ (drawn.cloneNode());
  casing.setAttribute("class", "case");
  return svg(
    "g",
    { class: "fix" },
    shown && (flat ? svg("g", { class: "ghost" }, worker(seat, 0.92)) : figure(seat, { ghost: true })),
    svg("g", { class: "repair", transform: flat ? "" : "translate(0 -14) scale(0.8)" }, casing, drawn),
  );
}

/** @type {Record<string, number>} */
const TURNED = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

/** What blows or sings over the whole board, as a disc with an arrow that lies as the board does.
 * @param {string} power
 * @param {string} direction
 * @param {number} turn of the board, in quarters */
export const vane = (power, direction, turn) =>
  svg(
    "g",
    { class: `vane ${power}` },
    svg("circle", { class: "disc", r: 40 }),
    svg(
      "g",
      { transform: `rotate(${TURNED[direction] - 90 * turn})` },
      svg("path", { class: "shaft", d: power === "aeolus" ? WIND : SONG }),
      svg("path", { class: "tip", d: "M-12 -12L0 -32L12 -12Z" }),
    ),
  );

const WIND = "M0 -14V28M-14 0V20M14 0V20";
const SONG = "M0 -14C-9 -6 -9 2 0 8S9 20 0 28";
