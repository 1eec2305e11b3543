// After a game.

import { ask } from "../state.js";

export const overDoings = {
  rematch: ({ again }) => ask({ kind: "rematch", again }),
};
