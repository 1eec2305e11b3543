// The finished games as this page has fetched them.

import { draw, note } from "../state.js";
import { say } from "../text.js";

const PATIENCE = 5; // so often a table that is asked for too much at once is asked again

/** The games that were listed so far (null: not here yet, false: this table keeps none), what is counted (likewise), and
 * games by name with all their moments (false: cannot be looked at, `why` says why). */
export const store = { list: null, counted: null, games: new Map(), why: "" };

/** Fetch the list and what is counted anew. */
export const loadList = () =>
  Promise.all([
    fetched("/games.json", (list) => {
      store.list = list;
    }),
    fetched("/statistics.json", (counted) => {
      store.counted = counted;
    }),
  ]);

/** Fetch the games that come next in the list; whoever asks twice gets them once. */
export function loadMore() {
  const { before } = store.list;
  return fetched(`/games.json?before=${encodeURIComponent(before)}`, (more) => {
    if (more && store.list?.before === before) store.list = { ...more, games: [...store.list.games, ...more.games] };
  });
}

/** Fetch a game, once. */
export function loadGame(name) {
  if (store.games.has(name)) return;
  store.games.set(name, null);
  fetched(`/games/${encodeURIComponent(name)}.json`, (game) => store.games.set(name, game)).then((done) => {
    if (!done) store.games.delete(name);
  });
}

/** Fetch a game anew. */
export const reloadGame = (name) => fetched(`/games/${encodeURIComponent(name)}.json`, (game) => store.games.set(name, game));

async function patient(address, left = PATIENCE) {
  const answer = await fetch(address);
  if (answer.status !== 429 || left === 0) return answer;
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("Retry-After") ?? 1)));
  return patient(address, left - 1);
}

/** Hand what an address gives to `keep`, false if it is not there, and draw; whether the table has answered. */
async function fetched(address, keep) {
  try {
    const answer = await patient(address);
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
