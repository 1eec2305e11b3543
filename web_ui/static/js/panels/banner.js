// The banner: whose turn it is, what is asked, and the answer to the last tap.

import { el, svg } from "../dom.js";
import { token } from "../drawing.js";
import { inDraft } from "../phases.js";
import { askText } from "../prompts.js";
import { soundOn } from "../sound.js";
import { say, messageText } from "../text.js";
import { draftHeadline } from "./drafttitle.js";
import { lobbyAsk, lobbyTitle } from "./lobby.js";

/** The banner itself.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function banner(snapshot, ui) {
  const { seat, title, ask } = headline(snapshot);
  return el(
    "section",
    { class: `banner ${seat ?? ""}`, "data-key": "banner" },
    seat ? token(seat) : null,
    el(
      "div",
      { class: "words", "data-key": "words" },
      el("h2", {}, title),
      el("p", { class: "ask", "aria-live": "polite", "data-key": "ask" }, ask),
      snapshot.phase !== "lobby" && !snapshot.seats_held.length && el("p", { class: "watching" }, say("turn.watching")),
      el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    ),
    snapshot.phase === "lobby" ? null : soundButton(),
  );
}

/** One tap turns the sound off, and on again. */
function soundButton() {
  const on = soundOn();
  return el(
    "button",
    {
      type: "button",
      class: "quiet sound",
      "data-do": "sound",
      "data-key": "sound",
      "aria-pressed": String(on),
      "aria-label": say("sound.title"),
    },
    svg(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("path", { d: "M4 9H8L13 5V19L8 15H4Z" }),
      svg("path", {
        d: on
          ? "M16 9C17.5 10.5 17.5 13.5 16 15M18.5 6.5C21.5 9.5 21.5 14.5 18.5 17.5"
          : "M16.5 9.5L21.5 14.5M21.5 9.5L16.5 14.5",
      }),
    ),
  );
}

/** @typedef {{seat: Api.Seat | null, title: string, ask: string}} Headline whose turn it is and what is asked, in words */

/** Whose turn it is and what is asked, in words.
 * @param {Api.SnapshotForm} snapshot
 * @returns {Headline} */
export function headline(snapshot) {
  const { phase, prompt, confirming, game } = snapshot;
  if (phase === "lobby") return { seat: null, title: lobbyTitle(snapshot), ask: lobbyAsk(snapshot) };
  if (phase === "draft") return draftHeadline(inDraft(snapshot));
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

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat who confirms
 * @returns {Headline}
 */
function confirmHeadline(snapshot, seat) {
  const side = snapshot.seats_held.includes(seat) ? "you" : "others";
  const won = side === "you" ? "confirm.won_you" : "confirm.won";
  const key = snapshot.game?.outcome ? won : `confirm.${side}`;
  return { seat, title: say("turn.of", { seat }), ask: [...lostTurn(snapshot), say(key, { seat })].join(" ") };
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Prompt} prompt
 * @returns {Headline}
 */
function promptHeadline(snapshot, prompt) {
  const { game, phase } = snapshot;
  const { seat } = prompt;
  const interrupt = game?.active && seat !== game.active;
  const key = interrupt ? "turn.interrupt" : phase === "placing" ? "turn.placing" : "turn.of";
  return { seat, title: say(game?.driven ? "turn.driven" : key, { seat }), ask: askText({ ...snapshot, prompt }) };
}

/** That the rest of the turn that waits for its confirmation was lost on something secret, if it was.
 * @param {Api.SnapshotForm} snapshot */
function lostTurn({ log, confirming }) {
  const began = log.findLastIndex(
    ({ message }) => message.key.startsWith("log.turn_began") && message.args.seat === confirming,
  );
  return log
    .slice(began + 1)
    .filter(({ message }) => message.key.startsWith("log.action_cancelled"))
    .map(({ message }) => messageText(message));
}
