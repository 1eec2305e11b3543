// The host's phone is gone: whoever sits may go on as host.

import { button, el } from "../dom.js";
import { say } from "../text.js";

/** Where everybody may have to wait for the host; null as long as the host's phone is there.
 * @param {Api.SnapshotForm} snapshot */
export function hostAway(snapshot) {
  const waits = ["lobby", "draft"].includes(snapshot.phase) || snapshot.found;
  const words = waits && missing(snapshot);
  if (!words) return null;
  return el(
    "section",
    { class: "card away", "data-key": "host-away" },
    el("p", { role: "status" }, words),
    goingOn(snapshot),
  );
}

/** During a game, which waits for no host: the way for those who need one.
 * @param {Api.SnapshotForm} snapshot */
export function goOnAsHost(snapshot) {
  const words = snapshot.host_gone && missing(snapshot);
  return words ? [el("span", {}, words), goingOn(snapshot)] : null;
}

/** That the host's phone is not there, for another one that sits at the table; null if it is.
 * @param {Api.SnapshotForm} snapshot */
function missing({ host, host_gone: gone, leader, seats, seats_held: held }) {
  const away = leader && seats.some(({ seat, connected }) => seat === leader && !connected);
  if (host || !held.length || !away) return null;
  return say(gone ? "host.gone" : "host.away", { seat: leader });
}

/** @param {Api.SnapshotForm} snapshot */
const goingOn = ({ host_gone: gone, seats_held: [seat] }) =>
  gone ? button(say("host.go_on"), "lead", { seat }, "primary") : null;
