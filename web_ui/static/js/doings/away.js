// While the board is in the workshop: fetching it back to the table.

import { ask } from "../state.js";

export const awayDoings = {
  "workshop-close": () => ask({ kind: "close_workshop" }),
};
