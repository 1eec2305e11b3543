import assert from "node:assert/strict";
import { before, it } from "node:test";
import { refusalOf } from "../../../web_ui/static/js/bench/hands.js";
import { nameSeats, messageText } from "../../../web_ui/static/js/text.js";
import { speak } from "./catalogue.js";
import { bySquare } from "./snapshots.js";

/** @type {Api.BenchForm} */
const BENCH = {
  may_act: true,
  version: 1,
  size: 5,
  levels: bySquare((name) => (name === "b1" ? 3 : 0)),
  domes: ["c1"],
  pieces: [
    { piece: "blue-1", seat: "blue", square: null, x: 0, y: 0, in_hand: true, lying: false },
    { piece: "orange-1", seat: "orange", square: "a1", x: 0, y: 0, in_hand: false, lying: false },
  ],
  lights: {},
  phone: null,
  follows: true,
};

/** @param {Api.Gesture} gesture */
function said(gesture) {
  const message = refusalOf(BENCH, gesture);
  return message && messageText(message);
}

before(() => speak("en", "page"));
before(() => nameSeats([{ seat: "blue", name: "Ann" }]));

it("names the player whose worker has no room on a square", () => {
  assert.equal(
    said({ do: "put", piece: "blue-1", square: "a1" }),
    "Ann's worker does not fit on a1: another one stands there.",
  );
  assert.equal(said({ do: "put", piece: "blue-1", square: "c1" }), "Ann's worker cannot stand on the dome on c1.");
});

it("says why a square cannot be touched, and no piece put on it or taken off it", () => {
  assert.match(said({ do: "stack", square: "a1", dome: false }) ?? "", /worker stands on a1/);
  assert.match(said({ do: "stack", square: "c1", dome: true }) ?? "", /dome on c1/);
  assert.match(said({ do: "stack", square: "b1", dome: false }) ?? "", /three blocks on b1/);
  assert.match(said({ do: "tap", piece: "blue-1", square: "a1" }) ?? "", /worker stands on a1/);
  assert.match(said({ do: "unstack", square: "a1" }) ?? "", /worker stands on a1/);
  assert.match(said({ do: "unstack", square: "d1" }) ?? "", /nothing to take off d1/);
});

it("says nothing where the picture shows no reason", () => {
  assert.equal(said({ do: "put", piece: "blue-1", square: "d1" }), null);
  assert.equal(said({ do: "put", piece: "white-1", square: "a1" }), null);
  assert.equal(said({ do: "stack", square: "b1", dome: true }), null);
  assert.equal(said({ do: "knock", piece: "orange-1" }), null);
});
