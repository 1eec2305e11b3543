import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { occasion } from "../../../web_ui/static/js/sound.js";
import { action, lobby, playing } from "./snapshots.js";

const WAITING = playing(
  {},
  { prompt: { seat: "orange", kind: "move", power: "mortal", optional: false, in_a_row: 1 } },
);
/** @type {Api.MessageForm} */
const MESSAGE = { key: "board.put", args: {} };

describe("a sound", () => {
  it("says that it is this phone's turn, once", () => {
    assert.equal(occasion(playing(), WAITING), "turn");
    assert.equal(occasion(playing(), playing()), null);
    assert.equal(occasion(WAITING, playing()), null);
  });

  it("says that the game is won or lost, to those who played it", () => {
    /** @param {Api.Seat[]} winners */
    const over = (winners) =>
      playing({ outcome: { winners, reason: MESSAGE } }, { phase: "over", prompt: null, seats_held: ["blue"] });
    assert.equal(occasion(over(["blue"]), playing()), "win");
    assert.equal(occasion(over(["orange"]), playing()), "loss");
    assert.equal(occasion(over([]), playing()), null);
  });

  it("is made for nothing that others do", () => {
    /** @type {Page.Board} */
    const board = { ...lobby().board, mode: "restore", message: MESSAGE };
    const others = /** @type {Api.SnapshotForm} */ ({ ...WAITING, game: { ...WAITING.game, active: "orange" } });
    assert.equal(occasion({ ...others, board }, others), null);
  });

  it("says that the board needs an answer, or a player consent to a takeback", () => {
    const choices = [[action("move", "b2", "b3")], [action("move", "b2", "c3")]];
    assert.equal(occasion(playing({}, { choices }), playing()), "question");
    /** @type {Api.SnapshotForm["takeback"]} */
    const takeback = { asker: "orange", missing: ["blue"], refused: null };
    assert.equal(occasion(playing({}, { takeback }), playing()), "question");
    assert.equal(occasion(playing({}, { takeback: { ...takeback, missing: ["white"] } }), playing()), null);
  });

  it("says that something is wrong on the board, and not while all is well", () => {
    const { board } = lobby();
    assert.equal(occasion(playing({}, { board: { ...board, mode: "restore", message: MESSAGE } }), playing()), "wrong");
    assert.equal(occasion(playing({}, { board: { ...board, message: MESSAGE } }), playing()), null);
  });

  it("is made neither for the first snapshot nor for a phone without a seat", () => {
    assert.equal(occasion(playing(), null), null);
    assert.equal(occasion(playing({}, { seats_held: [] }), WAITING), null);
  });
});
