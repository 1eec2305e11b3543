// A few squares of a board as a small picture, seen from a corner. Units: a square is 48 wide and 24 high.

import { svg } from "./dom.js";

const HALF = 24; // half the width of a square
const FLOOR = 13; // the height of a block
const FILES = "abcde";

/** @typedef {object} Drawn
 * @property {number} size squares a side
 * @property {Record<string, number>} [levels]
 * @property {string[]} [domes]
 * @property {{square: string, seat: Api.Seat}[]} [workers]
 * @property {{from: string, to: string}[]} [arrows]
 * @property {string[]} [marks] */

/** The picture; it says nothing to those who do not see it, so the words beside it have to.
 * @param {Drawn} drawn */
export function diagram({ size, levels = {}, domes = [], workers = [], arrows = [], marks = [] }) {
  /** @type {Page.Child[]} */
  const parts = [];
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let column = 0; column < size; column += 1) {
      const square = `${FILES[column]}${row + 1}`;
      const level = levels[square] ?? 0;
      const { x, y } = place(square, 0);
      parts.push(top(x, y, HALF, `ground ${marks.includes(square) && !level ? "marked" : ""}`));
      for (let floor = 1; floor <= level; floor += 1) {
        parts.push(
          block(x, y - (floor - 1) * FLOOR, HALF - 2 * floor, floor, marks.includes(square) && floor === level),
        );
      }
      if (domes.includes(square)) parts.push(dome(x, y - level * FLOOR));
      const worker = workers.find((one) => one.square === square);
      if (worker) parts.push(figure(x, y - level * FLOOR, worker.seat));
    }
  }
  parts.push(arrows.map(({ from, to }) => arrow(place(from, levels[from] ?? 0), place(to, levels[to] ?? 0))));
  const width = 2 * HALF * size;
  const above = FLOOR * Math.max(0, ...Object.values(levels)) + 12;
  const viewBox = [-width / 2 - 2, -above, width + 4, HALF * size + above + 4].join(" ");
  return svg("svg", { class: "small-board", viewBox, "aria-hidden": "true" }, parts);

  /** The middle of a square's top.
   * @param {string} square
   * @param {number} level */
  function place(square, level) {
    const column = FILES.indexOf(square[0]);
    const back = size - Number(square[1]);
    return { x: (column - back) * HALF, y: ((column + back) * HALF) / 2 + HALF / 2 - level * FLOOR };
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} half
 * @param {string} kind
 */
const top = (x, y, half, kind) =>
  svg("path", { class: kind, d: `M${x - half} ${y}L${x} ${y - half / 2}L${x + half} ${y}L${x} ${y + half / 2}Z` });

/**
 * @param {number} x
 * @param {number} y
 * @param {number} half
 * @param {number} floor
 * @param {boolean} marked
 */
const block = (x, y, half, floor, marked) => [
  svg("path", { class: "wall left", d: `M${x - half} ${y}v${-FLOOR}L${x} ${y + half / 2 - FLOOR}v${FLOOR}Z` }),
  svg("path", { class: "wall right", d: `M${x + half} ${y}v${-FLOOR}L${x} ${y + half / 2 - FLOOR}v${FLOOR}Z` }),
  top(x, y - FLOOR, half, `floor f${floor} ${marked ? "marked" : ""}`),
];

/**
 * @param {number} x
 * @param {number} y
 */
const dome = (x, y) => svg("path", { class: "cupola", d: `M${x - 14} ${y}a14 15 0 0 1 28 0a14 7 0 0 1 -28 0Z` });

/**
 * @param {number} x
 * @param {number} y
 * @param {Api.Seat} seat
 */
const figure = (x, y, seat) =>
  svg(
    "g",
    { class: `figure ${seat}`, transform: `translate(${x} ${y})` },
    svg("path", { d: "M-9 0C-9 -9 -5 -10 -5 -15H5C5 -10 9 -9 9 0A9 4.5 0 0 1 -9 0Z" }),
    svg("circle", { cy: -19, r: 6 }),
  );

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function arrow(from, to) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(x, y);
  const tip = { x: from.x + x * 0.82, y: from.y + y * 0.82 - 8 };
  const [ux, uy] = [(x / long) * 7, (y / long) * 7];
  return svg("path", {
    class: "way",
    d:
      `M${from.x + x * 0.28} ${from.y + y * 0.28 - 8}L${tip.x} ${tip.y}` +
      `M${tip.x - ux - uy * 0.8} ${tip.y - uy + ux * 0.8}L${tip.x} ${tip.y}L${tip.x - ux + uy * 0.8} ${tip.y - uy - ux * 0.8}`,
  });
}
