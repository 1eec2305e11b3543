// The banner: whose turn it is, what is asked, and the answer to the last tap.

import { el, svg } from "../dom.js";
import { token } from "../drawing.js";
import { askText } from "../prompts.js";
import { soundOn } from "../sound.js";
import { say, tell } from "../text.js";
import { draftHeadline } from "./draft.js";
import { lobbyAsk, lobbyTitle } from "./lobby.js";

/** The banner itself. */
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
    { type: "button", class: "quiet sound", "data-do": "sound", "data-key": "sound", "aria-pressed": String(on), "aria-label": say("sound.title") },
    svg(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("path", { d: "M4 9H8L13 5V19L8 15H4Z" }),
      svg("path", { d: on ? "M16 9C17.5 10.5 17.5 13.5 16 15M18.5 6.5C21.5 9.5 21.5 14.5 18.5 17.5" : "M16.5 9.5L21.5 14.5M21.5 9.5L16.5 14.5" }),
    ),
  );
}

/** Whose turn it is and what is asked, in words. */
export function headline(snapshot) {
  const { phase, prompt, confirming, game } = snapshot;
  if (phase === "lobby") return { seat: null, title: lobbyTitle(snapshot), ask: lobbyAsk(snapshot) };
  if (phase === "draft") return draftHeadline(snapshot);
  if (phase === "over" || (game?.outcome && !confirming)) {
    const winners = game?.outcome?.winners ?? [];
    const title = winners.length ? say(winners.length > 1 ? "over.winners" : "over.winner", { seat: winners[0], seats: winners.join(",") }) : say("over.title");
    return { seat: winners[0] ?? null, title, ask: game?.outcome ? tell(game.outcome.reason) : "" };
  }
  if (confirming) {
    const mine = snapshot.seats_held.includes(confirming);
    const won = game?.outcome ? "won" : mine ? "you" : "others";
    const ask = [...lostTurn(snapshot), say(`confirm.${won}`, { seat: confirming })].join(" ");
    return { seat: confirming, title: say("turn.of", { seat: confirming }), ask };
  }
  if (!prompt) return { seat: game?.active ?? null, title: game?.active ? say("turn.of", { seat: game.active }) : "", ask: "" };
  const interrupt = game?.active && prompt.seat !== game.active;
  const title = say(interrupt ? "turn.interrupt" : phase === "placing" ? "turn.placing" : "turn.of", { seat: prompt.seat });
  return { seat: prompt.seat, title: game?.driven ? say("turn.driven", { seat: prompt.seat }) : title, ask: askText(snapshot) };
}

/** That the rest of the turn that waits for its confirmation was lost on something secret, if it was. */
function lostTurn({ log, confirming }) {
  const began = log.findLastIndex(({ message }) => message.key.startsWith("log.turn_began") && message.args.seat === confirming);
  return log.slice(began + 1).filter(({ message }) => message.key.startsWith("log.action_cancelled")).map(({ message }) => tell(message));
}
