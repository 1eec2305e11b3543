import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lastTurn } from "../../../web_ui/static/js/board/words.js";

/** @param {Array<[Page.LoggedEvent["kind"], Record<string, string>, boolean?]>} lines */
const log = (...lines) =>
  lines.map(([kind, args, secret]) => ({ kind, message: { key: `log.${kind}`, args }, secret }));

/** @param {Page.LoggedEvent[]} lines */
const marks = (lines) => {
  const { left, reached, changed } = lastTurn(lines);
  return { left: [...left], reached: [...reached], changed: [...changed] };
};

describe("the last turn", () => {
  it("marks where a worker went and what was built", () => {
    const lines = log(
      ["turn_began", { seat: "blue" }],
      ["worker_moved", { origin: "b2", to: "b3" }],
      ["built", { square: "b4" }],
    );
    assert.deepEqual(marks(lines), { left: ["b2"], reached: ["b3"], changed: ["b4"] });
  });

  it("is the one before, as long as nothing was done in the one that has begun", () => {
    const lines = log(
      ["turn_began", { seat: "blue" }],
      ["worker_moved", { origin: "b2", to: "b3" }],
      ["turn_began", { seat: "orange" }],
    );
    assert.deepEqual(marks(lines).reached, ["b3"]);
  });

  it("does not mark a square as left that a worker came to, as when two swap", () => {
    const lines = log(
      ["turn_began", { seat: "blue" }],
      ["worker_moved", { origin: "b2", to: "b3" }],
      ["worker_forced", { origin: "b3", to: "b2" }],
    );
    assert.deepEqual(marks(lines), { left: [], reached: ["b2", "b3"], changed: [] });
  });

  it("leaves out what only this phone was told", () => {
    const lines = log(["turn_began", { seat: "blue" }], ["worker_moved", { origin: "b2", to: "b3" }, true]);
    assert.deepEqual(marks(lines), { left: [], reached: [], changed: [] });
  });

  it("tells the ways of the workers in their order", () => {
    const lines = log(
      ["turn_began", { seat: "blue" }],
      ["worker_moved", { seat: "blue", origin: "b2", to: "b3" }],
      ["worker_forced", { seat: "orange", origin: "b3", to: "b4" }],
    );
    assert.deepEqual(lastTurn(lines).steps, [
      { seat: "blue", from: "b2", to: "b3" },
      { seat: "orange", from: "b3", to: "b4" },
    ]);
  });

  it("marks placed workers", () => {
    assert.deepEqual(marks(log(["worker_placed", { square: "c3" }])).reached, ["c3"]);
  });
});
