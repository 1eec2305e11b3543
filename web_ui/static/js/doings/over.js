// After a game.

import { ask } from "../state.js";

/** @type {Page.Doings} */
export const overDoings = {
  rematch: ({ again }) => ask({ kind: "rematch", again }),
  "stop-showing": () => ask({ kind: "stop_showing" }),
};
