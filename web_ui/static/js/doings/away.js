// While the board is in the workshop: fetching it back to the table.

import { ask } from "../state.js";

/** @type {Page.Doings} */
export const awayDoings = {
  "workshop-close": () => ask({ kind: "close_workshop" }),
};
