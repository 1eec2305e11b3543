// The band on top: whose turn it is, what is asked, and the answer to the last tap where it has no square.

import { el } from "../dom.js";
import { token } from "../drawing.js";
import { beginsTurn } from "../gamelog.js";
import { inDraft } from "../phases.js";
import { askText } from "../prompts.js";
import { partners } from "../seats.js";
import { say, messageText } from "../text.js";
import { draftHeadline } from "./drafttitle.js";
import { lobbyHeadline } from "./lobbytitle.js";
import { puzzleHeadline } from "./puzzletitle.js";

/** The band itself, in the colour of the seat that acts.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function banner(snapshot, ui) {
  const { seat, title, ask, own = false, tag = "", whose = "" } = headline(snapshot);
  const watching = snapshot.phase !== "lobby" && !snapshot.seats_held.length;
  return el(
    "section",
    { class: `banner ${seat ?? ""} ${own ? "own" : ""} ${ui.lost ? "lost" : ""}`, "data-key": "banner" },
    seat ? token(seat) : null,
    el(
      "div",
      { class: "words", "data-key": "words" },
      (tag || watching) && el("p", { class: "tag", "data-key": "tag" }, tag || say("turn.watching")),
      el("h2", {}, ui.lost ? say("turn.reconnecting") : titled(title, whose)),
      el("p", { class: "ask", "data-key": "ask" }, ui.lost ? say("turn.reconnecting_how") : askBeside(ask, ui)),
      el("p", { class: "note", role: "status", "data-key": "note" }, (!ui.lost && ui.note) || ""),
    ),
  );
}

/** The title with the words that say whose turn it is set apart.
 * @param {string} title
 * @param {string} whose */
const titled = (title, whose) =>
  whose && title.startsWith(whose) ? [el("span", { class: "whose" }, whose), title.slice(whose.length)] : title;

/** What is asked, if the band has room for it.
 * @param {string} ask
 * @param {Page.Ui} ui */
const askBeside = (ask, { longAsk }) => (ask === longAsk ? "" : ask);

/** What is asked, under the board, if the band has no room for it.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function askBelow(snapshot, ui) {
  const { ask } = headline(snapshot);
  return ask && ask === ui.longAsk && !ui.lost ? el("p", { class: "ask", "data-key": "ask-below" }, ask) : null;
}

/** @typedef {object} Headline whose turn it is and what is asked, in words
 * @property {Api.Seat | null} seat
 * @property {string} title
 * @property {string} ask
 * @property {boolean} [own] whether this phone is to act
 * @property {string} [whose] the words of the title that say whose turn it is
 * @property {string} [tag] who that is to this phone's player */

/** Whose turn it is and what is asked, in words.
 * @param {Api.SnapshotForm} snapshot
 * @returns {Headline} */
export function headline(snapshot) {
  const { phase, prompt, confirming, game } = snapshot;
  if (phase === "lobby") return lobbyHeadline(snapshot);
  if (phase === "draft") return draftHeadline(inDraft(snapshot));
  const puzzled = phase === "puzzle" && snapshot.puzzle && puzzleHeadline(snapshot.puzzle);
  if (puzzled) return puzzled;
  if (phase === "over" || (game?.outcome && !confirming)) return overHeadline(game?.outcome ?? null);
  if (confirming) return confirmHeadline(snapshot, confirming);
  if (prompt) return promptHeadline(snapshot, prompt);
  return { seat: game?.active ?? null, title: game?.active ? say("turn.of", { seat: game.active }) : "", ask: "" };
}

/**
 * @param {Api.ViewForm["outcome"]} outcome
 * @returns {Headline}
 */
function overHeadline(outcome) {
  const winners = outcome?.winners ?? [];
  const key = winners.length ? (winners.length > 1 ? "over.winners" : "over.winner") : "over.title";
  const title = say(key, { seat: winners[0], seats: winners.join(",") });
  return { seat: winners[0] ?? null, title, ask: outcome ? messageText(outcome.reason) : "" };
}

/** The title of this phone's turn: "Your turn", or the player's name where a phone has several seats, and what to do.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat
 * @param {string} you the words for its only player
 * @param {string} named the words with a name
 * @param {string} step what is to be done */
function ownTurn({ seats_held: held }, seat, you, named, step) {
  const whose = say(held.length > 1 ? named : you, { seat });
  return { seat, own: true, whose, title: say("turn.step", { turn: whose, step: say(`step.${step}`) }) };
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat who confirms
 * @returns {Headline}
 */
function confirmHeadline(snapshot, seat) {
  const own = snapshot.seats_held.includes(seat);
  const lost = lostTurn(snapshot);
  const won = Boolean(snapshot.game?.outcome);
  if (!own) {
    const words = say(won ? "confirm.won" : "confirm.others", { seat });
    return { seat, title: sentence(words), ask: lost.join(" "), tag: tagOf(snapshot, seat) };
  }
  if (snapshot.match?.offered) {
    return { seat, own: true, title: say("match.offered"), ask: say("match.offered_how") };
  }
  const key = won ? "confirm.won_you" : snapshot.can_undo ? "confirm.you" : "confirm.you_only";
  const ask = [...lost, say(key, { seat })].join(" ");
  return { ...ownTurn(snapshot, seat, "turn.you", "turn.of", "confirm"), ask };
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Prompt} prompt
 * @returns {Headline}
 */
function promptHeadline(snapshot, prompt) {
  const { game, phase, seats_held: held } = snapshot;
  const { seat, kind } = prompt;
  const interrupt = game?.active && seat !== game.active;
  const ask = askText({ ...snapshot, prompt });
  if (!held.includes(seat)) {
    const tag = tagOf(snapshot, seat);
    const does = say(`ask.${kind}.others`, { seat });
    return { seat, title: sentence(does), ask: ask.startsWith(does) ? ask.slice(does.length).trim() : ask, tag };
  }
  const named = game?.driven
    ? "turn.driven"
    : interrupt
      ? "turn.interrupt"
      : phase === "placing"
        ? "turn.placing"
        : "turn.of";
  const you = game?.driven ? "turn.you_driven" : interrupt ? "turn.you_interrupt" : "turn.you";
  return { ...ownTurn(snapshot, seat, you, named, kind), ask };
}

/** A sentence as a title stands without its full stop.
 * @param {string} text */
const sentence = (text) => text.replace(/\.$/, "");

/** What the seat is to this phone's player, if it is a partner.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat */
function tagOf({ game, seats_held: held }, seat) {
  return game && held.some((own) => partners(game, own).includes(seat)) ? say("turn.partner") : "";
}

/** That the rest of the turn that waits for its confirmation was lost on something secret, if it was.
 * @param {Api.SnapshotForm} snapshot */
function lostTurn({ log, confirming }) {
  const began = log.findLastIndex((event) => beginsTurn(event) && event.message.args.seat === confirming);
  return log
    .slice(began + 1)
    .filter(({ kind }) => kind === "action_cancelled")
    .map(({ message }) => messageText(message));
}
