// The banner: whose turn it is, what is asked, and the answer to the last tap.

import { el } from "../dom.js";
import { token } from "../drawing.js";
import { askText } from "../prompts.js";
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
      { class: "words" },
      el("h2", {}, title),
      el("p", { class: "ask", "aria-live": "polite", "data-key": "ask" }, ask),
      el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
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
    return { seat: confirming, title: say("turn.of", { seat: confirming }), ask: say(`confirm.${won}`, { seat: confirming }) };
  }
  if (!prompt) return { seat: game?.active ?? null, title: game?.active ? say("turn.of", { seat: game.active }) : "", ask: "" };
  const interrupt = game?.active && prompt.seat !== game.active;
  const title = say(interrupt ? "turn.interrupt" : phase === "placing" ? "turn.placing" : "turn.of", { seat: prompt.seat });
  return { seat: prompt.seat, title: game?.driven ? say("turn.driven", { seat: prompt.seat }) : title, ask: askText(snapshot) };
}
