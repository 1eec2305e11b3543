// The sheet of a card, from anywhere at the table.

import { openCardSheet } from "../cardsheet.js";
import { loadPowers, wordingAt } from "../powers.js";
import { note, snapshot } from "../state.js";
import { say } from "../text.js";

export const cardDoings = {
  "card-sheet": async ({ power }) => {
    try {
      await loadPowers();
    } catch {
      return note(say("error.no_answer"));
    }
    return openCardSheet(power, { opponents: opponentsOf(power, snapshot.game.players), wording: wordingAt(snapshot, power) });
  },
};

/** The powers of those who play against whoever has this one. */
function opponentsOf(power, players) {
  const teams = new Set(players.filter((player) => powersOf(player).includes(power)).map(({ team }) => team));
  return players
    .filter(({ team }) => !teams.has(team) || teams.size > 1)
    .flatMap(powersOf)
    .filter((other) => other !== power);
}

const powersOf = ({ power, second }) => [power, second].filter((one) => one !== "mortal");
