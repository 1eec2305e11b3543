import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { differenceTexts } from "../../../web_ui/static/js/board/words.js";
import { arrow } from "../../../web_ui/static/js/board/board.js";
import { speak } from "./catalogue.js";

before(() => speak("en", "page"));

describe("an arrow key", () => {
  /** @param {string} name @param {string} key @param {object} other */
  const led = (name, key, other = {}) => arrow(name, /** @type {KeyboardEvent} */ ({ key, ...other }), 5);

  it("leads to the square beside this one", () => {
    assert.equal(led("c3", "ArrowUp"), "c4");
    assert.equal(led("c3", "ArrowDown"), "c2");
    assert.equal(led("c3", "ArrowLeft"), "b3");
    assert.equal(led("c3", "ArrowRight"), "d3");
  });

  it("leads nowhere from the edge, and on a small board that edge is nearer", () => {
    assert.equal(led("a1", "ArrowLeft"), null);
    assert.equal(led("e5", "ArrowUp"), null);
    assert.equal(arrow("d3", /** @type {KeyboardEvent} */ ({ key: "ArrowRight" }), 4), null);
  });

  it("is left to the browser with Alt, Control or Meta, and so are other keys", () => {
    assert.equal(led("c3", "ArrowLeft", { altKey: true }), null);
    assert.equal(led("c3", "ArrowLeft", { ctrlKey: true }), null);
    assert.equal(led("c3", "Tab"), null);
  });
});

describe("what is wrong on the board", () => {
  /**
   * @param {Page.Difference["kind"]} kind
   * @param {string} square
   * @param {Api.Seat | null} seat
   * @returns {Page.Difference}
   */
  const difference = (kind, square, seat) => ({ kind, square, seat, seen: null, wanted: null });

  it("is one thing to do where a worker stands on another square than in the game", () => {
    const texts = differenceTexts([difference("missing", "c2", "blue"), difference("extra", "c3", "blue")]);
    assert.equal(texts.length, 1);
    assert.match(texts[0], /Blue.*c3.*c2/);
  });

  it("is two things for workers of two players", () => {
    const texts = differenceTexts([difference("missing", "c2", "blue"), difference("extra", "c3", "orange")]);
    assert.equal(texts.length, 2);
  });

  it("says of a worker that fell what to do, whether or not it is known whose it is", () => {
    for (const seat of /** @type {const} */ (["blue", null])) {
      const [text] = differenceTexts([difference("fallen", "d4", seat)]);
      assert.match(text, /d4/);
      assert.doesNotMatch(text, /difference\.|\{/);
    }
  });
});
