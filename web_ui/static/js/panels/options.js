// What kind of game it is going to be: the host chooses, the others read it.

import { button, el } from "../dom.js";
import { inSentences, presetOf, presets, withGods } from "../options.js";
import { seated } from "../seats.js";
import { say, messageText } from "../text.js";

/** The card of the game in the lobby.
 * @param {Api.SnapshotForm} snapshot */
export function game(snapshot) {
  const { host, options, powers_needed: needed, obstacle } = snapshot;
  const enough = seated(snapshot).length > 1;
  return el(
    "section",
    { class: "card game", "data-key": "game", "aria-labelledby": "game-title" },
    el("h3", { id: "game-title" }, say("game.title")),
    host && powersSwitch(options.powers || needed, needed),
    needed && el("p", { class: "quiet", "data-key": "needed" }, say("lobby.powers_needed")),
    host && withGods(snapshot) && kinds(snapshot),
    el(
      "ul",
      { class: "sentences", "data-key": "sentences" },
      inSentences(snapshot).map((sentence) => el("li", {}, sentence)),
    ),
    enough && obstacle && el("p", { class: "why", role: "status", "data-key": "obstacle" }, messageText(obstacle)),
    el(
      "div",
      { class: "options", "data-key": "begin" },
      el("a", { class: "button quiet", href: "#options" }, say("game.all")),
      host &&
        el(
          "button",
          { type: "button", class: "primary", "data-do": "begin", disabled: Boolean(obstacle) || !enough },
          say("lobby.begin"),
        ),
    ),
  );
}

/**
 * @param {boolean} checked
 * @param {boolean} disabled
 */
function powersSwitch(checked, disabled) {
  return el(
    "label",
    { class: "switch", "data-key": "powers" },
    el("input", { type: "checkbox", "data-change": "option", "data-name": "powers", checked, disabled }),
    el("span", {}, say("lobby.powers")),
  );
}

/** The kinds of games to choose from with one tap.
 * @param {Api.SnapshotForm} snapshot */
export function kinds(snapshot) {
  const now = presetOf(snapshot.options);
  return el(
    "div",
    { class: "kinds", role: "group", "aria-label": say("game.kinds"), "data-key": "kinds" },
    presets(snapshot).map((name) => {
      const chosen = button(say(`preset.${name}`), "preset", { name }, "kind");
      chosen.setAttribute("aria-pressed", String(name === now));
      return chosen;
    }),
  );
}
