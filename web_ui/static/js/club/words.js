// A club's tables in words.

import { asNamed, cardName, messageText, say } from "../text.js";

/** @typedef {import("./state.js").Heard} Heard */

/** What a table is called.
 * @param {{identity: string, report: {name: string}}} table */
export const tableName = ({ identity, report }) => report.name || unnamed(identity);

/** What a table without a name is called.
 * @param {string} identity */
export const unnamed = (identity) => say("club.unnamed", { number: identity.slice(0, 4) });

/** What the players of a table are called while `make` puts something into words.
 * @template Made
 * @param {Club.TableReport} report
 * @param {() => Made} make */
export const named = (report, make) => asNamed(report.players ?? [], make);

/** What goes on at a table: whose turn it is, who won, or that nobody plays.
 * @param {Heard} table */
export function statusText({ online, report }) {
  if (!online) return say("club.away");
  return named(report, () => {
    if (report.result) return winnersText(report.result.winners);
    if (report.turn) return say("turn.of", { seat: report.turn });
    return say(`club.phase.${report.phase}`);
  });
}

/** @param {Api.Seat[]} winners */
const winnersText = (winners) =>
  winners.length
    ? say(winners.length > 1 ? "over.winners" : "over.winner", { seat: winners[0], seats: winners.join(",") })
    : say("club.phase.over");

/** Why the game of a table ended; nothing while it goes on.
 * @param {Club.TableReport} report */
export const reasonText = (report) =>
  report.result ? named(report, () => messageText(line(report.result?.reason))) : "";

/** A line of the log as messages are.
 * @param {Club.ReportedLine | undefined} given
 * @returns {Api.MessageForm} */
export const line = (given) => ({ key: given?.key ?? "", args: given?.args ?? {} });

/** For how long a table has waited for the same turn, in words; nothing where nobody is waited for.
 * @param {Heard} table
 * @param {number} now */
export function agoText({ online, report, age, heard }, now) {
  if (!online || !report.turn) return "";
  const minutes = Math.floor((age + now - heard) / 60000);
  return minutes < 1 ? say("club.under_a_minute") : say("club.minutes", { count: minutes });
}

/** A player of a table, by name or colour.
 * @param {Club.ReportedPlayer} player */
export const playerName = ({ name, seat }) => name || say(`seat.${seat}`);

/** The powers of a player, in words.
 * @param {readonly string[]} powers */
export const powersText = (powers) => powers.map(cardName).join(", ");

/** A finished game in a sentence: who won, against whom.
 * @param {Club.ClubResult} result */
export function resultText({ players }) {
  const [winners, losers] = [true, false].map((won) =>
    players
      .filter((one) => one.won === won)
      .map(nameOf)
      .join(", "),
  );
  return winners ? say("club.beats", { winner: winners, loser: losers }) : say("club.no_winner", { names: losers });
}

/** @param {Club.ClubPlayer} player */
const nameOf = ({ name }) => name || say("club.somebody");

/** What is played at a table: the edition, powers, the Fleece, the clock.
 * @param {Club.ReportedRules} rules */
export const rulesText = ({ edition, powers, fleece, clock }) =>
  [
    say(`club.edition.${edition}`),
    say(powers ? "club.with_gods" : "club.without_gods"),
    fleece && say("club.fleece"),
    clock && say("club.clock", clock),
  ]
    .filter(Boolean)
    .join(" · ");
