// What is read aloud of a game: each thing that happens once, what is taken back, and what this phone's player is asked.

import { el } from "./dom.js";
import { confirmedLog, deeds } from "./gamelog.js";
import { headline } from "./panels/banner.js";
import { onSnapshot } from "./state.js";
import { messageText, say } from "./text.js";

const STAY = 3; // so many things that were said stay: what is read aloud must not go before its turn has come

/** What was said last; the lines are null as long as those of before this page was opened are not known.
 * @type {{version: number, lines: Page.LogLine[] | null, asked: string, words: Array<{version: number, text: string}>}} */
const said = { version: -1, lines: null, asked: "", words: [] };

onSnapshot(({ phase }, before) => {
  if (["lobby", "draft"].includes(phase) || (before?.phase === "over" && phase !== "over")) said.lines = [];
});

/** The one place of the page that is read aloud as the game goes on; the snapshot is without secrets.
 * @param {Page.InGame} snapshot */
export function announcer(snapshot) {
  if (snapshot.version !== said.version) hear(snapshot);
  return el(
    "div",
    { class: "visually-hidden", role: "log", "data-key": "log-news" },
    said.words.map(({ version, text }) => el("p", { "data-key": `news-${version}` }, text)),
  );
}

/** @param {Page.InGame} snapshot */
function hear(snapshot) {
  const { seat, title, ask, own } = headline(snapshot);
  const lines = confirmedLog(snapshot);
  const before = said.lines ?? lines;
  const changed = lines.findIndex((line, index) => !isSame(line, before[index]));
  const same = changed < 0 ? lines.length : changed;
  const gone = texts(before.slice(same));
  const asked = own && seat ? `${title}. ${ask}`.trim() : "";
  const text = [
    gone && say("turn.taken_back", { text: gone }),
    texts(lines.slice(same)),
    asked === said.asked ? "" : asked,
  ]
    .filter(Boolean)
    .join(" ");
  if (text) said.words = [...said.words, { version: snapshot.version, text }].slice(-STAY);
  said.version = snapshot.version;
  said.lines = lines;
  said.asked = asked;
}

/**
 * @param {Page.LogLine} one
 * @param {Page.LogLine | undefined} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What these lines tell of things done.
 * @param {Page.LogLine[]} lines */
const texts = (lines) =>
  deeds(lines)
    .map(({ message }) => messageText(message))
    .join(" ");
