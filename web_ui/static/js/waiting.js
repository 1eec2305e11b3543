// What a phone shows while its player waits for others before a game: how to win.

import { mayLead, seated } from "./seats.js";
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

/** Whether a player at this phone waits for others before the game. Pure.
 * @param {Api.SnapshotForm} snapshot */
export function waits(snapshot) {
  const { phase, seats_held: held, draft } = snapshot;
  if (!held.length) return false;
  if (phase === "draft") return draft?.chooser === null;
  return phase === "lobby" && !(mayLead(snapshot) && seated(snapshot).length > 1);
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
