// What the band on top says in the lobby.

import { seated } from "../seats.js";
import { say } from "../text.js";

/** The welcome, to the table by its name if it has one, and what those in the lobby wait for.
 * @param {Api.SnapshotForm} snapshot
 * @returns {import("./banner.js").Headline} */
export function lobbyHeadline(snapshot) {
  const { name } = snapshot.settings;
  const title = name ? say("lobby.title_named", { table: name }) : say("lobby.title");
  return { seat: null, title, ask: lobbyAsk(snapshot) };
}

/** @param {Api.SnapshotForm} snapshot */
function lobbyAsk(snapshot) {
  if (snapshot.claims.some((claim) => claim.mine)) return say("lobby.prove");
  if (!snapshot.seats_held.length && !snapshot.host) return say("lobby.claim");
  const count = seated(snapshot).length;
  if (count < 2) return say("lobby.wait");
  return say(snapshot.host ? "lobby.ready" : "lobby.host_begins", { count });
}
