// The way from a reason to the paragraphs of the judge's book that explain it.

import { el } from "./dom.js";
import { say } from "./text.js";

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
