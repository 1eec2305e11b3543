// What a player is asked, in words: by the power that asks if it has words of its own, else by the kind of step.

import { known, say, sayFirst } from "./text.js";

/** The open step as a sentence or two.
 * @param {Api.SnapshotForm & {prompt: Page.Prompt}} snapshot */
export function askText({ prompt, seats_held: held, choices, game, secret }) {
  if (choices.length) return say(choices.length > 1 ? "choice.ask" : "choice.ask_one");
  if (!held.includes(prompt.seat)) return othersText(prompt, held, game);
  const { kind, power, optional } = prompt;
  const keys = [`ask.${kind}.${power}`];
  if (!optional) keys.unshift(`ask.${kind}.${power}.must`);
  if (game?.driven) keys.push(`ask.${kind}.driven`);
  if (secret?.step) keys.push(`ask.${kind}.secret`);
  if (optional) keys.push(`ask.${kind}.optional`);
  const asked = sayFirst([...keys, `ask.${kind}`], { ...(game && ownMemory(prompt, game)), power });
  return [asked, ...(game ? [...teamText(prompt, game), ...alsoTexts(prompt, game)] : [])].join(" ");
}

/** What the button says that leaves the open step out.
 * @param {Page.InGame & {prompt: Page.Prompt}} snapshot */
export function doneText({ prompt, game }) {
  const { kind, power, seat } = prompt;
  const uses = usesOf(game, seat);
  return sayFirst([`done.${power}`, ...uses.map((each) => `done.${kind}.${each}`), "done"], { power });
}

/**
 * @param {Page.Prompt} prompt
 * @param {Api.Seat[]} held
 * @param {Api.ViewForm|null} game
 */
function othersText(prompt, held, game) {
  /** @param {Api.Seat} seat */
  const team = (seat) => game?.players.find((player) => player.seat === seat)?.team;
  const together = held.some((seat) => team(seat) !== undefined && team(seat) === team(prompt.seat));
  return (
    say(`ask.${prompt.kind}.others`, { seat: prompt.seat }) +
    (together ? ` ${say("ask.discuss", { seat: prompt.seat })}` : "")
  );
}

/** Whose workers a player plays who has none of the own colour: a team shares them.
 * @param {Page.Prompt} prompt
 * @param {Api.ViewForm} game */
function teamText({ seat }, game) {
  const mine = game.players.find((player) => player.seat === seat)?.team;
  const team = new Set(game.players.filter((player) => player.team === mine).map((player) => player.seat));
  const colours = new Set(game.workers.map((worker) => worker.seat).filter((colour) => team.has(colour)));
  return colours.has(seat) ? [] : [...colours].map((colour) => say("ask.team", { seat: colour }));
}

/** What else than the step itself the player's powers allow now, such as building before moving.
 * @param {Page.Prompt} prompt
 * @param {Api.ViewForm} game */
function alsoTexts(prompt, game) {
  const uses = usesOf(game, prompt.seat);
  /** @type {Set<string>} */
  const kinds = new Set(game.options.map((option) => option.kind));
  if (game.options.some(({ piece, square }) => piece === "dome" && square && game.levels[square] < 3)) {
    kinds.add("dome");
  }
  return [...kinds]
    .filter((kind) => kind !== prompt.kind && !(kind === "done" && prompt.optional))
    .flatMap((kind) => uses.map((power) => `also.${kind}.${power}`).filter(known))
    .map((key) => say(key));
}

/**
 * @param {Api.ViewForm} game
 * @param {Api.Seat} seat
 */
const usesOf = (game, seat) => game.players.find((player) => player.seat === seat)?.uses ?? [];

/**
 * @param {Page.Prompt} prompt
 * @param {Api.ViewForm} game
 */
const ownMemory = ({ seat }, game) => game.players.find((player) => player.seat === seat)?.memory ?? {};
