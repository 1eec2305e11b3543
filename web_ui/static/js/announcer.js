// What is read aloud of a game: each thing that happens once, and what this phone's player is asked.

import { el } from "./dom.js";
import { headline } from "./panels/banner.js";
import { settled } from "./settled.js";
import { onSnapshot } from "./state.js";
import { messageText } from "./text.js";

const said = { version: -1, number: 0, asked: "", words: "" };

onSnapshot((fresh, before) => {
  // What happened before this page was opened is in the log.
  if (!before) said.number = fresh.log.at(-1)?.number ?? 0;
});

/** The one place of the page that is read aloud as the game goes on; the snapshot is without secrets.
 * @param {Page.InGame} snapshot */
export function announcer(snapshot) {
  if (snapshot.version !== said.version) hear(snapshot);
  return el("p", { class: "visually-hidden", role: "log", "data-key": "log-news" }, said.words);
}

/** @param {Page.InGame} snapshot */
function hear(snapshot) {
  const { seat, title, ask, own } = headline(snapshot);
  const log = settled(snapshot);
  const fresh = log.filter(({ number, message }) => number > said.number && !message.key.startsWith("log.turn_began"));
  const asked = own && seat ? `${title}. ${ask}`.trim() : "";
  said.words = [...fresh.map(({ message }) => messageText(message)), asked === said.asked ? "" : asked]
    .filter(Boolean)
    .join(" ");
  said.version = snapshot.version;
  said.number = log.at(-1)?.number ?? 0;
  said.asked = asked;
}
