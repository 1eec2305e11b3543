// The pieces as they stand on the board: workers, blocks and domes, and what the powers have laid on it.

import { svg } from "../dom.js";
import { drawingOf } from "../drawing.js";
import { DEEP, diamond, DOME, FOOTPRINTS, HALF, LEVEL } from "./geometry.js";

const LOW = DEEP / HALF;

/** The corners of each seat's body on the ground, from above. How far it narrows to its top, and how high that is.
 * @type {Record<Api.Seat, {corners: number, first: number, radius: number, taper: number, high: number}>} */
const BODIES = {
  blue: { corners: 24, first: 0, radius: 16, taper: 0.8, high: 33 },
  orange: { corners: 3, first: -90, radius: 22, taper: 0.24, high: 36 },
  white: { corners: 4, first: 45, radius: 20, taper: 0.84, high: 32 },
  purple: { corners: 6, first: 0, radius: 18, taper: 0.78, high: 33 },
};

/** A worker where it stands at 0, 0.
 * @param {Api.Seat} seat
 * @param {{lifted?: boolean, ghost?: boolean, marked?: boolean}} [given] */
export function figure(seat, { lifted = false, ghost = false, marked = false } = {}) {
  const { corners, first, radius, taper, high } = BODIES[seat];
  const foot = ring(corners, first, radius, 0);
  const shoulders = ring(corners, first, radius * taper, high);
  const head = high + 7;
  return svg(
    "g",
    { class: `figure ${seat}${lifted ? " lifted" : ""}${ghost ? " ghost" : ""}` },
    svg("ellipse", { class: "cast", cx: 6, cy: 2, rx: radius, ry: radius * LOW * 0.8 }),
    svg(
      "g",
      { class: "body" },
      svg("path", { class: "hull", d: closed(hull([...foot, ...shoulders])) }),
      svg("path", { class: "side", d: walls(foot, shoulders) }),
      svg("path", { class: "shoulder", d: closed(shoulders) }),
      svg("path", { class: "line", d: closed(hull([...foot, ...shoulders])) }),
      svg("circle", { class: "head", cy: -head, r: 10 }),
      svg("path", { class: "shine", d: `M-5.5 ${-head - 2}A6 6 0 0 1 -1 ${-head - 6}` }),
      marked && svg("path", { class: "band", d: `M-9.5 ${-head - 3}Q0 ${-head + 3} 9.5 ${-head - 3}` }),
      marked && svg("circle", { class: "badge", cy: -high / 2 + 6, r: 6 }),
    ),
  );
}

/** The walls on the right, which are in the shade.
 * @param {Array<[number, number]>} foot
 * @param {Array<[number, number]>} shoulders */
function walls(foot, shoulders) {
  return foot
    .map((from, index) => {
      const next = (index + 1) % foot.length;
      const to = foot[next];
      const outward = (from[0] + to[0]) / 2;
      // The corners run clockwise on the screen: a wall that is seen runs from right to left.
      return from[0] > to[0] && outward > 1 ? closed([from, to, shoulders[next], shoulders[index]]) : "";
    })
    .join("");
}

/**
 * @param {number} corners
 * @param {number} first degrees
 * @param {number} radius
 * @param {number} up
 */
function ring(corners, first, radius, up) {
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((first + (360 / corners) * index) * Math.PI) / 180;
    return /** @type {[number, number]} */ ([radius * Math.cos(angle), radius * Math.sin(angle) * LOW - up]);
  });
}

/** The outline around points.
 * @param {Array<[number, number]>} points */
function hull(points) {
  const sorted = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  /** @param {Array<[number, number]>} row */
  const half = (row) => {
    /** @type {Array<[number, number]>} */
    const kept = [];
    for (const point of row) {
      while (kept.length > 1 && turns(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * @param {[number, number]} one
 * @param {[number, number]} two
 * @param {[number, number]} three
 */
const turns = (one, two, three) => (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0]);

// ---- Ground, blocks and domes. Units and places as in geometry.js; a stack is drawn around the middle of its square.

/** @param {Array<[number, number]>} points */
export const closed = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** A square of the ground.
 * @param {boolean} dark every second one is */
export const tile = (dark) => svg("path", { class: dark ? "ground b" : "ground a", d: closed(diamond(1)) });

/** One block of a tower: two walls that are seen, and its top.
 * @param {number} floor
 * @param {string} key */
export function block(floor, key) {
  const part = FOOTPRINTS[floor];
  const [base, up] = [(floor - 1) * LEVEL, floor * LEVEL];
  const [, right, near, left] = diamond(part, up);
  const [, rightFoot, nearFoot, leftFoot] = diamond(part, base);
  return svg(
    "g",
    { class: `block f${floor}`, "data-key": key },
    svg("path", { class: "wall lit", d: closed([left, near, nearFoot, leftFoot]) }),
    svg("path", { class: "wall dim", d: closed([near, right, rightFoot, nearFoot]) }),
    svg("path", { class: "face", d: closed(diamond(part, up)) }),
  );
}

/** The shadow that a tower casts on the ground beside it.
 * @param {number} level */
export function shadow(level) {
  const far = 7 + 3 * level;
  const part = FOOTPRINTS[1];
  return svg("path", {
    class: "cast",
    d: closed([
      [0, DEEP * part],
      [HALF * part, 0],
      [HALF * part + far, far * 0.3],
      [far, DEEP * part + far * 0.3],
    ]),
  });
}

/** A dome on so many blocks: cobalt, with the light of the morning on one side.
 * @param {number} level
 * @param {string} key */
export function cupola(level, key) {
  const { half, high } = DOME;
  const low = (half * DEEP) / HALF;
  return svg(
    "g",
    { transform: `translate(0 ${-level * LEVEL})` },
    svg(
      "g",
      { "data-key": key, class: "cupola" },
      svg("path", {
        class: "shell",
        d: `M${-half} 0A${half} ${high} 0 0 1 ${half} 0A${half} ${low} 0 0 1 ${-half} 0Z`,
      }),
      svg("path", {
        class: "night",
        d: `M${half} 0A${half} ${low} 0 0 1 ${-half * 0.3} ${low * 0.95}C${half * 0.5} ${low * 0.6} ${half * 0.62} ${-high * 0.4} ${half * 0.3} ${-high * 0.95}A${half} ${high} 0 0 1 ${half} 0Z`,
      }),
      svg("path", {
        class: "gleam",
        d: `M${-half * 0.66} ${-high * 0.12}A${half * 0.7} ${high * 0.72} 0 0 1 ${-half * 0.2} ${-high * 0.66}`,
      }),
      svg("circle", { class: "knob", cy: -high - 1, r: 3.2 }),
    ),
  );
}

/** A tower: its blocks, and its dome if it has one.
 * @param {string} square
 * @param {number} level
 * @param {boolean} domed */
export function stack(square, level, domed) {
  return [
    level > 0 && shadow(level),
    Array.from({ length: level }, (_, index) => block(index + 1, `block-${square}-${index + 1}`)),
    domed && cupola(level, `dome-${square}`),
  ];
}

// ---- Tokens of the powers, and marks on a secret map. A square is 100 wide, its centre 0, 0.

/** A token of a power; whatever has no drawing of its own is a plain one.
 * @param {string} power */
export const tokenMark = (power) =>
  svg("g", { class: `token-mark ${power}` }, (drawingOf("tokens", power)?.parts ?? PLAIN).map(drawnPart));

/** @type {Page.DrawnPart[]} */
const PLAIN = [{ class: "line", d: "M0 -40L40 0L0 40L-40 0Z" }];

/** Whether the token of a power stands, and hides what is behind it.
 * @param {string} power */
export const stands = (power) => drawingOf("tokens", power)?.stands === true;

/** A token where it stands at 0, 0.
 * @param {string} power */
export const standingToken = (power) => svg("g", { transform: "translate(0 -14) scale(0.72)" }, tokenMark(power));

/** What marks a square on the secret map of a power; null for a power without such squares.
 * @param {string} power */
export function secretMark(power) {
  const drawn = drawingOf("secrets", power);
  return drawn ? svg("g", { class: `secret-mark ${power}` }, drawn.parts.map(drawnPart)) : null;
}

/** @param {Page.DrawnPart} part */
const drawnPart = (part) => svg("d" in part ? "path" : "circle", part);
