// What a snapshot has in some phases only. Pure.

/** A snapshot that has a game.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inGame = (snapshot) => /** @type {Page.InGame} */ (having(snapshot, "game"));

/** A snapshot that has a draft.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inDraft = (snapshot) => /** @type {Page.InDraft} */ (having(snapshot, "draft"));

/** A snapshot that has a task of the workshop.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inWorkshop = (snapshot) => /** @type {Page.InWorkshop} */ (having(snapshot, "workshop"));

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {"game" | "draft" | "workshop"} part
 */
function having(snapshot, part) {
  if (snapshot[part] === null) throw new TypeError(`the snapshot ${snapshot.version} has no ${part}`);
  return snapshot;
}
