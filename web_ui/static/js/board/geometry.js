// Where squares are on the screen, and which part of it belongs to each. Pure. Units: a square is 100 wide on the screen.

import { leads, rowsOf, squareAt, steps } from "./squares.js";

/** @typedef {import("./squares.js").Lie} Lie */

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
/** @typedef {{level: number, domed: boolean, figure: boolean}} Stack what stands on a square */

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

/** Where a direction leads on the screen, in degrees clockwise from straight up: as a square's neighbor there is seen.
 * @param {Page.Direction} direction
 * @param {Lie} lie */
export function heading(direction, lie) {
  const [from, to] = [middle(0, 0, lie), middle(...leads(direction, lie), lie)];
  return (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
}

/** The place on the rim of the board to which a direction leads from its middle.
 * @param {Page.Direction} direction
 * @param {Lie} lie */
export function rimAt(direction, lie) {
  const half = (lie.size - 1) / 2;
  const [right, left] = leads(direction, lie);
  return middle(half + right * half, half + left * half, lie);
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

// ---- Which part of the screen belongs to a square: what is seen of it and of all that stands on it

/** @typedef {[number, number][]} Profile half of a shape that is the same on both sides: y and half its width there */

/** The silhouettes of stacks; there are but few.
 * @type {Map<string, Profile[]>} */
const silhouettes = new Map();

/** The shapes of what is seen of a square: the ground, its blocks, a dome, a worker; each as its right half.
 * @param {Stack} stack
 * @returns {Profile[]} */
export function silhouette(stack) {
  const key = `${stack.level} ${stack.domed} ${stack.figure}`;
  const shapes = silhouettes.get(key) ?? shapesOf(stack);
  silhouettes.set(key, shapes);
  return shapes;
}

/** @param {Stack} stack
 * @returns {Profile[]} */
function shapesOf({ level, domed, figure }) {
  /** @type {Profile[]} */
  const shapes = [
    [
      [-DEEP, 0],
      [0, HALF],
      [DEEP, 0],
    ],
  ];
  for (let floor = 1; floor <= level; floor += 1) {
    const [part, up] = [FOOTPRINTS[floor], floor * LEVEL];
    shapes.push([
      [-DEEP * part - up, 0],
      [-up, HALF * part],
      [LEVEL - up, HALF * part],
      [DEEP * part + LEVEL - up, 0],
    ]);
  }
  if (domed) shapes.push(bulge(-level * LEVEL));
  if (figure) shapes.push(FIGURE.map(([y, half]) => [y - level * LEVEL, half]));
  return shapes;
}

/** What a worker covers, whichever seat's it is; y from where it stands. */
/** @type {Profile} */
const FIGURE = [
  [-53, 0],
  [-50, 7],
  [-34, 11],
  [4, 18],
  [13, 13],
  [15, 0],
];

/** @param {number} base
 * @returns {Profile} */
const bulge = (base) => {
  /** @type {Profile} */
  const points = [];
  for (let step = 0; step <= 8; step += 1) {
    const angle = (Math.PI * step) / 8 - Math.PI / 2;
    const high = angle < 0 ? DOME.high : (DOME.half * DEEP) / HALF;
    points.push([base + Math.sin(angle) * high, Math.cos(angle) * DOME.half]);
  }
  return points;
};

/** Half the width of shapes at a height; below zero where none of them is. Heights are taken in steps of a half.
 * @param {Profile[]} shapes
 * @param {number} y */
export function halfAt(shapes, y) {
  const widths = tables.get(shapes) ?? tableOf(shapes);
  return widths[Math.round((y - HIGHEST) * 2)] ?? -1;
}

const HIGHEST = -130;
/** @type {WeakMap<Profile[], number[]>} */
const tables = new WeakMap();

/** @param {Profile[]} shapes */
function tableOf(shapes) {
  const widths = Array.from({ length: 2 * (DEEP - HIGHEST) + 1 }, (_, index) => exactHalf(shapes, HIGHEST + index / 2));
  tables.set(shapes, widths);
  return widths;
}

/**
 * @param {Profile[]} shapes
 * @param {number} y
 */
const exactHalf = (shapes, y) => Math.max(...shapes.map((shape) => halfOf(shape, y)));

/**
 * @param {Profile} shape
 * @param {number} y
 */
function halfOf(shape, y) {
  for (let index = 1; index < shape.length; index += 1) {
    const [[y0, half0], [y1, half1]] = [shape[index - 1], shape[index]];
    if (y >= y0 && y <= y1) {
      return y1 === y0 ? Math.max(half0, half1) : half0 + ((half1 - half0) * (y - y0)) / (y1 - y0);
    }
  }
  return -1;
}

/** The outline of shapes together, clockwise from its top.
 * @param {Profile[]} shapes
 * @returns {[number, number][]} */
function outline(shapes) {
  const ends = [...new Set(shapes.flatMap((shape) => shape.map(([y]) => y)))].sort((one, other) => one - other);
  /** @type {Profile} */
  const profile = [];
  ends.forEach((y, index) => {
    profile.push([y, Math.max(0, exactHalf(shapes, y))]);
    const next = ends[index + 1];
    if (next === undefined) return;
    for (const part of [0.25, 0.5, 0.75]) {
      const between = y + (next - y) * part;
      profile.push([between, Math.max(0, exactHalf(shapes, between))]);
    }
  });
  const right = straightened(profile);
  const left = right.filter(([, half]) => half > 0).map(([y, half]) => /** @type {[number, number]} */ ([-half, y]));
  return [...right.map(([y, half]) => /** @type {[number, number]} */ ([half, y])), ...left.reverse()];
}

/** @type {WeakMap<Profile[], [number, number][]>} */
const outlines = new WeakMap();

/** @param {Profile[]} shapes */
function outlineOf(shapes) {
  const around = outlines.get(shapes) ?? outline(shapes);
  outlines.set(shapes, around);
  return around;
}

/** Without the points that lie on a line between their neighbours.
 * @param {Profile} profile */
const straightened = (profile) =>
  profile.filter(([y, half], index) => {
    const [before, after] = [profile[index - 1], profile[index + 1]];
    if (!before || !after || after[0] === before[0]) return true;
    return Math.abs(before[1] + ((after[1] - before[1]) * (y - before[0])) / (after[0] - before[0]) - half) > 0.2;
  });

/** @typedef {{aim: Point, left: number, top: number, width: number, height: number, clip: [number, number][]}} Region the
 * part of the picture that belongs to a square: a box around `aim`, and the outline in it (in parts of the box) */

/** The regions of all squares. Those in front are to lie over those behind: then a finger hits what it sees. The middle of
 * each box, `aim`, is seen.
 * @param {Lie} lie
 * @param {(name: string) => Stack} stackOf
 * @returns {Map<string, Region>} */
export function regions(lie, stackOf) {
  const names = rowsOf(lie.size).flat();
  if (lie.flat) return new Map(names.map((name) => [name, flatRegion(ground(name, lie), flatSide(lie.size))]));
  const shapes = new Map(names.map((name) => [name, silhouette(stackOf(name))]));
  return new Map(
    names.map((name) => {
      const stack = stackOf(name);
      const at = ground(name, lie);
      const own = /** @type {Profile[]} */ (shapes.get(name));
      const around = outlineOf(own);
      const [, up] = around[0];
      const aim = seenPoint(name, lie, stack, shapes);
      const wide = HALF + Math.abs(aim.x - at.x);
      const high = Math.max(aim.y - at.y - up, at.y + DEEP - aim.y);
      return [name, boxed(aim, wide, high, around, at)];
    }),
  );
}

/**
 * @param {Point} at
 * @param {number} side
 * @returns {Region}
 */
function flatRegion(at, side) {
  const clip = /** @type {[number, number][]} */ ([
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
  return { aim: at, left: at.x - side / 2, top: at.y - side / 2, width: side, height: side, clip };
}

/**
 * @param {Point} aim
 * @param {number} wide
 * @param {number} high
 * @param {[number, number][]} around
 * @param {Point} at
 * @returns {Region}
 */
function boxed(aim, wide, high, around, at) {
  const box = { left: aim.x - wide, top: aim.y - high, width: 2 * wide, height: 2 * high };
  const clip = around.map(
    ([x, y]) =>
      /** @type {[number, number]} */ ([(at.x + x - box.left) / box.width, (at.y + y - box.top) / box.height]),
  );
  return { aim, ...box, clip };
}

/** Whether a point of the screen is covered by a square that is nearer than this one.
 * @param {Point} point
 * @param {string} name
 * @param {Lie} lie
 * @param {Map<string, Profile[]>} shapes */
export function covered({ x, y }, name, lie, shapes) {
  const [right, left] = steps(name, lie);
  for (const [east, north] of NEARER) {
    const other = squareAt(right + east, left + north, lie);
    const shape = other && shapes.get(other);
    if (!shape) continue;
    const at = ground(other, lie);
    if (halfAt(shape, y - at.y) >= Math.abs(x - at.x)) return true;
  }
  return false;
}

/** The squares whose towers may cover one: those in front of it. */
const NEARER = [
  [-1, -1],
  [-1, 0],
  [0, -1],
  [-2, -1],
  [-1, -2],
  [-2, -2],
];

/** A point of a square that is seen, with as much of the square around it as can be: the middle of its top if that is
 * free, else what is nearest to it.
 * @param {string} name
 * @param {Lie} lie
 * @param {Stack} stack
 * @param {Map<string, Profile[]>} shapes
 * @returns {Point} */
function seenPoint(name, lie, stack, shapes) {
  const at = ground(name, lie);
  const own = /** @type {Profile[]} */ (shapes.get(name));
  const middleOfTop = { x: at.x, y: at.y - topOf(stack) };
  /** @param {Point} point @param {number} reach */
  const isFree = (point, reach) =>
    RIM.every(([east, down]) => {
      const there = { x: point.x + east * reach, y: point.y + down * reach };
      return halfAt(own, there.y - at.y) >= Math.abs(there.x - at.x) && !covered(there, name, lie, shapes);
    });
  for (const reach of [14, 10, 7, 4]) {
    if (isFree(middleOfTop, reach)) return middleOfTop;
    for (let far = 6; far <= 42; far += 6) {
      for (const [east, down] of AROUND) {
        const point = { x: middleOfTop.x + east * far, y: middleOfTop.y + down * far };
        if (isFree(point, reach)) return point;
      }
    }
  }
  return middleOfTop;
}

const RIM = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
/** Upwards first: towers in front hide the lower part. */
const AROUND = [
  [0, -1],
  [-0.7, -0.7],
  [0.7, -0.7],
  [-1, 0],
  [1, 0],
  [0, 1],
];
