// On the table: that the board is in the workshop.

import { button, el } from "../dom.js";
import { say } from "../text.js";

/** What all other pages say while the board is away.
 * @param {Page.InWorkshop} snapshot */
export function workshopBanner(snapshot) {
  const { workshop, seats_held: held } = snapshot;
  return el(
    "section",
    { class: "card workshop-banner", "data-key": "workshop-banner" },
    el("p", { role: "status" }, say("adjust.away", { task: say(`adjust.${workshop.task}`) })),
    el(
      "div",
      { class: "choices" },
      el("a", { class: "button", href: "#workshop" }, say("adjust.look")),
      held.length > 0 && workshop.step !== "storing" && button(say("adjust.fetch"), "workshop-close", {}, "quiet"),
    ),
  );
}
