// The network for guests: its name, its password, and a code of both. Only those who sit are told of it.

import { el } from "../dom.js";
import { say } from "../text.js";

export function guests({ wifi }) {
  if (!wifi) return null;
  const { name, password } = wifi;
  return el(
    "section",
    { class: "card join", "data-key": "guests" },
    el("img", { src: "/wifi.svg", alt: say("wifi.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say("wifi.title")), el("p", { class: "quiet" }, say("wifi.how"))),
    fact("wifi.name", name),
    password === null ? el("p", { class: "address" }, say("wifi.open")) : fact("wifi.password", password),
  );
}

/** What is to be typed as it stands: no text with an argument, since those are put into words. */
const fact = (key, value) => el("p", { class: "address" }, say(key), " ", el("code", {}, value));
