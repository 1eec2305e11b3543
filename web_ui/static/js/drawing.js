// Our own drawings: workers, towers and domes seen from above, and what the powers have. Units: a square is 100 wide,
// its centre is 0, 0.

import { svg } from "./dom.js";

/** @type {Api.Seat[]} */
export const SEATS = ["blue", "orange", "white", "purple"];

/** A worker: each seat has its own outline, so that nobody needs to tell colours apart.
 * @param {Api.Seat} seat
 * @param {number} [scale]
 * @param {string} [extra] */
export function worker(seat, scale = 1, extra = "") {
  return svg(
    "g",
    { class: `worker ${seat} ${extra}`, transform: `scale(${scale})` },
    svg("g", { class: "shade", transform: "translate(2 5)" }, outline(seat, 24, "")),
    outline(seat, 23, "body"),
    outline(seat, 12, "head"),
  );
}

/**
 * @param {Api.Seat} seat
 * @param {number} radius
 * @param {string} part
 */
function outline(seat, radius, part) {
  const r = radius;
  switch (seat) {
    case "orange":
      return svg("path", { class: part, d: polygon(3, r * 1.22, -90, r * 0.12), "stroke-linejoin": "round" });
    case "white":
      return svg("rect", { class: part, x: -r * 0.88, y: -r * 0.88, width: r * 1.76, height: r * 1.76, rx: r * 0.22 });
    case "purple":
      return svg("path", { class: part, d: polygon(6, r * 1.06, 0), "stroke-linejoin": "round" });
    default:
      return svg("circle", { class: part, r });
  }
}

/**
 * @param {number} corners
 * @param {number} radius
 * @param {number} start
 * @param {number} [down]
 */
function polygon(corners, radius, start, down = 0) {
  const points = [];
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = ((start + (360 / corners) * corner) * Math.PI) / 180;
    points.push(`${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle) + down).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

/** A small picture of a seat's worker, for lists.
 * @param {Api.Seat} seat */
export function token(seat) {
  return svg("svg", { class: "token", viewBox: "-30 -30 60 60", "aria-hidden": "true" }, worker(seat));
}

/** Half the width of each block, by its level. */
const SIZES = [0, 43, 35, 27];

/** A tower of so many blocks, with or without a dome.
 * @param {number} level
 * @param {boolean} domed */
export function tower(level, domed) {
  const parts = [];
  for (let floor = 1; floor <= level; floor += 1) {
    const half = SIZES[floor];
    parts.push(svg("rect", { class: "cast", x: -half, y: -half + 4, width: 2 * half, height: 2 * half, rx: 7 }));
    parts.push(svg("rect", { class: `floor f${floor}`, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 7 }));
  }
  if (domed) parts.push(dome());
  return svg("g", { class: "tower" }, parts);
}

/** A dome from above: cobalt, with the light of the morning on one side. */
export function dome() {
  return svg(
    "g",
    { class: "dome" },
    svg("circle", { class: "cast", cx: 1, cy: 4, r: 23 }),
    svg("circle", { class: "shell", r: 22 }),
    svg("circle", { class: "rib", r: 14 }),
    svg("circle", { class: "rib", r: 6 }),
    svg("path", { class: "gleam", d: "M-15 -5A16 16 0 0 1 -3 -15" }),
  );
}

// ---- What is drawn of the powers: data, fetched when something of it is first shown.

/** @type {Page.Drawings | null} */
let drawings = null;
/** @type {Promise<void> | null} */
let fetching = null;
/** @type {() => void} */
let drawAgain = () => {};

/** What draws the page again once the drawings are here.
 * @param {() => void} draw */
export function drawnAgainBy(draw) {
  drawAgain = draw;
}

/** Whether the drawings are here. */
export const drawingsHere = () => drawings !== null;

/** Fetch the drawings, once; whoever asks after a failure tries again. */
export function loadDrawings() {
  fetching ??= fetchDrawings().catch((error) => {
    fetching = null;
    throw error;
  });
  return fetching;
}

async function fetchDrawings() {
  const answer = await fetch(new URL("../drawings.json", import.meta.url));
  if (!answer.ok) throw new Error(`the drawings of the powers: ${answer.status}`);
  drawings = await answer.json();
  drawAgain();
}

/** What is drawn of a power; undefined where it has nothing of this kind, and as long as the drawings are on their way.
 * @template {keyof Page.Drawn} Kind
 * @param {Kind} kind
 * @param {string} power
 * @returns {Page.Drawn[Kind] | undefined} */
export function drawingOf(kind, power) {
  if (!drawings) loadDrawings().catch(() => null); // the next drawing tries again
  return drawings?.[kind][power];
}
