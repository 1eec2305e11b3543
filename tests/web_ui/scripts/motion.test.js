import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { matched } from "../../../web_ui/static/js/board/motion.js";

/** @typedef {import("../../../web_ui/static/js/board/motion.js").Walker} Walker */

/** @param {string} id @param {Api.Seat} seat @param {string} square @returns {Walker} */
const known = (id, seat, square) => ({ id, seat, square, marked: false });
/** @param {Api.Seat} seat @param {string} square @returns {Api.WorkerForm} */
const stands = (seat, square) => ({ seat, square, marked: false });

/** The names of workers that are there now, by their squares.
 * @param {Walker[]} before
 * @param {Api.WorkerForm[]} now
 * @param {import("../../../web_ui/static/js/board/words.js").Step[]} steps */
function names(before, now, steps = []) {
  let count = 0;
  return Object.fromEntries(
    matched(before, now, steps, () => `new-${(count += 1)}`).map(({ id, square }) => [square, id]),
  );
}

describe("a worker is known again", () => {
  it("where it stood", () => {
    const before = [known("one", "blue", "a1"), known("two", "blue", "c3")];
    assert.deepEqual(names(before, [stands("blue", "c3"), stands("blue", "a1")]), { a1: "one", c3: "two" });
  });

  it("where the turn brought it, though another of its seat was nearer", () => {
    const before = [known("one", "blue", "a1"), known("two", "blue", "c3"), known("other", "orange", "d4")];
    const now = [stands("blue", "b4"), stands("blue", "c2"), stands("orange", "d4")];
    /** @type {import("../../../web_ui/static/js/board/words.js").Step[]} */
    const steps = [
      { seat: "blue", from: "c3", to: "b3" },
      { seat: "blue", from: "b3", to: "b4" },
      { seat: "blue", from: "a1", to: "c2" },
    ];
    assert.deepEqual(names(before, now, steps), { b4: "two", c2: "one", d4: "other" });
  });

  it("when two seats change places", () => {
    const before = [known("one", "blue", "a1"), known("other", "orange", "b2")];
    assert.deepEqual(names(before, [stands("blue", "b2"), stands("orange", "a1")]), { b2: "one", a1: "other" });
  });

  it("and one that comes onto the board is another", () => {
    const before = [known("one", "blue", "a1")];
    assert.deepEqual(names(before, [stands("blue", "a1"), stands("blue", "b2")]), { a1: "one", b2: "new-1" });
  });
});
