// The wood as this page knows it, places on it, what hands do, and why they cannot.

import { FILES } from "../board/squares.js";
import { post } from "../link.js";
import { messageText } from "../text.js";

/** From square to square, in mm. */
export const PITCH = 45;

/** The newest state of the virtual board; null before the first one.
 * @type {Api.BenchForm | null} */
export let bench = null;

/** The newest snapshot of the table; null before the first one.
 * @type {Api.SnapshotForm | null} */
export let snapshot = null;

/** The newest state of the virtual board.
 * @throws {Error} before the first one */
export function board() {
  if (!bench) throw new Error("no state of the board has come yet");
  return bench;
}

/** What belongs to this page alone: the tool in use, the square of the keyboard, the worker that taps, the one in the hand,
 * a line about the last gesture, the press that goes on, and the last touch of a square.
 * @type {{tool: string, focus: string, tapper: string | null, held: string | null, note: string, drag: Page.Drag | null,
 *   lastTap: {name: string, when: number} | null}} */
export const ui = { tool: "hand", focus: "c3", tapper: null, held: null, note: "", drag: null, lastTap: null };

let drawing = () => {};

/** How the page is drawn.
 * @param {() => void} draw */
export function drawWith(draw) {
  drawing = draw;
}

/** Draw the page as the wood is now. */
export function draw() {
  if (bench) drawing();
}

/** The wood has changed; the first state of a stream counts as it is, for the table may have started again.
 * @param {Api.BenchForm} fresh
 * @param {boolean} first */
export function benchCame(fresh, first) {
  if (!first && fresh.version < board().version) return; // an answer to these hands was faster
  bench = fresh;
  draw();
}

/** The table has changed.
 * @param {Api.SnapshotForm} fresh */
export function tableCame(fresh) {
  snapshot = fresh;
  draw();
}

/** Whether the table plays at another board than the one of this page. */
export const notHere = () => snapshot?.boards?.in_use === "real";

/** Whether hands may do something here: those who sit have them, and while nobody does, whoever opened this page first. */
export function mayAct() {
  if (!snapshot || notHere()) return false;
  return snapshot.seats.some((seat) => seat.name !== null) ? snapshot.seats_held.length > 0 : board().may_act;
}

export const files = () => FILES.slice(0, board().size);
export const squares = () => files().flatMap((file) => files().map((_, index) => file + (index + 1)));
/** @param {string} name */
export const middle = (name) => ({ x: FILES.indexOf(name.charAt(0)) * PITCH, y: (Number(name.charAt(1)) - 1) * PITCH });

/** Whether a worker lies in the box.
 * @param {Page.Piece} piece */
export const isBoxed = (piece) => piece.square === null && !piece.in_hand && piece.x === 0 && piece.y === 0;

/** The middle of the last file and rank. */
export const last = () => (board().size - 1) * PITCH;

/** The square at a place; null beside the board.
 * @param {Page.Place} place
 * @returns {string|null} */
export function nearest({ x, y }) {
  const file = Math.round(x / PITCH);
  const rank = Math.round(y / PITCH);
  const inside =
    file >= 0 && file < board().size && rank >= 0 && rank < board().size && x > -PITCH / 2 && y > -PITCH / 2;
  return inside ? FILES[file] + (rank + 1) : null;
}

/** Whether two squares lie side by side.
 * @param {string} one
 * @param {string} other */
export function touching(one, other) {
  const a = middle(one);
  const b = middle(other);
  return one !== other && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= PITCH;
}

/** @type {Promise<unknown>} */
let touches = Promise.resolve();

/** Do what a touch asks for once those before it are answered, so that it meets the wood as they left it.
 * @param {() => unknown} touch */
export function inTurn(touch) {
  const done = touches.then(touch);
  touches = done.catch(() => {}); // `done` reports it, and it is no reason to do less of the next one
  return done;
}

/** Do something with the hands; whether the wood has allowed it.
 * @param {Api.Gesture} gesture */
export async function hands(gesture) {
  const { status, body } = await post("board/hands", gesture);
  ui.note = status === 200 ? "" : noteOn(body, gesture);
  if (body.bench && body.bench.version >= board().version) bench = body.bench;
  draw();
  return status === 200;
}

/** What a refused gesture is answered with on this page.
 * @param {Page.Posted["body"]} body
 * @param {Api.Gesture} gesture */
function noteOn(body, gesture) {
  const message = body.message ?? refusalOf(board(), gesture);
  return message ? messageText(message) : (body.error ?? "");
}

// ---- Why hands cannot do something on the virtual board, as far as a picture of it shows

/** The message about a gesture that the board has refused; null where the picture does not say why.
 * @param {Api.BenchForm} bench
 * @param {Api.Gesture} gesture
 * @returns {Api.MessageForm | null} */
export function refusalOf(bench, gesture) {
  switch (gesture.do) {
    case "put":
      return noRoom(bench, gesture.piece, gesture.square);
    case "stack":
      return underWorker(bench, gesture.square) ?? noStack(bench, gesture.square, gesture.dome);
    case "tap":
      return underWorker(bench, gesture.square);
    case "unstack":
      return underWorker(bench, gesture.square) ?? nothingThere(bench, gesture.square);
    default:
      return null;
  }
}

/**
 * @param {Api.BenchForm} bench
 * @param {string} name
 * @param {string} square
 */
function noRoom({ pieces, domes }, name, square) {
  const seat = pieces.find(({ piece }) => piece === name)?.seat;
  if (!seat) return null;
  if (pieces.some((other) => other.piece !== name && other.square === square)) {
    return message("put_worker", { seat, square });
  }
  return domes.includes(square) ? message("put_dome", { seat, square }) : null;
}

/**
 * @param {Api.BenchForm} bench
 * @param {string} square
 */
const underWorker = ({ pieces }, square) =>
  pieces.some((piece) => piece.square === square) ? message("under_worker", { square }) : null;

/**
 * @param {Api.BenchForm} bench
 * @param {string} square
 * @param {boolean} dome
 */
function noStack({ domes, levels }, square, dome) {
  if (domes.includes(square)) return message("on_dome", { square });
  return !dome && levels[square] === 3 ? message("full", { square }) : null;
}

/**
 * @param {Api.BenchForm} bench
 * @param {string} square
 */
const nothingThere = ({ domes, levels }, square) =>
  !domes.includes(square) && levels[square] === 0 ? message("empty", { square }) : null;

/**
 * @param {string} why
 * @param {Record<string, string>} args
 * @returns {Api.MessageForm}
 */
const message = (why, args) => ({ key: `bench.refused.${why}`, args });
