// Taking back a turn that stands: asked by one player, answered by all others.

import { button, el } from "../dom.js";
import { say } from "../text.js";

/** The wish and what this phone can say to it; null while nobody wishes.
 * @param {Api.SnapshotForm} snapshot */
export function takeback(snapshot) {
  const { takeback: wish, seats_held: held } = snapshot;
  if (!wish) return null;
  const { asker, missing, refused } = wish;
  const own = held.includes(asker);
  const asked = !refused && missing.some((seat) => held.includes(seat));
  const words = refused
    ? say("takeback.refused", { seat: refused })
    : own
      ? say("takeback.asked", { seats: missing.join(",") })
      : say("takeback.wish", { seat: asker });
  return el(
    "section",
    { class: "card takeback", "data-key": "takeback", "aria-label": say("takeback.title") },
    el("p", { role: "status" }, words),
    asked || own
      ? el(
          "div",
          { class: "choices" },
          asked && !own && button(say("takeback.agree"), "takeback-agree", {}, "primary"),
          button(say(own ? (refused ? "takeback.well" : "takeback.withdraw") : "takeback.decline"), "takeback-no"),
        )
      : null,
  );
}

/** The way to wish for it.
 * @param {Api.SnapshotForm} snapshot */
export const askTakeback = ({ can_take_back: can, takeback: wish }) =>
  can && !wish ? button(say("takeback.ask"), "takeback-ask", {}, "quiet") : null;
