// What is picked in a draft outlasts a reload of the page: it is stored for this tab, under the draft that it is about.

const KEY = "thera-picks";

/** What tells one step of a draft from another.
 * @param {Api.SnapshotForm} snapshot */
function draftOf({ seats, draft }) {
  if (!draft || !draft.chooser || draft.stage === "vote" || draft.stage === "start") return null;
  const { stage, challenger, chooser, wanted, cards, own, taken } = draft;
  const names = seats.map(({ seat, name }) => [seat, name]);
  return JSON.stringify([stage, challenger, chooser, wanted, names, own, taken, cards.map(({ power }) => power)]);
}

/** Store what is picked in this draft; with nothing picked, nothing is stored.
 * @param {Api.SnapshotForm} snapshot
 * @param {Iterable<string>} powers
 * @param {Storage} [storage] */
export function storePicks(snapshot, powers, storage = sessionStorage) {
  const [draft, picked] = [draftOf(snapshot), [...powers]];
  if (draft && picked.length) storage.setItem(KEY, JSON.stringify([draft, picked]));
  else storage.removeItem(KEY);
}

/** What was picked in this draft before the page was loaded; what was picked in another one is forgotten.
 * @param {Api.SnapshotForm} snapshot
 * @param {Storage} [storage]
 * @returns {string[]} */
export function storedPicks(snapshot, storage = sessionStorage) {
  try {
    const [draft, picked] = JSON.parse(storage.getItem(KEY) ?? "[]");
    if (draft && draft === draftOf(snapshot) && Array.isArray(picked)) return picked.map(String);
  } catch {
    // Somebody else has written there.
  }
  storage.removeItem(KEY);
  return [];
}
