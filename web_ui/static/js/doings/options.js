// Choosing the options of the next game.

import { revisedIn, SETS, withPreset, withTile } from "../options.js";
import { change } from "../state.js";
import { leading } from "./lobby.js";

/** Choose the options that `changed` makes of those chosen now.
 * @param {(options: Page.Options) => Partial<Page.Options>} changed */
const choose = (changed) =>
  change(({ options }) => ({ kind: "choose_options", options: { ...options, ...changed(options) } }));

/**
 * @param {string} name
 * @param {(rules: Page.Rules) => Page.Rules[string]} valueIn
 */
const chooseRule = (name, valueIn) => choose(({ rules }) => ({ rules: { ...rules, [name]: valueIn(rules) } }));

/** @type {Page.Doings} */
export const optionDoings = {
  tile: async ({ name }) => (await leading()) && choose((options) => withTile(options, name)),
  preset: async ({ name }) => (await leading()) && choose((options) => withPreset(options, name)),
  "usual-questions": ({ names }) => {
    const questions = names.split(",");
    return choose(({ rules }) => ({
      rules: Object.fromEntries(Object.entries(rules).filter(([name]) => !questions.includes(name))),
    }));
  },
};

/** What a field stands for: a tick, or the JSON of one of several values.
 * @param {HTMLInputElement} field */
const fieldValue = (field) => (field.type === "checkbox" ? field.checked : JSON.parse(field.value));

/** @type {Page.Changes} */
export const optionChanges = {
  option: (field) => {
    const value = fieldValue(field);
    return choose(() => ({ [field.dataset.name ?? ""]: value }));
  },
  rule: (field) => {
    const value = fieldValue(field);
    return chooseRule(field.dataset.name ?? "", () => value);
  },
  set: ({ checked, dataset }) =>
    choose(({ sets }) => ({ sets: SETS.filter((set) => (set === dataset.name ? checked : sets.includes(set))) })),
  revised: ({ checked, dataset }) => {
    const powers = (dataset.name ?? "").split(",");
    return chooseRule("revised", (rules) =>
      checked
        ? [...new Set([...revisedIn(rules), ...powers])]
        : revisedIn(rules).filter((power) => !powers.includes(power)),
    );
  },
  clock: ({ checked, value, dataset: { name } }) =>
    choose(({ clock }) => {
      const running = clock ?? { minutes: 15, increment: 0 };
      if (name === "on") return { clock: checked ? running : null };
      return { clock: { ...running, [name ?? ""]: Number(value) } };
    }),
};
