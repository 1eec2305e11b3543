import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fitting, soughtIn, Texts, wordsOf } from "../../../web_ui/static/js/judge/search.js";

const LITTLE = "can i the a my";

describe("what is sought", () => {
  it("is the words of a question without the little ones", () => {
    assert.deepEqual(soughtIn("Can I build under the dome?", LITTLE), ["build", "under", "dome"]);
  });

  it("is the little words if there are no others", () => {
    assert.deepEqual(soughtIn("the", LITTLE), ["the"]);
  });

  it("has no accents, and a number of one digit", () => {
    assert.deepEqual(wordsOf("Étage 3, ŁÓDŹ OPEN-34"), ["etage", "3", "lodz", "open", "34"]);
  });
});

describe("a word that is sought", () => {
  /** @param {string} sought @param {string[]} words */
  const found = (sought, ...words) => [...fitting(sought, words).keys()];

  it("fits what begins like it, and longer words that it is within", () => {
    assert.deepEqual(found("build", "builds", "rebuilding", "bulk"), ["builds", "rebuilding"]);
    assert.deepEqual(found("swapping", "swap", "sweep"), ["swap"]);
  });

  it("may have a letter or two wrong if it is long enough, but not if there is one that is right", () => {
    assert.deepEqual(found("promethius", "prometheus"), ["prometheus"]);
    assert.deepEqual(found("athina", "athena", "atlas"), ["athena"]);
    assert.deepEqual(found("hremes", "hermes"), ["hermes"]);
    assert.deepEqual(found("dome", "done"), []);
    assert.deepEqual(found("tower", "tower", "power"), ["tower"]);
  });
});

describe("texts", () => {
  const texts = new Texts([
    { title: "Zeus", body: "may build under its own feet" },
    { title: "Rules", body: "build next to the worker, build, then be done" },
    { title: "Under", body: "what lies below" },
    { title: "Limits", body: "nobody may build twice" },
  ]);
  /** @param {...string} sought */
  const places = (...sought) => texts.search(sought).map(({ place }) => place);

  it("with most of the words come, the rarer words and titles first", () => {
    assert.deepEqual(places("build", "under"), [0]);
    assert.deepEqual(places("under"), [2, 0]);
    assert.deepEqual(places("nothing", "below"), [2]);
  });

  it("without any of the words are not found", () => assert.deepEqual(places("ocean"), []));
});
