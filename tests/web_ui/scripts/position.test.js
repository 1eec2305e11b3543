import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  asRead,
  changed,
  lineOf,
  shownOf,
  tapped,
  withCard,
  withPlayers,
  withPower,
} from "../../../web_ui/static/js/position/written.js";

const NAMES = [1, 2, 3, 4, 5].flatMap((rank) => [..."abcde"].map((file) => file + rank));

/** @param {Api.Seat} seat
 * @param {string[]} workers
 * @param {string} power
 * @returns {Api.PositionSideForm} */
const side = (seat, workers, power = "mortal") => ({
  seat,
  cards: [{ power, memory: {}, kinds: {}, secret: false, holders: null }],
  workers,
  most: 2,
  marks: false,
  marked: [],
  climbs: false,
  moved_up: false,
  out: false,
  resigned: false,
});

/** @returns {Api.PositionForm} */
const position = () => ({
  line: "",
  steps: [],
  size: 5,
  levels: Object.fromEntries(NAMES.map((name) => [name, 0])),
  domes: [],
  sides: [side("blue", ["b2"]), side("orange", ["d4"])],
  to_move: "blue",
  extra: null,
  fleece: null,
  ram: null,
  rules: "",
  seat: "blue",
});

const BARE = `${"0".repeat(25)}/1/mortal:b2/mortal:d4`;

/** @param {Api.PositionForm} given
 * @param {import("../../../web_ui/static/js/position/written.js").Tool} tool
 * @param {string[]} squares */
const taps = (given, tool, ...squares) => squares.reduce((before, square) => tapped(before, tool, square), given);

describe("a position that is set up", () => {
  it("is written as a line, with what differs from the usual", () => {
    assert.equal(lineOf(position()), BARE);
    const white = { ...position(), sides: [side("white", ["a1"], "pan"), side("blue", [])], to_move: "blue" };
    assert.equal(
      lineOf({ .../** @type {Api.PositionForm} */ (white), rules: "seed=7" }),
      `${"0".repeat(25)}/2/white=pan:a1/blue=mortal:/?seed=7`,
    );
    const small = { ...position(), size: 4 };
    assert.equal(lineOf(small), `${"0".repeat(16)}/1/mortal:b2/mortal:d4`);
  });

  it("gets a block with each tap, a dome after the third, and then nothing; never a dome under a worker", () => {
    const towers = [1, 2, 3, 4, 5].map(
      (count) => taps(position(), { kind: "blocks" }, ...Array(count).fill("a5")).line[0],
    );
    assert.deepEqual(towers, ["1", "2", "3", "4", "0"]);
    const under = taps(position(), { kind: "blocks" }, "b2", "b2", "b2", "b2");
    assert.deepEqual([under.levels.b2, under.domes], [0, []]);
    assert.equal(tapped(position(), { kind: "dome" }, "a5").line[0], "A");
    assert.equal(tapped(position(), { kind: "dome" }, "b2").domes.length, 0);
  });

  it("gets no more workers than a side has, and none on a dome", () => {
    const blue = /** @type {const} */ ({ kind: "worker", seat: "blue" });
    assert.deepEqual(taps(position(), blue, "c3", "e5").sides[0].workers, ["c3", "e5"]);
    assert.deepEqual(
      taps(position(), blue, "d4").sides.map(({ workers }) => workers),
      [["b2", "d4"], []],
    );
    assert.deepEqual(taps(position(), blue, "b2").sides[0].workers, []);
    assert.deepEqual(taps(tapped(position(), { kind: "dome" }, "c3"), blue, "c3").sides[0].workers, ["b2"]);
  });

  it("has tokens where they are tapped: one of some, several of others", () => {
    const talus = withCard(withPower(position(), "blue.0", "europa"), "blue.0", {
      memory: { square: "-" },
      kinds: { square: "square" },
    });
    const put = taps(talus, { kind: "token", at: "blue.0", field: "square" }, "c3", "d3");
    assert.match(put.line, /europa\[square=d3\]:b2/);
    assert.deepEqual(shownOf(put).tokens, [{ power: "europa", square: "d3" }]);
    const coins = withCard(withPower(position(), "orange.0", "clio"), "orange.0", {
      memory: { squares: "-", left: "3" },
      kinds: { squares: "squares", left: "number" },
    });
    const tool = /** @type {const} */ ({ kind: "token", at: "orange.0", field: "squares" });
    assert.match(taps(coins, tool, "c3", "d3", "c3").line, /clio\[squares=d3\|left=3\]/);
  });

  it("has on the map of a card with a secret the squares of its corner, as far as the board goes", () => {
    const fate = withCard(withPower(position(), "blue.0", "moerae"), "blue.0", {
      memory: { corner: "-" },
      kinds: { corner: "corner" },
      secret: true,
    });
    const tool = /** @type {const} */ ({ kind: "token", at: "blue.0", field: "corner" });
    /** @param {string} square */
    const marked = (square) =>
      shownOf(tapped(fate, tool, square))
        .secrets.map((one) => one.square)
        .sort();
    assert.deepEqual([marked("b2"), marked("e5")], [["b2", "b3", "c2", "c3"], ["e5"]]);
    assert.deepEqual(shownOf(tapped(fate, tool, "b2")).tokens, []);
  });

  it("begins its turn where something was changed", () => {
    const begun = { ...position(), steps: ["b2-b3"], extra: "dionysus" };
    assert.deepEqual([changed(begun, {}).steps, changed(begun, {}).extra], [[], null]);
  });

  it("is of two without gods beside the Ram, and of two teams of two", () => {
    const fleece = withPlayers(withPower(position(), "blue.0", "pan"), 2, "apollo");
    assert.match(tapped(fleece, { kind: "ram" }, "c3").line, /\/mortal:b2\/mortal:d4\/\*apollo:c3$/);
    const four = withPlayers(position(), 4, null);
    assert.deepEqual(
      four.sides.map(({ seat, workers }) => `${seat} ${workers}`),
      ["blue b2", "orange d4", "white ", "purple "],
    );
  });

  it("is as the board reads it where that differs", () => {
    const read = asRead(position(), [
      { square: "b2", kind: "missing", seat: "blue", seen: null, wanted: null },
      { square: "b3", kind: "extra", seat: "blue", seen: null, wanted: null },
      { square: "c3", kind: "too_high", seat: null, seen: 4, wanted: 1 },
      { square: "c4", kind: "too_high", seat: null, seen: 2, wanted: 1 },
    ]);
    assert.equal(read.line, `00000${"00200"}${"00400"}${"0".repeat(10)}/1/mortal:b3/mortal:d4`);
  });
});
