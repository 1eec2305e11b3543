// What the page of the virtual board adds to the phone's page. On a phone nothing is added.

/** @type {Record<Page.Addable, Page.Addition[]>} */
const additions = { board: [], status: [], ways: [] };

/** Add something to the board, to what is said of it, or to the ways in the sheet of all else.
 * @param {Page.Addable} place
 * @param {Page.Addition} addition */
export function add(place, addition) {
  additions[place].push(addition);
}

/** All that was added there.
 * @param {Page.Addable} place
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export const added = (place, snapshot, ui) => additions[place].map((addition) => addition(snapshot, ui));
