// After a game.

import { ask } from "../state.js";

export const overDoings = {
  rematch: () => ask({ kind: "rematch" }),
};
