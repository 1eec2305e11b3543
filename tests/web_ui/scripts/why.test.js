import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bookOfReason, reasonOfLine } from "../../../web_ui/static/js/why.js";

describe("the way to the book", () => {
  it("has the reason and the powers behind it", () => {
    assert.equal(bookOfReason({ key: "limus.barren", args: { square: "c3" } }), "#book/why/limus.barren");
    assert.equal(
      bookOfReason({ key: "no_legal_finish_by", args: { causes: "limus (orange),ram" } }),
      "#book/why/no_legal_finish_by/limus,ram",
    );
  });

  it("has the reason within a reason", () => {
    const barred = {
      key: "hop.barred",
      args: { reason: "hades.no_descent", holder: "orange", square: "d1", to: "d1" },
    };
    assert.equal(bookOfReason(barred), "#book/why/hop.barred/hades.no_descent");
  });

  it("leads from each line of the log that denies, ends or stops something", () => {
    const denied = { key: "log.win_denied", args: { reason: "win.forced", power: "apollo", square: "c3" } };
    assert.equal(bookOfReason(reasonOfLine(denied) ?? denied), "#book/why/win.forced/apollo");
    const lost = { key: "log.no_turn_left", args: { reason: "stuck.move_by", causes: "hypnus (orange)" } };
    assert.equal(bookOfReason(reasonOfLine(lost) ?? lost), "#book/why/stuck.move_by/hypnus");
    const void_ = { key: "log.demand_void", args: { power: "persephone", seat: "blue" } };
    assert.equal(bookOfReason(reasonOfLine(void_) ?? void_), "#book/why/log.demand_void/persephone");
    const secret = { key: "log.action_cancelled_somewhere", args: { seat: "blue" } };
    assert.equal(bookOfReason(reasonOfLine(secret) ?? secret), "#book/why/log.action_cancelled_somewhere");
  });

  it("leads from no line that only tells what was done", () => {
    assert.equal(reasonOfLine({ key: "log.built", args: { square: "c3", piece: "dome", seat: "blue" } }), null);
    assert.equal(reasonOfLine({ key: "log.worker_forced", args: { power: "apollo" } }), null);
  });
});
