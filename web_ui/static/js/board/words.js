// The board in words: what a square is and what can be done there, what has to be put right, what the last turn changed.

import { winsAt } from "../game/choosing.js";
import { cardName, say } from "../text.js";

/** @typedef {{snapshot: Page.BoardShown, can: Page.Reach, secret: Map<string, string>, hints: Set<string>,
 *   last: Marks, advice?: Page.Advice | null}} Told what squares are described by */

/** A square in words: "c3, level 2, your worker, you can move here".
 * @param {Told} given
 * @param {string} name */
export function describe(given, name) {
  const { snapshot, secret, last } = given;
  const { game, board } = snapshot;
  const words = [name, say(game.levels[name] ? "square.level" : "square.ground", { level: game.levels[name] })];
  if (game.domes.includes(name)) words.push(say("square.dome"));
  words.push(...workersOn(snapshot, name));
  for (const one of game.tokens.filter((candidate) => candidate.square === name)) {
    words.push(say("square.token", { power: one.power }));
  }
  if (board.lifted === name) words.push(say("square.lifted"));
  words.push(...offered(given, name));
  if (secret.has(name)) words.push(say(`square.secret.${secret.get(name)}`));
  const difference = board.differences.find((one) => one.square === name);
  for (const kind of /** @type {const} */ (["left", "reached", "changed"])) {
    if (!difference && last[kind].has(name)) words.push(say(`square.last_${kind}`));
  }
  if (difference) {
    words.push(say(`square.${difference.kind}`, { ...difference }));
  }
  return words.join(", ");
}

/** What may be done on a square, in words, and what somebody is advised to do there.
 * @param {Told} given
 * @param {string} name
 * @returns {string[]} */
function offered({ snapshot, can, hints, advice }, name) {
  const words = [];
  const options = can.targets.get(name) ?? [];
  for (const kind of new Set(options.map((option) => option.kind))) words.push(say(`square.may_${kind}`));
  if (can.workers.includes(name)) words.push(say(can.picked === name ? "square.chosen" : "square.choosable"));
  if (hints.has(name)) words.push(say("square.hint", { seat: snapshot.prompt?.seat }));
  if (advice?.squares.includes(name)) words.push(say(advice.guessed ? "square.guessed" : "square.advised"));
  if (winsAt(snapshot, can, name)) words.push(say("square.wins"));
  return words;
}

/** The workers on a square, in words.
 * @param {Page.BoardShown} snapshot
 * @param {string} name
 * @returns {string[]} */
function workersOn({ game, seats_held: held }, name) {
  const standing = game.workers.filter(({ square }) => square === name);
  return standing.flatMap(({ seat, marked }) => {
    const own = held.length === 1 && teamOf(game, held[0]) === teamOf(game, seat);
    const words = [own ? say("square.your_worker") : say("square.worker", { seat })];
    return marked ? [...words, say("square.marked")] : words;
  });
}

/** The side that a seat plays on, in a game of two teams with its teammate.
 * @param {Api.ViewForm} game
 * @param {Api.Seat} seat */
function teamOf(game, seat) {
  return game.players.find((player) => player.seat === seat)?.team ?? seat;
}

/** @typedef {{power: string, direction: Page.Direction}} Wind what blows or sings over the whole board, and whereto */

/** The direction that a card remembers; null if it remembers none.
 * @param {Record<string, string>} memory
 * @returns {Page.Direction | null} */
export const directionOf = ({ direction }) =>
  direction && direction !== "-" ? /** @type {Page.Direction} */ (direction) : null;

/** The powers that point somewhere over the whole board.
 * @param {Api.ViewForm} game
 * @returns {Wind[]} */
export const pointing = ({ players, beside }) =>
  [...players, ...beside].flatMap(({ power, memory }) => {
    const direction = directionOf(memory);
    return direction ? [{ power, direction }] : [];
  });

/** The same in words; empty if none does.
 * @param {Api.ViewForm} game */
export const windsText = (game) =>
  pointing(game)
    .map(({ power, direction }) => {
      const value = say(`direction.${direction}`);
      return `${cardName(power)}: ${say("memory.direction", { value })}`;
    })
    .join(" ");

/** What is wrong on a square: what stands there, what should, and what to do.
 * @param {Page.Difference} difference */
function differenceText({ kind, square, seat, seen, wanted }) {
  const key = `difference.${kind}${seat || kind !== "fallen" ? "" : "_unknown"}`;
  return say(key, { square, seat, seen, wanted });
}

/** All that is wrong, as a list of things to do; a worker that only went astray is one thing.
 * @param {Page.Difference[]} differences */
export function differenceTexts(differences) {
  const missing = differences.filter((one) => one.kind === "missing");
  const texts = [];
  for (const difference of differences.filter((one) => one.kind !== "missing")) {
    const home = missing.findIndex((one) => one.seat === difference.seat);
    if (difference.kind === "extra" && home >= 0) {
      const [{ square }] = missing.splice(home, 1);
      texts.push(say("difference.astray", { from: difference.square, square, seat: difference.seat }));
    } else {
      texts.push(differenceText(difference));
    }
  }
  return [...texts, ...missing.map(differenceText)];
}

// ---- What the last turn changed on the board, as far as the log tells it

/** @typedef {{seat: Api.Seat, from: string, to: string}} Step a way that a worker went */
/** @typedef {{left: Set<string>, reached: Set<string>, changed: Set<string>, steps: Step[]}} Marks squares, by what the
 * last turn did there, and the ways of workers in their order */

/** The squares of the last turn in which something was done: those that a worker left, those that one came to, and those
 * that something was built on, taken from or put on. What is told to this phone alone is left out.
 * @param {Page.LoggedEvent[]} log */
export function lastTurn(log) {
  /** @type {Marks} */
  const marks = { left: new Set(), reached: new Set(), changed: new Set(), steps: [] };
  for (const event of [...log].reverse()) {
    if (event.secret) continue;
    const { args } = event.message;
    switch (event.kind) {
      case "turn_began":
        if (marks.left.size || marks.reached.size || marks.changed.size) return withoutReturns(marks);
        break;
      case "worker_moved":
      case "worker_forced":
        marks.left.add(args.origin);
        marks.reached.add(args.to);
        marks.steps.unshift({ seat: /** @type {Api.Seat} */ (args.seat), from: args.origin, to: args.to });
        break;
      case "worker_placed":
        marks.reached.add(args.square);
        break;
      case "built":
      case "block_taken":
      case "token_placed":
      case "tower_recycled":
        marks.changed.add(args.square);
        break;
    }
  }
  return withoutReturns(marks);
}

/** A square that a worker came back to counts as reached.
 * @param {Marks} marks */
function withoutReturns(marks) {
  for (const square of marks.reached) marks.left.delete(square);
  return marks;
}
