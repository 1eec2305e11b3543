// Ground, blocks and domes. Units and places as in geometry.js; a stack is drawn around the middle of its square.

import { svg } from "../dom.js";
import { DEEP, diamond, DOME, FOOTPRINTS, HALF, LEVEL } from "./geometry.js";

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
