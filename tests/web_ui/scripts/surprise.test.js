import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { storedPicks, storePicks } from "../../../web_ui/static/js/draft/picking.js";
import { surprise } from "../../../web_ui/static/js/draft/picking.js";
import { swipe } from "../../../web_ui/static/js/cards/cardsheet.js";
import { drafting } from "./snapshots.js";

/**
 * @param {string} power
 * @param {Partial<Page.DraftCard>} other
 * @returns {Page.DraftCard}
 */
const card = (power, other = {}) => ({ power, refused: null, warnings: [], conflicts: [], ...other });

/** @param {string[]} powers */
const cards = (...powers) => powers.map((power) => card(power));

/** @param {string} power
 * @param {string} other */
const banned = (power, other) => ({ key: "draft.banned_pair", args: { power, other } });

const nothing = () => /** @type {string[]} */ ([]);

/** A chance that can be repeated.
 * @param {number} seed */
function chance(seed) {
  let now = seed + 1;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

/** What comes up in many surprises.
 * @param {Partial<Page.Drafting>} draft
 * @param {string[]} [picked]
 * @param {(power: string) => string[]} [bans] */
const many = (draft, picked = [], bans = nothing) => {
  const seats = drafting().seats.map((row, place) => ({ ...row, name: place < 2 ? row.seat : null }));
  const snapshot = drafting(draft, { seats });
  return Array.from({ length: 60 }, (_, seed) => surprise(snapshot, picked, bans, chance(seed * 7919)));
};

describe("a surprise", () => {
  it("picks as many gods as are wanted, each of them in the end, none twice", () => {
    const offers = many({ cards: cards("pan", "zeus", "atlas", "hermes"), wanted: 2 });
    assert.ok(offers.every((powers) => new Set(powers).size === 2));
    assert.deepEqual([...new Set(offers.flat())].sort(), ["atlas", "hermes", "pan", "zeus"]);
  });

  it("leaves out what cannot be had: sets, first games, numbers of players", () => {
    const refused = { key: "draft.left_out", args: { power: "zeus" } };
    const offers = many({ cards: [card("zeus", { refused }), ...cards("pan", "atlas")], wanted: 2 });
    assert.ok(offers.every((powers) => powers && !powers.includes("zeus")));
  });

  it("picks no two that the rulebook advises against, whoever says so", () => {
    const three = (/** @type {Partial<Page.DraftCard>} */ other) => [card("gaea", other), ...cards("atlas", "pan")];
    const apart = (/** @type {string[] | null} */ powers) => !(powers?.includes("gaea") && powers.includes("atlas"));
    assert.ok(many({ cards: three({ warnings: [banned("gaea", "atlas")] }), wanted: 2 }).every(apart));
    assert.ok(many({ cards: three({ conflicts: [banned("gaea", "atlas")] }), wanted: 2 }).every(apart));
    const bans = (/** @type {string} */ power) => (power === "atlas" ? ["gaea"] : []);
    assert.ok(many({ cards: three({}), wanted: 2 }, [], bans).every(apart));
  });

  it("keeps what is picked already and adds what is missing", () => {
    const offers = many({ cards: cards("pan", "zeus", "atlas"), wanted: 2 }, ["pan"]);
    assert.ok(offers.every((powers) => powers?.[0] === "pan" && powers.length === 2));
  });

  it("comes up with others once there are enough", () => {
    const offers = many({ cards: cards("pan", "zeus", "atlas", "hermes"), wanted: 2 }, ["pan", "zeus"]);
    assert.ok(offers.every((powers) => powers && [...powers].sort().join() === "atlas,hermes"));
  });

  it("takes one god for a player, and never goes without one", () => {
    const choose = { stage: /** @type {const} */ ("choose"), cards: cards("pan", "mortal", "zeus"), wanted: 2 };
    assert.deepEqual([...new Set(many(choose).flat())].sort(), ["pan", "zeus"]);
    assert.ok(many(choose, ["pan"]).every((powers) => powers?.join() === "zeus"));
  });

  it("lays out a god for each player where all choose at once", () => {
    const offers = many({ cards: cards("pan", "zeus", "atlas"), wanted: 1, at_once: true });
    assert.ok(offers.every((powers) => powers?.length === 2));
  });

  it("gives nothing where there are too few", () => {
    assert.equal(surprise(drafting({ cards: cards("pan"), wanted: 2 }), [], nothing), null);
    const two = [card("gaea", { conflicts: [banned("gaea", "atlas")] }), card("atlas")];
    assert.equal(surprise(drafting({ cards: two, wanted: 2 }), [], nothing), null);
  });
});

describe("what is picked", () => {
  /** @returns {Storage} */
  const storage = () => {
    /** @type {Map<string, string>} */
    const stored = new Map();
    const given = {
      getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
      removeItem: (/** @type {string} */ key) => stored.delete(key),
    };
    return /** @type {Storage} */ (/** @type {unknown} */ (given));
  };
  const offer = drafting({ stage: "offer", cards: cards("pan", "zeus"), wanted: 2 });

  it("is there again after a reload in the same draft", () => {
    const kept = storage();
    storePicks(offer, new Set(["pan"]), kept);
    assert.deepEqual(storedPicks({ ...offer, version: offer.version + 1 }, kept), ["pan"]);
  });

  it("is forgotten in another step, another draft, and when all is put back", () => {
    for (const other of [
      { ...offer, draft: { ...offer.draft, stage: /** @type {const} */ ("choose") } },
      { ...offer, draft: { ...offer.draft, cards: cards("pan") } },
      { ...offer, draft: null },
    ]) {
      const kept = storage();
      storePicks(offer, ["pan"], kept);
      assert.deepEqual(storedPicks(other, kept), []);
    }
    const kept = storage();
    storePicks(offer, ["pan"], kept);
    assert.deepEqual(storedPicks({ ...offer, draft: null }, kept), []);
    assert.deepEqual(storedPicks(offer, kept), []);
    storePicks(offer, ["pan"], kept);
    storePicks(offer, [], kept);
    assert.deepEqual(storedPicks(offer, kept), []);
  });

  it("is nothing where something else was stored", () => {
    const kept = storage();
    kept.setItem("thera-picks", "{no json");
    assert.deepEqual(storedPicks(offer, kept), []);
  });
});

it("takes a long straight way to the side for a swipe", () => {
  assert.equal(swipe(-90, 10), 1);
  assert.equal(swipe(90, -30), -1);
  assert.equal(swipe(-30, 0), 0);
  assert.equal(swipe(-90, 70), 0);
});
