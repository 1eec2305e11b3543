import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bookOfReason, reasonOfEvent } from "../../../web_ui/static/js/game/log.js";

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

  it("leads from each event of the log that denies, ends or stops something", () => {
    /** @type {Array<[Page.LoggedEvent["kind"], string, Record<string, string>, string]>} */
    const cases = [
      ["win_denied", "", { reason: "win.forced", power: "apollo", square: "c3" }, "win.forced/apollo"],
      ["no_turn_left", "", { reason: "stuck.move_by", causes: "hypnus (orange)" }, "stuck.move_by/hypnus"],
      ["demand_void", "", { power: "persephone", seat: "blue" }, "log.demand_void/persephone"],
      ["action_cancelled", "_somewhere", { seat: "blue" }, "log.action_cancelled_somewhere"],
    ];
    for (const [kind, variant, args, place] of cases) {
      const reason = reasonOfEvent({ kind, message: { key: `log.${kind}${variant}`, args } });
      assert.equal(reason && bookOfReason(reason), `#book/why/${place}`);
    }
  });

  it("leads from no event that only tells what was done", () => {
    const built = { key: "log.built", args: { square: "c3", piece: "dome", seat: "blue" } };
    assert.equal(reasonOfEvent({ kind: "built", message: built }), null);
    const forced = { key: "log.worker_forced", args: { power: "apollo" } };
    assert.equal(reasonOfEvent({ kind: "worker_forced", message: forced }), null);
  });
});
