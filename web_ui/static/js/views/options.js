// All options of a game. The host chooses; the others, and everyone while a game is on, read what is chosen.

import { optionChanges, optionDoings } from "../doings/options.js";
import { button, el } from "../dom.js";
import { inSentences, questionsChanged, revisedIn, SETS, withGods } from "../options.js";
import { kinds } from "../panels/options.js";
import { foundText } from "../powers.js";
import { cardName, known, loadPart, say, messageText } from "../text.js";

const MODES = ["full", "vote", "dealt", "quick"];
const CONFIRMS = ["ask", "at_once"];
const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60];
const INCREMENTS = [0, 2, 5, 10, 15, 20, 30, 60];

/** @type {Api.ChoicesForm} */
let facts;

/** @type {Page.View} */
export const view = {
  load,
  title: () => say("options.title"),
  panels: (snapshot, ui) => (snapshot.host && snapshot.phase === "lobby" ? controls(snapshot, ui) : reading(snapshot)),
  doings: optionDoings,
  changes: optionChanges,
};

async function load() {
  const [answer] = await Promise.all([fetch("options.json"), loadPart("options")]);
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
      tick(say("lobby.powers"), "option", "powers", withGods(snapshot), {
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
  const { options } = snapshot;
  const each = options.rules.gods_per_player ?? 1;
  return [
    kinds(snapshot),
    group(
      "options.which",
      SETS.map((set) => {
        const chosen = options.sets.includes(set);
        return tick(say(`set.${set}`), "set", set, chosen, { disabled: chosen && options.sets.length === 1 });
      }),
      tick(say("options.first_games"), "option", "first_games", options.first_games),
      tick(say("options.open_information"), "option", "open_information", options.open_information),
      el("p", { class: "quiet", role: "status" }, foundText(snapshot.gods)),
    ),
    tick(say("options.fleece"), "option", "fleece", options.fleece, { how: say("options.fleece.how") }),
    radios("options.mode", "option", "mode", MODES, options.mode, (mode) => `mode.${mode}`),
    !options.fleece &&
      radios(
        "options.each",
        "rule",
        "gods_per_player",
        facts.gods_per_player,
        each,
        (count) => `options.each.${count}`,
      ),
  ];
}

/** @param {Api.SnapshotForm} snapshot */
function rulesOf({ options: { rules }, size }) {
  return el(
    "section",
    { class: "card option-card", "data-key": "rules" },
    el("h2", {}, say("options.rules")),
    size === 5
      ? radios(
          "options.edition",
          "rule",
          "edition",
          facts.edition,
          rules.edition ?? facts.edition[0],
          (name) => `edition.${name}`,
        )
      : el("p", {}, say("edition.small")),
    radios("options.bans", "rule", "bans", facts.bans, rules.bans ?? facts.bans[0], (name) => `bans.${name}`),
    radios(
      "options.supply",
      "rule",
      "supply",
      facts.supply,
      rules.supply ?? facts.supply[0],
      (name) => `supply.${name}`,
    ),
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
    tick(say("options.revised.all"), "revised", all.join(","), revised.length === all.length),
    all.map((power) => tick(cardName(power), "revised", power, revised.includes(power))),
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
    changed.length > 0 && button(say("options.questions.usual"), "usual-questions", { names: changed.join(",") }),
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
  if (typeof usual === "boolean") return tick([say(`question.${name}`), " ", marks], "rule", name, Boolean(now));
  return el(
    "label",
    { class: "field" },
    el("span", {}, say(`question.${name}`), " ", marks),
    el(
      "select",
      { "data-change": "rule", "data-name": name },
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
function turns({ confirm, clock, hints }) {
  return el(
    "section",
    { class: "card option-card", "data-key": "turns" },
    el("h2", {}, say("options.turns")),
    radios("options.confirm", "option", "confirm", CONFIRMS, confirm, (name) => `confirm_mode.${name}`),
    tick(say("options.clock"), "clock", "on", Boolean(clock), { how: say("options.clock.how") }),
    clock &&
      el(
        "div",
        { class: "filters" },
        numbers("minutes", MINUTES, clock.minutes),
        numbers("increment", INCREMENTS, clock.increment),
      ),
    "hinted" in document.body.dataset &&
      tick(say("options.hints"), "option", "hints", hints, { how: say("options.hints.how") }),
  );
}

/**
 * @param {string} name
 * @param {number[]} usual
 * @param {number} now
 */
function numbers(name, usual, now) {
  const values = [...new Set([...usual, now])].sort((one, other) => one - other);
  return el(
    "label",
    { class: "field" },
    el("span", {}, say(`options.${name}`)),
    el(
      "select",
      { "data-change": "clock", "data-name": name },
      values.map((value) => el("option", { value, selected: value === now }, String(value))),
    ),
  );
}

// Fields

/**
 * @param {Page.Child} text
 * @param {string} change
 * @param {string} name
 * @param {boolean} checked
 * @param {{disabled?: boolean, how?: string|null}} given
 */
function tick(text, change, name, checked, { disabled = false, how = null } = {}) {
  return el(
    "label",
    { class: "switch" },
    el("input", { type: "checkbox", "data-change": change, "data-name": name, checked, disabled }),
    el("span", {}, text, how && el("small", {}, how)),
  );
}

/**
 * @param {string} key
 * @param {...Page.Child} fields
 */
function group(key, ...fields) {
  return el("fieldset", {}, el("legend", {}, say(key)), fields);
}

/** One of several, each with what it means if there is more to say than its name.
 * @template T
 * @param {string} key
 * @param {string} change
 * @param {string} name
 * @param {T[]} values
 * @param {unknown} now
 * @param {(value: T) => string} textKey */
function radios(key, change, name, values, now, textKey) {
  return group(
    key,
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
          "data-change": change,
          "data-name": name,
          checked: value === now,
        }),
        el("span", {}, say(textKey(value)), how && el("small", {}, how)),
      );
    }),
  );
}
