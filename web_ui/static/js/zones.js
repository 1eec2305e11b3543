// The zones of the card, as they are on this view: what has room in them, and where they are scrolled to.

import { draw } from "./state.js";
import { ui } from "./ui.js";

/** After a drawing: the page around the card learns whether it is there, and of which kind its band is. Styles that ask
 * for that with :has() are worked out anew, for the whole page, whenever a piece comes or goes.
 * @param {HTMLElement} app */
export function tellPage(app) {
  const page = document.body;
  page.classList.toggle("in-hand", app.querySelector(":scope > .thumb") !== null);
  const band = app.querySelector(":scope > .banner");
  if (band) page.dataset.band = band.className;
  else delete page.dataset.band;
}

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

/** @type {string | undefined} */
let first;

/** After a drawing: what has come first under the board can be seen.
 * @param {HTMLElement} app */
export function beginUnder(app) {
  const under = app.querySelector(".under");
  const before = first;
  first = under?.firstElementChild instanceof HTMLElement ? under.firstElementChild.dataset.key : undefined;
  if (under && first !== before && !under.contains(document.activeElement)) under.scrollTop = 0;
}
