// What belongs to this phone alone, between two snapshots.

import { stored } from "./stored.js";

export const NAME = "thera-name";
export const FLAT = "thera-flat";

/** @type {Page.Ui} */
export const ui = {
  name: stored.getItem(NAME) ?? "",
  address: document.body.dataset.join ?? "",
  worker: null,
  between: [],
  cards: new Set(),
  hurrying: false,
  turning: false,
  sought: { words: "", set: "" },
  note: null,
  reason: null,
  lost: false,
  longAsk: null,
  outcomeSeen: false,
  restless: new Set(),
  focus: "c3",
  abandoning: false,
  resigning: null,
  offer: null,
  sure: null,
  heard: 0,
  uncovered: null,
  readings: null,
  flat: stored.getItem(FLAT) === "yes",
};
