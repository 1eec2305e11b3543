// Pieces that move: workers slide, blocks drop, domes settle. Only transform and opacity change, and the newest state is
// always where a motion ends.

const LONG = 200; // ms
const MANY = 8; // more than so many pieces at once are another position, not a turn

/** @typedef {{id: string, seat: Api.Seat, square: string, marked: boolean}} Walker a worker that is known again */
/** @typedef {{lie: string, walkers: Walker[], places: Map<string, {x: number, y: number}>, pieces: Set<string>}} Seen */

/** What each board showed last, by its key.
 * @type {Map<string, Seen>} */
const shown = new Map();
let count = 0;

/** The workers of a position, each by the name that it had in the one before it.
 * @param {string} key of the board
 * @param {Api.WorkerForm[]} workers
 * @param {import("./words.js").Step[]} steps of the last turn
 * @returns {Walker[]} */
export function identified(key, workers, steps) {
  return matched(shown.get(key)?.walkers ?? [], workers, steps, () => `worker-${(count += 1)}`);
}

/** Those that stand where they stood are the same; then those that a step of the turn brought there; then any of the seat.
 * @param {Walker[]} before
 * @param {Api.WorkerForm[]} workers
 * @param {import("./words.js").Step[]} steps
 * @param {() => string} another a name that no worker has
 * @returns {Walker[]} */
export function matched(before, workers, steps, another) {
  const free = new Set(before);
  /** @type {Map<Api.WorkerForm, string>} */
  const names = new Map();
  /** @param {(old: Walker, fresh: Api.WorkerForm) => boolean} same */
  const match = (same) => {
    for (const fresh of workers) {
      const old = names.has(fresh) ? undefined : [...free].find((one) => one.seat === fresh.seat && same(one, fresh));
      if (!old) continue;
      names.set(fresh, old.id);
      free.delete(old);
    }
  };
  match((old, fresh) => old.square === fresh.square);
  match((old, fresh) => originOf(fresh, steps).has(old.square));
  match(() => true);
  return workers.map((worker) => ({ ...worker, id: names.get(worker) ?? another() }));
}

/** The squares from which the steps of a turn brought a worker.
 * @param {Api.WorkerForm} worker
 * @param {import("./words.js").Step[]} steps */
function originOf({ square, seat }, steps) {
  const origins = new Set();
  let at = square;
  for (const { from, to, seat: whose } of [...steps].reverse()) {
    if (to !== at || whose !== seat) continue;
    origins.add(from);
    at = from;
  }
  return origins;
}

/** What is drawn now; as soon as it is on the page, the pieces that changed go there from where they were.
 * @param {string} key of the board
 * @param {Seen} now
 * @param {number} [pace] how long a motion takes, in ms */
export function settle(key, now, pace = LONG) {
  const before = shown.get(key);
  shown.set(key, now);
  if (!before || before.lie !== now.lie) return;
  /** @type {Array<(host: Element) => void>} */
  const motions = [];
  for (const [id, place] of now.places) {
    const old = before.places.get(id);
    if (!old) {
      motions.push((host) => appear(host.querySelector(`[data-key="${id}"] > .mover`), -16, pace));
    } else if (old.x !== place.x || old.y !== place.y) {
      motions.push((host) =>
        slide(host.querySelector(`[data-key="${id}"] > .mover`), old.x - place.x, old.y - place.y, pace),
      );
    }
  }
  for (const piece of now.pieces) {
    if (!before.pieces.has(piece)) {
      motions.push((host) => appear(host.querySelector(`[data-key="${piece}"]`), -34, pace));
    }
  }
  if (!motions.length || motions.length > MANY) return;
  queueMicrotask(() => {
    const host = document.querySelector(`.board[data-key="${key}"]`);
    if (host) for (const motion of motions) motion(host);
  });
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Element | null} piece
 * @param {number} x
 * @param {number} y
 * @param {number} pace */
function slide(piece, x, y, pace) {
  if (!piece) return;
  const now = offset(piece);
  if (calm()) return fade(piece, pace);
  move(
    piece,
    pace,
    [
      { transform: `translate(${x + now.x}px, ${y + now.y}px)` },
      { transform: `translate(${(x + now.x) * 0.45}px, ${(y + now.y) * 0.45 - 12}px)` },
      { transform: "none" },
    ],
    "cubic-bezier(.3,.6,.3,1)",
  );
}

/** The newest motion of each piece. To ask the browser for those of a piece would have it work out all styles first.
 * @type {WeakMap<Element, Animation>} */
const moving = new WeakMap();

/** @param {Element} piece
 * @param {number} pace
 * @param {Keyframe[]} way
 * @param {string} [easing] */
function move(piece, pace, way, easing = "linear") {
  moving.set(piece, piece.animate(way, { duration: pace, easing }));
}

/** Where a motion has brought a piece that is still on its way; the motion ends.
 * @param {Element} piece */
function offset(piece) {
  const under = moving.get(piece);
  if (under?.playState !== "running") return { x: 0, y: 0 };
  const { e, f } = new DOMMatrix(getComputedStyle(piece).transform);
  under.cancel();
  return { x: e, y: f };
}

/** @param {Element | null} piece
 * @param {number} from how far above its place
 * @param {number} pace */
function appear(piece, from, pace) {
  if (!piece) return;
  if (calm()) return fade(piece, pace);
  move(
    piece,
    pace,
    [
      { transform: `translate(0, ${from}px)`, opacity: 0 },
      { transform: `translate(0, ${from * 0.4}px)`, opacity: 1, offset: 0.45 },
      { transform: "translate(0, 1.5px)", offset: 0.85 },
      { transform: "none", opacity: 1 },
    ],
    "ease-in",
  );
}

/** @param {Element} piece
 * @param {number} pace */
function fade(piece, pace) {
  move(piece, pace, [{ opacity: 0 }, { opacity: 1 }]);
}
