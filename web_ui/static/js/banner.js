// The band on top: whose turn it is, what is asked, and the answer to the last tap where it has no square.

import { el } from "./dom.js";
import { token } from "./drawing.js";
import { say } from "./text.js";

/** Letters of a title that fit in two lines of a narrow band. */
const LONG = 28;

/** The band itself, in the colour of the seat that acts.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {Headline} headline */
export function banner(snapshot, ui, { seat, title, ask, own = false, tag = "", whose = "", gods = [] }) {
  const watching = snapshot.phase !== "lobby" && !snapshot.seats_held.length;
  return el(
    "section",
    { class: `banner ${seat ?? ""} ${own ? "own" : ""} ${ui.lost ? "lost" : ""}`, "data-key": "banner" },
    seat ? token(seat) : null,
    el(
      "div",
      { class: "words", "data-key": "words" },
      (tag || watching) && el("p", { class: "tag", "data-key": "tag" }, tag || say("turn.watching")),
      el("h2", { class: title.length > LONG ? "long" : "" }, ui.lost ? say("turn.reconnecting") : titled(title, whose)),
      el("p", { class: "gods", "data-key": "gods" }, gods),
      el("p", { class: "ask", "data-key": "ask" }, ui.lost ? say("turn.reconnecting_how") : askBeside(ask, ui)),
      el("p", { class: "note", role: "status", "data-key": "note" }, (!ui.lost && ui.note) || ""),
    ),
  );
}

/** The title with the words that say whose turn it is set apart.
 * @param {string} title
 * @param {string} whose */
const titled = (title, whose) =>
  whose && title.startsWith(whose) ? [el("span", { class: "whose" }, whose), title.slice(whose.length)] : title;

/** What is asked, if the band has room for it.
 * @param {string} ask
 * @param {Page.Ui} ui */
const askBeside = (ask, { longAsk }) => (ask === longAsk ? "" : ask);

/** What is asked, under the board, if the band has no room for it.
 * @param {Page.Ui} ui
 * @param {Headline} headline */
export const askBelow = (ui, { ask }) =>
  ask && ask === ui.longAsk && !ui.lost ? el("p", { class: "ask", "data-key": "ask-below" }, ask) : null;

/** @typedef {object} Headline whose turn it is and what is asked, in words
 * @property {Api.Seat | null} seat
 * @property {string} title
 * @property {string} ask
 * @property {boolean} [own] whether this phone is to act
 * @property {string} [whose] the words of the title that say whose turn it is
 * @property {Page.Child[]} [gods] the cards with which this phone's player acts
 * @property {string} [tag] who that is to this phone's player */
