import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sixByLot, surprise } from "../../../web_ui/static/js/draft/picking.js";
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
 * @param {(power: string) => string[]} [bans]
 * @param {(power: string) => boolean} [simple] */
const many = (draft, picked = [], bans = nothing, simple = () => false) => {
  const seats = drafting().seats.map((row, place) => ({ ...row, name: place < 2 ? row.seat : null }));
  const snapshot = drafting(draft, { seats });
  return Array.from({ length: 60 }, (_, seed) => surprise(snapshot, picked, { bans, simple }, chance(seed * 7919)));
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

  it("gives gods for first games as long as the table has finished no game with gods, if there are enough", () => {
    const three = cards("zeus", "pan", "atlas");
    const simple = (/** @type {string} */ power) => power !== "zeus";
    const first = many({ cards: three, wanted: 2, beginners: true }, [], nothing, simple);
    assert.ok(first.every((powers) => powers && !powers.includes("zeus")));
    const all = many({ cards: three, wanted: 3, beginners: true }, [], nothing, simple);
    assert.ok(all.every((powers) => powers?.length === 3));
    assert.ok(many({ cards: three, wanted: 2 }, [], nothing, simple).some((powers) => powers?.includes("zeus")));
  });

  it("gives nothing where there are too few", () => {
    const facts = { bans: nothing, simple: () => false };
    assert.equal(surprise(drafting({ cards: cards("pan"), wanted: 2 }), [], facts), null);
    const two = [card("gaea", { conflicts: [banned("gaea", "atlas")] }), card("atlas")];
    assert.equal(surprise(drafting({ cards: two, wanted: 2 }), [], facts), null);
  });
});

describe("six cards by lot", () => {
  const nine = cards("pan", "zeus", "atlas", "hermes", "hera", "bia", "ares", "eros", "limus");
  /** @param {Partial<Page.Drafting>} draft
   * @param {string[]} picked
   * @param {string[]} before
   * @param {(power: string) => boolean} [simple] */
  const six = (draft, picked, before, simple = () => false) =>
    Array.from({ length: 40 }, (_, seed) =>
      sixByLot(drafting({ cards: nine, ...draft }).draft, picked, before, { simple }, chance(seed * 7919)),
    );

  it("are six others each time, of those that can be picked", () => {
    assert.ok(six({}, [], []).every((powers) => new Set(powers).size === 6));
    assert.deepEqual(new Set(six({}, [], []).flat()).size, 9);
    assert.ok(six({}, ["pan", "zeus"], []).every((powers) => !powers.includes("pan") && !powers.includes("zeus")));
    const before = ["pan", "zeus", "atlas", "hermes", "hera", "bia"];
    assert.ok(six({}, [], before).every((powers) => ["ares", "eros", "limus"].every((each) => powers.includes(each))));
  });

  it("leave out what is refused, or beside what is picked, and are fewer where there are no more", () => {
    const refused = { key: "draft.left_out", args: { power: "zeus" } };
    const few = [
      card("zeus", { refused }),
      card("gaea", { conflicts: [banned("gaea", "pan")] }),
      ...cards("pan", "bia"),
    ];
    assert.deepEqual(new Set(six({ cards: few }, ["pan"], []).flat()), new Set(["bia"]));
  });

  it("are gods for first games at a table that has finished no game with gods", () => {
    const simple = (/** @type {string} */ power) => ["pan", "atlas", "hermes", "bia", "hera", "zeus"].includes(power);
    assert.ok(six({ beginners: true }, [], [], simple).every((powers) => powers.every(simple)));
    assert.ok(!six({}, [], [], simple).every((powers) => powers.every(simple)));
    const before = ["pan", "atlas", "hermes", "bia", "hera", "zeus"];
    assert.ok(six({ beginners: true }, [], before, simple).every((powers) => powers.every(simple)));
  });
});

it("takes a long straight way to the side for a swipe", () => {
  assert.equal(swipe(-90, 10), 1);
  assert.equal(swipe(90, -30), -1);
  assert.equal(swipe(-30, 0), 0);
  assert.equal(swipe(-90, 70), 0);
});
