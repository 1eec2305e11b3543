// Where squares are on the screen. Pure. Units: a square is 100 wide on the screen.

export const FILES = ["a", "b", "c", "d", "e"];

/** Half the width and half the height of a square on the screen, and how high a level is. */
export const HALF = 50;
export const DEEP = 42;
export const LEVEL = 14;
/** What a square of the flat view has for its side. */
const FLAT = 90;
/** The part of its square that a block takes, by its level. */
export const FOOTPRINTS = [1, 0.86, 0.72, 0.6];
/** Half the width of a dome, and its height. */
export const DOME = { half: 25, high: 17 };
/** How thick the board is, and what is free above it for the towers at its far corner. */
const SLAB = 13;
const HEADROOM = 56;
const MARGIN = 5;
const BELOW = 15;

/** @typedef {{x: number, y: number}} Point a place on the screen, y downwards */
/** @typedef {{size: number, turn: number, flat: boolean}} Lie how a board lies before its viewer: `turn` quarter turns */
/** @typedef {{level: number, domed: boolean, figure: boolean}} Stack what stands on a square */

/** The quarter turns that bring this seat's corner near; the corners of the seats stand clockwise from a1.
 * @param {Api.Seat | null | undefined} near */
export const turnOf = (near) => (near ? Math.max(0, ["blue", "orange", "white", "purple"].indexOf(near)) : 0);

/** The squares of a board, from a5 by rows.
 * @param {number} size
 * @returns {string[][]} */
export const rowsOf = (size) =>
  Array.from({ length: size }, (_, row) => FILES.slice(0, size).map((file) => file + (size - row)));

/** How many squares a square is away from the near corner: along the right rim, and along the left one.
 * @param {string} name
 * @param {Lie} lie
 * @returns {[number, number]} */
export function steps(name, { size, turn }) {
  const [file, rank, last] = [FILES.indexOf(name[0]), Number(name[1]) - 1, size - 1];
  return /** @type {[number, number][]} */ ([
    [file, rank],
    [last - rank, file],
    [last - file, last - rank],
    [rank, last - file],
  ])[turn];
}

/** The square that is so many squares along the right and the left rim from the near corner; null beside the board.
 * @param {number} right
 * @param {number} left
 * @param {Lie} lie
 * @returns {string | null} */
export function squareAt(right, left, { size, turn }) {
  const last = size - 1;
  if (right < 0 || left < 0 || right > last || left > last) return null;
  const [file, rank] = [
    [right, left],
    [left, last - right],
    [last - right, last - left],
    [last - left, right],
  ][turn];
  return FILES[file] + (rank + 1);
}

/** How far back a square is: of two that overlap the one with less is in front.
 * @param {string} name
 * @param {Lie} lie */
export const depth = (name, lie) => steps(name, lie).reduce((sum, one) => sum + one, 0);

/** Width and height of the whole picture; the same in the flat view.
 * @param {number} size */
export const frame = (size) => ({
  width: 2 * (HALF * size + MARGIN),
  height: HEADROOM + 2 * DEEP * size + SLAB + BELOW,
});

/** The middle of a square on the ground.
 * @param {string} name
 * @param {Lie} lie
 * @returns {Point} */
export const ground = (name, lie) => middle(...steps(name, lie), lie);

/** The same for any place, in squares from the middle of the nearest square.
 * @param {number} right
 * @param {number} left
 * @param {Lie} lie
 * @returns {Point} */
export function middle(right, left, { size, flat }) {
  const { width, height } = frame(size);
  if (flat) {
    const side = flatSide(size);
    return { x: width / 2 + (right - (size - 1) / 2) * side, y: height / 2 - 8 - (left - (size - 1) / 2) * side };
  }
  return { x: width / 2 + (right - left) * HALF, y: HEADROOM + DEEP * (2 * size - 1) - (right + left) * DEEP };
}

/** The side of a square in the flat view.
 * @param {number} size */
export const flatSide = (size) => Math.min(FLAT, (frame(size).height - 30) / size);

/** How high the top of a stack is, without what stands there.
 * @param {Stack} stack */
export const topOf = ({ level, domed }) => level * LEVEL + (domed ? DOME.high : 0);

/** The middle of the top of a square's tower.
 * @param {string} name
 * @param {Lie} lie
 * @param {number} level
 * @returns {Point} */
export function top(name, lie, level) {
  const { x, y } = ground(name, lie);
  return { x, y: lie.flat ? y : y - level * LEVEL };
}

/** Where the plane of the board lies on the screen, as an SVG matrix: 100 units are the side of a square, right and left
 * run along the rims.
 * @param {Point} at
 * @param {Lie} lie */
export function plane({ x, y }, { size, flat }) {
  if (flat) {
    const scale = flatSide(size) / 100;
    return `matrix(${scale} 0 0 ${scale} ${x} ${y})`;
  }
  return `matrix(${HALF / 100} ${-DEEP / 100} ${HALF / 100} ${DEEP / 100} ${x} ${y})`;
}

/** The four corners of a square's diamond around its middle.
 * @param {number} part of the square
 * @param {number} [up]
 * @returns {[number, number][]} */
export const diamond = (part, up = 0) => [
  [0, -DEEP * part - up],
  [HALF * part, -up],
  [0, DEEP * part - up],
  [-HALF * part, -up],
];

/** Where an arrow key leads from a square, as the board lies: up and right are away from the near corner. Null beside the
 * board.
 * @param {string} name
 * @param {string} key
 * @param {Lie} lie */
export function keyStep(name, key, lie) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const way = ways[key];
  if (!way) return null;
  const [right, left] = steps(name, lie);
  return squareAt(right + way[0], left + way[1], lie);
}
