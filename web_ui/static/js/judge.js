// What can be asked about the game: the judge, a hint, and whether a turn loses at once. All of it is fetched once there is
// a game.

import { byId } from "./dom.js";
import { onLongPress } from "./longpress.js";
import { addSheet, openSheet } from "./sheets.js";
import { draw, onSnapshot } from "./state.js";
import { say } from "./text.js";

/** @type {typeof import("./judgeparts.js") & typeof import("./hintparts.js") | null} */
let parts = null;
let fetching = false;
/** The square that was pressed before the parts were there.
 * @type {string | null} */
let pressed = null;

addSheet("judge", {
  title: () => say("judge.title"),
  panels: (snapshot) => snapshot.game && (parts ? parts.judgeParts({ ...snapshot, game: snapshot.game }) : "…"),
});
addSheet("hint", {
  title: () => parts?.hintTitle() ?? "",
  panels: (snapshot) => snapshot.game && parts?.hintParts({ ...snapshot, game: snapshot.game }),
});

const ASKED = ["judge-square", "judge-act", "judge-again", "hint-good", "hint-best", "hint-show"];

/** @type {Page.Doings} */
export const judgeDoings = Object.fromEntries(
  [...ASKED, "guard", "guard-back", "guard-confirm"].map((name) => [
    name,
    (data) => parts && { ...parts.inquiryDoings, ...parts.hintDoings }[name](data),
  ]),
);

/** Confirm a turn, after a warning if the player of this phone wants one.
 * @param {() => unknown} confirm */
export const guarded = (confirm) => (parts ? parts.guarded(confirm) : confirm());

/** A square of the table's board was pressed for long.
 * @param {string} square */
function ask(square) {
  openSheet("judge");
  if (parts) parts.askAbout(square);
  else pressed = square;
}

if (!document.querySelector(".bench-page")) onLongPress(byId("app"), ask); // there a press lifts a piece

onSnapshot(async ({ game }) => {
  if (!game || fetching) return;
  fetching = true;
  try {
    const [judge, hints] = await Promise.all([import("./judgeparts.js"), import("./hintparts.js")]);
    await Promise.all([judge.load(), hints.loadHints()]);
    parts = { ...judge, ...hints };
    draw();
    if (pressed) parts.askAbout(pressed);
    pressed = null;
  } catch {
    fetching = false; // the next snapshot tries again
  }
});
