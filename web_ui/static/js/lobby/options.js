// The options of a game: what kinds of games there are, the options in words, and choosing them in the lobby.

import { button, el, svg } from "../dom.js";
import { mayLead, seated } from "../seats.js";
import { ask, change } from "../state.js";
import { cardName, messageText, say } from "../text.js";
import { leading } from "./lobby.js";

/** @type {Page.PowerSet[]} */
export const SETS = ["simple", "advanced", "golden_fleece", "hero"];

/** The kinds of games that are chosen with one tap; what is not told here is as usual.
 * @type {Record<string, Partial<Page.Options> & {edition?: string}>} */
const PRESETS = {
  first: { first_games: true },
  gods: { sets: SETS.slice(0, 3) },
  heroes: {},
  fleece: { fleece: true },
  old: { edition: "original_2007", mode: "dealt" },
};

/** The names of these kinds. */
export const presets = () => Object.keys(PRESETS);

/** Why a kind of game cannot be chosen by those who sit there, or at this board; null if it can.
 * @param {Pick<Api.SnapshotForm, "size" | "powers_needed" | "sets">} snapshot
 * @param {string} name */
export function whyNoPreset({ size, powers_needed: needed, sets }, name) {
  const heroes = sets.find(({ group }) => group === "hero")?.none;
  if (name === "old" && size !== 5) return say("preset.old.small");
  if (name === "fleece" && needed) return say("table.fleece_for_two");
  return name === "heroes" && needed && heroes ? say("preset.heroes.two") : null;
}

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

/** The games that are begun from the lobby with one tap, and what else may have been chosen: gods by lot that are not
 * those for first games, and the Golden Fleece.
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
function aboutGods({ options, gods: count, size, sets: all }) {
  const { fleece, mode, rules, left_out: out } = options;
  const played = options.sets.filter((set) => !all.some(({ group, count: some }) => group === set && !some));
  const names = (played.length ? played : options.sets).map((set) => say(`set.${set}`)).join(", ");
  const beside = mode === "quick" ? "dealt" : mode; // a single god by lot is dealt
  const dealtFirst = isFirst(options) && !fleece;
  return [
    fleece && say("game.fleece"),
    dealtFirst
      ? say("game.first_dealt", { count })
      : say(options.first_games ? "game.first_games" : "game.gods", { count, sets: names }),
    out.length > 0 && say("game.left_out", { powers: out.map(cardName).join(", ") }),
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

// ---- What kind of game it is going to be: the host chooses, the others read it.

/** The card of the game in the lobby.
 * @param {Api.SnapshotForm} snapshot */
export function game(snapshot) {
  const chooses = mayLead(snapshot);
  return el(
    "section",
    { class: "card game", "data-key": "game", "aria-labelledby": "game-title" },
    el("h3", { id: "game-title" }, say("game.title")),
    chooses ? tiles(snapshot) : el("p", { class: "chosen", "data-key": "chosen" }, tileName(tileOf(snapshot))),
    snapshot.powers_needed && !chooses && el("p", { class: "quiet", "data-key": "needed" }, say("lobby.powers_needed")),
    el(
      "ul",
      { class: "sentences", "data-key": "sentences" },
      inSentences(snapshot).map((sentence) => el("li", {}, sentence)),
    ),
    el(
      "details",
      { class: "game-more", "data-key": "game-more" },
      el("summary", {}, say("game.more")),
      chooses && withGods(snapshot) && kinds(snapshot),
      el("a", { class: "button quiet", href: "#options" }, say("game.all")),
    ),
  );
}

/** The tiles, one of which is chosen.
 * @param {Api.SnapshotForm} snapshot */
function tiles(snapshot) {
  const now = tileOf(snapshot);
  return el(
    "div",
    { class: "tiles", role: "group", "aria-labelledby": "game-title", "data-key": "tiles" },
    TILES.map((name) => {
      const refused = name === "just" && snapshot.powers_needed;
      const how = refused ? say("lobby.powers_needed") : say(`tile.${name}.how`);
      return el(
        "button",
        {
          type: "button",
          class: "tile",
          onclick: () => chooseTile(name),
          "data-key": name,
          "aria-pressed": String(name === now),
          disabled: refused,
        },
        picture(name),
        el("span", {}, el("strong", {}, tileName(name)), " ", el("small", {}, how)),
      );
    }),
  );
}

/** @param {Tile} name */
const tileName = (name) => (name === "fleece" ? say("preset.fleece") : say(`tile.${name}`));

/** A worker; a god, dealt; cards to choose from. On a grid of 32.
 * @type {Record<string, string>} */
const PICTURES = {
  just: "M16 5a4 4 0 1 1 0 8a4 4 0 1 1 0-8M8 27c0-8 3-12 8-12s8 4 8 12Z",
  first: "M8 4h16v24H8ZM18 8l-5 8h6l-5 8",
  choose: "M3 9l9-3l5 19l-9 3ZM14 5h9v20h-5M22 7l7 3l-6 16l-4-1",
};

/** @param {string} name */
function picture(name) {
  return svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("path", { d: PICTURES[name] }));
}

/** The start, pinned below everything else; it says what it starts.
 * @param {Api.SnapshotForm} snapshot */
export function start(snapshot) {
  if (!mayLead(snapshot)) return null;
  const { obstacle } = snapshot;
  const count = seated(snapshot).length;
  const enough = count > 1;
  return el(
    "div",
    { class: "start", "data-key": "start" },
    obstacle && el("p", { class: "why", role: "status", "data-key": "obstacle" }, messageText(obstacle)),
    el(
      "button",
      {
        type: "button",
        class: "primary decides",
        onclick: begin,
        "data-key": "begin",
        disabled: Boolean(obstacle) || !enough,
      },
      enough ? say(`start.${tileOf(snapshot)}`, { count }) : say("lobby.begin"),
    ),
  );
}

/** The kinds of games to choose from with one tap.
 * @param {Api.SnapshotForm} snapshot */
export function kinds(snapshot) {
  const now = presetOf(snapshot.options);
  return el(
    "div",
    { class: "kinds", role: "group", "aria-label": say("game.kinds"), "data-key": "kinds" },
    presets().map((name) => {
      const why = whyNoPreset(snapshot, name);
      const chosen = button(
        [say(`preset.${name}`), why && el("small", {}, why)],
        () => choosePreset(name),
        "kind",
        name,
      );
      chosen.setAttribute("aria-pressed", String(name === now));
      chosen.toggleAttribute("disabled", Boolean(why));
      return chosen;
    }),
  );
}

// ---- Choosing the options of the next game, and beginning it.

/** Begin the game; where the host is gone, this phone leads from now on. */
export const begin = async () => (await leading()) && ask({ kind: "begin_game" });

/** Choose the game of a tile.
 * @param {Tile} name */
export const chooseTile = async (name) => (await leading()) && choose((options) => withTile(options, name));

/** Choose a kind of game.
 * @param {string} name */
export const choosePreset = async (name) => (await leading()) && choose((options) => withPreset(options, name));

/** Choose one of the options.
 * @template {keyof Page.Options} Name
 * @param {Name} name
 * @param {Page.Options[Name]} value */
export const chooseOption = (name, value) => choose(() => ({ [name]: value }));

/** Choose how one of the rules is played.
 * @param {string} name
 * @param {Page.Rules[string]} value */
export const chooseRule = (name, value) => choose(({ rules }) => ({ rules: { ...rules, [name]: value } }));

/** Play with a set of powers, or without it.
 * @param {Page.PowerSet} set
 * @param {boolean} on */
export const chooseSet = (set, on) =>
  choose(({ sets }) => ({ sets: SETS.filter((each) => (each === set ? on : sets.includes(each))) }));

/** Never play with a power at this table, or play with it again.
 * @param {string} power
 * @param {boolean} out */
export const leaveOut = (power, out) =>
  choose(({ left_out: before }) => {
    const others = before.filter((each) => each !== power);
    return { left_out: /** @type {Page.Options["left_out"]} */ (out ? [...others, power] : others) };
  });

/** Play powers as revised, or as printed.
 * @param {string[]} powers
 * @param {boolean} on */
export const playRevised = (powers, on) =>
  choose(({ rules }) => {
    const others = revisedIn(rules).filter((power) => !powers.includes(power));
    return { rules: { ...rules, revised: on ? [...others, ...powers] : others } };
  });

/** Change something about the clock; null: play without one.
 * @param {Partial<NonNullable<Page.Options["clock"]>> | null} parts */
export const chooseClock = (parts) =>
  choose(({ clock }) => ({ clock: parts && { minutes: 15, increment: 0, ...clock, ...parts } }));

/** Settle open questions as usual.
 * @param {string[]} names */
export const asUsual = (names) =>
  choose(({ rules }) => ({
    rules: Object.fromEntries(Object.entries(rules).filter(([name]) => !names.includes(name))),
  }));

/** Choose the options that `changed` makes of those chosen now.
 * @param {(options: Page.Options) => Partial<Page.Options>} changed */
const choose = (changed) =>
  change(({ options }) => ({ kind: "choose_options", options: { ...options, ...changed(options) } }));
