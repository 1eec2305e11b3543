import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  benchCame,
  inTurn,
  isBoxed,
  mayAct,
  middle,
  nearest,
  squares,
  tableCame,
  touching,
} from "../../../web_ui/static/js/bench/hands.js";
import { woodToDo } from "../../../web_ui/static/js/bench/picture.js";
import { bySquare, game, lobby, playing } from "./snapshots.js";

/**
 * @param {Partial<Api.BenchForm>} other
 * @returns {Api.BenchForm}
 */
const bench = (other = {}) => ({
  may_act: true,
  version: 1,
  size: 5,
  levels: bySquare(() => 0),
  domes: [],
  pieces: [],
  lights: {},
  phone: null,
  follows: true,
  ...other,
});

before(() => benchCame(bench(), true));

describe("a place on the virtual board", () => {
  it("is on the nearest square, and on none beside the board", () => {
    assert.equal(nearest({ x: 0, y: 0 }), "a1");
    assert.equal(nearest({ x: 95, y: 130 }), "c4");
    assert.equal(nearest({ x: 200, y: 180 }), "e5");
    assert.equal(nearest({ x: 203, y: 180 }), null);
    assert.equal(nearest({ x: -22.5, y: 0 }), null);
  });

  it("is the middle of each square", () => {
    for (const name of squares()) assert.equal(nearest(middle(name)), name);
  });

  it("has eight neighbours and not itself", () => {
    assert.deepEqual(
      squares().filter((name) => touching("b2", name)),
      ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"],
    );
  });

  it("is the box for a worker that was never put down", () => {
    const piece = {
      piece: "blue-1",
      seat: /** @type {Api.Seat} */ ("blue"),
      square: null,
      x: 0,
      y: 0,
      in_hand: false,
      lying: false,
    };
    assert.ok(isBoxed(piece));
    assert.ok(!isBoxed({ ...piece, in_hand: true }));
    assert.ok(!isBoxed({ ...piece, square: "a1" }));
  });
});

describe("hands on the virtual board", () => {
  it("are those of the players, and before anybody sits those of the page that was first", () => {
    tableCame(lobby());
    assert.ok(mayAct());
    const seats = lobby().seats.map((row) => ({ ...row, name: row.seat === "orange" ? "Bo" : null }));
    tableCame(lobby({ seats }));
    assert.ok(!mayAct());
    tableCame(lobby({ seats, seats_held: ["orange"] }));
    assert.ok(mayAct());
  });

  it("do one thing after another, even after one that failed", async () => {
    /** @type {string[]} */
    const done = [];
    const first = inTurn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push("first");
      throw new Error("no");
    });
    const second = inTurn(() => done.push("second"));
    await assert.rejects(first);
    await second;
    assert.deepEqual(done, ["first", "second"]);
  });
});

describe("the blocks", () => {
  it("are put right step by step until they are as in the game", () => {
    const levels = bySquare((name) => (name === "a1" ? 2 : 0));
    tableCame(playing(game({ levels, domes: ["b1"] })));
    benchCame(bench({ version: 2, levels: bySquare((name) => (name === "c1" ? 1 : 0)), domes: ["d1"] }), false);
    assert.deepEqual(woodToDo(), [
      { do: "stack", square: "a1", dome: false },
      { do: "stack", square: "b1", dome: true },
      { do: "unstack", square: "c1" },
      { do: "unstack", square: "d1" },
    ]);
  });

  it("are left alone once the game is over", () => {
    tableCame(playing(game(), { phase: "over" }));
    assert.deepEqual(woodToDo(), []);
  });

  it("of an older state do not come back", () => {
    benchCame(bench({ version: 9 }), false);
    benchCame(bench({ version: 3, size: 4 }), false);
    assert.equal(squares().length, 25);
  });
});
