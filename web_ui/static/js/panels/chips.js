// What the cards on the table remember, in one line each: directions, pieces, what is face up or used up.

import { el } from "../dom.js";
import { token } from "../drawing.js";
import { arrow } from "../rose.js";
import { known, say } from "../text.js";

/** What this snapshot tells of all cards; null if they remember nothing.
 * @param {{game: Api.ViewForm}} given */
export function chips({ game }) {
  const lines = game.players.flatMap((player) =>
    remembered(player).map((line) => ({ seat: player.seat, line, direction: player.memory.direction })),
  );
  if (!lines.length) return null;
  return el(
    "ul",
    { class: "remembered", "data-key": "chips", "aria-label": say("chips.title") },
    lines.map(({ seat, line, direction }) =>
      el(
        "li",
        {},
        token(seat),
        line,
        direction && direction !== "-" ? arrow(/** @type {Page.Direction} */ (direction)) : null,
      ),
    ),
  );
}

/** What a card remembers, as far as this phone may know it, in lines; what has no words or says nothing is left out.
 * @param {Pick<Page.Player, "power" | "memory">} given */
export function remembered({ power, memory }) {
  return Object.entries(memory).flatMap(([name, value]) => {
    const key = [`memory.${name}.${value}`, `memory.${power}.${name}`, `memory.${name}`].find(known);
    if (!key || value === "-") return [];
    const direction = known(`direction.${value}`) ? say(`direction.${value}`) : value;
    return [say(key, { value: direction.replaceAll("+", ", ") })];
  });
}
