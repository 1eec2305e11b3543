// The network for guests, or the table's own while that is open: its name, its password, and a code of both. Only those
// who sit are told of it.

import { el } from "../dom.js";
import { say } from "../text.js";

/** @param {Api.SnapshotForm} snapshot */
export function homeWifi({ wifi }) {
  if (!wifi) return null;
  const { name, password, own } = wifi;
  return el(
    "section",
    { class: "card join", "data-key": "guests" },
    el("img", { src: "wifi.svg", alt: say("wifi.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say(own ? "wifi.own" : "wifi.title")), el("p", { class: "quiet" }, say("wifi.how"))),
    fact("wifi.name", name),
    password === null ? el("p", { class: "address" }, say("wifi.open")) : fact("wifi.password", password),
    own && el("p", { class: "quiet below" }, say("wifi.own_how")),
  );
}

/** The way of the host to the sticker with both codes, where the table has a network of its own.
 * @param {Api.SnapshotForm} snapshot */
export function sticker({ configured }) {
  if (!configured?.own_network) return null;
  return el(
    "section",
    { class: "card settings", "data-key": "sticker" },
    el("h2", {}, say("wifi.own")),
    el("p", {}, say("wifi.own_sticker")),
    el("p", { class: "foot" }, el("a", { href: "sticker" }, say("wifi.print"))),
  );
}

/** What is to be typed as it stands: no text with an argument, since those are put into words.
 * @param {string} key
 * @param {string} value */
const fact = (key, value) => el("p", { class: "address" }, say(key), " ", el("code", {}, value));
