// What belongs to this phone alone, between two snapshots.

export const NAME = "thera-name";

export const ui = {
  name: localStorage.getItem(NAME) ?? "",
  address: document.body.dataset.join,
  worker: null,
  between: [],
  cards: new Set(),
  starter: null,
  /** Whether the host is about to go on with the draft without those who still vote or choose. */
  hurrying: false,
  /** What is searched for among the cards of the draft. */
  sought: { words: "", set: "" },
  note: null,
  /** The codes of those who ask for a seat and whose question has only just come to its place. */
  restless: new Set(),
  focus: "c3",
  abandoning: false,
  resigning: null,
  offer: null,
  /** What the workshop asks once more before it is done. */
  sure: null,
  /** When the newest snapshot came, in ms, and the number of the last line of the log before it. */
  heard: 0,
  logged: 0,
  /** How the private map is uncovered: "held", "open", or null while it is covered. */
  uncovered: null,
  /** What the board measures, while somebody looks. */
  readings: null,
};
