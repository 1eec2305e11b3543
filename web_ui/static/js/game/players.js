// The players of a game, their cards and their clocks.

import { nearSeat } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { arrow } from "../board/pointers.js";
import { turnOf } from "../board/squares.js";
import { directionOf } from "../board/words.js";
import { rulingsList, showCardInGame, whatMatters } from "../cards/cardsheet.js";
import { emblem, playedText, powersHere } from "../cards/powers.js";
import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { dot, partners } from "../seats.js";
import { openSheet } from "../sheets.js";
import { ask, draw, onSnapshot, ui } from "../state.js";
import { cardName, cardText, known, levelOf, say, who } from "../text.js";
import { levelText, remarkText } from "./headline.js";

/** The players in short, which leads to all about them and their cards.
 * @param {Page.InGame} snapshot */
export function strip(snapshot) {
  return el(
    "button",
    { type: "button", class: "strip", onclick: () => openSheet("players"), "data-key": "strip" },
    el("span", { class: "visually-hidden" }, say("players.title")),
    snapshot.game.players.map((player) => {
      const { seat, eliminated } = player;
      const below = [levelOf(seat), cardsOf(player).map(cardName).join(", ")].filter(Boolean).join(" · ");
      return el(
        "span",
        { class: `one ${eliminated ? "out" : ""}`, "data-key": seat },
        token(seat),
        el("span", { class: "who" }, el("strong", {}, who(seat), mark(snapshot, seat)), el("em", {}, below)),
      );
    }),
  );
}

/** What the table says as a player, beside its token; null while it says nothing. A tap takes it away.
 * @param {Page.InGame} snapshot */
export function remarkHere({ remark }) {
  const text = remark ? remarkText(remark) : "";
  if (!remark || !text || ui.remarkRead) return null;
  return el(
    "button",
    { type: "button", class: "remark", onclick: remarkRead, "data-key": "remark" },
    token(remark.seat),
    el("span", {}, el("span", { class: "visually-hidden" }, `${who(remark.seat)}: `), text),
  );
}

function remarkRead() {
  ui.remarkRead = true;
  draw();
}

onSnapshot(({ remark }, before) => {
  if (JSON.stringify(remark) !== JSON.stringify(before?.remark ?? null)) ui.remarkRead = false;
});

/** The cards of the player of this phone who is to act, by their emblems and names, for the band.
 * @param {Page.InGame} snapshot */
export function actingGods({ game, prompt, confirming, seats_held: held }) {
  const seat = confirming ?? prompt?.seat;
  const player = seat && held.includes(seat) ? game.players.find((one) => one.seat === seat) : undefined;
  const gods = player ? cardsOf(player) : [];
  return gods.map((power) => el("span", { "data-key": power }, emblem(power), cardName(power)));
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
          onclick: () => showCardInGame(power),
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

/** The players with their cards beside each other, and what these mean for each other.
 * @param {Page.InGame} snapshot */
export function players(snapshot) {
  const { game } = snapshot;
  return el(
    "section",
    { class: "players", "data-key": "players", "aria-label": say("players.title") },
    el(
      "ul",
      { class: "compared", "data-key": "compared" },
      game.players.map((player) => playerCards(snapshot, player)),
    ),
    meetings(game.players),
    game.beside
      .filter((card) => card.holders.length || game.tokens.some((one) => one.power === card.power))
      .map((card) => besideCard(snapshot, card)),
    stockLine(game.stock),
  );
}

/** A player, the cards, and what else is to be known.
 * @param {Page.InGame} snapshot
 * @param {Page.Player} player */
function playerCards(snapshot, player) {
  const { seat, eliminated, reserve, hidden } = player;
  const row = snapshot.seats.find((one) => one.seat === seat);
  const uses = player.uses.filter((power) => power !== "mortal");
  const own = cardsOf(player);
  const mates = partners(snapshot.game, seat);
  return el(
    "li",
    { class: `player ${seat} ${eliminated ? "out" : ""}`, "data-key": seat },
    el(
      "p",
      { class: "owner" },
      token(seat),
      el(
        "span",
        { class: "who" },
        el("strong", {}, who(seat), mark(snapshot, seat)),
        el("small", {}, levelText(seat)),
        eliminated ? el("small", {}, say("players.eliminated")) : null,
      ),
      row && dot(row.connected),
    ),
    own.map((power) => cardLines(snapshot, power)),
    own.length ? null : el("p", {}, say("power.mortal.text")),
    uses.filter((power) => !own.includes(power)).map((power) => el("p", {}, say("players.uses", { power }))),
    own.filter((power) => !uses.includes(power)).map(() => el("p", {}, say("players.lost_power"))),
    reserve ? el("p", {}, say("players.reserve", { count: reserve })) : null,
    hidden ? el("p", {}, say("players.hidden", { count: hidden })) : null,
    mates.length ? el("p", {}, say("players.team", { seats: mates.join(",") })) : null,
  );
}

/** A card in short, and the way to its sheet.
 * @param {Api.SnapshotForm} snapshot
 * @param {string} power */
function cardLines(snapshot, power) {
  return el(
    "div",
    { class: "own-card", "data-key": power },
    el("p", { class: "of" }, emblem(power), el("strong", {}, cardName(power))),
    el("p", {}, playedText(snapshot, power)),
    button(say("players.more", { power }), () => showCardInGame(power), "quiet", power),
  );
}

/** What is to be known of each two cards that are played against each other; null without cards, and until it is here.
 * @param {Page.Player[]} all */
function meetings(all) {
  const pairs = all.flatMap((one, place) =>
    all
      .slice(place + 1)
      .filter(({ team }) => team !== one.team)
      .flatMap((other) => cardsOf(one).flatMap((power) => cardsOf(other).map((against) => [power, against]))),
  );
  if (!pairs.length || !powersHere()) return null;
  const told = pairs.flatMap(([power, other]) => {
    const texts = whatMatters(power, other);
    return texts.length ? [{ power, other, texts }] : [];
  });
  return el(
    "section",
    { class: "meetings", "data-key": "meetings", "aria-labelledby": "meetings" },
    el("h3", { id: "meetings" }, say("players.meet")),
    told.map(({ power, other, texts }) => [
      pairs.length > 1 && el("h4", {}, `${cardName(power)} – ${cardName(other)}`),
      rulingsList(texts),
    ]),
    told.length === 0 && el("p", {}, say("sheet.nothing")),
  );
}

/** The gods on a player's cards.
 * @param {Page.Player} player */
const cardsOf = ({ power, second }) => [power, second].filter((one) => one !== "mortal");

/** A card beside the board: who has its use now.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.ViewForm["beside"][number]} given */
function besideCard(snapshot, { power, holders }) {
  const has = holders.length
    ? say("players.beside", { power, seats: holders.join(",") })
    : say("players.beside_nobody", { power });
  return el(
    "div",
    { class: "player shared", "data-key": `beside-${power}` },
    el("p", {}, el("strong", {}, has)),
    cardLines(snapshot, power),
  );
}

/** A word when a size of pieces has run out.
 * @param {Api.ViewForm["stock"]} given */
function stockLine({ blocks, domes }) {
  if (!blocks.some((left) => left <= 0) && !(blocks.length && domes <= 0)) return null;
  return el("p", { class: "quiet", "data-key": "stock" }, say("stock.out"));
}

// ---- What the cards on the table remember, in one line each: directions, pieces, what is face up or used up

/** What this snapshot tells of all cards; null if they remember nothing.
 * @param {Pick<Page.InGame, "game" | "seats_held">} snapshot */
export function chips(snapshot) {
  const { game } = snapshot;
  const lie = { size: game.size, turn: turnOf(nearSeat(snapshot)), flat: isFlat() };
  const lines = game.players.flatMap((player) =>
    remembered(player).map((line) => ({ seat: player.seat, line, direction: directionOf(player.memory) })),
  );
  if (!lines.length) return null;
  return el(
    "ul",
    { class: "remembered", "data-key": "chips", "aria-label": say("chips.title") },
    lines.map(({ seat, line, direction }) => el("li", {}, token(seat), line, direction && arrow(direction, lie))),
  );
}

/** What a card remembers, as far as this phone may know it, in lines; what has no words or says nothing is left out.
 * @param {Pick<Page.Player, "power" | "memory">} given */
export function remembered({ power, memory }) {
  return Object.entries(memory).flatMap(([name, value]) => {
    const key = [`memory.${name}.${value}`, `memory.${power}.${name}`, `memory.${name}`].find(known);
    if (!key || value === "-") return [];
    const direction = known(`direction.${value}`) ? say(`direction.${value}`) : value;
    return [say(key, { value: direction.replaceAll("+", ", ") })];
  });
}

// ---- The chess clock of each player, and stopping it for a while

/** The clocks; null where none is played with.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function clocks({ clock, phase, seats_held: held }, ui) {
  if (!clock) return null;
  const left = timeLeft(clock, ui.heard, Date.now());
  const over = Object.keys(left).filter((seat) => left[seat] < 0);
  return el(
    "section",
    { class: "clocks", "data-key": "clocks", "aria-label": say("clock.title") },
    el(
      "div",
      { role: "timer", "aria-live": "off" },
      el(
        "ul",
        {},
        Object.entries(left).map(([seat, ms]) =>
          el(
            "li",
            { class: `${seat === clock.running ? "running" : ""} ${ms < 0 ? "late" : ""}`, "data-key": seat },
            token(/** @type {Api.Seat} */ (seat)),
            el("span", { class: "visually-hidden" }, who(seat)),
            el("b", {}, clockText(ms)),
          ),
        ),
      ),
    ),
    held.length && phase !== "over"
      ? button(
          say(clock.paused ? "clock.go_on" : "clock.pause"),
          () => ask({ kind: "pause_clock", paused: !clock.paused }),
          "quiet",
        )
      : null,
    el(
      "p",
      { class: "visually-hidden", role: "status", "data-key": "late" },
      over.map((seat) => say("clock.late", { seat })).join(" "),
    ),
  );
}

/** What each player has left now, in ms by seat; `heard` is when the snapshot came, both in ms of `now`. Pure.
 * @param {Pick<Page.Clock, "left" | "running" | "age">} given
 * @param {number} heard
 * @param {number} now */
export function timeLeft({ left, running, age }, heard, now) {
  const gone = running ? age + Math.max(0, now - heard) : 0;
  return Object.fromEntries(Object.entries(left).map(([seat, ms]) => [seat, seat === running ? ms - gone : ms]));
}

/** A time as minutes and seconds; what has run out counts up behind a minus sign.
 * @param {number} ms */
export function clockText(ms) {
  const seconds = ms < 0 ? Math.floor(-ms / 1000) : Math.ceil(ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 0 ? `\u2212${text}` : text;
}
