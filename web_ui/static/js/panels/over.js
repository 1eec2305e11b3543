// When a game is over: what comes next.

import { button } from "../dom.js";
import { say } from "../text.js";

/** The button to play again; null while there is nothing to play again or for those who only watch. */
export function rematch({ phase, seats_held: held }) {
  return phase === "over" && held.length ? button(say("over.rematch"), "rematch", { again: "lobby" }, "primary") : null;
}
