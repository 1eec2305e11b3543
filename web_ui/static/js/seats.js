// Who sits where and plays with whom, the dot that says whose phone listens, and the names that a table knows.

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

// ---- The names that a table knows: who sat here before sits down with one tap

/** The names that a phone offers as chips: those that nobody has or asks for now, the phone's own first, and none that is
 * only the name of a seat's colour.
 * @param {Pick<Api.SnapshotForm, "names" | "seats" | "claims">} snapshot
 * @param {string} own the name that this phone had last; empty if it had none
 * @param {string[]} colours the names of the seats: tables have stored them for players who wrote none */
export function namesOffered({ names, seats, claims }, own, colours) {
  const used = new Set([...seats, ...claims].map(({ name }) => name));
  const known = names.includes(own) ? [own, ...names.filter((name) => name !== own)] : names;
  return known.filter((name) => !used.has(name) && !colours.includes(name));
}

/** The seat that a phone takes when only a name was chosen: the one that it had last if that is free, else the first free
 * one; null if none is.
 * @param {Pick<Api.SnapshotForm, "seats" | "seats_held" | "claims">} snapshot
 * @param {string|null} last */
export function seatFor({ seats, seats_held: held, claims }, last) {
  const free = seats.filter(({ seat, name }) => name === null && !claims.some((claim) => claim.seat === seat));
  const again = held.length ? undefined : free.find(({ seat }) => seat === last);
  return (again ?? free[0] ?? seats.find(({ name }) => name === null))?.seat ?? null;
}
