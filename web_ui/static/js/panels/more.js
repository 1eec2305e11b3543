// What is seldom asked for in a game: the sheet behind the bar at the thumb.

import { added } from "../additions.js";
import { flatSwitch } from "../board/flat.js";
import { button, el } from "../dom.js";
import { soundOn } from "../sound.js";
import { say } from "../text.js";
import { hostTools } from "./host.js";
import { typed } from "./turn.js";

/** All of it, as far as this phone may do it now.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export const more = (snapshot, ui) => [
  el(
    "div",
    { class: "ways", "data-key": "ways" },
    snapshot.log.length ? button(say("log.title"), "sheet", { name: "log" }) : null,
    button(say("players.title"), "sheet", { name: "players" }),
    button(say("help.title"), "sheet", { name: "help" }),
    button(say("judge.title"), "sheet", { name: "judge" }),
    snapshot.can_restart && button(say("play.restart"), "restart"),
    soundSwitch(),
    flatSwitch(),
    added("ways", snapshot, ui),
    virtualBoard(),
  ),
  snapshot.phase === "over" ? null : typed(),
  hostTools(snapshot, ui),
  el("div", { class: "foot-slot", "data-key": "foot", "data-slot": true }),
];

/** The way to the virtual board, which the head of the page has where there is room. */
function virtualBoard() {
  /** @type {HTMLElement | null} */
  const link = document.querySelector(".phone > .top > a:not(.ask-help)");
  return link && !link.hidden && el("a", { class: "button", href: link.getAttribute("href") }, link.textContent);
}

/** Whether this phone sounds and shakes. */
function soundSwitch() {
  return el(
    "button",
    { type: "button", class: "toggle", "data-do": "sound", "data-key": "sound", "aria-pressed": String(soundOn()) },
    say("sound.title"),
  );
}
