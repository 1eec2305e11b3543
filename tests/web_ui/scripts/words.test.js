import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { describe as inWords, windsText } from "../../../web_ui/static/js/board/words.js";
import { reach } from "../../../web_ui/static/js/game/choosing.js";
import { lastTurn } from "../../../web_ui/static/js/board/words.js";
import { speak } from "./catalogue.js";
import { action, bySquare, game, player, playing } from "./snapshots.js";

before(() => speak("en", "page"));

/** A square in words, on a board in this game.
 * @param {Page.InGame} snapshot
 * @param {string} name
 * @param {Map<string, string>} [secret] */
const told = (snapshot, name, secret = new Map()) =>
  inWords({ snapshot, can: reach(snapshot, null), secret, hints: new Set(), last: lastTurn(snapshot.log) }, name);

describe("a square in words", () => {
  it("says what is built and who stands there", () => {
    const levels = bySquare((square) => (square === "c3" ? 2 : 0));
    const shown = playing({ levels, workers: [{ seat: "orange", square: "c3", marked: false }], domes: ["d4"] });
    assert.equal(told(shown, "c3"), "c3, level 2, worker of Orange");
    assert.equal(told(shown, "d4"), "d4, ground, dome");
  });

  it("says what may be done there, and that it wins", () => {
    const options = [action("move", "b2", "b3", { wins: true }), action("move", "b2", "c2")];
    const shown = playing({ options, workers: [{ seat: "blue", square: "b2", marked: false }] });
    assert.equal(told(shown, "b3"), "b3, ground, you can move here, this wins the game");
    assert.equal(told(shown, "c2"), "c2, ground, you can move here");
  });

  it("names the token of each power that has one, and secret squares", () => {
    for (const power of ["clio", "charybdis", "europa", "ram"]) {
      const shown = playing({ tokens: [{ power: /** @type {Api.Power} */ (power), square: "a1" }] });
      assert.match(told(shown, "a1"), /^a1, ground, token of \w+/);
      assert.doesNotMatch(told(shown, "a1"), /square\.|power\./);
    }
    const secret = new Map([
      ["a1", "tartarus"],
      ["b1", "moerae"],
    ]);
    assert.equal(told(playing(), "a1", secret), "a1, ground, the Abyss");
    assert.equal(told(playing(), "b1", secret), "b1, ground, a square of fate");
  });
});

describe("winds and songs", () => {
  it("are told with the board, as far as one points somewhere", () => {
    const siren = player("blue", 0, { power: "siren", memory: { direction: "ne" } });
    const aeolus = player("orange", 1, { power: "aeolus", memory: { direction: "-" } });
    assert.equal(windsText(game({ players: [siren, aeolus] })), "Siren: Direction: north-east.");
    assert.equal(windsText(game()), "");
  });
});
