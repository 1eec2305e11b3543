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

  it("is picked on this phone as long as it is on offer", () => {
    const ui = /** @type {Page.Ui} */ ({ cards: new Set(["pan", "zeus"]) });
    assert.deepEqual(pickedCards(drafting({ cards: [PAN] }), ui), ["pan"]);
    assert.deepEqual(pickedCards(drafting({ cards: [PAN], chooser: null }), ui), []);
  });

  it("is picked in a vote when the table has counted it", () => {
    const votes = [{ power: "pan", seats: /** @type {Api.Seat[]} */ (["blue"]), passed_over: null }];
    assert.deepEqual(votedFor({ votes }, "blue"), ["pan"]);
    assert.deepEqual(votedFor({ votes }, "orange"), []);
    const ui = /** @type {Page.Ui} */ ({ cards: new Set() });
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
