// The finished games as this page has fetched them.

import { draw, note } from "../state.js";
import { say } from "../text.js";

/** The list with what is counted (null: not here yet, false: this table keeps none), and games by name with all their
 * moments (false: cannot be looked at, `why` says why). */
export const store = { list: null, games: new Map(), why: "" };

/** Fetch the list anew. */
export const loadList = () =>
  fetched("/games.json", (list) => {
    store.list = list;
  });

/** Fetch a game, once. */
export function loadGame(name) {
  if (store.games.has(name)) return;
  store.games.set(name, null);
  fetched(`/games/${encodeURIComponent(name)}.json`, (game) => store.games.set(name, game)).then((done) => {
    if (!done) store.games.delete(name);
  });
}

/** Hand what an address gives to `keep`, false if it is not there, and draw; whether the table has answered. */
async function fetched(address, keep) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) store.why = (await answer.text()).replace(/^\d+: /, "").trim();
    keep(answer.ok ? await answer.json() : false);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    note(say("error.no_answer"));
    return false;
  }
  draw();
  return true;
}
