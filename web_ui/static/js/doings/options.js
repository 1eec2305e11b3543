// Choosing the options of the next game.

import { SETS, withPreset } from "../options.js";
import { ask, snapshot } from "../state.js";

const choose = (options) => ask({ kind: "choose_options", options });

const chooseRule = (name, value) => {
  const { options } = snapshot;
  return choose({ ...options, rules: { ...options.rules, [name]: value } });
};

export const optionDoings = {
  preset: ({ name }) => choose(withPreset(snapshot.options, name)),
  "usual-questions": ({ names }) => {
    const questions = names.split(",");
    const rules = Object.fromEntries(Object.entries(snapshot.options.rules).filter(([name]) => !questions.includes(name)));
    return choose({ ...snapshot.options, rules });
  },
};

/** What a field stands for: a tick, or the JSON of one of several values. */
const valueOf = (field) => (field.type === "checkbox" ? field.checked : JSON.parse(field.value));

export const optionChanges = {
  option: (field) => choose({ ...snapshot.options, [field.dataset.name]: valueOf(field) }),
  rule: (field) => chooseRule(field.dataset.name, valueOf(field)),
  set: (field) => {
    const { sets } = snapshot.options;
    return choose({ ...snapshot.options, sets: SETS.filter((set) => (set === field.dataset.name ? field.checked : sets.includes(set))) });
  },
  revised: (field) => {
    const revised = snapshot.options.rules.revised ?? [];
    const powers = field.dataset.name.split(",");
    return chooseRule("revised", field.checked ? [...new Set([...revised, ...powers])] : revised.filter((power) => !powers.includes(power)));
  },
  clock: (field) => {
    const clock = snapshot.options.clock ?? { minutes: 15, increment: 0 };
    const { name } = field.dataset;
    if (name === "on") return choose({ ...snapshot.options, clock: field.checked ? clock : null });
    return choose({ ...snapshot.options, clock: { ...clock, [name]: Number(field.value) } });
  },
};
