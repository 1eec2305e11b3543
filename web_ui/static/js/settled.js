// The log as far as it stands. Pure.

/** The log without what follows a turn that still waits for its confirmation: that the next one began, or who won.
 * @param {Pick<Api.SnapshotForm, "log" | "confirming">} snapshot */
export function settled({ log, confirming }) {
  if (!confirming) return log;
  const began = log.findLastIndex(({ message }) => message.key.startsWith("log.turn_began"));
  const next = began >= 0 && log[began].message.args.seat !== confirming ? began : log.length;
  return log.slice(0, next).filter(({ message }) => !AFTERWARDS.includes(message.key));
}

const AFTERWARDS = ["log.game_ended"];
