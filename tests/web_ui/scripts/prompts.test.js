import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { askText, doneText, headline } from "../../../web_ui/static/js/game/headline.js";
import { nameSeats } from "../../../web_ui/static/js/text.js";
import { speak } from "./catalogue.js";
import { action, drafting, game, lobby, player, playing } from "./snapshots.js";

before(() => speak("en", "page"));
before(() => nameSeats([{ seat: "orange", name: "Bo" }]));

/** @type {Page.Prompt} */
const MOVE = { seat: "blue", kind: "move", power: "mortal", optional: false, in_a_row: 1 };
const AWAITED = { ...MOVE, seat: /** @type {Api.Seat} */ ("orange") };

describe("the question to a player", () => {
  it("asks this phone's player, and tells the others whom it asks", () => {
    const own = askText({ ...playing(), prompt: MOVE });
    const others = askText({ ...playing(), prompt: AWAITED });
    assert.notEqual(own, others);
    assert.match(others, /Bo/);
    assert.doesNotMatch(own + others, /ask\.|\{/);
  });

  it("asks which of several readings of the board is right", () => {
    const one = [[action("move", "b2", "b3")]];
    assert.notEqual(
      askText({ ...playing({}, { choices: one }), prompt: MOVE }),
      askText({ ...playing({}, { choices: [...one, ...one] }), prompt: MOVE }),
    );
  });

  it("says what a power allows besides", () => {
    const view = game({
      players: [player("blue", 0, { power: "prometheus", uses: ["prometheus"] }), player("orange", 1)],
      options: [action("move", "b2", "b3"), action("build", "b2", "b3", { piece: "block" })],
    });
    const plain = askText({ ...playing(), prompt: MOVE });
    assert.notEqual(askText({ ...playing(view), prompt: MOVE }), plain);
  });

  it("names the player whose workers a team shares, to the one who has none", () => {
    const players = [player("blue", 0), player("orange", 1), player("white", 0), player("purple", 1)];
    /** @type {Api.ViewForm["workers"]} */
    const workers = [
      { square: "b2", seat: "blue", marked: false },
      { square: "c2", seat: "orange", marked: false },
    ];
    const told = (/** @type {Api.Seat} */ seat) =>
      askText({ ...playing(game({ players, workers }), { seats_held: [seat] }), prompt: { ...MOVE, seat } });
    assert.match(told("purple"), /the workers of Bo\./);
    assert.doesNotMatch(told("orange"), /workers of/);
  });

  it("has a word for leaving a step out", () => {
    assert.doesNotMatch(doneText({ ...playing(), prompt: { ...MOVE, optional: true } }), /done|\{/);
  });
});

describe("the headline", () => {
  it("is the player's whose turn it is", () => {
    assert.deepEqual([headline(playing()).seat, headline(playing({}, { prompt: AWAITED })).seat], ["blue", "orange"]);
  });

  it("is the winner's once the game is over", () => {
    const outcome = { winners: /** @type {Api.Seat[]} */ (["orange"]), reason: { key: "over.title", args: {} } };
    const over = headline(playing({ outcome }, { phase: "over", prompt: null }));
    assert.equal(over.seat, "orange");
    assert.match(over.title, /Bo/);
  });

  it("waits for the player who is to confirm", () => {
    const own = headline(playing({}, { confirming: "blue", prompt: null }));
    const others = headline(playing({}, { confirming: "orange", prompt: null }));
    assert.deepEqual([own.seat, others.seat], ["blue", "orange"]);
    assert.notEqual(own.ask, others.ask);
  });

  it("says in each phase something that is in the catalogue", () => {
    const stages = /** @type {const} */ (["vote", "offer", "choose", "start"]);
    const snapshots = [
      lobby(),
      lobby({ seats_held: ["blue"] }),
      ...stages.flatMap((stage) => [
        drafting({ stage }),
        drafting({ stage, chooser: null, choosing: ["orange"] }),
        drafting({ stage, at_once: true, gods: 2 }),
        drafting({ stage, at_once: true, chooser: null, choosing: ["orange"] }),
        drafting({ stage, fleece: true }),
      ]),
      playing(),
      playing({}, { phase: "placing", prompt: { ...MOVE, kind: "place" } }),
      playing({ active: "orange" }),
      playing({ driven: true }),
    ];
    for (const snapshot of snapshots) {
      const { title, ask } = headline(snapshot);
      assert.doesNotMatch(`${title} ${ask}`, /\{|[a-z]\.[a-z_]/, JSON.stringify(snapshot.draft));
      assert.ok(title);
    }
  });
});
