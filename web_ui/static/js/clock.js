// The chess clock: counts on between two snapshots, as the table's does.

/** What each player has left now, in ms by seat; `heard` is when the snapshot came, both in ms of `now`. Pure.
 * @param {Pick<Page.Clock, "left" | "running" | "age">} given
 * @param {number} heard
 * @param {number} now */
export function timeLeft({ left, running, age }, heard, now) {
  const gone = running ? age + Math.max(0, now - heard) : 0;
  return Object.fromEntries(Object.entries(left).map(([seat, ms]) => [seat, seat === running ? ms - gone : ms]));
}

/** A time as minutes and seconds; what has run out counts up behind a minus sign.
 * @param {number} ms */
export function clockText(ms) {
  const seconds = ms < 0 ? Math.floor(-ms / 1000) : Math.ceil(ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 0 ? `\u2212${text}` : text;
}
