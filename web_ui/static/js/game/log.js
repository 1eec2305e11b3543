// The log of a game: what happened, in words, and where the judge's book explains it.

import { el } from "../dom.js";
import { openSheet } from "../sheets.js";
import { messageText, say } from "../text.js";
import { actionText } from "./choosing.js";

/** The log without what follows a turn that still waits for its confirmation: that the next one began, or who won.
 * @param {Pick<Api.SnapshotForm, "log" | "confirming">} snapshot */
export function confirmedLog({ log, confirming }) {
  if (!confirming) return log;
  const began = log.findLastIndex(beginsTurn);
  const next = began >= 0 && log[began].message.args.seat !== confirming ? began : log.length;
  return log.slice(0, next).filter(({ kind }) => kind !== "game_ended");
}

/** @param {Page.LoggedEvent} event */
export const beginsTurn = ({ kind }) => kind === "turn_began";

/** What was done, without that turns began.
 * @template {Page.LoggedEvent} Event
 * @param {Event[]} log */
export const deeds = (log) => log.filter((event) => !beginsTurn(event));

/** The way to the log, with what was done last; null while nothing has happened. Whose turn began is what the band says.
 * @param {Api.SnapshotForm} snapshot */
export function lastLine(snapshot) {
  const last = deeds(confirmedLog(snapshot)).at(-1);
  if (!last) return null;
  return el(
    "button",
    { type: "button", class: "last-line", onclick: () => openSheet("log"), "data-key": "last-line" },
    el("b", {}, say("log.title")),
    el("span", {}, messageText(last.message)),
  );
}

/** The whole log; null while nothing has happened.
 * @param {Api.SnapshotForm} snapshot */
export function log(snapshot) {
  const lines = [...confirmedLog(snapshot)].reverse();
  if (!lines.length) return null;
  return el(
    "ol",
    { class: "log", reversed: true, start: lines[0].number, "aria-label": say("log.title"), "data-key": "log" },
    lines.map((line) =>
      el(
        "li",
        {
          class: beginsTurn(line) ? "turn" : "",
          value: line.number,
          "data-key": `line-${line.number}`,
        },
        messageText(line.message),
        whyOfEvent(line),
      ),
    ),
  );
}

// ---- The way to the judge's book

/** Where a section of the book is.
 * @param {string} number */
export const bookAddress = (number) => `#book/${number}`;

/** Where the judge's book explains a reason, with the powers that stand behind it and the reason within it.
 * @param {Api.MessageForm} reason */
export function bookOfReason({ key, args }) {
  const inner = args.reason === key ? [] : [args.reason];
  const more = [...inner, args.causes, args.power].filter(Boolean).flatMap((names) => names.split(","));
  return `#book/${["why", key, ...(more.length ? [more.map((name) => name.split(" ")[0]).join(",")] : [])].join("/")}`;
}

/** What an event of the log explains: the reason that it gives, or the event itself where it is a rule that stops
 * somebody; null where there is nothing to ask about.
 * @param {Page.LoggedEvent} event
 * @returns {Api.MessageForm | null} */
export function reasonOfEvent({ kind, message }) {
  const { args } = message;
  if (args.reason) return { key: args.reason, args };
  return kind === "action_cancelled" || kind === "demand_void" ? message : null;
}

/** The link to that; null for an event that gives no reason.
 * @param {Page.LoggedEvent} event */
export function whyOfEvent(event) {
  const reason = reasonOfEvent(event);
  return reason && [" ", el("a", { href: bookOfReason(reason) }, say("reason.why"))];
}

// ---- A step of a finished game

/** What happened in a step, in a sentence or two.
 * @param {Page.Position} position */
export function stepText({ log, action }) {
  const lines = deeds(log);
  if (lines.length) return lines.map(({ message }) => messageText(message)).join(" ");
  return action ? actionText(action) : say("games.empty");
}

/** A step in a list of steps that are pressed to be shown.
 * @param {Page.Position} position
 * @param {{key: string, shown: boolean, run: () => unknown}} how its key, whether it is the one that is shown, and what
 *   a press does */
export const stepItem = (position, { key, shown, run }) =>
  el(
    "li",
    { "data-key": key },
    el(
      "button",
      { type: "button", class: "quiet", onclick: run, "aria-current": shown ? "step" : null },
      stepText(position),
    ),
  );
