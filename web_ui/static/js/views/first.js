// What a new table is set up with, step by step: each can be left out, and all be gone through again.

import { button, el, inputById } from "../dom.js";
import { SEATS, token } from "../drawing.js";
import { LANGUAGES } from "../languages.js";
import { ask, change, draw, latest, note } from "../state.js";
import { say } from "../text.js";

const STEPS = ["language", "corner", "sensors", "colours", "name"];

/** What the table's owner has answered on this page. */
/** @type {{turned: boolean, apart: "yes" | "no" | null}} */
const answers = { turned: false, apart: null };

/** The step that is shown, whether the board was asked for its colours, and whether it showed them when the page was last
 * drawn. */
/** @type {string | null | undefined} */
let here = null;
let asked = false;
let lit = false;

export const firstTitle = () => say("first.title");

/** The step of this name; the first one if there is none.
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui
 * @param {string|undefined} name */
export function firstPanels(fresh, ui, name) {
  const number = Math.max(0, STEPS.indexOf(name ?? ""));
  const step = STEPS[number];
  if (!fresh.host) {
    return [
      el(
        "section",
        { class: "card settings", "data-key": "first" },
        el("h2", {}, say("first.title")),
        el("p", {}, say("first.host")),
        toTable(),
      ),
    ];
  }
  return [
    el(
      "section",
      { class: "card settings first", "data-key": `first-${step}` },
      el("p", { class: "quiet" }, say("first.step", { number: number + 1, count: STEPS.length })),
      el("h2", {}, say(`first.${step}`)),
      el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
      bodies[step](fresh),
      onward(number),
    ),
  ];
}

/** The page shows the step of this name; null: none. With its step ends what the board did for it.
 * @param {string|null|undefined} step */
export function firstDrawn(step) {
  if (step !== here) {
    here = step;
    asked = false;
    Object.assign(answers, { turned: false, apart: null });
    if (step !== "corner") {
      change(({ corner }) => here !== "corner" && corner && { kind: "watch_corner", watching: false });
    }
    if (step !== "colours") {
      change(({ colours }) => here !== "colours" && colours && { kind: "show_colours", showing: false });
    }
  }
  const snapshot = latest();
  if (lit && !snapshot.colours) asked = false; // a phone that slept comes back to a board that has stopped
  lit = snapshot.colours;
  if (step === "colours" && !asked && dark(snapshot)) {
    asked = true;
    change((fresh) => here === "colours" && dark(fresh) && { kind: "show_colours", showing: true });
  }
}

/** @param {Api.SnapshotForm} snapshot */
const dark = ({ host, phase, colours }) => host && phase === "lobby" && !colours;

/** @type {Record<string, (snapshot: Api.SnapshotForm) => Page.Child[]>} */
const bodies = {
  language: () => [
    el("p", {}, say("first.language.how")),
    el(
      "div",
      { class: "choices" },
      Object.entries(LANGUAGES).map(([code, name]) =>
        el(
          "button",
          {
            type: "button",
            lang: code,
            "data-do": "speak",
            "data-language": code,
            "aria-pressed": String(code === document.documentElement.lang),
          },
          name,
        ),
      ),
    ),
  ],
  corner: ({ corner, phase }) => [
    el("p", {}, say("first.corner.how")),
    el("div", { class: "found-corner", "aria-live": "polite", "data-key": "corner" }, lookFor(corner, phase)),
  ],
  sensors: () => [
    el("p", {}, say("first.sensors.how")),
    el("p", { class: "foot" }, el("a", { href: "#workshop" }, say("first.sensors.go"))),
  ],
  colours: ({ colours }) => [
    el("p", {}, say(colours ? "first.colours.now" : "first.colours.how")),
    el(
      "div",
      { class: colours ? "four-corners lit" : "four-corners", role: "img", "aria-label": say("first.colours.picture") },
      SEATS.map((seat) => el("span", { class: `at-${seat}` }, token(seat), say(`seat.${seat}`))),
    ),
    answers.apart === null
      ? el(
          "div",
          { class: "choices" },
          button(say("first.colours.yes"), "apart", { apart: "yes" }),
          button(say("first.colours.no"), "apart", { apart: "no" }),
        )
      : el("p", { role: "status" }, say(`first.colours.${answers.apart}.then`)),
  ],
  name: ({ settings }) => [
    el("p", {}, say("first.name.how")),
    el(
      "label",
      { class: "field" },
      el("span", {}, say("settings.name")),
      el("input", { type: "text", id: "table-name", maxlength: 24, autocomplete: "off", value: settings.name }),
    ),
  ],
};

/** The corner that people want to call a1: touched with a worker, and the board turned for the game if it is another.
 * @param {Api.SnapshotForm["corner"]} corner
 * @param {Api.SnapshotForm["phase"]} phase */
function lookFor(corner, phase) {
  if (phase !== "lobby") return el("p", { class: "quiet" }, say("first.corner.later"));
  if (answers.turned) return el("p", {}, say("first.corner.turned"));
  if (!corner) return button(say("first.corner.look"), "corner-look");
  if (!corner.touched) {
    return [el("p", {}, say("first.corner.touch")), button(say("first.corner.stop"), "corner-stop", {}, "quiet")];
  }
  if (corner.touched === "a1") return el("p", {}, say("first.corner.right"));
  return [
    el("p", {}, say("first.corner.other", { square: corner.touched })),
    el(
      "div",
      { class: "choices" },
      button(say("first.corner.turn"), "corner-turn", {}, "primary"),
      button(say("first.corner.leave"), "corner-stop"),
    ),
  ];
}

/** @param {number} number */
function onward(number) {
  const next = STEPS[number + 1];
  return el(
    "div",
    { class: "bar" },
    number > 0 && el("a", { class: "button", href: `#settings/first/${STEPS[number - 1]}` }, say("first.back")),
    next
      ? el("a", { class: "button primary", href: `#settings/first/${next}` }, say("first.next"))
      : button(say("first.done"), "first-done", {}, "primary"),
  );
}

const toTable = () => el("p", { class: "foot" }, el("a", { href: "#" }, say("first.table")));

/** @type {Page.Doings} */
export const firstDoings = {
  "corner-look": () => ask({ kind: "watch_corner", watching: true }),
  "corner-stop": () => ask({ kind: "watch_corner", watching: false }),
  "corner-turn": async () => {
    answers.turned = true;
    await ask({ kind: "take_offer", offer: "turn" });
  },
  apart: ({ apart }) => {
    answers.apart = apart;
    draw();
  },
  "first-done": async () => {
    const name = inputById("table-name").value.trim();
    await ask({ kind: "choose_settings", settings: { ...latest().settings, name, greeted: true } });
    const { settings } = latest();
    if (settings.greeted && settings.name === name) location.hash = "";
    else note(say("table.not_now"));
  },
};
