// When a game is over: what was secret, and what comes next.

import { button, el } from "../dom.js";
import { say } from "../text.js";

const KINDS = ["same", "swapped", "draft", "lobby"];
const KEPT_SECRET = ["hecate", "moerae", "tartarus"];

/** What is told now, and how those who sit can play again; null where there is neither.
 * @param {Page.InGame} snapshot */
export function over(snapshot) {
  if (snapshot.phase !== "over") return null;
  const powers = snapshot.game.players.flatMap(({ power, second }) => [power, second]);
  const told = powers.some((power) => KEPT_SECRET.includes(power));
  if (!told && !snapshot.seats_held.length) return null;
  const kinds = powers.some((power) => power !== "mortal") ? KINDS : ["same", "lobby"];
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
            kinds.map((again, place) =>
              button(
                say(kinds === KINDS ? `over.again.${again}` : `over.plain.${again}`),
                "rematch",
                { again },
                place ? "" : "primary",
              ),
            ),
          ),
        ]
      : null,
  );
}
