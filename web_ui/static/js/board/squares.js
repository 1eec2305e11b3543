// The squares of a board by name, and how they lie beside each other before a viewer. Pure; it is apart from the pictures of
// the board because every page needs it for the arrow keys.

export const FILES = ["a", "b", "c", "d", "e"];

/** @typedef {{size: number, turn: number, flat: boolean}} Lie how a board lies before its viewer: `turn` quarter turns */

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

/** @type {Record<Page.Direction, [number, number]>} */
const FILES_AND_RANKS = {
  n: [0, 1],
  ne: [1, 1],
  e: [1, 0],
  se: [1, -1],
  s: [0, -1],
  sw: [-1, -1],
  w: [-1, 0],
  nw: [-1, 1],
};

/** Where a direction leads on a board before its viewer: how many squares along the right rim, and along the left one.
 * @param {Page.Direction} direction
 * @param {Pick<Lie, "turn">} lie
 * @returns {[number, number]} */
export function leads(direction, { turn }) {
  const [file, rank] = FILES_AND_RANKS[direction];
  return /** @type {[number, number][]} */ ([
    [file, rank],
    [-rank, file],
    [-file, -rank],
    [rank, -file],
  ])[turn];
}

/** How far back a square is: of two that overlap the one with less is in front.
 * @param {string} name
 * @param {Lie} lie */
export const depth = (name, lie) => steps(name, lie).reduce((sum, one) => sum + one, 0);

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
