// What the cards on the table remember, in one line each: directions, pieces, what is face up or used up.

import { el } from "../dom.js";
import { token } from "../drawing.js";
import { arrow } from "../rose.js";
import { say } from "../text.js";
import { remembered } from "./players.js";

/** What everybody may know of all cards; null if they remember nothing. */
export function chips({ game }) {
  const lines = game.players.flatMap((player) =>
    remembered(player.memory).map((line) => ({ seat: player.seat, line, direction: player.memory.direction })),
  );
  if (!lines.length) return null;
  return el(
    "ul",
    { class: "remembered", "data-key": "chips", "aria-label": say("chips.title") },
    lines.map(({ seat, line, direction }) =>
      el("li", {}, token(seat), line, direction && direction !== "-" ? arrow(direction) : null),
    ),
  );
}
