// Showing a finished game on the lights of the board, step by step as this phone goes through it.

import { ask, latest } from "../state.js";

/** @type {{game: string, ply: () => number} | null} */
let wanted = null;
let asking = false;

/** Whether the board may show finished games for this phone now.
 * @param {Api.SnapshotForm} snapshot */
export const mayShow = ({ seats_held: held, phase }) => held.length > 0 && ["lobby", "over"].includes(phase);

/** Whether this phone has the board show a game.
 * @param {string} game */
export const shows = (game) => wanted !== null && wanted.game === game;

/** Let the board follow a game, which stands at `ply()` now.
 * @param {string} game
 * @param {() => number} ply */
export function follow(game, ply) {
  wanted = { game, ply };
  return catchUp();
}

/** Let the board show no game any more, if it does so for this phone. */
export function stop() {
  if (!wanted) return null;
  wanted = null;
  return ask({ kind: "stop_showing" });
}

/** The lights go where this phone is. Whoever was refused, or whose game gave way to another one, stops there. */
export async function catchUp() {
  if (asking) return;
  asking = true;
  try {
    while (wanted) {
      const { game } = wanted;
      const ply = wanted.ply();
      if (isShown(game, ply)) return;
      await ask({ kind: "show_game", game, ply });
      if (!isShown(game, ply)) wanted = null;
    }
  } finally {
    asking = false;
  }
}

/** Somebody else had the board show something else, or nothing. */
export function giveWay() {
  if (wanted && !asking && latest().showing?.game !== wanted.game) wanted = null;
}

/**
 * @param {string} game
 * @param {number} ply
 */
const isShown = (game, ply) => latest().showing?.game === game && latest().showing?.ply === ply;
