// The finished games as this page has fetched them, and in words.

import { draw, note } from "../state.js";
import { asNamed, cardName, messageText, say, whoPlays, winnersText } from "../text.js";

const PATIENCE = 5; // so often a table that is asked for too much at once is asked again

/** The games that were listed so far (null: not here yet, false: this table stores none), what is counted (likewise),
 * and games by name with all their positions (null: not here yet, false: cannot be shown, `why` says why).
 * @type {{list: Api.GamesForm | false | null, counted: Api.StatisticsForm | false | null,
 *   games: Map<string, Api.ReplayForm | false | null>, why: string}} */
export const store = { list: null, counted: null, games: new Map(), why: "" };

/** The games that were listed so far; null if there is no list. */
export const listed = () => store.list || null;

/** Fetch the list and what is counted again. */
export const loadList = () =>
  Promise.all([
    fetched("games.json", (list) => {
      store.list = list;
    }),
    fetched("statistics.json", (counted) => {
      store.counted = counted;
    }),
  ]);

/** Fetch the games that come next in the list; whoever asks twice gets them once. */
export async function loadMore() {
  const before = listed()?.before;
  if (!before) return;
  await fetched(`games.json?before=${encodeURIComponent(before)}`, (more) => {
    const list = listed();
    if (more && list?.before === before) store.list = { ...more, games: [...list.games, ...more.games] };
  });
}

/** Fetch a game, once.
 * @param {string} name */
export function loadGame(name) {
  if (store.games.has(name)) return;
  store.games.set(name, null);
  fetched(`games/${encodeURIComponent(name)}.json`, (game) => store.games.set(name, game)).then((done) => {
    if (!done) store.games.delete(name);
  });
}

/** Fetch a game again.
 * @param {string} name */
export const reloadGame = (name) =>
  fetched(`games/${encodeURIComponent(name)}.json`, (game) => store.games.set(name, game));

/**
 * @param {string} address
 * @param {number} [left]
 * @returns {Promise<Response>}
 */
async function patient(address, left = PATIENCE) {
  const answer = await fetch(address);
  if (answer.status !== 429 || left === 0) return answer;
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("Retry-After") ?? 1)));
  return patient(address, left - 1);
}

/** Hand what an address gives to `taken`, false if it is not there, and draw; whether the table has answered.
 * @param {string} address
 * @param {(body: any) => void} taken */
async function fetched(address, taken) {
  try {
    const answer = await patient(address);
    if (!answer.ok) store.why = (await answer.text()).replace(/^\d+: /, "").trim();
    taken(answer.ok ? await answer.json() : false);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    note(say("error.no_answer"));
    return false;
  }
  draw();
  return true;
}

// ---- Finished games in words: when, who, and how they ended.

/** A day and a time in the language of the page. */
const day = () => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** When a game was played, by this phone's clock.
 * @param {Api.GameForm} game */
export function when({ began, ended }) {
  const moment = began ?? ended;
  return moment ? day().format(new Date(moment)) : say("games.undated");
}

/** The seats of a game with the names of those who played.
 * @param {Api.GameForm} game */
const seatsOf = ({ players }) => players.map(({ seat, name, level }) => ({ seat, name, level }));

/** What `make` gives while the seats have the names of a game. A table elsewhere that played in it is not called as this
 * one.
 * @template Made
 * @param {Api.GameForm} game
 * @param {() => Made} make */
export const inNamesOf = (game, make) => asNamed(seatsOf(game), make, game.imported ? "" : undefined);

/** A player with the gods played with: "Ann with Pan".
 * @param {Page.FinishedPlayer} player */
export function playerText({ seat, powers }) {
  const player = whoPlays(seat);
  return powers.length ? say("games.with", { player, powers: powers.map(cardName).join(", ") }) : player;
}

/** Who won, in a sentence.
 * @param {Api.GameForm} game */
export function resultText({ winners }) {
  return winners ? winnersText(winners) : say("games.given_up");
}

/** What sets a game apart: that it came from elsewhere, that it does not count.
 * @param {Api.GameForm} game */
export const marksText = ({ imported, counted }) =>
  [imported && say("games.imported"), !counted && say("games.uncounted")].filter(Boolean);

/** Why it was won, if it was.
 * @param {Api.GameForm} game */
export const reasonText = ({ reason }) => (reason ? messageText(reason) : "");
