// The judge: a sheet in which a phone asks about the position that stands. What it shows is fetched when it is first asked.

import { around, button, el } from "./dom.js";
import { post } from "./link.js";
import { addSheet, openSheet } from "./sheets.js";
import { draw, latest, note, onSnapshot } from "./state.js";
import { say } from "./text.js";

/** @typedef {{square: string, other: string | null, answer: Api.JudgementForm | null, error: boolean}} Asking what is
 * asked about: a square, and another one to which its worker would go or where it would build */

/** @type {typeof import("./judgeparts.js") | null} */
let parts = null;
let fetching = false;
/** @type {Asking | null} */
let asking = null;

addSheet("judge", {
  title: () => say("judge.title"),
  panels: (snapshot) => {
    const { game } = snapshot;
    if (!game) return null;
    if (!parts) {
      if (!fetching) fetchParts();
      return el("p", { class: "quiet", "data-key": "judge-waits" }, "…");
    }
    return parts.judgeParts({ ...snapshot, game }, asking);
  },
});

/** The way to the judge. */
export const judgeButton = () => button(say("judge.title"), "sheet", { name: "judge" });

/** @type {Page.Doings} */
export const judgeDoings = {
  "judge-square": ({ square }) => pointed(square),
  "judge-act": ({ kind }) => judged(kind),
  "judge-again": () => {
    asking = null;
    draw();
  },
};

onSnapshot((fresh, before) => {
  if (before && fresh.version !== before.version) asking = null;
});

/** A square was tapped: first what is asked about, then where its worker would go.
 * @param {string} square */
function pointed(square) {
  const { game, prompt } = latest();
  const worker = asking && !asking.other && game?.workers.some((one) => one.square === asking?.square);
  if (!worker || asking?.square === square) return about(square, null, square);
  const from = /** @type {Asking} */ (asking).square;
  asking = { square: from, other: square, answer: null, error: false };
  return judged(prompt?.kind === "build" ? "+" : "-");
}

/** Ask whether the worker may do something on the other square.
 * @param {string} sign as docs/notation.md has it */
function judged(sign) {
  if (asking?.other) about(asking.square, asking.other, `${asking.square}${sign}${asking.other}`);
}

/**
 * @param {string} square
 * @param {string | null} other
 * @param {string} asked
 */
async function about(square, other, asked) {
  const mine = { square, other, answer: /** @type {Api.JudgementForm | null} */ (null), error: false };
  asking = mine;
  draw();
  const { status, body } = await post("/judge", { asked });
  if (asking !== mine) return;
  mine.answer = status === 200 ? /** @type {Api.JudgementForm} */ (/** @type {unknown} */ (body)) : null;
  mine.error = status !== 200;
  draw();
}

const LONG = 600; // ms
const STILL = 10; // px

/** Let a long press on a square of the table's board ask the judge about it.
 * @param {HTMLElement} app */
export function watchPressing(app) {
  /** @type {{square: string, x: number, y: number, timer: ReturnType<typeof setTimeout>} | null} */
  let press = null;
  let asked = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  app.addEventListener("pointerdown", (event) => {
    end();
    asked = false;
    const square = around(event, ".play > .board[data-key=board] [data-square]")?.dataset.square;
    if (!square || !event.isPrimary) return;
    const timer = setTimeout(() => {
      end();
      asked = true;
      openSheet("judge");
      about(square, null, square);
    }, LONG);
    press = { square, x: event.clientX, y: event.clientY, timer };
  });
  app.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) end();
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) app.addEventListener(name, end);
  // The tap that ends a long press is none.
  document.addEventListener(
    "click",
    (event) => {
      if (!asked) return;
      asked = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  app.addEventListener("contextmenu", (event) => {
    if (asked || press) event.preventDefault();
  });
}

const AGAIN = 2000; // ms

async function fetchParts() {
  fetching = true;
  try {
    const fetched = await import("./judgeparts.js");
    await fetched.load();
    parts = fetched;
    draw();
  } catch {
    note(say("error.no_answer"));
    setTimeout(draw, AGAIN); // which asks once more if it is still wanted
  }
  fetching = false;
}
