// When a game is over: what was secret, and what comes next.

import { button, el } from "../dom.js";
import { say } from "../text.js";

const KINDS = ["same", "swapped", "draft", "lobby"];
const KEPT_SECRET = ["hecate", "moerae", "tartarus"];

/** The ways to play again, the usual one first.
 * @param {Page.InGame} snapshot */
const kindsOf = (snapshot) => (withGods(snapshot) ? KINDS : ["same", "lobby"]);

/** @param {Page.InGame} snapshot */
const withGods = ({ game }) => game.players.some(({ power, second }) => power !== "mortal" || second !== "mortal");

/** @param {Page.InGame} snapshot
 * @param {string} again
 * @param {string} kind its classes */
const againButton = (snapshot, again, kind = "") =>
  button(say(withGods(snapshot) ? `over.again.${again}` : `over.plain.${again}`), "rematch", { again }, kind);

/** The usual way to play again, for the bar at the thumb; null before the end, and for who only watches.
 * @param {Page.InGame} snapshot */
export function rematch(snapshot) {
  if (snapshot.phase !== "over" || !snapshot.seats_held.length) return null;
  return againButton(snapshot, kindsOf(snapshot)[0], "primary");
}

/** What is told now, and how those who sit can play again; null where there is neither.
 * @param {Page.InGame} snapshot */
export function over(snapshot) {
  if (snapshot.phase !== "over") return null;
  const powers = snapshot.game.players.flatMap(({ power, second }) => [power, second]);
  const told = powers.some((power) => KEPT_SECRET.includes(power));
  if (!told && !snapshot.seats_held.length) return null;
  return el(
    "section",
    { class: "card over", "data-key": "over", "aria-label": say("over.again") },
    told ? el("p", {}, say("over.revealed")) : null,
    snapshot.seats_held.length
      ? [
          el("h3", {}, say("over.again")),
          el(
            "div",
            { class: "choices" },
            kindsOf(snapshot)
              .slice(1)
              .map((again) => againButton(snapshot, again)),
          ),
        ]
      : null,
  );
}
