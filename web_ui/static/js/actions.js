// Actions in words.

import { say, sayFirst } from "./text.js";

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
