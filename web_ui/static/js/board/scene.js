// The whole board as one SVG: ground, towers, workers and marks, those that are near over those behind.

import { fill, onDemand, svg } from "../dom.js";
import { drawingOf, drawingsHere, tower, worker } from "../drawing.js";
import { diamond, flatSide, FOOTPRINTS, frame, ground, middle, plane, rimAt, top, topOf } from "./geometry.js";
import { depth, FILES, leads, rowsOf, squareAt } from "./squares.js";
import { closed, figure, secretMark, stack, standingToken, stands, tile, tokenMark } from "./pieces.js";

/** @typedef {import("./squares.js").Lie} Lie */
/** @typedef {import("./words.js").Wind} Wind */
/** @typedef {{
 *   lie: Lie, levels: Record<string, number>, domes: string[], walkers: import("./motion.js").Walker[],
 *   marksOf: (name: string) => Marks, steps: import("./words.js").Step[], focus: string,
 *   winds: Wind[], advice: Page.Advice | null}} Scene what a board shows */

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
    svg("g", { class: "advice", "data-key": "advice" }, advised(given)),
    focusMark(given),
    given.winds.map((wind, index) => vaneOf(lie, wind, index)),
  );
}

/** What points somewhere over the whole board, in a corner of the picture that the board leaves free.
 * @param {Lie} lie
 * @param {Wind} wind
 * @param {number} index */
function vaneOf(lie, { power, direction }, index) {
  const { width } = frame(lie.size);
  const at = lie.flat ? { x: width - 15, y: 40 + 40 * index } : { x: index ? width - 42 : 42, y: 40 };
  const laid = lie.flat ? `translate(${at.x} ${at.y}) scale(0.34)` : plane(at, lie);
  return svg("g", { transform: laid, "data-key": `vane-${power}` }, vane(power, direction, lie));
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

/** A part of the picture that is drawn anew only when it changes: all of it follows from `transform` and `shown`, and
 * from the drawings of the powers once they are here.
 * @param {string} key
 * @param {string} kind its classes
 * @param {string} transform
 * @param {unknown} shown
 * @param {() => Page.Child} draw */
function part(key, kind, transform, shown, draw) {
  const made = svg("g", { class: kind || null, transform, "data-key": key });
  return onDemand(made, `${transform} ${kind} ${JSON.stringify(shown)} ${drawingsHere()}`, () => fill(made, draw()));
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
 * @param {Marks} marks
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
 * @param {import("./words.js").Step} step */
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

/** A bent arrow from one top to another.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to */
export function way(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const upwards = dx < 0 ? -1 : 1;
  const bend = { x: from.x + dx / 2 + dy * 0.3 * upwards, y: from.y + dy / 2 - dx * 0.3 * upwards };
  /** @param {{x: number, y: number}} one @param {number} part */
  const towards = (one, part) => ({ x: one.x + (bend.x - one.x) * part, y: one.y + (bend.y - one.y) * part });
  const [start, end] = [towards(from, 0.3), towards(to, 0.34)];
  const angle = (Math.atan2(to.y - bend.y, to.x - bend.x) * 180) / Math.PI;
  const d = `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
  const tip = { d: "M0 -10L18 0L0 10Z", transform: `${moved(end)} rotate(${angle.toFixed(1)})` };
  return svg(
    "g",
    { class: "way" },
    svg("path", { class: "case", d }),
    svg("path", { class: "case tip", ...tip }),
    svg("path", { class: "line", d }),
    svg("path", { class: "tip", ...tip }),
  );
}

/** What somebody is advised to do: ways from square to square, and directions from the middle of the board.
 * @param {Scene} given */
const advised = ({ lie, levels, advice }) =>
  advice && [
    advice.ways.map(({ from, to }) => way(top(from, lie, levels[from]), top(to, lie, levels[to]))),
    advice.directions.map((direction) => {
      const half = (lie.size - 1) / 2;
      return way(middle(half, half, lie), rimAt(direction, lie));
    }),
  ];

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

// ---- What is marked on a square: what may be done there, what the last turn did, what is wrong, tokens and secrets. A mark that
// lies on the board is drawn from above (a square is 100 wide, its middle is 0, 0); the scene lays it down.

/** @typedef {{
 *   legal: boolean, wins: boolean, hint: boolean, advised: boolean, picked: boolean, choosable: boolean, seat: Api.Seat | null,
 *   left: Api.Seat | null, reached: boolean, changed: boolean, secret: string | undefined, tokens: string[],
 *   difference: Page.Difference | undefined, lifted: boolean, occupied: boolean}} Marks what is marked on one square */

/** Whether anything lies on a square.
 * @param {Marks} marks */
export const hasMarks = ({ legal, hint, advised, picked, choosable, left, reached, changed, secret, tokens }) =>
  legal || hint || advised || picked || choosable || left || reached || changed || secret || tokens.length > 0;

/** The marks that lie on a square, below whoever stands there.
 * @param {Marks} marks
 * @returns {Page.Child[]} */
export function lying({
  legal,
  hint,
  advised,
  picked,
  choosable,
  seat,
  left,
  reached,
  changed,
  secret,
  tokens,
  occupied,
}) {
  return [
    secret && secretMark(secret),
    tokens.filter((power) => !stands(power)).map(tokenMark),
    changed && cased("changed-mark", "M-45 -45H45V45H-45Z"),
    left && svg("g", { class: `left-mark ${left}` }, svg("circle", { class: "case", r: 20 }), svg("circle", { r: 20 })),
    reached && cased("reached-mark", "M-43 -27V-43H-27M27 -43H43V-27M43 27V43H27M-27 43H-43V27"),
    hint && ring("hint-ring", 34),
    choosable && border("choosable-mark"),
    picked && border("picked-mark"),
    legal && svg("path", { class: `tint ${seat ?? ""}`, d: "M-48 -48H48V48H-48Z" }),
    legal && ring(`legal-ring ${seat ?? ""}`, occupied ? 41 : 31),
    advised && ring("lit-ring", occupied ? 47 : 19),
  ];
}

/** The tokens that stand on a square.
 * @param {Marks} marks */
export const standing = ({ tokens }) => tokens.filter(stands).map(standingToken);

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

/** What blows or sings over the whole board, as a disc with an arrow that lies as the board does.
 * @param {string} power
 * @param {Page.Direction} direction
 * @param {Lie} lie */
export function vane(power, direction, lie) {
  const [right, left] = leads(direction, lie);
  return svg(
    "g",
    { class: `vane ${power}` },
    svg("circle", { class: "disc", r: 40 }),
    svg(
      "g",
      { transform: `rotate(${(Math.atan2(right, left) * 180) / Math.PI})` },
      svg("path", { class: "shaft", d: drawingOf("winds", power)?.shaft }),
      svg("path", { class: "tip", d: "M-12 -12L0 -32L12 -12Z" }),
    ),
  );
}
