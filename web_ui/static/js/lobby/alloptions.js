// All options of a game. The host chooses; the others, and everyone while a game is on, read what is chosen.

import { emblem, foundText, loadPowers, powersTelling } from "../cards/powers.js";
import { button, el, inputById } from "../dom.js";
import { draw } from "../state.js";
import { cardName, known, loadPart, messageText, say } from "../text.js";
import {
  asUsual,
  chooseClock,
  chooseOption,
  chooseRule,
  chooseSet,
  inSentences,
  kinds,
  leaveOut,
  playRevised,
  questionsChanged,
  revisedIn,
  SETS,
  withGods,
} from "./options.js";

const MODES = /** @type {const} */ (["full", "vote", "dealt", "quick"]);
const CONFIRMS = /** @type {const} */ (["ask", "at_once"]);
const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60];
const INCREMENTS = [0, 2, 5, 10, 15, 20, 30, 60];

const SEARCH = "left-out-search"; // the id of the field
const FOUND = 6; // powers that are shown of those that a search finds

/** @type {Api.ChoicesForm} */
let facts;
/** What is typed to find a power to leave out. */
let sought = "";

/** @type {Page.View} */
export const view = {
  title: () => say("options.title"),
  panels: (snapshot, ui) => (snapshot.host && snapshot.phase === "lobby" ? controls(snapshot, ui) : reading(snapshot)),
  left: () => {
    sought = "";
  },
};

/** Fetch what there is to choose from. */
export async function load() {
  const [answer] = await Promise.all([fetch("options.json"), loadPart("options"), loadPowers()]);
  if (!answer.ok) throw new Error(`the choices of the options: ${answer.status}`);
  facts = await answer.json();
}

/** @param {Api.SnapshotForm} snapshot */
function reading(snapshot) {
  const { rules } = snapshot.options;
  const questions = facts.questions.filter(({ name }) => questionsChanged(rules).includes(name));
  return el(
    "section",
    { class: "card game", "data-key": "reading" },
    el("h2", {}, say("options.title")),
    el("p", { class: "quiet" }, say(snapshot.phase === "lobby" ? "options.host" : "options.later")),
    el(
      "ul",
      { class: "sentences" },
      inSentences(snapshot, facts).map((sentence) => el("li", {}, sentence)),
    ),
    questions.length > 0 &&
      el(
        "dl",
        { class: "answers" },
        questions.map(({ name }) => [
          el("dt", {}, say(`question.${name}`)),
          el("dd", {}, answerText(name, rules[name])),
        ]),
      ),
    back(),
  );
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 */
function controls(snapshot, ui) {
  return [
    el(
      "section",
      { class: "card option-card", "data-key": "gods" },
      el("h2", {}, say("options.title")),
      el(
        "p",
        { class: "note", role: "status", "data-key": "note" },
        ui.note ?? (snapshot.obstacle ? messageText(snapshot.obstacle) : ""),
      ),
      tick(say("lobby.powers"), withGods(snapshot), (on) => chooseOption("powers", on), {
        disabled: snapshot.powers_needed,
        how: whatever(snapshot),
      }),
      withGods(snapshot) && gods(snapshot),
    ),
    rulesOf(snapshot),
    revisedTexts(revisedIn(snapshot.options.rules)),
    openQuestions(snapshot.options.rules),
    turns(snapshot.options),
    el("div", { class: "card game", "data-key": "back" }, back()),
  ];
}

/** Why gods are played with whatever is chosen, and what was chosen for two.
 * @param {Api.SnapshotForm} snapshot */
function whatever({ powers_needed: needed, options: { powers } }) {
  if (!needed) return null;
  return powers ? say("lobby.powers_needed") : `${say("lobby.powers_needed")} ${say("options.two_without")}`;
}

const back = () => el("a", { class: "button primary", href: "#" }, say("options.back"));

/** @param {Api.SnapshotForm} snapshot */
function gods(snapshot) {
  const { options, powers_needed: needed } = snapshot;
  const each = options.rules.gods_per_player ?? 1;
  return [
    kinds(snapshot),
    group(
      say("options.which"),
      SETS.map((set) => {
        const chosen = options.sets.includes(set);
        const only = chosen && options.sets.length === 1;
        const { count, none } = snapshot.sets.find(({ group }) => group === set) ?? { count: 0, none: null };
        const why = [none && messageText(none), only && say("options.last_set")].filter(Boolean).join(" ");
        return tick(`${say(`set.${set}`)} (${count})`, chosen, (on) => chooseSet(set, on), {
          disabled: only,
          how: why,
        });
      }),
      tick(say("options.first_games"), options.first_games, (on) => chooseOption("first_games", on)),
      tick(say("options.open_information"), options.open_information, (on) => chooseOption("open_information", on)),
      el("p", { class: "quiet", role: "status" }, foundText(snapshot.gods)),
    ),
    leftOut(options.left_out),
    tick(say("options.fleece"), options.fleece, (on) => chooseOption("fleece", on), {
      disabled: needed && !options.fleece,
      how: needed ? say("table.fleece_for_two") : say("options.fleece.how"),
    }),
    radios({
      title: say("options.mode"),
      name: "mode",
      values: MODES,
      now: options.mode,
      textKey: (mode) => `mode.${mode}`,
      choose: (mode) => chooseOption("mode", mode),
    }),
    !options.fleece &&
      ofRule("options.each", "gods_per_player", facts.gods_per_player, each, (count) => `options.each.${count}`),
  ];
}

/** The powers that this table never plays with, and a search for others.
 * @param {string[]} out */
function leftOut(out) {
  const found = sought.trim() ? powersTelling(sought).filter((power) => !out.includes(power)) : [];
  return group(
    say("options.left_out"),
    el("p", { class: "quiet" }, say("options.left_out.how")),
    out.length > 0 &&
      el(
        "div",
        { class: "known", role: "group", "aria-label": say("options.left_out"), "data-key": "left-out" },
        out.map((power) => {
          const text = [emblem(power), cardName(power), el("span", { "aria-hidden": "true" }, "✕")];
          const chip = button(text, () => leaveOut(power, false), "chip", power);
          chip.setAttribute("aria-label", say("options.left_out.back", { power }));
          return chip;
        }),
      ),
    el(
      "label",
      { class: "field", "data-key": "left-out-search" },
      el("span", {}, say("options.left_out.search")),
      el("input", {
        type: "search",
        id: SEARCH,
        oninput: ({ value }) => seek(value),
        autocomplete: "off",
        enterkeyhint: "search",
        value: sought,
      }),
    ),
    found.length > 0 &&
      el(
        "div",
        { class: "known", role: "group", "aria-label": say("options.left_out.found"), "data-key": "left-out-found" },
        found.slice(0, FOUND).map((power) => {
          const chip = button([emblem(power), cardName(power)], () => leave(power), "chip", power);
          chip.setAttribute("aria-label", say("options.left_out.leave", { power }));
          return chip;
        }),
      ),
    el(
      "p",
      { class: "quiet", role: "status", "data-key": "left-out-none" },
      sought.trim() && !found.length ? say("powers.none") : "",
    ),
  );
}

/** Search for a power to leave out.
 * @param {string} words */
function seek(words) {
  sought = words;
  draw();
}

/** Leave out a power that was found; the next one is sought anew.
 * @param {string} power */
function leave(power) {
  sought = inputById(SEARCH).value = "";
  return leaveOut(power, true);
}

/** @param {Api.SnapshotForm} snapshot */
function rulesOf({ options: { rules }, size }) {
  return el(
    "section",
    { class: "card option-card", "data-key": "rules" },
    el("h2", {}, say("options.rules")),
    size === 5
      ? ofRule("options.edition", "edition", facts.edition, rules.edition, (name) => `edition.${name}`)
      : el("p", {}, say("edition.small")),
    ofRule("options.bans", "bans", facts.bans, rules.bans, (name) => `bans.${name}`),
    ofRule("options.supply", "supply", facts.supply, rules.supply, (name) => `supply.${name}`),
  );
}

/** @param {string[]} revised */
function revisedTexts(revised) {
  const all = facts.revised;
  return el(
    "details",
    { class: "card option-card", "data-key": "revised" },
    el(
      "summary",
      {},
      el("h2", {}, say("options.revised")),
      el("span", { class: "quiet" }, `${revised.length} / ${all.length}`),
    ),
    el("p", { class: "quiet" }, say("options.revised.how")),
    tick(say("options.revised.all"), revised.length === all.length, (on) => playRevised(all, on)),
    all.map((power) => tick(cardName(power), revised.includes(power), (on) => playRevised([power], on))),
  );
}

/** @param {Page.Rules} rules */
function openQuestions(rules) {
  const changed = questionsChanged(rules);
  return el(
    "details",
    { class: "card option-card", "data-key": "questions" },
    el(
      "summary",
      {},
      el("h2", {}, say("options.questions")),
      el("span", { class: "quiet" }, `${changed.length} / ${facts.questions.length}`),
    ),
    el("p", { class: "quiet" }, say("options.questions.how")),
    changed.length > 0 && button(say("options.questions.usual"), () => asUsual(changed)),
    el(
      "ul",
      { class: "questions" },
      facts.questions.map((question) => el("li", { "data-key": question.name }, answer(question, rules))),
    ),
  );
}

/** One question with its answer.
 * @param {Page.Question} given
 * @param {Page.Rules} rules */
function answer({ name, usual, values }, rules) {
  const chosen = name in rules;
  const now = chosen ? rules[name] : usual;
  const marks = chosen && el("em", { class: "changed" }, say("options.changed"));
  const text = [say(`question.${name}`), " ", marks];
  if (typeof usual === "boolean") return tick(text, Boolean(now), (yes) => chooseRule(name, yes));
  return el(
    "label",
    { class: "field" },
    el("span", {}, text),
    el(
      "select",
      { onchange: ({ value }) => chooseRule(name, JSON.parse(value)) },
      values.map((value) =>
        el("option", { value: JSON.stringify(value), selected: value === now }, answerText(name, value)),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function answerText(name, value) {
  /** @type {Record<string, string>} */
  const usual = { true: "options.yes", false: "options.no", null: "options.as_edition" };
  if (String(value) in usual) return say(usual[String(value)]);
  return typeof value === "number" && value > 0 ? String(value) : say(`question.${name}.${value}`);
}

/** @param {Page.Options} options */
function turns({ confirm, clock, hints, talks }) {
  return el(
    "section",
    { class: "card option-card", "data-key": "turns" },
    el("h2", {}, say("options.turns")),
    radios({
      title: say("options.confirm"),
      name: "confirm",
      values: CONFIRMS,
      now: confirm,
      textKey: (name) => `confirm_mode.${name}`,
      choose: (name) => chooseOption("confirm", name),
    }),
    tick(say("options.clock"), Boolean(clock), (on) => chooseClock(on ? {} : null), {
      how: say("options.clock.how"),
    }),
    clock &&
      el(
        "div",
        { class: "filters" },
        numbers("minutes", MINUTES, clock.minutes),
        numbers("increment", INCREMENTS, clock.increment),
      ),
    "hinted" in document.body.dataset &&
      tick(say("options.hints"), hints, (on) => chooseOption("hints", on), { how: say("options.hints.how") }),
    tick(say("options.talks"), talks, (on) => chooseOption("talks", on), { how: say("options.talks.how") }),
  );
}

/** A number of the clock.
 * @param {"minutes" | "increment"} name
 * @param {number[]} usual
 * @param {number} now */
function numbers(name, usual, now) {
  const values = [...new Set([...usual, now])].sort((one, other) => one - other);
  return el(
    "label",
    { class: "field" },
    el("span", {}, say(`options.${name}`)),
    el(
      "select",
      { onchange: ({ value }) => chooseClock({ [name]: Number(value) }) },
      values.map((value) => el("option", { value, selected: value === now }, String(value))),
    ),
  );
}

// Fields

/** Something that is played, or not.
 * @param {Page.Child} text
 * @param {boolean} checked
 * @param {(on: boolean) => unknown} choose
 * @param {{disabled?: boolean, how?: string|null}} given */
function tick(text, checked, choose, { disabled = false, how = null } = {}) {
  return el(
    "label",
    { class: "switch" },
    el("input", { type: "checkbox", onchange: (field) => choose(field.checked), checked, disabled }),
    el("span", {}, text, how && el("small", {}, how)),
  );
}

/**
 * @param {string} title
 * @param {...Page.Child} fields
 */
function group(title, ...fields) {
  return el("fieldset", {}, el("legend", {}, title), fields);
}

/** How a rule is played; the first of the values is as usual.
 * @template {Page.Rules[string]} T
 * @param {string} key
 * @param {string} name
 * @param {readonly T[]} values
 * @param {Page.Rules[string] | undefined} chosen
 * @param {(value: T) => string} textKey */
const ofRule = (key, name, values, chosen, textKey) =>
  radios({
    title: say(key),
    name,
    values,
    now: chosen ?? values[0],
    textKey,
    choose: (value) => chooseRule(name, value),
  });

/** One of several, each with what it means if there is more to say than its name.
 * @template T
 * @param {{title: string, name: string, values: readonly T[], now: unknown, textKey: (value: T) => string,
 *   choose: (value: T) => unknown}} given */
function radios({ title, name, values, now, textKey, choose }) {
  return group(
    title,
    values.map((value) => {
      const more = `${textKey(value)}.how`;
      const how = known(more) ? say(more) : null;
      return el(
        "label",
        { class: "radio" },
        el("input", {
          type: "radio",
          name,
          value: JSON.stringify(value),
          onchange: () => choose(value),
          checked: value === now,
        }),
        el("span", {}, say(textKey(value)), how && el("small", {}, how)),
      );
    }),
  );
}
