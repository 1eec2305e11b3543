// Who sits where and plays with whom, and the small dot that says whose phone listens.

import { el } from "./dom.js";
import { say } from "./text.js";

/** The seats that somebody holds.
 * @param {Pick<Api.SnapshotForm, "seats">} snapshot */
export const seated = (snapshot) => snapshot.seats.filter((seat) => seat.name !== null);

/** Whether this phone may choose and begin a game: the host's, and while that is away the phone of anybody who sits.
 * @param {Pick<Api.SnapshotForm, "host" | "host_gone" | "seats_held">} snapshot */
export const mayLead = ({ host, host_gone: gone, seats_held: held }) => host || (gone && held.length > 0);

/** Whether this phone's host may end the draft or the game for all: in a match only at the table that opened it, and
 * only the draft.
 * @param {Pick<Api.SnapshotForm, "host" | "match" | "phase">} snapshot */
export const mayEnd = ({ host, match, phase }) =>
  host && (!match || match.here === null || (match.here === 0 && phase === "draft"));

/** Whether a player at this phone waits for others before the game. Pure.
 * @param {Api.SnapshotForm} snapshot */
export function waits(snapshot) {
  const { phase, seats_held: held, draft } = snapshot;
  if (!held.length) return false;
  if (phase === "draft") return draft?.chooser === null;
  return phase === "lobby" && !(mayLead(snapshot) && seated(snapshot).length > 1);
}

/** The other players of a seat's team.
 * @param {Api.ViewForm} game
 * @param {Api.Seat} seat */
export const partners = (game, seat) => {
  const team = game.players.find((player) => player.seat === seat)?.team;
  return game.players.filter((player) => player.team === team && player.seat !== seat).map((player) => player.seat);
};

/** Whether a seat is still in the game.
 * @param {Api.ViewForm} game
 * @param {Api.Seat} seat */
export const plays = (game, seat) => game.players.some((player) => player.seat === seat && !player.eliminated);

/** Whether one of this phone's players is on turn, or has to choose or to confirm something.
 * @param {Pick<Api.SnapshotForm, "phase" | "prompt" | "confirming" | "draft" | "game" | "seats_held">} snapshot */
export function acts({ phase, prompt, confirming, draft, game, seats_held: held }) {
  if (phase === "over") return false;
  return [prompt?.seat, confirming, draft?.chooser, game?.active].some(
    (seat) => Boolean(seat) && held.includes(/** @type {Api.Seat} */ (seat)),
  );
}

/** A button that tells those who hear it of which seat it is: others of the same name stand above and below.
 * @param {HTMLElement} made
 * @param {Api.Seat} seat */
export function ofSeat(made, seat) {
  made.setAttribute("aria-description", say(`seat.${seat}`));
  return made;
}

/** Whether a player's phone listens.
 * @param {boolean} connected */
export function dot(connected) {
  const text = say(connected ? "lobby.connected" : "lobby.away");
  return el("span", { class: `dot ${connected ? "on" : "off"}`, role: "img", "aria-label": text, title: text });
}
