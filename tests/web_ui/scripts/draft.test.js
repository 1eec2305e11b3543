import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { against, pickedCards, votedFor } from "../../../web_ui/static/js/draft/picking.js";
import { inDraft, inGame, inWorkshop } from "../../../web_ui/static/js/state.js";
import { drafting, lobby, playing } from "./snapshots.js";

/**
 * @param {string} power
 * @param {Partial<Page.DraftCard>} other
 * @returns {Page.DraftCard}
 */
const card = (power, other = {}) => ({ power, refused: null, warnings: [], conflicts: [], ...other });

const BANNED = { key: "draft.banned_pair", args: { power: "pan", other: "athena" } };
const REFUSED = { key: "draft.refused", args: {} };
const PAN = card("pan", { conflicts: [BANNED] });

describe("a card of the draft", () => {
  it("cannot be picked beside one that it is banned with", () => {
    const { draft } = drafting();
    assert.equal(against(draft, PAN, []), null);
    assert.equal(against(draft, PAN, ["athena"]), BANNED);
    assert.equal(against(draft, card("hermes", { refused: REFUSED }), []), REFUSED);
  });

  it("may be voted for beside it", () => {
    assert.equal(against({ stage: "vote" }, PAN, ["athena"]), null);
  });

  it("is about to be taken on this page as long as it is on offer", () => {
    const ui = { cards: new Set(["pan", "zeus"]), picking: [] };
    const stage = /** @type {const} */ ("choose");
    assert.deepEqual(pickedCards(drafting({ stage, cards: [PAN] }), ui), ["pan"]);
    assert.deepEqual(pickedCards(drafting({ stage, cards: [PAN], chooser: null }), ui), []);
  });

  it("is picked for an offer on all phones when the table knows it, and here at once", () => {
    const picked = /** @type {Page.Drafting["picked"]} */ (["pan", "atlas"]);
    const ui = { cards: new Set(["zeus"]), picking: [] };
    assert.deepEqual(pickedCards(drafting({ picked }), ui), picked);
    assert.deepEqual(pickedCards(drafting({ picked, chooser: null }), ui), picked);
    /** @type {Page.Ui["picking"]} */
    const picking = [(before) => [...before, "hera"], (before) => before.filter((each) => each !== "pan")];
    assert.deepEqual(pickedCards(drafting({ picked }), { ...ui, picking }), ["atlas", "hera"]);
  });

  it("is picked in a vote when the table has counted it", () => {
    const votes = [{ power: "pan", seats: /** @type {Api.Seat[]} */ (["blue"]), passed_over: null }];
    assert.deepEqual(votedFor({ votes }, "blue"), ["pan"]);
    assert.deepEqual(votedFor({ votes }, "orange"), []);
    const ui = { cards: new Set(["zeus"]), picking: [] };
    assert.deepEqual(pickedCards(drafting({ stage: "vote", votes }), ui), ["pan"]);
  });
});

it("refuses a part of a snapshot that its phase does not have", () => {
  assert.throws(() => inGame(lobby()), TypeError);
  assert.throws(() => inDraft(playing()), TypeError);
  assert.throws(() => inWorkshop(lobby()), TypeError);
  const snapshot = playing();
  assert.equal(inGame(snapshot), snapshot);
});
