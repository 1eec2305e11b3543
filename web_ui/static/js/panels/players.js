// The players of a game and their cards.

import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { emblem } from "../emblems.js";
import { playedText } from "../powers.js";
import { dot, partners } from "../seats.js";
import { cardName, cardText, say, who } from "../text.js";

/** The players in short, which leads to all about them and their cards.
 * @param {Page.InGame} snapshot */
export function strip(snapshot) {
  return el(
    "button",
    { type: "button", class: "strip", "data-do": "sheet", "data-name": "players", "data-key": "strip" },
    el("span", { class: "visually-hidden" }, say("players.title")),
    snapshot.game.players.map(({ seat, power, second, eliminated }) => {
      const gods = [power, second].filter((one) => one !== "mortal").map(cardName);
      return el(
        "span",
        { class: `one ${eliminated ? "out" : ""}`, "data-key": seat },
        token(seat),
        el("span", { class: "who" }, el("strong", {}, who(seat), mark(snapshot, seat)), el("em", {}, gods.join(", "))),
      );
    }),
  );
}

/** What the cards of this phone's player do, in few words, and the way to all that is told of them; nothing on a phone with
 * several players, and as long as these texts are on their way.
 * @param {Page.InGame} snapshot */
export function ownPowers({ game, seats_held: held }) {
  const own = held.length === 1 ? game.players.find(({ seat }) => seat === held[0]) : undefined;
  return (own?.uses ?? []).map((power) => {
    const short = cardText(power, "short");
    return (
      short &&
      el(
        "button",
        {
          type: "button",
          class: "own-power",
          "data-do": "card-sheet",
          "data-power": power,
          "data-key": `own-${power}`,
        },
        emblem(power),
        el("span", {}, el("strong", {}, cardName(power)), " ", short),
      )
    );
  });
}

/** Whether that is this phone's player, or a partner.
 * @param {Page.InGame} snapshot
 * @param {Api.Seat} seat */
function mark({ game, seats_held: held }, seat) {
  const [own] = held;
  if (held.length !== 1) return null;
  const words = own === seat ? "players.you" : partners(game, own).includes(seat) ? "players.partner" : null;
  return words && el("small", { class: "mark" }, ` ${say(words)}`);
}

/** One line for each player, with the card inside.
 * @param {Page.InGame} snapshot */
export function players(snapshot) {
  return el(
    "section",
    { class: "players", "data-key": "players", "aria-label": say("players.title") },
    snapshot.game.players.map((player) => {
      const seat = snapshot.seats.find((one) => one.seat === player.seat);
      const uses = player.uses.filter((power) => power !== "mortal");
      const own = [player.power, player.second].filter((power) => power !== "mortal");
      return el(
        "details",
        { class: `player ${player.seat} ${player.eliminated ? "out" : ""}`, "data-key": player.seat },
        el(
          "summary",
          {},
          token(player.seat),
          el(
            "span",
            { class: "who" },
            el("strong", {}, who(player.seat), mark(snapshot, player.seat)),
            own.length ? el("em", {}, own.map(cardName).join(", ")) : null,
            player.eliminated ? el("small", {}, say("players.eliminated")) : null,
          ),
          seat && dot(seat.connected),
        ),
        own.map((power) => cardLines(snapshot, power)),
        own.length ? null : el("p", {}, say("power.mortal.text")),
        uses.filter((power) => !own.includes(power)).map((power) => el("p", {}, say("players.uses", { power }))),
        own.filter((power) => !uses.includes(power)).map(() => el("p", {}, say("players.lost_power"))),
        player.reserve ? el("p", {}, say("players.reserve", { count: player.reserve })) : null,
        player.hidden ? el("p", {}, say("players.hidden", { count: player.hidden })) : null,
        partners(snapshot.game, player.seat).length
          ? el("p", {}, say("players.team", { seats: partners(snapshot.game, player.seat).join(",") }))
          : null,
      );
    }),
    snapshot.game.beside
      .filter((card) => card.holders.length || snapshot.game.tokens.some((one) => one.power === card.power))
      .map((card) => besideCard(snapshot, card)),
    stockLine(snapshot.game.stock),
  );
}

/** A card in short, and the way to its sheet.
 * @param {Api.SnapshotForm} snapshot
 * @param {string} power */
function cardLines(snapshot, power) {
  return [
    el("p", {}, emblem(power), playedText(snapshot, power)),
    button(say("players.more", { power }), "card-sheet", { power }, "quiet"),
  ];
}

/** A card beside the board: who has its use now.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.ViewForm["beside"][number]} given */
function besideCard(snapshot, { power, holders }) {
  const has = holders.length
    ? say("players.beside", { power, seats: holders.join(",") })
    : say("players.beside_nobody", { power });
  return el(
    "details",
    { class: "player beside", "data-key": `beside-${power}` },
    el("summary", {}, el("span", { class: "who" }, el("strong", {}, has))),
    el("p", {}, emblem(power), playedText(snapshot, power)),
  );
}

/** A word when a size of pieces has run out.
 * @param {Api.ViewForm["stock"]} given */
function stockLine({ blocks, domes }) {
  if (!blocks.some((left) => left <= 0) && !(blocks.length && domes <= 0)) return null;
  return el("p", { class: "quiet", "data-key": "stock" }, say("stock.out"));
}
