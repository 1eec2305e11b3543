import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inTheOpen, secretsOf } from "../../../web_ui/static/js/game/secret.js";
import { action, player, playing } from "./snapshots.js";

/** @type {Api.WorkerForm} */
const HIDDEN = { seat: "blue", square: "b2", marked: false };
/** @type {Api.WorkerForm} */
const SEEN = { seat: "orange", square: "d4", marked: false };

/** @param {boolean} step */
const secretGame = (step) =>
  playing(
    {
      workers: [HIDDEN, SEEN],
      players: [player("blue", 0, { power: "hecate", memory: { square: "b2", open: "yes" } }), player("orange", 1)],
      secrets: [{ power: "tartarus", square: "e5" }],
      options: [action("move", "b2", "b3"), action("done", null, null)],
    },
    {
      secret: { workers: [HIDDEN], memory: { square: "b2" }, step },
      dark: { e5: { key: "reason.far", args: {} } },
      log: [
        { number: 1, kind: "turn_began", message: { key: "log.turn_began", args: { seat: "blue" } } },
        {
          number: 2,
          kind: "worker_moved",
          message: { key: "log.worker_moved", args: {} },
          secret: true,
          instead: { kind: "acted_in_secret", message: { key: "log.hidden", args: {} } },
        },
        {
          number: 3,
          kind: "worker_moved",
          message: { key: "log.worker_moved", args: {} },
          secret: true,
          instead: null,
        },
      ],
    },
  );

describe("what everybody may see on a phone", () => {
  it("is everything where there is no secret", () => {
    const snapshot = playing();
    assert.equal(inTheOpen(snapshot), snapshot);
  });

  it("has neither hidden workers and squares nor what the card keeps to itself", () => {
    const { game } = inTheOpen(secretGame(false));
    assert.deepEqual(game.secrets, []);
    assert.deepEqual(game.workers, [SEEN]);
    assert.deepEqual(game.players[0].memory, { open: "yes" });
  });

  it("has for a secret line the one that is public, if there is one", () => {
    const { log } = inTheOpen(secretGame(false));
    assert.deepEqual(
      log.map(({ message }) => message.key),
      ["log.turn_began", "log.hidden"],
    );
  });

  it("has no squares to tap and no reasons while a step is taken in secret", () => {
    const open = inTheOpen(secretGame(true));
    assert.deepEqual(open.game.options, [action("done", null, null)]);
    assert.deepEqual(open.dark, {});
    assert.equal(inTheOpen(secretGame(false)).game.options.length, 2);
  });
});

describe("secret squares", () => {
  it("are known by the powers whose they are", () => {
    const { game } = playing({
      secrets: [
        { power: "moerae", square: "b2" },
        { power: "tartarus", square: "d1" },
      ],
    });
    assert.deepEqual(
      [...secretsOf(game)],
      [
        ["b2", "moerae"],
        ["d1", "tartarus"],
      ],
    );
  });
});
