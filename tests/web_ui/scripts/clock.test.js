import assert from "node:assert/strict";
import { it } from "node:test";
import { clockText, timeLeft } from "../../../web_ui/static/js/game/players.js";

it("counts on for the player whose clock runs, from the moment that the table looked", () => {
  const left = { blue: 60_000, orange: 50_000 };
  assert.deepEqual(timeLeft({ left, running: "blue", age: 300 }, 1000, 2500), { blue: 58_200, orange: 50_000 });
  assert.deepEqual(timeLeft({ left, running: null, age: 300 }, 1000, 2500), left);
});

it("never gives time back when this phone's clock was set back", () => {
  assert.equal(timeLeft({ left: { blue: 60_000 }, running: "blue", age: 0 }, 5000, 1000).blue, 60_000);
});

it("shows the second that has begun, and after the end the seconds that are over", () => {
  assert.equal(clockText(900_000), "15:00");
  assert.equal(clockText(61_001), "1:02");
  assert.equal(clockText(1), "0:01");
  assert.equal(clockText(0), "0:00");
  assert.equal(clockText(-1), "−0:00");
  assert.equal(clockText(-61_999), "−1:01");
});
