// The seats that the table plays, or another table, in words: who plays there, what the host may choose, and the turn that
// is announced.

import { actionText } from "./actions.js";
import { button, el } from "./dom.js";
import { ofSeat } from "./seats.js";
import { ask as askTable } from "./state.js";
import { loadPart, say } from "./text.js";

export const load = () => loadPart("tableseats");

/** Have the table play on a seat at a level (empty: no longer); without a seat, have it play at once.
 * @param {Page.Data} given */
export const ask = ({ seat, level }) =>
  askTable(
    seat ? { kind: "let_table_play", seat, level: /** @type {Api.LevelName} */ (level || null) } : { kind: "play_now" },
  );

const FIRST = "casual"; // the level to begin with

/** Who plays on a seat for which nobody here does.
 * @param {Page.SeatRow} seat */
export function tableLevel({ level, table }) {
  if (table !== null) return table ? say("far.at", { given: table }) : say("far.awaited");
  return level ? say("plays.level", { level: say(`level.${level}`) }) : "";
}

/** What the host can have the table do on a seat: play there, more or less strongly, or no longer.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} row */
export function tableOffer({ levels, host, leader, seats_held: held }, { seat, name, level, table }) {
  if (!host || !levels.length || table !== null) return null;
  if (!level && name === null) {
    return ofSeat(button(say("plays.offer"), "table", { seat, level: FIRST }, "quiet"), seat);
  }
  if (!level) return held.includes(seat) ? watching(seat) : null;
  return el(
    "details",
    { class: "more", "data-key": `table-${seat}` },
    el("summary", { "aria-label": say("plays.choose") }, el("span", { "aria-hidden": "true" }, "⋯")),
    el(
      "div",
      { class: "choices", role: "group", "aria-label": say("plays.choose") },
      levels.map((each) =>
        button(say(`level.${each}`), "table", { seat, level: each }, each === level ? "primary" : ""),
      ),
      button(say(seat === leader ? "plays.again" : "plays.away"), "table", { seat, level: "" }, "quiet"),
    ),
  );
}

/** The host may let the table play for the own seat, too.
 * @param {Api.Seat} seat */
const watching = (seat) =>
  el(
    "details",
    { class: "more", "data-key": `table-${seat}` },
    el("summary", { "aria-label": say("lobby.more", { seat }) }, el("span", { "aria-hidden": "true" }, "⋯")),
    el("div", { class: "choices" }, button(say("plays.watch"), "table", { seat, level: FIRST })),
  );

/** What is announced for the seat that is to act, in a sentence, and how to have it at once.
 * @param {Api.SnapshotForm} snapshot */
export function tableTurn({ table_turn: turn, prompt, seats, seats_held: held, host }) {
  if (!turn) return null;
  const far = seats.find((row) => row.seat === turn.seat)?.table ?? null;
  const { seat, thinks, actions, by_hand: byHand } = turn;
  const steps = actions.map((action, at) => actionText(action, at ? null : prompt)).join(". ");
  const said = `${far === null ? "plays" : "far"}.${thinks ? "thinks" : byHand ? "carry" : "turn"}`;
  const may = (held.length > 0 || host) && ((thinks && far === null) || byHand);
  if (!thinks && !steps) return null;
  return el(
    "section",
    { class: "card table-turn", "data-key": "table-turn", "aria-live": "polite" },
    el("p", {}, say(said, { seat, steps, given: far ?? "" })),
    may && el("div", { class: "choices" }, button(say(thinks ? "plays.now" : "plays.done"), "table")),
  );
}
