// What a phone shows while its player waits for others before a game: how to win.

import { waits } from "./seats.js";
import { draw } from "./state.js";
import { loadPart } from "./text.js";

/** @type {(() => HTMLElement) | null} */
let howto = null;
let fetching = false;

/** How to win, for a player who has nothing to do now; null for the others, and until it has been fetched.
 * @param {Api.SnapshotForm} snapshot */
export function whileWaiting(snapshot) {
  if (!waits(snapshot)) return null;
  if (!howto && !fetching) fetch();
  return howto?.() ?? null;
}

async function fetch() {
  fetching = true;
  try {
    const [module] = await Promise.all([import("./howto.js"), loadPart("help")]);
    howto = module.howto;
    draw();
  } catch {
    fetching = false; // the next drawing asks again; nobody waits for these pictures
  }
}
