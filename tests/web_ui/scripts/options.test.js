import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  inSentences,
  presetOf,
  presets,
  questionsChanged,
  tileOf,
  TILES,
  whyNoPreset,
  withGods,
  withPreset,
  withTile,
} from "../../../web_ui/static/js/lobby/options.js";
import { speak } from "./catalogue.js";
import { lobby } from "./snapshots.js";

before(() => speak("en", "page"));

const { options } = lobby();

describe("a kind of game", () => {
  it("is known by its options again", () => {
    for (const name of presets()) assert.equal(presetOf(withPreset(options, name)), name);
  });

  it("is none of them once an option is another", () => {
    assert.equal(presetOf({ ...options, open_information: true }), null);
  });

  it("leaves what does not make it up", () => {
    const before = { ...options, clock: { minutes: 10, increment: 5 }, rules: { revised: ["pan"] } };
    const after = withPreset(before, "fleece");
    assert.deepEqual([after.clock, after.rules], [before.clock, before.rules]);
    assert.equal(after.fleece, true);
  });

  it("says why it cannot be chosen: at a small board, and those for two where more sit there", () => {
    const none = { key: "table.set_not_for_players", args: { players: "3" } };
    const three = lobby({ powers_needed: true, sets: [{ group: "hero", count: 0, none }] });
    /** @param {Api.SnapshotForm} shown */
    const refused = (shown) => presets().filter((name) => whyNoPreset(shown, name));
    assert.deepEqual(refused(lobby()), []);
    assert.deepEqual(refused(lobby({ size: 4 })), ["old"]);
    assert.deepEqual(refused(three), ["heroes", "fleece"]);
    assert.equal(whyNoPreset(three, "heroes"), "Heroes are for two players.");
  });

  it("of 2007 goes when another is chosen", () => {
    const old = withPreset(options, "old");
    assert.equal(old.rules.edition, "original_2007");
    assert.equal(withPreset(old, "heroes").rules.edition, undefined);
  });
});

describe("the options in sentences", () => {
  it("say that there are no gods, unless more than two play", () => {
    const without = lobby({ options: { ...options, powers: false } });
    assert.equal(withGods(without), false);
    assert.equal(withGods({ ...without, powers_needed: true }), true);
    assert.equal(inSentences(without).length, 1);
  });

  it("name no set of which nothing can be played, and the gods that are left out", () => {
    const none = { key: "table.set_not_for_players", args: { players: "3" } };
    const sets = /** @type {Api.SetForm[]} */ ([
      { group: "simple", count: 10, none: null },
      { group: "hero", count: 0, none },
    ]);
    const left_out = /** @type {Page.Options["left_out"]} */ (["medusa", "circe"]);
    const shown = lobby({ gods: 41, sets, options: { ...options, sets: ["simple", "hero"], left_out } });
    const [first, second] = inSentences(shown);
    assert.equal(first, "Simple gods: 41 to choose from.");
    assert.equal(second, "Without Medusa, Circe.");
    const only = inSentences({ ...shown, options: { ...options, sets: ["hero"] } });
    assert.ok(only[0].startsWith("Heroes"));
  });

  it("say each rule that is not as usual", () => {
    const usual = inSentences(lobby()).length;
    const rules = { bans: "none", supply: "unlimited", revised: ["pan"], some_question: true };
    const texts = inSentences(lobby({ options: { ...options, rules, confirm: "at_once" } }));
    assert.equal(texts.length, usual + 5);
    assert.ok(texts.some((text) => text.includes("Pan")));
  });
});

it("counts as questions what is no rule with a name of its own", () => {
  assert.deepEqual(questionsChanged({ edition: "2024", bans: "none", some_question: true }), ["some_question"]);
});

describe("a tile", () => {
  it("tells what the options are for, whoever chose them", () => {
    /** @param {Partial<Page.Options>} more */
    const tile = (more, needed = false) => tileOf({ options: { ...options, ...more }, powers_needed: needed });
    assert.equal(tile({ powers: false }), "just");
    assert.equal(tile({ powers: false }, true), "choose");
    assert.equal(tile({ mode: "quick", first_games: true }), "first");
    assert.equal(tile({ mode: "quick" }), "lot");
    assert.equal(tile({ mode: "quick", first_games: true, rules: { gods_per_player: 2 } }), "lot");
    assert.equal(tile({ mode: "vote" }), "choose");
    assert.equal(tile({ fleece: true }), "fleece");
  });

  it("is chosen once it was tapped, whatever was chosen before", () => {
    const before = [options, withPreset(options, "old"), withPreset(options, "fleece"), withTile(options, "first")];
    for (const chosen of before) {
      for (const name of TILES) {
        assert.equal(tileOf({ options: withTile(chosen, name), powers_needed: false }), name);
      }
    }
  });

  it("to choose gods leaves out heroes on a first evening, and keeps the sets that were chosen later", () => {
    assert.deepEqual(withTile(withTile(options, "first"), "choose").sets, ["simple", "advanced", "golden_fleece"]);
    const heroes = { ...options, powers: false };
    assert.deepEqual(withTile(heroes, "choose").sets, options.sets);
  });
});
