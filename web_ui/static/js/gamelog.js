// The log of a game, and what is left out of what is told. Pure.

/** The log without what follows a turn that still waits for its confirmation: that the next one began, or who won.
 * @param {Pick<Api.SnapshotForm, "log" | "confirming">} snapshot */
export function confirmedLog({ log, confirming }) {
  if (!confirming) return log;
  const began = log.findLastIndex(beginsTurn);
  const next = began >= 0 && log[began].message.args.seat !== confirming ? began : log.length;
  return log.slice(0, next).filter(({ kind }) => kind !== "game_ended");
}

/** @param {Page.LoggedEvent} event */
export const beginsTurn = ({ kind }) => kind === "turn_began";

/** What was done, without that turns began.
 * @template {Page.LoggedEvent} Event
 * @param {Event[]} log */
export const deeds = (log) => log.filter((event) => !beginsTurn(event));
