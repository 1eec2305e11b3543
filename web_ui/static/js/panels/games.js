// What the table tells of finished games: one that could not be kept, one on the lights, the way to the last one.

import { button, el } from "../dom.js";
import { say, messageText } from "../text.js";

/** Notes about finished games, between games.
 * @param {Api.SnapshotForm} snapshot */
export function finished({ unkept, showing, kept, seats_held: held }) {
  return [
    unkept && el("section", { class: "card", "data-key": "unkept" }, el("p", { role: "status" }, messageText(unkept))),
    showing &&
      el(
        "section",
        { class: "card showing", "data-key": "showing" },
        el("p", {}, say("games.showing", showing)),
        el(
          "div",
          { class: "choices" },
          el("a", { class: "button", href: `#games/${encodeURIComponent(showing.game)}` }, say("games.look_at")),
          held.length ? button(say("games.stop_showing"), "stop-showing") : null,
        ),
      ),
    kept &&
      el(
        "a",
        { class: "button", href: `#games/${encodeURIComponent(kept)}`, "data-key": "kept" },
        say("games.look_again"),
      ),
  ];
}
