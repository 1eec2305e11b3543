// Where this phone is in a finished game, and going through it: by taps, by a slider, or on its own.

import { draw } from "../state.js";
import { catchUp, shows, stop } from "./lit.js";
import { store } from "./store.js";

const PLAY_MS = 1400;

/** In which game this phone is (empty: in none), after how many of its steps, the step of a better turn from there that
 * is looked at instead, the square that was asked about, and whether the game is about to be deleted.
 * @type {{game: string, ply: number, better: {ply: number, step: number} | null, square: string | null, deleting: boolean}} */
export const at = { game: "", ply: 0, better: null, square: null, deleting: false };

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Whether the game goes on by itself. */
export const playing = () => timer !== undefined;

/** Begin with a game, at the step that the board shows of it or else at the first one.
 * @param {Api.SnapshotForm} fresh
 * @param {string} name */
export function enter(fresh, name) {
  if (at.game === name) return;
  leave();
  const shown = fresh.showing?.game === name ? fresh.showing.ply : 0;
  Object.assign(at, { game: name, ply: shown, better: null, square: null, deleting: false });
}

/** Leave the game. */
export function leave() {
  halt();
  stop();
  at.game = "";
}

/** Go to a step, or as near to it as there is one.
 * @param {number} ply */
export function go(ply) {
  pause();
  step(ply);
}

/** Look at a step of a better turn than the one that began after so many steps.
 * @param {number} ply
 * @param {number} chosen */
export function lookAt(ply, chosen) {
  pause();
  Object.assign(at, { ply, square: null, better: { ply, step: chosen } });
  draw();
  if (shows(at.game)) catchUp().then(draw);
}

/** Where this phone is, as the board shows it.
 * @returns {import("./lit.js").Place} */
export const place = () => ({ ply: at.ply, better: at.better?.step ?? null });

/** Let the game go on by itself, from its beginning if this is its end. */
export function play() {
  if (at.ply === last()) step(0);
  timer = setInterval(() => {
    step(at.ply + 1);
    if (at.ply === last()) pause();
  }, PLAY_MS);
  draw();
}

/** Stay at this step. */
export function pause() {
  if (!playing()) return;
  halt();
  draw();
}

function last() {
  const found = store.games.get(at.game);
  return found ? found.moments.length - 1 : 0;
}

/** @param {number} ply */
function step(ply) {
  at.ply = Math.max(0, Math.min(ply, last()));
  at.square = at.better = null;
  draw();
  if (shows(at.game)) catchUp().then(draw);
}

function halt() {
  clearInterval(timer);
  timer = undefined;
}
