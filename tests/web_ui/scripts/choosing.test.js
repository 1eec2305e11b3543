import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { othersReach, reach, tap } from "../../../web_ui/static/js/game/choosing.js";
import { action, playing } from "./snapshots.js";

const MOVES = [action("move", "b2", "b3"), action("move", "b2", "c3"), action("move", "d4", "c3")];

describe("what may be tapped", () => {
  it("is nothing before a worker is chosen, if there are two", () => {
    const can = reach(playing({ options: MOVES }), null);
    assert.deepEqual(can.workers, ["b2", "d4"]);
    assert.equal(can.picked, null);
    assert.equal(can.targets.size, 0);
  });

  it("are the squares of the chosen worker", () => {
    const can = reach(playing({ options: MOVES }), "b2");
    assert.deepEqual([...can.targets.keys()], ["b3", "c3"]);
  });

  it("goes by the lifted worker before the chosen one", () => {
    const snapshot = playing({ options: MOVES });
    snapshot.board = { ...snapshot.board, lifted: "d4" };
    assert.equal(reach(snapshot, "b2").picked, "d4");
  });

  it("is nothing while another phone is asked, which sees the squares as hints", () => {
    const watching = playing({ options: MOVES }, { seats_held: ["orange"] });
    assert.deepEqual(reach(watching, null).options, []);
    assert.deepEqual([...othersReach(watching)], ["b3", "c3"]);
    assert.equal(othersReach(playing({ options: MOVES })).size, 0);
  });

  it("has buttons for what has no square, and one for leaving the step out", () => {
    const options = [action("done", null, null), action("point", null, null, { direction: null })];
    const can = reach(playing({ options }), null);
    assert.deepEqual(can.done, options[0]);
    assert.deepEqual(can.named, [options[1]]);
  });

  it("has directions for the board to show", () => {
    const options = [action("point", null, null, { direction: "n" }), action("point", null, null, { direction: null })];
    const can = reach(playing({ options }), null);
    assert.deepEqual([can.points, can.named], [[options[0]], [options[1]]]);
  });
});

describe("a tap", () => {
  it("is the only action of a square", () => {
    assert.deepEqual(tap(reach(playing({ options: MOVES }), "b2"), "b3"), { act: MOVES[0] });
  });

  it("asks between two actions of a square", () => {
    const builds = [action("build", "b2", "b3", { piece: "block" }), action("build", "b2", "b3", { piece: "dome" })];
    assert.deepEqual(tap(reach(playing({ options: builds }), null), "b3"), { between: builds });
  });

  it("chooses a worker, and lets go of it again", () => {
    assert.deepEqual(tap(reach(playing({ options: MOVES }), null), "d4"), { pick: "d4" });
    assert.deepEqual(tap(reach(playing({ options: MOVES }), "d4"), "d4"), { pick: null });
  });

  it("means nothing elsewhere", () => {
    assert.deepEqual(tap(reach(playing({ options: MOVES }), "b2"), "e5"), { dark: true });
  });
});
