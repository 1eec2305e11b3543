// What kind of game it is going to be: the host chooses, the others read it.

import { button, el, svg } from "../dom.js";
import { inSentences, presetOf, presets, tileOf, TILES, withGods } from "../options.js";
import { mayLead, seated } from "../seats.js";
import { say, messageText } from "../text.js";

/** The card of the game in the lobby.
 * @param {Api.SnapshotForm} snapshot */
export function game(snapshot) {
  const chooses = mayLead(snapshot);
  return el(
    "section",
    { class: "card game", "data-key": "game", "aria-labelledby": "game-title" },
    el("h3", { id: "game-title" }, say("game.title")),
    chooses ? tiles(snapshot) : el("p", { class: "chosen", "data-key": "chosen" }, tileName(tileOf(snapshot))),
    snapshot.powers_needed && el("p", { class: "quiet", "data-key": "needed" }, say("lobby.powers_needed")),
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
    TILES.map((name) =>
      el(
        "button",
        {
          type: "button",
          class: "tile",
          "data-do": "tile",
          "data-name": name,
          "data-key": name,
          "aria-pressed": String(name === now),
          disabled: name === "just" && snapshot.powers_needed,
        },
        picture(name),
        el("span", {}, el("strong", {}, tileName(name)), " ", el("small", {}, say(`tile.${name}.how`))),
      ),
    ),
  );
}

/** @param {import("../options.js").Tile} name */
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
    enough && obstacle && el("p", { class: "why", role: "status", "data-key": "obstacle" }, messageText(obstacle)),
    el(
      "button",
      {
        type: "button",
        class: "primary",
        "data-do": "begin",
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
    presets(snapshot).map((name) => {
      const chosen = button(say(`preset.${name}`), "preset", { name }, "kind");
      chosen.setAttribute("aria-pressed", String(name === now));
      return chosen;
    }),
  );
}
