// A small picture of a few squares, drawn as the board is: what a power does, how a game is won.

import { svg } from "../dom.js";
import { DEEP, FOOTPRINTS, ground, HALF, LEVEL, plane } from "./geometry.js";
import { depth, rowsOf } from "./squares.js";
import { figure, secretMark, stack, standingToken, stands, tile, tokenMark } from "./pieces.js";
import { ring, way } from "./scene.js";

/** What is free above the far corner of a picture, and how high pieces stand. */
const HEADROOM = 62;
const STANDING = 58;
const DOMED = 20;

/** @typedef {{
 *   size?: number, levels?: Record<string, number>, domes?: string[],
 *   workers?: Array<{square: string, seat: Api.Seat, ghost?: boolean}>,
 *   tokens?: Array<{square: string, power: string}>, arrows?: Array<{from: string, to: string}>, marks?: string[],
 *   above?: number}} Shown
 * what a picture shows: how many squares a side (3 unless told), what stands on them by their names from a1, ways from
 * square to square, and squares that are lit; a `ghost` is a worker that only its player sees. `above` is what is free
 * above the far corner */

/** The picture, as an image with this name; without one it is only an ornament.
 * @param {Shown} shown
 * @param {string} [label] */
export function diagram(
  { size = 3, levels = {}, domes = [], workers = [], tokens = [], arrows = [], marks = [], above = HEADROOM },
  label = "",
) {
  const lie = { size, turn: 0, flat: false };
  const names = rowsOf(size)
    .flat()
    .sort((one, other) => depth(other, lie) - depth(one, lie));
  const far = ground(names[0], lie);
  const [width, height] = [2 * HALF * size + 24, 2 * DEEP * size + above + 8];
  const box = `${far.x - width / 2} ${far.y - DEEP - above} ${width} ${height}`;
  /** @param {string} name */
  const topAt = (name) => {
    const { x, y } = ground(name, lie);
    return { x, y: y - (levels[name] ?? 0) * LEVEL };
  };
  /** @param {string} name @param {boolean} ghost */
  const standing = (name, ghost) =>
    workers
      .filter((one) => one.square === name && (one.ghost ?? false) === ghost)
      .map(({ seat }) => svg("g", { transform: moved(topAt(name)) }, figure(seat, { ghost })));
  /** @param {string} name */
  const square = (name) => {
    const [level, domed] = [levels[name] ?? 0, domes.includes(name)];
    const { x, y } = topAt(name);
    const laid = `${plane({ x, y }, lie)} scale(${FOOTPRINTS[level]})`;
    return [
      svg("g", { class: "stack", transform: moved(ground(name, lie)) }, stack(name, level, domed)),
      marks.includes(name) &&
        svg("g", { transform: laid }, svg("path", { class: "tint", d: "M-48 -48H48V48H-48Z" }), ring("lit-ring", 32)),
      tokens.filter((one) => one.square === name).map(({ power }) => lain(power, laid, moved({ x, y }))),
      standing(name, true), // the way of whoever meets a ghost goes over it
    ];
  };
  return svg(
    "svg",
    {
      class: "diagram",
      viewBox: box,
      role: label ? "img" : null,
      "aria-label": label || null,
      "aria-hidden": label ? null : "true",
    },
    names.map((name) =>
      svg("g", { transform: moved(ground(name, lie)) }, tile((name.charCodeAt(0) + Number(name[1])) % 2 === 0)),
    ),
    names.map(square),
    arrows.map(({ from, to }) => way(topAt(from), topAt(to))),
    names.map((name) => standing(name, false)),
  );
}

/** How much a picture needs above its far corner.
 * @param {Shown} shown */
export function roomAbove({ size = 3, levels = {}, domes = [], workers = [], tokens = [] }) {
  const lie = { size, turn: 0, flat: false };
  const names = rowsOf(size).flat();
  const upright = new Set([...workers, ...tokens].map(({ square }) => square));
  const tops = names.map((name) => {
    const level = levels[name] ?? 0;
    const high = upright.has(name) ? STANDING : domes.includes(name) ? DOMED : 0;
    return ground(name, lie).y - level * LEVEL - Math.max(high, DEEP * FOOTPRINTS[level]);
  });
  const corner = Math.min(...names.map((name) => ground(name, lie).y)) - DEEP;
  return corner - Math.min(...tops) + 4;
}

/** What a power has laid or set on a square; where that is its secret, as its holder knows it.
 * @param {string} power
 * @param {string} laid where it lies
 * @param {string} upright where it stands */
function lain(power, laid, upright) {
  if (stands(power)) return svg("g", { transform: upright }, standingToken(power));
  return svg("g", { transform: laid }, secretMark(power) ?? tokenMark(power));
}

/** @param {{x: number, y: number}} at */
const moved = ({ x, y }) => `translate(${x} ${y})`;
