import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openDoubts, withNextOwner, withSurvey } from "../../../web_ui/static/js/position/written.js";

const NAMES = [1, 2, 3, 4, 5].flatMap((rank) => [..."abcde"].map((file) => file + rank));

/** @param {Api.Seat} seat
 * @param {number} most
 * @returns {Api.PositionSideForm} */
const side = (seat, most = 2) => ({
  seat,
  cards: [{ power: "mortal", memory: {}, kinds: {}, secret: false, holders: null }],
  workers: [],
  most,
  marks: false,
  marked: [],
  climbs: false,
  moved_up: false,
  out: false,
  resigned: false,
});

/** @param {Api.PositionSideForm[]} sides
 * @returns {Api.PositionForm} */
const position = (...sides) => ({
  line: "",
  steps: [],
  size: 5,
  levels: Object.fromEntries(NAMES.map((name) => [name, 0])),
  domes: ["c3"],
  sides,
  to_move: sides[0].seat,
  extra: null,
  fleece: null,
  ram: null,
  rules: "",
  seat: sides[0].seat,
});

/** @param {string} square
 * @param {number | null} level
 * @param {boolean} sure
 * @returns {Api.SurveyedWorkerForm} */
const north = (square, level = 0, sure = true) => ({ square, seats: ["blue", "white"], level, sure });

/** @param {Api.PositionForm} given */
const workers = ({ sides }) => sides.map((each) => each.workers.join());

describe("workers that the board reads", () => {
  it("go to the only player whose magnets point that way", () => {
    const { position: made, doubts } = withSurvey(position(side("blue"), side("orange")), [north("c3", 2)]);
    assert.deepEqual(workers(made), ["c3", ""]);
    assert.equal(made.levels.c3, 2);
    assert.deepEqual(made.domes, [], "no worker stands on a dome");
    assert.equal(doubts.size, 0);
  });

  it("are in doubt where several players may have them, where none may, and where they are too many", () => {
    const three = withSurvey(position(side("blue"), side("orange"), side("white")), [north("a1")]);
    assert.deepEqual(openDoubts(three.position, three.doubts), ["a1"]);
    const foreign = withSurvey(position(side("orange"), side("purple")), [north("a1")]);
    assert.deepEqual(workers(foreign.position), ["a1", ""]);
    assert.deepEqual(foreign.doubts.get("a1")?.seats, ["orange", "purple"]);
    const many = withSurvey(
      position(side("blue"), side("orange")),
      ["a1", "a2", "a3"].map((name) => north(name)),
    );
    assert.deepEqual(workers(many.position), ["a1,a2,a3", ""]);
    assert.deepEqual(openDoubts(many.position, many.doubts), ["a3"]);
  });

  it("are given to those who have workers in a game of teams", () => {
    const teams = [side("blue"), side("orange"), side("white", 0), side("purple", 0)];
    const { position: made, doubts } = withSurvey(position(...teams), [north("a1")]);
    assert.deepEqual(workers(made), ["a1", "", "", ""]);
    assert.equal(doubts.size, 0);
  });

  it("that are sure come before those that are not", () => {
    const found = [north("a1", null, false), north("b1"), north("c1")];
    const { position: made, doubts } = withSurvey(position(side("blue"), side("orange")), found);
    assert.deepEqual(openDoubts(made, doubts), ["a1"]);
  });

  it("go from player to player with each tap, then away, then back", () => {
    const { position: made, doubts } = withSurvey(position(side("blue"), side("orange"), side("white")), [north("a1")]);
    const doubt = doubts.get("a1");
    assert.ok(doubt);
    const seen = [made];
    for (let tap = 0; tap < 3; tap += 1) seen.push(withNextOwner(seen[tap], doubt, "a1"));
    assert.deepEqual(seen.map(workers), [
      ["a1", "", ""],
      ["", "", "a1"],
      ["", "", ""],
      ["a1", "", ""],
    ]);
  });
});
