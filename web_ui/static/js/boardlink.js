// How the link to the board stands: one line, and all that is known of it while it is open.

import { el, show } from "./dom.js";
import { say } from "./text.js";

const EVERY = 2000; // ms
/** What the table tells in its own words, whatever the page speaks. */
const ENGLISH = new Set(["now", "port", "fault"]);

/** Keeps a <details> up to date: its line from each snapshot, its content from the table while it is open. */
export class BoardLink {
  constructor(details) {
    this.details = details;
    this.summary = details.querySelector("summary");
    this.list = details.querySelector("dl");
    details.addEventListener("toggle", () => this.look());
    setInterval(() => this.look(), EVERY);
  }

  /** The state of the link, as the newest snapshot has it. */
  tell(state) {
    this.summary.textContent = say("boardlink.title", { state: say(`boardlink.state.${state}`) });
    this.details.dataset.state = state;
    this.details.hidden = false;
  }

  async look() {
    if (!this.details.open || document.hidden) return;
    try {
      const answer = await fetch("/link.json");
      if (answer.ok) show(this.list, rows(await answer.json()));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the table is away for a moment; the page says so elsewhere
    }
  }
}

function rows(link) {
  const told = [
    ["now", link.detail],
    ["port", link.place],
    ["board", link.name && say("boardlink.who", link)],
    ["calibration", stored(link.calibration_stored)],
    ["wiring", stored(link.wiring_stored)],
    ...link.faults.map((fault) => ["fault", fault]),
    ["readings", say("boardlink.counts", link)],
    ["broken", say("boardlink.broken_frames", link)],
    ["repeated", say("boardlink.repeats", link)],
    ["round_trip", link.round_trip_ms !== null && say("boardlink.ms", { ms: link.round_trip_ms.toFixed(1) })],
  ];
  return told
    .filter(([, words]) => words)
    .flatMap(([what, words], index) => [
      el("dt", { "data-key": `${index}-${what}` }, say(`boardlink.${what}`)),
      el("dd", { "data-key": `${index}-${what}-told`, lang: ENGLISH.has(what) ? "en" : null }, words),
    ]);
}

function stored(is) {
  return is === null ? null : say(is ? "boardlink.stored" : "boardlink.default");
}
