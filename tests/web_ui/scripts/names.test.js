import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { namesOffered, seatFor } from "../../../web_ui/static/js/seats.js";
import { lobby } from "./snapshots.js";

/** A lobby in which these seats are taken.
 * @param {Record<string, string>} sitting
 * @param {Partial<Api.SnapshotForm>} [more]
 * @returns {Api.SnapshotForm} */
const tableWith = (sitting, more = {}) => ({
  ...lobby(),
  seats: lobby().seats.map((seat) => ({ ...seat, name: sitting[seat.seat] ?? null })),
  ...more,
});
/** @type {Page.Claim} */
const CLAIM = {
  seat: "blue",
  name: "Bo",
  code: "KTRM",
  mine: false,
  answers: false,
  corners: [],
  presses: [],
  asked: [],
};

describe("names as chips", () => {
  it("are those that nobody has or asks for, the phone's own first", () => {
    const snapshot = tableWith({ orange: "Cleo" }, { names: ["Dan", "Cleo", "Bo", "Ann"], claims: [CLAIM] });
    assert.deepEqual(namesOffered(snapshot, "Ann", []), ["Ann", "Dan"]);
  });

  it("are not the names of colours, nor a name that the table has forgotten", () => {
    assert.deepEqual(namesOffered(tableWith({}, { names: ["Blue", "Dan"] }), "Ann", ["Blue", "Orange"]), ["Dan"]);
  });
});

describe("the seat for a name", () => {
  it("is the one that this phone had last, if that is free", () => {
    assert.equal(seatFor(tableWith({}), "white"), "white");
    assert.equal(seatFor(tableWith({ white: "Cleo" }), "white"), "blue");
  });

  it("is the next free one for another player of the same phone", () => {
    assert.equal(seatFor(tableWith({ blue: "Ann" }, { seats_held: ["blue"] }), "white"), "orange");
  });

  it("is one that somebody asks for only if there is no other, and none at a full table", () => {
    assert.equal(seatFor(tableWith({}, { claims: [CLAIM] }), null), "orange");
    const three = { orange: "Bo", white: "Cleo", purple: "Dan" };
    assert.equal(seatFor(tableWith(three, { claims: [CLAIM] }), null), "blue");
    assert.equal(seatFor(tableWith({ ...three, blue: "Ann" }), null), null);
  });
});
