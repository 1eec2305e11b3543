// The names that a table knows: who sat here before sits down with one tap. Pure.

/** The names that a phone offers as chips: those that nobody has or asks for now, the phone's own first, and none that is
 * only the name of a seat's colour.
 * @param {Pick<Api.SnapshotForm, "names" | "seats" | "claims">} snapshot
 * @param {string} own the name that this phone had last; empty if it had none
 * @param {string[]} colours the names of the seats: tables have stored them for players who wrote none */
export function namesOffered({ names, seats, claims }, own, colours) {
  const used = new Set([...seats, ...claims].map(({ name }) => name));
  const known = names.includes(own) ? [own, ...names.filter((name) => name !== own)] : names;
  return known.filter((name) => !used.has(name) && !colours.includes(name));
}

/** The seat that a phone takes when only a name was chosen: the one that it had last if that is free, else the first free
 * one; null if none is.
 * @param {Pick<Api.SnapshotForm, "seats" | "seats_held" | "claims">} snapshot
 * @param {string|null} last */
export function seatFor({ seats, seats_held: held, claims }, last) {
  const free = seats.filter(({ seat, name }) => name === null && !claims.some((claim) => claim.seat === seat));
  const again = held.length ? undefined : free.find(({ seat }) => seat === last);
  return (again ?? free[0] ?? seats.find(({ name }) => name === null))?.seat ?? null;
}
