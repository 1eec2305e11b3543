// Showing a finished game on the lights of the board, step by step as this phone goes through it.

import { ask, latest } from "../state.js";

/** Where a phone is in a game: after `ply` steps, or after the step `better` of a better turn from there.
 * @typedef {{ply: number, better: number | null}} Place */

/** @type {{game: string, place: () => Place} | null} */
let wanted = null;
let asking = false;

/** Whether the board may show finished games for this phone now.
 * @param {Api.SnapshotForm} snapshot */
export const mayShow = ({ seats_held: held, phase }) => held.length > 0 && ["lobby", "over"].includes(phase);

/** Whether this phone has the board show a game.
 * @param {string} game */
export const shows = (game) => wanted !== null && wanted.game === game;

/** Let the board follow a game, in which this phone is at `place()` now.
 * @param {string} game
 * @param {() => Place} place */
export function follow(game, place) {
  wanted = { game, place };
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
      const place = wanted.place();
      if (isShown(game, place)) return;
      await ask({ kind: "show_game", game, ...place });
      if (!isShown(game, place)) wanted = null;
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
 * @param {Place} place */
function isShown(game, { ply, better }) {
  const { showing } = latest();
  return showing?.game === game && showing.ply === ply && showing.better === better;
}
