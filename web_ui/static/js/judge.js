// The judge: a sheet in which a phone asks about the position that stands. All of it is fetched once there is a game.

import { addSheet } from "./sheets.js";
import { draw, onSnapshot } from "./state.js";
import { say } from "./text.js";

/** @type {typeof import("./judgeparts.js") | null} */
let parts = null;
let fetching = false;

addSheet("judge", {
  title: () => say("judge.title"),
  panels: (snapshot) => snapshot.game && (parts ? parts.judgeParts({ ...snapshot, game: snapshot.game }) : "…"),
});

/** @type {Page.Doings} */
export const judgeDoings = Object.fromEntries(
  ["judge-square", "judge-act", "judge-again"].map((name) => [name, (data) => parts?.inquiryDoings[name](data)]),
);

onSnapshot(async ({ game }) => {
  if (!game || fetching) return;
  fetching = true;
  try {
    const fetched = await import("./judgeparts.js");
    await fetched.load();
    parts = fetched;
    draw();
  } catch {
    fetching = false; // the next snapshot tries again
  }
});
