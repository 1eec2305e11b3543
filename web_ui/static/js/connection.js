// Whether the table and its board are reached: how the link to the board stands, and that nothing can be done on the page
// while the table is out of reach.

import { el, show } from "./dom.js";
import { draw, ui } from "./state.js";
import { say } from "./text.js";

const EVERY = 2000; // ms
/** What the table says in English, whatever language the page is in. */
const ENGLISH = new Set(["now", "port", "fault"]);

/** Keeps a <details> up to date: its line from each snapshot, its content from the table while it is open. */
export class BoardLink {
  /** @param {HTMLDetailsElement} details with a summary and a list */
  constructor(details) {
    this.details = details;
    const [summary, list] = [details.querySelector("summary"), details.querySelector("dl")];
    if (!summary || !list) throw new Error("the details of the link need a summary and a list");
    this.summary = summary;
    this.list = list;
    details.addEventListener("toggle", () => this.look());
    setInterval(() => this.look(), EVERY);
  }

  /** Say how the link stands, as the newest snapshot has it.
   * @param {string} state */
  say(state) {
    this.summary.textContent = say("boardlink.title", { state: say(`boardlink.state.${state}`) });
    this.details.dataset.state = state;
    this.details.hidden = false;
  }

  async look() {
    if (!this.details.open || document.hidden) return;
    try {
      const answer = await fetch("link.json");
      if (answer.ok) show(this.list, rows(await answer.json()));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the table is away for a moment; the page says so elsewhere
    }
  }
}

/** @param {Api.LinkView} link */
function rows(link) {
  /** @type {Array<[string, string | false | null]>} */
  const facts = [
    ["now", link.detail],
    ["port", link.place],
    ["board", link.name && say("boardlink.who", link)],
    ["calibration", stored(link.calibration_stored)],
    ["wiring", stored(link.wiring_stored)],
    ...link.faults.map((fault) => /** @type {[string, string]} */ (["fault", fault])),
    ["readings", say("boardlink.counts", link)],
    ["broken", say("boardlink.broken_frames", link)],
    ["repeated", say("boardlink.repeats", link)],
    ["round_trip", link.round_trip_ms !== null && say("boardlink.ms", { ms: link.round_trip_ms.toFixed(1) })],
  ];
  return facts
    .filter(([, words]) => words)
    .flatMap(([what, words], index) => [
      el("dt", { "data-key": `${index}-${what}` }, say(`boardlink.${what}`)),
      el("dd", { "data-key": `${index}-${what}-value`, lang: ENGLISH.has(what) ? "en" : null }, words),
    ]);
}

/** @param {boolean|null} is */
function stored(is) {
  return is === null ? null : say(is ? "boardlink.stored" : "boardlink.default");
}

// ---- Whether the table is out of reach: then nothing can be done on the page until it is back.

const PATIENCE = 3000; // ms

/** Keeps the page in step with whether the table is heard. */
export class Loss {
  /**
   * @param {HTMLElement} app
   * @param {HTMLElement} health where it is said on all views but the table's
   */
  constructor(app, health) {
    this.app = app;
    this.health = health;
    /** @type {number | null} */
    this.since = null;
    /** What had the focus when the table was lost.
     * @type {Element | null} */
    this.focused = null;
    this.hear = this.hear.bind(this);
  }

  /** The table was heard, or was not.
   * @param {boolean} alive */
  hear(alive) {
    this.since = alive ? null : (this.since ?? Date.now());
    const lost = this.since !== null && Date.now() - this.since >= PATIENCE;
    if (lost === ui.lost) return;
    ui.lost = lost;
    if (lost) this.focused = document.activeElement;
    document.body.toggleAttribute("data-lost", lost);
    this.health.textContent = lost ? say("turn.reconnecting") : "";
    draw();
    const before = this.focused;
    if (!lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }
}
