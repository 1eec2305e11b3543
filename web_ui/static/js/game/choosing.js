// Choosing an action by taps on squares and buttons: what may be tapped comes from the snapshot alone; and actions in words.

import { say, sayFirst } from "../text.js";

/** What this phone may do now: the workers to choose from, the chosen one, the squares with their actions, the directions
 * to choose from, what has buttons of its own, and the action that leaves the step out.
 * @param {Pick<Api.SnapshotForm, "prompt" | "seats_held" | "game"> & {board: Pick<Page.Board, "lifted">}} snapshot
 * @param {string|null} chosen
 * @returns {Page.Reach} */
export function reach(snapshot, chosen) {
  const asked = snapshot.prompt !== null && snapshot.seats_held.includes(snapshot.prompt.seat);
  const options = asked && snapshot.game ? snapshot.game.options : [];
  const workers = [...new Set(options.flatMap((option) => option.worker ?? []))];
  const { lifted } = snapshot.board;
  /** @type {string | null} */
  let picked = null;
  if (lifted && workers.includes(lifted)) picked = lifted;
  else if (chosen && workers.includes(chosen)) picked = chosen;
  else if (workers.length === 1) [picked] = workers;
  /** @type {Map<string, Api.ShownAction[]>} */
  const targets = new Map();
  for (const option of options) {
    if (!option.square || (option.worker && option.worker !== picked)) continue;
    targets.set(option.square, [...(targets.get(option.square) ?? []), option]);
  }
  const done = options.find((option) => option.kind === "done" && !option.by) ?? null;
  const points = options.filter((option) => option.direction);
  const named = options.filter(
    (option) => !option.square && !option.direction && (option.kind !== "done" || option.by),
  );
  return { asked, options, workers, picked, targets, points, named, done };
}

/** Whether what may be done on a square now wins the game, for this phone or for a teammate whom it watches.
 * @param {Pick<Api.SnapshotForm, "game">} snapshot
 * @param {Page.Reach} can
 * @param {string} name */
export function winsAt({ game }, can, name) {
  const options = can.asked ? can.targets.get(name) : game?.options.filter(({ square }) => square === name);
  return options?.some(({ wins }) => wins) ?? false;
}

/** What a tap on a square means: {act} an action, {between} actions to choose from, {pick} a worker to act with (null:
 * none any more), or {dark: true} if nothing can be done there.
 * @param {Page.Reach} can
 * @param {string} name
 * @returns {{act?: Api.ShownAction, between?: Api.ShownAction[], pick?: string|null, dark?: true}} */
export function tap(can, name) {
  const options = can.targets.get(name) ?? [];
  if (options.length === 1) return { act: options[0] };
  if (options.length > 1) return { between: options };
  if (can.workers.includes(name)) return { pick: can.picked === name && can.workers.length > 1 ? null : name };
  return { dark: true };
}

/** The squares that somebody else may choose now, as the lights of the board show them to everybody.
 * @param {Pick<Api.SnapshotForm, "prompt" | "seats_held" | "game"> & Partial<Pick<Api.SnapshotForm, "table_turn">>} snapshot
 * @returns {Set<string>} */
export function othersReach(snapshot) {
  const { prompt, game, seats_held: held, table_turn: table } = snapshot;
  if (table) return new Set(table.actions.flatMap(({ worker, square }) => [worker ?? [], square ?? []].flat()));
  if (!prompt || !game || held.includes(prompt.seat)) return new Set();
  return new Set(game.options.flatMap((option) => option.square ?? []));
}

/** Actions as a board draws them for somebody who is advised to take them.
 * @param {readonly string[]} squares what they are about
 * @param {readonly Api.ShownAction[]} actions
 * @returns {Page.Advice} */
export const adviceOf = (squares, actions) => ({
  squares: [...squares],
  ways: actions.flatMap(({ kind, worker, square }) =>
    worker && square && WALKS.includes(kind) ? [{ from: worker, to: square }] : [],
  ),
  directions: actions.flatMap(({ direction }) => direction ?? []),
});

/** The actions that bring a worker from one square to another. */
const WALKS = ["move", "force", "swap"];

// ---- Actions in words.

/** An action in words, in those of the power that asks for it if there are any; with its card where it names one.
 * @param {Api.ShownAction} action
 * @param {Page.Prompt|null} [prompt] */
export function actionText(action, prompt = null) {
  const what = plainText(action, prompt);
  if (!action.by) return what;
  return sayFirst([`action.by.${action.by}`, "action.by"], { ...action, power: action.by, what });
}

/**
 * @param {Api.ShownAction} action
 * @param {Page.Prompt|null} prompt
 */
function plainText(action, prompt) {
  const { kind, piece, direction } = action;
  if (kind === "build") {
    return say(action.worker === action.square ? "action.build_under" : `action.build_${piece}`, action);
  }
  if (kind === "point" && !direction) return say("action.point_back");
  const words = direction ? { ...action, direction: say(`direction.${direction}`) } : action;
  return sayFirst([`action.${kind}.${prompt?.power}`, `action.${kind}`], words);
}
