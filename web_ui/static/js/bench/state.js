// The wood as this page knows it, places on it, and what hands do.

import { FILES } from "../board.js";
import { post } from "../link.js";
import { say, tell } from "../text.js";

/** From square to square, in mm. */
export const PITCH = 45;

/** The newest state of the wood and of the table; null before the first one. */
export let bench = null;
export let snapshot = null;

/** What belongs to this page alone. */
export const ui = { tool: "hand", focus: "c3", tapper: null, held: null, note: "", drag: null, lastTap: null };

let drawing = () => {};

/** How the page is drawn. */
export function drawWith(draw) {
  drawing = draw;
}

/** Draw the page as the wood is now. */
export function draw() {
  if (bench) drawing();
}

/** The wood has changed; the first state of a stream counts as it is, for the table may have started anew. */
export function benchCame(fresh, first) {
  if (!first && fresh.version < bench.version) return; // an answer to these hands was faster
  bench = fresh;
  draw();
}

/** The table has changed. */
export function tableCame(fresh) {
  snapshot = fresh;
  draw();
}

/** Whether hands may do something here: those who sit have them, and while nobody does, whoever opened this page first. */
export function mayAct() {
  if (!snapshot) return false;
  return snapshot.seats.some((seat) => seat.name !== null) ? snapshot.seats_held.length > 0 : bench.may_act;
}

export const files = () => FILES.slice(0, bench.size);
export const squares = () => files().flatMap((file) => files().map((_, index) => file + (index + 1)));
export const middle = (name) => ({ x: FILES.indexOf(name[0]) * PITCH, y: (Number(name[1]) - 1) * PITCH });

/** Whether a worker lies in the box. */
export const isBoxed = (piece) => piece.square === null && !piece.in_hand && piece.x === 0 && piece.y === 0;

/** The middle of the last file and rank. */
export const last = () => (bench.size - 1) * PITCH;

/** The square at a place; null beside the board. */
export function nearest({ x, y }) {
  const file = Math.round(x / PITCH);
  const rank = Math.round(y / PITCH);
  const inside = file >= 0 && file < bench.size && rank >= 0 && rank < bench.size && x > -PITCH / 2 && y > -PITCH / 2;
  return inside ? FILES[file] + (rank + 1) : null;
}

/** Whether two squares lie side by side. */
export function touching(one, other) {
  const a = middle(one);
  const b = middle(other);
  return one !== other && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= PITCH;
}

let touches = Promise.resolve();

/** Do what a touch asks for once those before it are answered, so that it meets the wood as they left it. */
export function inTurn(touch) {
  const done = touches.then(touch);
  touches = done.catch(() => {}); // told by `done`, and no reason to do less of the next one
  return done;
}

/** Do something with the hands; whether the wood has allowed it. */
export async function hands(gesture) {
  const { status, body } = await post("/board/hands", gesture);
  ui.note = status === 200 ? "" : status === 0 ? say("error.no_answer") : body.message ? tell(body.message) : body.error;
  if (body.bench && body.bench.version >= bench.version) bench = body.bench;
  draw();
  return status === 200;
}
