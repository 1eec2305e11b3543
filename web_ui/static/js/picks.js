// What is picked in a draft is the same on all pages of this phone, and outlasts a reload: it is stored under the draft
// that it is about.

import { stored } from "./stored.js";

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
 * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [storage] */
export function storePicks(snapshot, powers, storage = stored) {
  const [draft, picked] = [draftOf(snapshot), [...powers]];
  if (draft && picked.length) storage.setItem(KEY, JSON.stringify([draft, picked]));
  else storage.removeItem(KEY);
}

/** What was picked in this draft, before the page was loaded or on another one of this phone. What was picked in another
 * draft counts no more; another page may be there already, so it goes only when no draft is left.
 * @param {Api.SnapshotForm} snapshot
 * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} [storage]
 * @returns {string[]} */
export function storedPicks(snapshot, storage = stored) {
  if (!snapshot.draft) storage.removeItem(KEY);
  try {
    const [draft, picked] = JSON.parse(storage.getItem(KEY) ?? "[]");
    if (draft && draft === draftOf(snapshot) && Array.isArray(picked)) return picked.map(String);
  } catch {
    storage.removeItem(KEY); // somebody else has written there
  }
  return [];
}

/** Be told when something is picked on another page of this phone.
 * @param {() => void} listener */
export const onPickedElsewhere = (listener) =>
  window.addEventListener("storage", ({ key }) => key === KEY && listener());
