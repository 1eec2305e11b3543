// Whether the band has room for what is asked. It never grows, since the board would move.

import { draw } from "./state.js";
import { ui } from "./ui.js";

/** After a drawing: what is asked goes under the board if the band has no room for it.
 * @param {HTMLElement} app */
export function fitAsk(app) {
  const words = app.querySelector(".banner .words");
  const ask = words?.querySelector(".ask");
  if (!words || !ask?.textContent || ui.lost || !app.querySelector(":scope > .thumb")) return;
  if (words.scrollHeight <= words.clientHeight + 1) return;
  ui.longAsk = ask.textContent;
  draw();
}

/** After the page has changed its size: there may be room again. */
export function resetFit() {
  ui.longAsk = null;
}
