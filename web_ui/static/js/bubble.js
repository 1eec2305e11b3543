// Why a tap did nothing: a bubble that points at the square.

import { el } from "./dom.js";
import { draw } from "./state.js";
import { say } from "./text.js";
import { ui } from "./ui.js";
import { bookOfReason } from "./why.js";

const GAP = 9; // px between a square and its bubble
const REACH = 18; // px from the middle of a square to its edge, at most
const RIM = 6; // px between a bubble and the edge of what is seen

/** The bubble in its place beside the board; empty while there is nothing to say, so that what it says is read aloud.
 * @param {Page.Ui} ui */
export const bubble = ({ reason }) =>
  el(
    "p",
    { class: "bubble", role: "status", "data-key": "reason", "data-at": reason?.square ?? null },
    reason?.text ?? "",
    reason?.why && " ",
    reason?.why && el("a", { href: bookOfReason(reason.why) }, say("reason.why")),
  );

/** Say why something cannot be done on a square, there, and the reason that the judge's book explains, if there is one.
 * @param {string} square
 * @param {string} text
 * @param {Api.MessageForm} [why] */
export function reasonAt(square, text, why) {
  ui.reason = text ? { square, text, why } : null;
  draw();
}

/** Take the reason away. Gives whether there was one. */
export function dismissReason() {
  const was = ui.reason !== null;
  ui.reason = null;
  return was;
}

/** After a drawing: put the bubble above or below its square, within what can be seen.
 * @param {HTMLElement} app */
export function placeBubble(app) {
  /** @type {HTMLElement | null} */
  const shown = app.querySelector(".play > .bubble[data-at]");
  const around = shown?.parentElement;
  const square = around?.querySelector(`[data-square="${shown?.dataset.at}"]`);
  if (!shown || !around || !square) return;
  const place = square.getBoundingClientRect();
  const frame = around.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const middle = place.left + place.width / 2;
  const left = Math.max(RIM, Math.min(document.documentElement.clientWidth - width - RIM, middle - width / 2));
  // The middle of a square is what is seen of its top; above that its box may hold the tower behind it.
  const centre = place.top + place.height / 2;
  const half = Math.min(place.height / 2, REACH);
  const above = centre - half - height - GAP;
  const below = above < RIM;
  shown.dataset.side = below ? "below" : "above";
  shown.style.left = `${left - frame.left}px`;
  shown.style.top = `${(below ? centre + half + GAP : above) - frame.top}px`;
  shown.style.setProperty("--tip", `${Math.max(14, Math.min(width - 14, middle - left))}px`);
}
