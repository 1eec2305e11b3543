// After a game.

import { ask } from "../state.js";

export const overDoings = {
  rematch: ({ again }) => ask({ kind: "rematch", again }),
  "stop-showing": () => ask({ kind: "stop_showing" }),
};
