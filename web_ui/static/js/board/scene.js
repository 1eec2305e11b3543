// The whole board as one SVG: ground, towers, workers and marks, those that are near over those behind.

import { fill, onDemand, svg } from "../dom.js";
import { tower, worker } from "../drawing.js";
import { figure } from "./figures.js";
import {
  depth,
  diamond,
  FILES,
  flatSide,
  FOOTPRINTS,
  frame,
  ground,
  middle,
  plane,
  rowsOf,
  squareAt,
  top,
  topOf,
} from "./geometry.js";
import { hasMarks, laurel, lying, repair, standing, vane } from "./marks.js";
import { closed, stack, tile } from "./stones.js";

/** @typedef {import("./geometry.js").Lie} Lie */
/** @typedef {{
 *   lie: Lie, levels: Record<string, number>, domes: string[], walkers: import("./motion.js").Walker[],
 *   marksOf: (name: string) => import("./marks.js").Marks, steps: import("./lastturn.js").Step[], focus: string,
 *   winds: Array<{power: string, direction: string}>}} Scene what a board shows */

/** @param {Scene} given */
export function scene(given) {
  const { lie } = given;
  const { width, height } = frame(lie.size);
  const names = rowsOf(lie.size)
    .flat()
    .sort((one, other) => depth(other, lie) - depth(one, lie));
  const draw = lie.flat ? flatSquare : square;
  return svg(
    "svg",
    { class: "scene", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "data-key": "scene" },
    lie.flat ? null : part("slab", "slab", "", lie, () => slab(lie, names)),
    part("rim", "rim", "", lie, () => rim(lie)),
    names.map((name) => draw(given, name)),
    svg(
      "g",
      { class: "traces", "data-key": "traces" },
      given.steps.map((step) => trace(given, step)),
    ),
    focusMark(given),
    given.winds.map((wind, index) => vaneOf(lie, wind, index)),
  );
}

/** What points somewhere over the whole board, in a corner of the picture that the board leaves free.
 * @param {Lie} lie
 * @param {{power: string, direction: string}} wind
 * @param {number} index */
function vaneOf(lie, { power, direction }, index) {
  const { width } = frame(lie.size);
  const at = lie.flat ? { x: width - 15, y: 40 + 40 * index } : { x: index ? width - 42 : 42, y: 40 };
  const laid = lie.flat ? `translate(${at.x} ${at.y}) scale(0.34)` : plane(at, lie);
  return svg("g", { transform: laid, "data-key": `vane-${power}` }, vane(power, direction, lie.turn));
}

/** @param {{x: number, y: number}} at */
const moved = ({ x, y }) => `translate(${x} ${y})`;

/** The board itself: a slab with its ground.
 * @param {Lie} lie
 * @param {string[]} names */
function slab(lie, names) {
  const half = lie.size / 2;
  const at = middle(half - 0.5, half - 0.5, lie);
  const corners = diamond(lie.size);
  const thick = 13;
  const [, right, near, left] = corners;
  /** @param {[number, number]} point */
  const down = ([x, y]) => /** @type {[number, number]} */ ([x, y + thick]);
  return [
    svg(
      "g",
      { transform: moved(at) },
      svg("path", { class: "wall lit", d: closed([left, near, down(near), down(left)]) }),
      svg("path", { class: "wall dim", d: closed([near, right, down(right), down(near)]) }),
    ),
    names.map((name) => svg("g", { transform: moved(ground(name, lie)) }, tile(isDark(name)))),
    svg("path", { class: "shore", transform: moved(at), d: closed(corners) }),
  ];
}

/** @param {string} name */
const isDark = (name) => (FILES.indexOf(name[0]) + Number(name[1])) % 2 === 0;

/** The letters and numbers along the two near rims.
 * @param {Lie} lie */
function rim(lie) {
  const { size, flat } = lie;
  const out = flat ? 0.62 : 0.74;
  const drop = flat ? 0 : 9;
  return Array.from({ length: size }, (_, step) => {
    const along = nameOnRim(step, 0, lie, "right");
    const up = nameOnRim(0, step, lie, "left");
    return [label(middle(step, -out, lie), along, drop), label(middle(-out, step, lie), up, drop)];
  });
}

/**
 * @param {number} right
 * @param {number} left
 * @param {Lie} lie
 * @param {"right" | "left"} along
 */
function nameOnRim(right, left, lie, along) {
  const name = /** @type {string} */ (squareAt(right, left, lie));
  return (lie.turn % 2 === 0) === (along === "right") ? name[0] : name[1];
}

/**
 * @param {{x: number, y: number}} at
 * @param {string} text
 * @param {number} drop
 */
const label = ({ x, y }, text, drop) => svg("text", { x, y: y + 6 + drop }, text);

/** A part of the picture that is drawn anew only when it changes: all of it follows from `transform` and `shown`.
 * @param {string} key
 * @param {string} kind its classes
 * @param {string} transform
 * @param {unknown} shown
 * @param {() => Page.Child} draw */
function part(key, kind, transform, shown, draw) {
  const made = svg("g", { class: kind || null, transform, "data-key": key });
  return onDemand(made, `${transform} ${kind} ${JSON.stringify(shown)}`, () => fill(made, draw()));
}

/** A square with all that stands on it and is marked there.
 * @param {Scene} given
 * @param {string} name */
function square({ lie, levels, domes, walkers, marksOf }, name) {
  const level = levels[name];
  const domed = domes.includes(name);
  const marks = marksOf(name);
  const { x, y } = ground(name, lie);
  const up = topOf({ level, domed, figure: false });
  const place = moved({ x, y: y - up });
  const laid = `${plane({ x, y: y - up }, lie)} scale(${domed ? 0.6 : FOOTPRINTS[level]})`;
  const kind = level || domed ? "lying" : "lying on-water";
  return [
    (level > 0 || domed) &&
      part(`stack-${name}`, "stack", moved({ x, y }), [level, domed], () => stack(name, level, domed)),
    hasMarks(marks) && part(`marks-${name}`, kind, laid, marks, () => lying(marks)),
    marks.wins && part(`wins-${name}`, "", `${plane({ x, y: y - up }, lie)} scale(0.9)`, "", laurel),
    marks.tokens.length > 0 && part(`tokens-${name}`, "", place, marks.tokens, () => standing(marks)),
    walkers
      .filter((one) => one.square === name)
      .map((one) => standingWorker(one, place, marks, () => figure(one.seat, { ...marks, marked: one.marked }))),
    marks.difference &&
      part(`fix-${name}`, "", place, marks.difference, () => marks.difference && repair(marks.difference, false)),
  ];
}

/**
 * @param {import("./motion.js").Walker} walker
 * @param {string} place
 * @param {import("./marks.js").Marks} marks
 * @param {() => SVGElement} draw
 */
const standingWorker = ({ id, seat, marked }, place, { lifted, choosable }, draw) =>
  part(id, choosable ? "choosable" : "", place, [seat, marked, lifted], () => svg("g", { class: "mover" }, draw()));

/** A square from above, with the digit of its level.
 * @param {Scene} given
 * @param {string} name */
function flatSquare({ lie, levels, domes, walkers, marksOf }, name) {
  const level = levels[name];
  const domed = domes.includes(name);
  const marks = marksOf(name);
  const at = ground(name, lie);
  const place = plane(at, lie);
  const scale = flatSide(lie.size) / 100;
  return [
    part(`flat-${name}`, level ? "from-above" : "from-above on-water", place, [level, domed, marks], () => [
      svg("rect", { class: `ground ${isDark(name) ? "b" : "a"}`, x: -50, y: -50, width: 100, height: 100 }),
      tower(level, domed),
      lying(marks),
      marks.wins && laurel(),
      standing(marks),
    ]),
    walkers
      .filter((one) => one.square === name)
      .map((one) =>
        standingWorker(one, moved(at), marks, () =>
          svg(
            "g",
            { transform: `scale(${scale})` },
            worker(one.seat, 0.92, marks.lifted ? "lifted" : ""),
            one.marked && svg("circle", { class: "worker-mark", r: 5 }),
          ),
        ),
      ),
    (marks.difference || level > 0) &&
      part(`over-${name}`, "from-above", place, [level, marks.difference], () => [
        marks.difference && repair(marks.difference, true),
        level > 0 && svg("text", { class: "level", x: 39, y: 39 }, String(level)),
      ]),
  ];
}

/** The way that a worker came in the last turn.
 * @param {Scene} given
 * @param {import("./lastturn.js").Step} step */
function trace({ lie, levels }, { seat, from, to }) {
  if (!(from in levels) || !(to in levels)) return null;
  const [start, end] = [top(from, lie, levels[from]), top(to, lie, levels[to])];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const long = Math.hypot(dx, dy) || 1;
  /** @param {number} part */
  const along = (part) => `${(start.x + dx * part).toFixed(1)} ${(start.y + dy * part).toFixed(1)}`;
  const stop = Math.max(0.3, 1 - 26 / long);
  const d = `M${along(0.12)}L${along(stop)}`;
  return svg("g", { class: `trace ${seat}` }, svg("path", { class: "case", d }), svg("path", { d }));
}

/** Around the square that the keyboard is at; seen only while it is.
 * @param {Scene} given */
function focusMark({ lie, levels, domes, focus }) {
  if (!(focus in levels)) return null;
  const { x, y } = ground(focus, lie);
  const level = levels[focus];
  const domed = domes.includes(focus);
  const up = lie.flat ? 0 : topOf({ level, domed, figure: false });
  const part = lie.flat || domed ? 1 : FOOTPRINTS[level];
  return svg(
    "g",
    { class: "focus-mark", transform: `${plane({ x, y: y - up }, lie)} scale(${part})`, "data-key": "focus" },
    svg("path", { class: "case", d: "M-50 -50H50V50H-50Z" }),
    svg("path", { d: "M-50 -50H50V50H-50Z" }),
  );
}
