import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { acts, mayEnd, mayLead, waits } from "../../../web_ui/static/js/seats.js";
import { lobby, playing } from "./snapshots.js";

/** @param {Partial<Api.SnapshotForm>} more */
const seat = (more) => ({ ...lobby(), ...more });
const TWO = lobby().seats.map((one, place) => ({ ...one, name: place < 2 ? `Player ${place}` : null }));

describe("who may begin", () => {
  it("is the host, and whoever sits while the host is gone", () => {
    assert.ok(mayLead(seat({ host: true, seats_held: ["blue"] })));
    assert.ok(mayLead(seat({ host_gone: true, seats_held: ["orange"] })));
    assert.ok(!mayLead(seat({ seats_held: ["orange"] })));
    assert.ok(!mayLead(seat({ host_gone: true, seats_held: [] })));
  });
});

describe("who may end a draft or a game for all", () => {
  /** @param {number | null} here */
  const match = (here) => ({ .../** @type {Api.MatchForm} */ (lobby().match), here });
  it("is the host; in a match only the one of the table that opened it, and only the draft", () => {
    for (const phase of /** @type {const} */ (["draft", "playing"])) {
      assert.ok(mayEnd(seat({ host: true, phase })));
      assert.ok(!mayEnd(seat({ host: false, phase })));
      assert.ok(mayEnd(seat({ host: true, phase, match: match(null) })));
      assert.equal(mayEnd(seat({ host: true, phase, match: match(0) })), phase === "draft");
      assert.ok(!mayEnd(seat({ host: true, phase, match: match(1) })));
    }
  });
});

describe("who waits before a game", () => {
  it("is everybody who sits and cannot begin yet", () => {
    assert.ok(waits(seat({ host: true, seats_held: ["blue"] })));
    assert.ok(waits(seat({ seats_held: ["orange"], seats: TWO })));
    assert.ok(!waits(seat({ host: true, seats_held: ["blue"], seats: TWO })));
    assert.ok(!waits(seat({ seats: TWO })));
  });

  it("is nobody in a game", () => {
    assert.ok(!waits(playing()));
  });
});

describe("who acts", () => {
  it("is whoever is asked, confirms, chooses, or is on turn; nobody once the game is over", () => {
    const prompt = { ...playing(), prompt: null, seats_held: /** @type {Api.Seat[]} */ (["white"]) };
    assert.ok(acts(playing()));
    assert.ok(!acts(prompt));
    assert.ok(acts({ ...prompt, confirming: "white" }));
    assert.ok(!acts({ ...playing(), phase: "over" }));
  });
});
