// The first game against the table is guided: five sentences say what to do, each where it is needed, and the board can show
// a good turn. Whoever has taken three turns knows how it goes.

import { button, el } from "../dom.js";
import { draw, onSnapshot } from "../state.js";
import { stored } from "../stored.js";
import { say } from "../text.js";
import { beginsTurn } from "./log.js";

const GUIDED = "thera-guided"; // in the storage of the browser, so that a reload does not end it
const TURNS = 3;

/** Guide the player of this phone through the game that has just begun. */
export function beginGuide() {
  stored.setItem(GUIDED, "yes");
  draw();
}

/** Whether the game on this phone is a guided one. */
export const isGuided = () => stored.getItem(GUIDED) === "yes";

/** The turns of this phone's player so far; null if nobody is guided here.
 * @param {Pick<Api.SnapshotForm, "log" | "seats_held">} snapshot */
function turnsGuided({ log, seats_held: held }) {
  if (!isGuided()) return null;
  const own = log.filter((event) => beginsTurn(event) && held.some((seat) => seat === event.message.args.seat)).length;
  return own <= TURNS ? own : null;
}

/** What a player who is guided is told about the open step; empty if that is as usual.
 * @param {Pick<Api.SnapshotForm, "log" | "seats_held">} snapshot
 * @param {Page.Prompt} prompt */
export function guidance(snapshot, { kind }) {
  const turns = turnsGuided(snapshot);
  if (turns === null) return "";
  if (kind === "place") return say("guide.place");
  if (kind === "move") return say(turns > 1 ? "guide.climb" : "guide.move");
  if (kind === "build") return say(turns > 1 ? "guide.dome" : "guide.build");
  return "";
}

/** The way to a good turn, under the board, for a player who is guided; null where there is none to ask for.
 * @param {Api.SnapshotForm} snapshot
 * @param {(() => unknown) | null} show shows a good turn on the board */
export const guidePanel = (snapshot, show) =>
  show && turnsGuided(snapshot) !== null
    ? el("div", { class: "choices", "data-key": "guide" }, button(say("guide.show"), show))
    : null;

onSnapshot(({ phase }) => {
  if (phase === "lobby" || phase === "over") stored.removeItem(GUIDED);
});
