// The sheet of a card, from anywhere at the table.

import { openCardSheet } from "../cardsheet.js";
import { loadPowers, wordingAt } from "../powers.js";
import { closedByBack } from "../sheets.js";
import { latest, note } from "../state.js";
import { say } from "../text.js";

/** @type {Page.Doings} */
export const cardDoings = {
  "card-sheet": ({ power }) => fetchSheet(power, ({ game }) => game && { opponents: opponentsOf(power, game.players) }),
};

/** Open a card's sheet as soon as its texts are here. What `about` gives is told of the card then (see openCardSheet);
 * nothing is opened if it gives null, since the card is gone, or if the page went elsewhere meanwhile.
 * @param {string} power
 * @param {(snapshot: Api.SnapshotForm) => import("../cardsheet.js").Sheet|null|undefined} about */
export async function fetchSheet(power, about) {
  const { hash } = location;
  try {
    await loadPowers();
  } catch {
    return note(say("error.no_answer"));
  }
  const told = location.hash === hash ? about(latest()) : null;
  return told && closedByBack(openCardSheet(power, { ...told, wording: (each) => wordingAt(latest(), each) }));
}

/** The powers of those who play against whoever has this one.
 * @param {string} power
 * @param {Page.Player[]} players */
function opponentsOf(power, players) {
  const teams = new Set(players.filter((player) => powersOf(player).includes(power)).map(({ team }) => team));
  return players
    .filter(({ team }) => !teams.has(team) || teams.size > 1)
    .flatMap(powersOf)
    .filter((other) => other !== power);
}

/** @param {Page.Player} player */
const powersOf = ({ power, second }) => [power, second].filter((one) => one !== "mortal");
