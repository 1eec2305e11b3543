// Finished games in words: when, who, and how they ended.

import { cardName, say, messageText, who } from "../text.js";

/** A day and a time in the language of the page. */
const day = () => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** When a game was played, by this phone's clock.
 * @param {Api.GameForm} game */
export function when({ began, ended }) {
  const moment = began ?? ended;
  return moment ? day().format(new Date(moment)) : say("games.undated");
}

/** The seats of a game with the names of those who played, for `asNamed`.
 * @param {Api.GameForm} game */
export const seatsOf = ({ players }) => players.map(({ seat, name }) => ({ seat, name }));

/** A player with the gods played with: "Ann with Pan".
 * @param {Page.FinishedPlayer} player */
export function playerText({ seat, powers }) {
  return powers.length ? say("games.with", { player: who(seat), powers: powers.map(cardName).join(", ") }) : who(seat);
}

/** Who won, in a sentence.
 * @param {Api.GameForm} game */
export function resultText({ winners }) {
  if (!winners) return say("games.given_up");
  return say(winners.length > 1 ? "over.winners" : "over.winner", {
    seat: winners.join(","),
    seats: winners.join(","),
  });
}

/** What sets a game apart: that it came from elsewhere, that it does not count.
 * @param {Api.GameForm} game */
export const marksText = ({ imported, counted }) =>
  [imported && say("games.imported"), !counted && say("games.uncounted")].filter(Boolean);

/** Why it was won, if it was.
 * @param {Api.GameForm} game */
export const reasonText = ({ reason }) => (reason ? messageText(reason) : "");
