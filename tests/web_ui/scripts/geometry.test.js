import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { frame, ground, heading, rimAt, topOf } from "../../../web_ui/static/js/board/geometry.js";
import { depth, keyStep, rowsOf, squareAt, steps, turnOf } from "../../../web_ui/static/js/board/squares.js";
import { covered, halfAt, regions, silhouette } from "../../../web_ui/static/js/board/geometry.js";

const NARROWEST = 296; // px: the board on a screen 320 wide
const FINGER = 24; // px, as WCAG 2.2 has it

/** @typedef {import("../../../web_ui/static/js/board/geometry.js").Stack} Stack */

/** @param {number} seed */
const chance = (seed) => {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
};

const LIES = [4, 5].flatMap((size) => [0, 1, 2, 3].map((turn) => ({ size, turn, flat: false })));

/** Any towers, with a worker here and there.
 * @param {number} seed
 * @returns {(name: string) => Stack} */
function anyTowers(seed) {
  const next = chance(seed);
  /** @type {Map<string, Stack>} */
  const stacks = new Map();
  return (name) => {
    const level = Math.floor(next() * 4);
    const domed = next() < 0.25;
    const fresh = { level, domed, figure: !domed && next() < 0.2 };
    return stacks.get(name) ?? (stacks.set(name, fresh), fresh);
  };
}

/** Whether a point lies in a polygon.
 * @param {[number, number][]} polygon
 * @param {number} x
 * @param {number} y */
function inside(polygon, x, y) {
  let within = false;
  for (let index = 0, last = polygon.length - 1; index < polygon.length; last = index, index += 1) {
    const [[x0, y0], [x1, y1]] = [polygon[index], polygon[last]];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) within = !within;
  }
  return within;
}

describe("a board before its viewer", () => {
  it("has the corner of a seat near: the corners stand clockwise from a1", () => {
    const corners = { blue: "a1", orange: "a5", white: "e5", purple: "e1" };
    for (const [seat, corner] of Object.entries(corners)) {
      const lie = { size: 5, turn: turnOf(/** @type {Api.Seat} */ (seat)), flat: false };
      assert.deepEqual(steps(corner, lie), [0, 0]);
      const lowest = rowsOf(5)
        .flat()
        .sort((one, other) => ground(other, lie).y - ground(one, lie).y)[0];
      assert.equal(lowest, corner);
    }
    assert.equal(turnOf(null), 0);
  });

  it("is not mirrored: from near corner to right to far corner is against the clock", () => {
    for (const lie of LIES) {
      const last = lie.size - 1;
      const [near, right, far] = [squareAt(0, 0, lie), squareAt(last, 0, lie), squareAt(last, last, lie)];
      const clockwise = lie.size === 5 ? ["a1", "a5", "e5", "e1"] : ["a1", "a4", "d4", "d1"];
      const at = clockwise.indexOf(near ?? "");
      assert.equal(right, clockwise[(at + 3) % 4]);
      assert.equal(far, clockwise[(at + 2) % 4]);
    }
  });

  it("finds each square again by its steps from the corner", () => {
    for (const lie of LIES) {
      for (const name of rowsOf(lie.size).flat()) assert.equal(squareAt(...steps(name, lie), lie), name);
    }
  });

  it("fits into its frame with any tower", () => {
    for (const lie of [...LIES, { size: 5, turn: 0, flat: true }]) {
      const { width, height } = frame(lie.size);
      for (const name of rowsOf(lie.size).flat()) {
        const { x, y } = ground(name, lie);
        const up = lie.flat ? 40 : topOf({ level: 3, domed: true, figure: false }) + 8;
        assert.ok(x > 40 && x < width - 40 && y - up > 0 && y < height - 40, name);
      }
    }
  });
});

describe("a direction", () => {
  /** The neighbors of c3.
   * @type {Record<Page.Direction, string>} */
  const neighbors = { n: "c4", ne: "d4", e: "d3", se: "d2", s: "c2", sw: "b2", w: "b3", nw: "b4" };
  const views = LIES.flatMap((lie) => [lie, { ...lie, flat: true }]);

  /** Degrees between two places on the screen, clockwise from straight up.
   * @param {import("../../../web_ui/static/js/board/geometry.js").Point} from
   * @param {import("../../../web_ui/static/js/board/geometry.js").Point} to */
  const angle = (from, to) => (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;

  it("leads where the neighbor there is seen, from each seat and in both views", () => {
    for (const lie of views) {
      for (const [direction, to] of Object.entries(neighbors)) {
        const seen = angle(ground("c3", lie), ground(to, lie));
        const led = heading(/** @type {Page.Direction} */ (direction), lie);
        assert.ok(Math.abs(seen - led) < 0.001, `${direction} ${JSON.stringify(lie)}`);
      }
    }
  });

  it("is chosen on the rim where it leads to, within the picture", () => {
    for (const lie of views) {
      const { width, height } = frame(lie.size);
      const [low, high] = [ground("a1", lie), ground(`${"abcde"[lie.size - 1]}${lie.size}`, lie)];
      const whole = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
      for (const direction of /** @type {Page.Direction[]} */ (Object.keys(neighbors))) {
        const at = rimAt(direction, lie);
        const off = Math.abs(angle(whole, at) - heading(direction, lie));
        assert.ok(off < 0.001 || Math.abs(off - 360) < 0.001, `${direction} ${JSON.stringify(lie)}`);
        assert.ok(at.x > 40 && at.x < width - 40 && at.y > 40 && at.y < height - 40);
      }
    }
  });
});

describe("what of the screen belongs to a square", () => {
  it("has its middle on what is seen of the square, for any towers, however the board lies", () => {
    for (const [seed, lie] of LIES.flatMap((each) => [1, 2, 3].map((one) => /** @type {const} */ ([one, each])))) {
      const towers = anyTowers(seed + lie.turn);
      const shapes = new Map(
        rowsOf(lie.size)
          .flat()
          .map((name) => [name, silhouette(towers(name))]),
      );
      for (const [name, region] of regions(lie, towers)) {
        assert.ok(inside(region.clip, 0.5, 0.5), `${name} is beside its own outline`);
        assert.ok(!covered(region.aim, name, lie, shapes), `${name} is hidden`);
        const at = ground(name, lie);
        const shape = shapes.get(name) ?? [];
        assert.ok(halfAt(shape, region.aim.y - at.y) >= Math.abs(region.aim.x - at.x));
      }
    }
  });

  it("contains the middle of its top", () => {
    for (const level of [0, 1, 2, 3]) {
      for (const domed of [false, true]) {
        const stack = { level, domed, figure: false };
        const lie = { size: 5, turn: 0, flat: false };
        const region = regions(lie, (name) => (name === "c3" ? stack : { level: 0, domed: false, figure: false })).get(
          "c3",
        );
        const at = ground("c3", lie);
        assert.ok(region);
        const up = topOf(stack);
        const [x, y] = [(at.x - region.left) / region.width, (at.y - up + 1 - region.top) / region.height];
        assert.ok(inside(region.clip, x, y), `level ${level}, ${domed ? "domed" : "open"}`);
      }
    }
  });

  it("is as large as a finger needs on the narrowest screen, whatever stands before it", () => {
    const lie = { size: 5, turn: 0, flat: false };
    const unit = NARROWEST / frame(5).width;
    for (const figures of [false, true]) {
      for (const level of [0, 1, 2, 3]) {
        /** @param {string} name @returns {Stack} */
        const towers = (name) =>
          name === "c3"
            ? { level, domed: false, figure: false }
            : { level: 3, domed: !figures, figure: figures && ["b2", "b3", "c2"].includes(name) };
        const shapes = new Map(
          rowsOf(5)
            .flat()
            .map((name) => [name, silhouette(towers(name))]),
        );
        const at = ground("c3", lie);
        const own = shapes.get("c3") ?? [];
        let seen = 0;
        for (let y = -110; y <= 50; y += 1) {
          for (let x = -50; x <= 50; x += 1) {
            if (halfAt(own, y) < Math.abs(x)) continue;
            if (!covered({ x: at.x + x, y: at.y + y }, "c3", lie, shapes)) seen += unit * unit;
          }
        }
        assert.ok(seen >= FINGER * FINGER, `level ${level}: ${seen.toFixed(0)} square px are seen`);
      }
    }
  });

  it("lies over what is behind it", () => {
    const lie = { size: 5, turn: 0, flat: false };
    assert.ok(depth("a1", lie) < depth("b2", lie) && depth("b2", lie) < depth("e5", lie));
  });

  it("is a whole square in the flat view", () => {
    for (const region of regions({ size: 5, turn: 2, flat: true }, () => ({
      level: 3,
      domed: true,
      figure: false,
    })).values()) {
      assert.ok(region.width * (NARROWEST / frame(5).width) >= FINGER);
      assert.equal(region.width, region.height);
    }
  });
});

describe("an arrow key on a board that is turned", () => {
  it("leads where it is seen to lead: up is away from the near corner, along the left rim", () => {
    for (const lie of LIES) {
      const name = squareAt(1, 1, lie) ?? "";
      const at = ground(name, lie);
      const led = (/** @type {string} */ key) => ground(keyStep(name, key, lie) ?? "", lie);
      assert.ok(led("ArrowUp").y < at.y && led("ArrowUp").x < at.x);
      assert.ok(led("ArrowRight").y < at.y && led("ArrowRight").x > at.x);
      assert.ok(led("ArrowDown").y > at.y && led("ArrowDown").x > at.x);
      assert.ok(led("ArrowLeft").y > at.y && led("ArrowLeft").x < at.x);
    }
  });

  it("does not lead off the board", () => {
    for (const lie of LIES) {
      const near = squareAt(0, 0, lie) ?? "";
      assert.equal(keyStep(near, "ArrowDown", lie), null);
      assert.equal(keyStep(near, "ArrowLeft", lie), null);
      assert.equal(keyStep(near, "Enter", lie), null);
    }
  });
});
