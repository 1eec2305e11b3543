// Workers that stand: each seat has a body of its own shape (round, triangle, square, hexagon) under a round head.

import { svg } from "../dom.js";
import { DEEP, HALF } from "./geometry.js";
import { closed } from "./stones.js";

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
