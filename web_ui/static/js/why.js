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

/** What a line of the log explains: the reason that it gives, or the line itself where it is a rule that stops somebody;
 * null where there is nothing to ask about.
 * @param {Api.MessageForm} message
 * @returns {Api.MessageForm | null} */
export function reasonOfLine({ key, args }) {
  if (args.reason) return { key: args.reason, args };
  return STOPPED.some((stop) => key.startsWith(stop)) ? { key, args } : null;
}

const STOPPED = ["log.action_cancelled", "log.demand_void"];

/** The link to that; null for a line that gives no reason.
 * @param {Api.MessageForm} message */
export function whyOfLine(message) {
  const reason = reasonOfLine(message);
  return reason && [" ", el("a", { href: bookOfReason(reason) }, say("reason.why"))];
}
