// What only this phone may show: told apart from what anybody may see who looks over its owner's shoulder. Pure.

import { FILES } from "./board/geometry.js";

/** The snapshot as everybody may see it on this phone: without its secrets.
 * @template {Api.SnapshotForm} Shown
 * @param {Shown} snapshot
 * @returns {Shown} */
export function inTheOpen(snapshot) {
  const { secret, game } = snapshot;
  if (!secret || !game) return snapshot;
  const hidden = new Set(secret.workers.map(place));
  return {
    ...snapshot,
    dark: secret.step ? {} : snapshot.dark,
    log: snapshot.log.flatMap((line) => (line.secret ? told(line) : [line])),
    game: {
      ...game,
      workers: game.workers.filter((worker) => !hidden.has(place(worker))),
      options: secret.step ? game.options.filter((option) => !option.square) : game.options,
      players: game.players.map((player) => ({ ...player, memory: without(player.memory, secret.memory) })),
    },
  };
}

/** The kinds of secret marks by square: the Abyss, or the squares of fate.
 * @param {Page.InGame} snapshot */
export const secretMarks = ({ secret, game }) => (secret ? marksOf(secret.memory, game) : new Map());

/** The same for all players, once the game is over and everything is told.
 * @param {Api.ViewForm} game */
export function revealedMarks(game) {
  const told = game.players.filter((player) => ["moerae", "tartarus"].includes(player.power));
  return new Map(told.flatMap((player) => [...marksOf(player.memory, game)]));
}

/**
 * @param {Record<string, string>} given
 * @param {Api.ViewForm} game
 * @returns {Map<string, string>}
 */
function marksOf({ square, corner }, game) {
  const marks = new Map();
  if (square && square !== "-") marks.set(square, "abyss");
  if (corner && corner !== "-") {
    const [file, rank] = [FILES.indexOf(corner[0]), Number(corner[1])];
    for (const name of [0, 1].flatMap((east) => [0, 1].map((north) => FILES[file + east] + (rank + north)))) {
      if (Object.hasOwn(game.levels, name)) marks.set(name, "fate");
    }
  }
  return marks;
}

/** @param {Api.WorkerForm} given */
const place = ({ seat, square }) => `${seat} ${square}`;

/** @param {Page.LogLine} line */
const told = ({ number, instead }) => (instead ? [{ number, ...instead }] : []);

/**
 * @param {Record<string, string>} memory
 * @param {Record<string, string>} secret
 */
const without = (memory, secret) =>
  Object.fromEntries(Object.entries(memory).filter(([name, value]) => secret[name] !== value));
