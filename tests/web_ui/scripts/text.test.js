import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { actionText } from "../../../web_ui/static/js/game/choosing.js";
import { plain } from "../../../web_ui/static/js/text.js";
import {
  asNamed,
  cardText,
  known,
  nameSeats,
  say,
  sayFirst,
  messageText,
  who,
  whoPlays,
  winnersText,
} from "../../../web_ui/static/js/text.js";
import { speak } from "./catalogue.js";
import { action } from "./snapshots.js";

before(() => speak("en", "page", "games", "tableseats"));

describe("a text", () => {
  it("has its arguments filled in", () => {
    assert.equal(messageText({ key: "seat.blue", args: {} }), "Blue");
    assert.match(say("claim.more", { count: 3 }), /3/);
  });

  it("names players where they sit and colours where nobody does", () => {
    nameSeats([
      { seat: "blue", name: "Ann" },
      { seat: "orange", name: null },
    ]);
    assert.equal(who("blue"), "Ann");
    assert.equal(who("orange"), "Orange");
    assert.match(say("turn.of", { seat: "blue" }), /Ann/);
    assert.match(say("turn.of", { seat: "orange" }), /Orange/);
  });

  it("names the table where it plays, in small letters within a sentence", () => {
    const seats = [
      { seat: "blue", name: "Ann" },
      { seat: "orange", name: "", level: "child" },
    ];
    nameSeats(seats);
    assert.equal(who("orange"), "The table");
    assert.equal(say("turn.of", { seat: "orange" }), "The table's turn");
    assert.match(say("games.review_point", { turn: 3, player: "orange", games: 20 }), /^Turn 3, the table: /);
    assert.equal(whoPlays("orange"), "The table, Child");
    assert.equal(whoPlays("blue"), "Ann");
    assert.equal(winnersText(["orange"]), "The table, Child, wins");
    assert.equal(winnersText(["blue"]), "Ann wins");
    nameSeats(seats, "iTable");
    assert.equal(who("orange"), "iTable");
    assert.equal(say("turn.of", { seat: "orange" }), "iTable's turn");
    assert.equal(
      asNamed(seats, () => who("orange"), ""),
      "The table",
    );
    assert.equal(who("orange"), "iTable");
  });

  it("tells the table's seats apart by their colours if it has several, also where it plays for its host", () => {
    nameSeats([
      { seat: "blue", name: "Ann", level: "strong" },
      { seat: "orange", name: "", level: "child" },
    ]);
    assert.equal(who("orange"), "The table (orange)");
    assert.equal(say("turn.of", { seat: "blue" }), "The table (blue)'s turn");
    assert.equal(say("over.winners", { seats: "blue,orange" }), "The table (blue), the table (orange) win");
  });

  it("is not turned around by a name that is written from the right", () => {
    nameSeats([{ seat: "blue", name: "\u05d3\u05d5\u05d3" }]);
    assert.equal(who("blue"), "\u2068\u05d3\u05d5\u05d3\u2069");
  });

  it("has other names for as long as it is said so, even if that fails", () => {
    nameSeats([{ seat: "blue", name: "Ann" }]);
    assert.equal(
      asNamed([{ seat: "blue", name: "Zoe" }], () => who("blue")),
      "Zoe",
    );
    assert.throws(() =>
      asNamed([{ seat: "blue", name: "Zoe" }], () => {
        throw new Error("no");
      }),
    );
    assert.equal(who("blue"), "Ann");
  });

  it("puts powers, pieces and lists into words", () => {
    assert.match(say("draft.beside", { power: "pan" }), /Pan/);
    assert.match(say("games.with", { player: "Ann", powers: "pan,hermes" }), /Pan, Hermes/);
  });

  it("keeps an argument that nobody gave, and a key that nobody knows", () => {
    assert.equal(say("no.such.key"), "no.such.key");
    assert.equal(known("no.such.key"), false);
    assert.match(say("turn.of"), /\{seat\}/);
  });

  it("is that of the first key that is known, or else of the last", () => {
    assert.equal(sayFirst(["no.such.key", "seat.white"]), "White");
    assert.equal(sayFirst(["no.such.key", "nor.this"]), "nor.this");
  });

  it("of a power is empty until its part has been fetched", async () => {
    assert.equal(cardText("pan", "text"), "");
    await speak("en", "powers");
    assert.match(cardText("pan", "text"), /win/);
  });
});

it("finds words however they are typed", () => {
  assert.equal(plain("Méduse Łódź"), "meduse lodz");
});

describe("an action in words", () => {
  it("says where, and which piece", () => {
    assert.match(actionText(action("move", "b2", "c3")), /c3/);
    const [block, dome] = ["block", "dome"].map((piece) =>
      actionText(action("build", "b2", "c3", { piece: /** @type {"block" | "dome"} */ (piece) })),
    );
    assert.notEqual(block, dome);
  });

  it("names the card by which it is done", () => {
    assert.match(actionText(action("move", "b2", "c3", { by: "pan" })), /Pan/);
  });
});
