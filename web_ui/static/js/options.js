// The options of a game: what kinds of games there are, and the options in words.

import { cardName, say } from "./text.js";

/** @type {Page.PowerSet[]} */
export const SETS = ["simple", "advanced", "golden_fleece", "hero"];

/** The kinds of games that are chosen with one tap; what is not told here is as usual. */
/** @type {Record<string, Partial<Page.Options> & {edition?: string}>} */
const PRESETS = {
  first: { first_games: true },
  gods: { sets: SETS.slice(0, 3) },
  heroes: {},
  fleece: { fleece: true },
  old: { edition: "original_2007", mode: "dealt" },
};

/** The names of these kinds on a board of this size; a small one is always played as in 2007.
 * @param {Api.SnapshotForm} snapshot */
export const presets = ({ size }) => Object.keys(PRESETS).filter((name) => name !== "old" || size === 5);

/** The options with another kind of game; what does not make up the kind stays.
 * @param {Page.Options} options
 * @param {string} name
 * @returns {Page.Options} */
export function withPreset(options, name) {
  const { edition, ...own } = PRESETS[name];
  const { edition: _, ...rules } = options.rules;
  return {
    ...options,
    powers: true,
    mode: "full",
    sets: SETS,
    first_games: false,
    open_information: false,
    fleece: false,
    ...own,
    rules: edition ? { ...rules, edition } : rules,
  };
}

/** Which kind of game these options are; null if none of them.
 * @param {Page.Options} options */
export function presetOf(options) {
  /** @param {Page.Options} options */
  const kind = ({ sets, first_games: first, open_information: open, fleece, rules }) =>
    JSON.stringify([sets, first, open, fleece, rules.edition ?? null]);
  return Object.keys(PRESETS).find((name) => kind(withPreset(options, name)) === kind(options)) ?? null;
}

/** The games that are begun from the lobby with one tap, and what else may have been chosen: gods by lot that are not those
 * for first games, and the Golden Fleece.
 * @typedef {"just" | "first" | "choose" | "lot" | "fleece"} Tile */

/** @type {Tile[]} */
export const TILES = ["just", "first", "choose"];

/** What these options are for those who sit there.
 * @param {Pick<Api.SnapshotForm, "options" | "powers_needed">} snapshot
 * @returns {Tile} */
export function tileOf({ options, powers_needed: needed }) {
  if (!options.powers && !needed) return "just";
  if (options.fleece) return "fleece";
  if (options.mode !== "quick") return "choose";
  return isFirst(options) ? "first" : "lot";
}

/** The options with another tile; what a tile does not speak of stays.
 * @param {Page.Options} options
 * @param {string} tile
 * @returns {Page.Options} */
export function withTile(options, tile) {
  if (tile === "just") return { ...options, powers: false };
  if (tile === "first") {
    return { ...withPreset(options, "first"), mode: "quick", rules: oneEach(options.rules) };
  }
  if (isFirst(options)) return withPreset(options, "gods");
  return { ...options, powers: true, fleece: false, mode: options.mode === "quick" ? "full" : options.mode };
}

/** Whether these are the gods for first games.
 * @param {Page.Options} options */
const isFirst = ({ mode, first_games: first, rules }) =>
  mode === "quick" && first && (rules.gods_per_player ?? 1) === 1;

/** The rules of today's edition with a single god for everybody.
 * @param {Page.Rules} rules */
function oneEach({ edition: _, gods_per_player: __, ...rules }) {
  return rules;
}

/** Whether gods are played with: as chosen, and always among more than two.
 * @param {Api.SnapshotForm} snapshot */
export const withGods = ({ options, powers_needed: needed }) => options.powers || needed;

/** The options in sentences: what is not as usual, and what everyone has to know. `facts` tells how many revised texts
 * there are, if that is known.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.ChoicesForm|null} [facts] */
export function inSentences(snapshot, facts = null) {
  return [
    ...(withGods(snapshot) ? aboutGods(snapshot) : [say("game.without")]),
    ...aboutRules(snapshot, facts),
    ...aboutTurns(snapshot.options),
  ];
}

/** @param {Api.SnapshotForm} snapshot */
function aboutGods({ options, gods: count, size }) {
  const { fleece, mode, rules, sets } = options;
  const names = sets.map((set) => say(`set.${set}`)).join(", ");
  const beside = mode === "quick" ? "dealt" : mode; // a single god by lot is dealt
  const dealtFirst = isFirst(options) && !fleece;
  return [
    fleece && say("game.fleece"),
    dealtFirst
      ? say("game.first_dealt", { count })
      : say(options.first_games ? "game.first_games" : "game.gods", { count, sets: names }),
    options.open_information && say("game.open_information"),
    !dealtFirst && say(fleece ? `game.fleece.${beside}` : `game.mode.${mode}`),
    !fleece && rules.gods_per_player === 2 && say("game.gods_each"),
    !fleece && (size === 4 || rules.edition === "original_2007") && say("game.edition.original_2007"),
  ].filter((line) => typeof line === "string");
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.ChoicesForm|null} facts
 */
function aboutRules({ options: { rules } }, facts) {
  const revised = revisedIn(rules);
  const settled = questionsChanged(rules).length;
  return [
    rules.edition === "spin_master" && say("game.edition.spin_master"),
    rules.bans && say(`game.bans.${rules.bans}`),
    revised.length > 0 &&
      say(revised.length === facts?.revised.length ? "game.revised_all" : "game.revised", {
        powers: revised.map(cardName).join(", "),
      }),
    rules.supply && say(`game.supply.${rules.supply}`),
    settled > 0 && say("game.questions", { count: settled }),
  ].filter((line) => typeof line === "string");
}

/** @param {Page.Options} options */
function aboutTurns({ confirm, clock }) {
  return [
    confirm === "at_once" && say("game.confirm.at_once"),
    clock && say(clock.increment ? "game.clock" : "game.clock_plain", clock),
  ].filter((line) => typeof line === "string");
}

/** The powers that are played as revised.
 * @param {Page.Rules} rules */
export const revisedIn = (rules) => /** @type {string[]} */ (rules.revised ?? []);

const SETTLED = ["edition", "bans", "supply", "revised", "gods_per_player"];

/** The open questions that are settled in another way than usual.
 * @param {Page.Rules} rules */
export const questionsChanged = (rules) => Object.keys(rules).filter((name) => !SETTLED.includes(name));
