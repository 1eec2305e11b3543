// Finished games in words: when, who, and how they ended.

import { cardName, say, tell, who } from "../text.js";

const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** When a game was played, by this phone's clock. */
export const when = ({ began, ended }) => (began ?? ended ? day.format(new Date(began ?? ended)) : say("games.undated"));

/** The seats of a game with the names of those who played, for `asNamed`. */
export const seatsOf = ({ players }) => players.map(({ seat, name }) => ({ seat, name }));

/** A player with the gods played with: "Ann with Pan". */
export function playerText({ seat, powers }) {
  return powers.length ? say("games.with", { player: who(seat), powers: powers.map(cardName).join(", ") }) : who(seat);
}

/** Who won, in a sentence. */
export function resultText({ winners }) {
  if (!winners) return say("games.given_up");
  return say(winners.length > 1 ? "over.winners" : "over.winner", { seat: winners.join(","), seats: winners.join(",") });
}

/** What sets a game apart: that it came from elsewhere, that it does not count. */
export const marksText = ({ imported, counted }) => [imported && say("games.imported"), !counted && say("games.uncounted")].filter(Boolean);

/** Why it was won, if it was. */
export const reasonText = ({ reason }) => (reason ? tell(reason) : "");
