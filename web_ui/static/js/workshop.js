// The workshop: the board made right, step by step, or looked at. What is asked comes from the snapshot alone.

import { FILES } from "./board/squares.js";
import { button, el, loadStyle, svg } from "./dom.js";
import { tower, worker } from "./drawing.js";
import { ask, draw, inWorkshop, note, onSnapshot, ui } from "./state.js";
import { loadPart, messageText, say, sayFirst } from "./text.js";

/** @type {Page.Workshop["task"][]} */
const TASKS = ["calibrate", "scale", "selftest", "monitor"];
/** The steps in which something is measured that can be measured again. */
const MEASURED = new Set(["place", "walk", "sensor", "piece", "fault", "result"]);
/** @type {Api.ProcedureAnswer[]} */
const ANSWERS = ["next", "skip", "again", "undo", "stop"];
/** What gives up what was done, by answer, task and step: it is asked about once more. */
const GIVES_UP = new Set([
  "again.calibrate.result",
  "again.scale.fault",
  "again.scale.result",
  "again.selftest.result",
  "stop.scale.place",
  "stop.scale.clear",
  "stop.scale.piece",
  "stop.scale.fault",
  "stop.selftest.walk",
  "stop.selftest.name",
  "stop.selftest.sensor",
]);
const START_OVER = "anew.calibrate";

/** @type {Page.View} */
export const view = {
  title: ({ workshop }) => say(workshop ? `adjust.${workshop.task}` : "adjust.title"),
  panels,
};

export const load = () => Promise.all([loadPart("workshop"), loadStyle("workshop")]);

onSnapshot((fresh, before) => {
  if (fresh.workshop?.task !== before?.workshop?.task) ui.sure = null;
});

/** Begin with a task; `anew`: without what was done of it before.
 * @param {Page.Workshop["task"]} task
 * @param {boolean} anew */
function begin(task, anew) {
  ui.sure = null;
  return ask({ kind: "open_workshop", task, anew });
}

/** @param {Api.ProcedureAnswer} given */
function answer(given) {
  ui.sure = null;
  return ask({ kind: "answer_workshop", answer: given });
}

/** Ask once more before something is done; null: no longer.
 * @param {string|null} what */
function askWhetherSure(what) {
  ui.sure = what;
  draw();
}

/** @param {string} square */
function nameSquare(square) {
  ui.focus = square;
  return ask({ kind: "name_square", square });
}

/** Name the mass that was typed, with a comma or a point.
 * @param {HTMLFormElement} form */
function nameMass(form) {
  const typed = form.querySelector("input")?.value.trim().replace(",", ".") ?? "";
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(typed)) return note(say("adjust.mass.wrong"));
  return ask({ kind: "name_mass", mass: Number(typed) });
}

/** Give the board back to the game. */
const close = () => ask({ kind: "close_workshop" });

async function backToTable() {
  await close();
  location.hash = "";
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 */
function panels(snapshot, ui) {
  const { workshop } = snapshot;
  const parts = workshop ? [atWork(inWorkshop(snapshot), ui, ui.readings)] : [choice(snapshot, ui)];
  if (!workshop) parts.push(el("p", { class: "foot", "data-key": "back" }, el("a", { href: "#" }, say("adjust.back"))));
  return parts;
}

// Nothing is done yet: what may be done with this board.

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 */
function choice(snapshot, ui) {
  return el(
    "section",
    { class: "card workshop", "data-key": "choice" },
    el("h2", { "data-key": "title" }, say("adjust.title")),
    el("p", { "data-key": "about" }, say("adjust.about")),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    !snapshot.host && el("p", { class: "quiet", "data-key": "host" }, whoMay(snapshot)),
    el(
      "ul",
      { class: "tasks", "data-key": "tasks" },
      TASKS.filter((task) => task !== "scale" || snapshot.board.weighs).map((task) =>
        el(
          "li",
          { "data-key": task },
          el(
            "button",
            { type: "button", class: "task", onclick: () => begin(task, false), disabled: !snapshot.host },
            el("strong", {}, say(`adjust.${task}`)),
            el("span", {}, say(`adjust.${task}.about`)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Api.SnapshotForm} snapshot */
function whoMay({ seats }) {
  return seats.some((seat) => seat.name !== null) ? say("adjust.host_only") : say("adjust.sit_first");
}

// Something is done.

/**
 * @param {Page.InWorkshop} snapshot
 * @param {Page.Ui} ui
 * @param {Api.ReadingsForm|null} readings
 */
function atWork(snapshot, ui, readings) {
  const { workshop, host, board } = snapshot;
  const { task, total, done } = workshop;
  const live = task === "monitor";
  return el(
    "section",
    { class: "card workshop", "data-key": `work-${task}`, "aria-label": say(`adjust.${task}`) },
    el(
      "div",
      { class: "head", "data-key": "head" },
      el("h2", {}, say(`adjust.${task}`)),
      total > 0 && !workshop.over && el("span", { class: "quiet" }, say("adjust.progress", { done, total })),
    ),
    total > 0 &&
      !workshop.over &&
      el("progress", {
        "data-key": "bar",
        value: done,
        max: total,
        "aria-label": say("adjust.progress", { done, total }),
      }),
    el(
      "p",
      { class: "sentence", "aria-live": "polite", "aria-atomic": "true", "data-key": "sentence" },
      sentence(workshop, board),
    ),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    host && untouched(workshop) && resumed(workshop, ui),
    live ? measured(snapshot, readings) : drawing(snapshot, ui),
    host && workshop.masses && massField(),
    workshop.notes.length > 0 &&
      el(
        "ul",
        { class: "notes", "data-key": "notes", "aria-label": say("adjust.found") },
        workshop.notes.map((note, index) => el("li", { "data-key": String(index) }, messageText(note))),
      ),
    host && answers(workshop, ui),
    leave(snapshot),
  );
}

/** One sentence: what to do, what is wrong, or that the board cannot be heard.
 * @param {Page.Workshop} workshop
 * @param {Page.Board} board */
function sentence(workshop, board) {
  const away = !["ready", "degraded"].includes(board.link) && !workshop.over;
  return away ? say("adjust.unheard", { link: say(`boardlink.state.${board.link}`) }) : messageText(workshop.message);
}

/** Where a mass is typed. */
const massField = () =>
  el(
    "form",
    { class: "mass", "data-key": "mass", onsubmit: nameMass },
    el(
      "label",
      { class: "field" },
      el("span", {}, say("adjust.mass")),
      el("input", { type: "text", id: "mass", inputmode: "decimal", maxlength: 12, autocomplete: "off" }),
    ),
    el("button", { type: "submit", class: "primary" }, say("adjust.next")),
  );

/** Whether it goes on with placements of before, and none was made since.
 * @param {Page.Workshop} workshop */
const untouched = ({ resumed: count, step, done }) =>
  count > 0 && ["empty", "place"].includes(step) && done <= count + 1;

/**
 * @param {Page.Workshop} workshop
 * @param {Page.Ui} ui
 */
function resumed({ resumed: count }, ui) {
  return el(
    "div",
    { class: "resumed", "data-key": "resumed" },
    ui.sure === START_OVER
      ? sure(
          say("adjust.sure.anew", { count }),
          button(say("adjust.anew.yes"), () => begin("calibrate", true), "danger"),
        )
      : [
          el("p", {}, say("adjust.resumed", { count })),
          button(say("adjust.anew"), () => askWhetherSure(START_OVER), "quiet"),
        ],
  );
}

/** What would come of it, said before it is done.
 * @param {string} consequence
 * @param {Page.Child} yes */
const sure = (consequence, yes) => [
  el("p", { role: "status" }, consequence),
  yes,
  button(say("offer.no"), () => askWhetherSure(null)),
];

/**
 * @param {Page.Workshop} workshop
 * @param {Page.Ui} ui
 */
function answers(workshop, ui) {
  const doubted = ANSWERS.find((each) => ui.sure === `${each}.${workshop.task}.${workshop.step}`);
  if (doubted) {
    const yes = button(named(doubted, workshop), () => answer(doubted), "danger", doubted);
    return el(
      "div",
      { class: "answers", "data-key": "sure" },
      sure(say(`adjust.sure.${doubted}.${workshop.task}`), yes),
    );
  }
  const possible = ANSWERS.filter(
    (each) => workshop.answers.includes(each) && (each !== "again" || MEASURED.has(workshop.step)),
  );
  if (!possible.length) return null;
  return el(
    "div",
    { class: "answers", "data-key": "answers" },
    possible.map((each) => {
      const what = `${each}.${workshop.task}.${workshop.step}`;
      return el(
        "button",
        {
          type: "button",
          class: each === "next" ? "primary" : each === "stop" ? "quiet" : "",
          "data-key": each,
          onclick: () => (GIVES_UP.has(what) ? askWhetherSure(what) : answer(each)),
        },
        named(each, workshop),
      );
    }),
  );
}

/** An answer in the words of what is asked now.
 * @param {string} answer
 * @param {Page.Workshop} workshop */
function named(answer, { task, step, stores, expected }) {
  const keys = [stores && `adjust.${answer}.${task}.store`, `adjust.${answer}.${task}.${step}`, `adjust.${answer}`];
  return sayFirst(
    keys.filter((key) => typeof key === "string"),
    { square: expected ?? "" },
  );
}

/** @param {Page.InWorkshop} snapshot */
function leave({ workshop, host, seats_held: held }) {
  if (workshop.step === "storing" || !held.length) return null;
  if (!host) {
    return el("div", { class: "answers", "data-key": "leave" }, button(say("adjust.fetch"), close, "quiet"));
  }
  if (!workshop.over && workshop.task !== "monitor") return null;
  return el(
    "div",
    { class: "answers", "data-key": "leave" },
    button(say("adjust.leave"), backToTable, "primary"),
    button(say("adjust.more"), close),
  );
}

// The board from above. a1 is where the board has it, however it lies for the game.

/**
 * @param {number} size
 * @param {string} kind
 * @param {(name: string) => Page.Child} cell
 * @param {string} label
 */
function grid(size, kind, cell, label) {
  const files = FILES.slice(0, size);
  const rows = [];
  for (let rank = size; rank >= 1; rank -= 1) {
    rows.push(
      el(
        "div",
        { role: "row" },
        el("span", { role: "rowheader", class: "visually-hidden" }, String(rank)),
        files.map((file) => el("div", { role: "cell" }, cell(file + rank))),
      ),
    );
  }
  return el(
    "div",
    { role: "table", class: `sensor-board ${kind}`, "data-key": kind, "aria-label": label },
    el(
      "div",
      { role: "row", class: "visually-hidden" },
      el("span", { role: "cell" }),
      files.map((file) => el("span", { role: "columnheader" }, file)),
    ),
    el("div", { role: "rowgroup" }, rows),
  );
}

/**
 * @param {Page.InWorkshop} snapshot
 * @param {Page.Ui} ui
 */
function drawing(snapshot, ui) {
  const { workshop, host, size } = snapshot;
  if (workshop.over || ["storing", "result"].includes(workshop.step)) return null;
  if (workshop.task === "scale" && !workshop.expected) return null; // no square is meant
  const tap = host && workshop.names;
  return [
    tap && el("p", { class: "quiet", "data-key": "tap" }, say("adjust.tap")),
    grid(size, "lamps", (name) => lamp(workshop, name, tap, ui.focus), say("board.label")),
  ];
}

/**
 * @param {Page.Workshop} workshop
 * @param {string} name
 * @param {boolean} tap
 * @param {string} focus
 */
function lamp(workshop, name, tap, focus) {
  const meaning = workshop.lit[name] ?? null;
  const { level } = workshop;
  const stands = workshop.expected === name && level !== null;
  const words = [name];
  if (meaning) words.push(say(`adjust.lit.${meaning}`));
  const attributes = {
    class: `square ${meaning ?? ""}`,
    "aria-label": words.join(", "),
    ...(tap
      ? {
          type: "button",
          onclick: () => nameSquare(name),
          "data-square": name,
          tabindex: name === focus ? "0" : "-1",
        }
      : { role: "img" }),
  };
  return el(
    tap ? "button" : "div",
    attributes,
    svg(
      "svg",
      { viewBox: "-50 -50 100 100", "aria-hidden": "true" },
      meaning && meaning !== "wrong" && svg("circle", { class: "lamp", r: 46 }),
      stands && tower(level, false),
      stands && worker("blue", 0.9),
      stands && level > 0 && svg("text", { class: "level", x: 44, y: 45 }, String(level)),
      meaning === "wrong" && svg("path", { class: "cross", d: "M-26 -26L26 26M26 -26L-26 26" }),
      svg("text", { class: "name", x: -42, y: -27 }, name),
    ),
  );
}

// What is measured now.

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.ReadingsForm|null} readings
 */
function measured({ size, board }, readings) {
  const fields = readings?.fields ?? null;
  return [
    grid(size, "fields", (name) => field(name, fields?.[name], readings), say("adjust.fields")),
    el(
      "ul",
      { class: "legend", "data-key": "legend" },
      ["north", "south", "clipped", "noisy"].map((kind) =>
        el(
          "li",
          {},
          el("span", { class: `swatch ${kind}`, "aria-hidden": "true" }, { clipped: "!", noisy: "~" }[kind] ?? ""),
          say(`adjust.legend.${kind}`),
        ),
      ),
    ),
    readings?.scale && loads(readings.scale),
    readings && readings.further.length > 0 && further(readings.further),
    el(
      "p",
      { class: "quiet", "data-key": "rate" },
      readings && fields ? rate(readings) : say(`adjust.no_readings`, { link: say(`boardlink.state.${board.link}`) }),
    ),
  ];
}

/** What the scale measures.
 * @param {NonNullable<Api.ReadingsForm["scale"]>} scale */
function loads({ loads: cells, sum, changed, centre }) {
  const words = [
    cells.length
      ? say("adjust.loads", { loads: cells.map((load) => load.toFixed(1)).join(" + "), sum: sum.toFixed(1) })
      : say("adjust.loads.none"),
  ];
  if (changed !== null) words.push(say("adjust.loads.change", { change: grams(changed) }));
  if (centre) {
    const [east, north] = [whole(centre.east), whole(centre.north)];
    words.push(say("adjust.loads.centre", { east, north }));
  }
  return el("p", { class: "loads", "data-key": "loads" }, words.join(" "));
}

/** @param {number} mass */
function grams(mass) {
  const text = Math.abs(mass).toFixed(1);
  if (text === "0.0") return text; // neither heavier nor lighter
  return `${mass < 0 ? "−" : "+"}${text}`;
}

/** @param {number} mm */
const whole = (mm) => mm.toFixed(0).replace("-", "−");

/** What the sensors outside the squares measure along their axes.
 * @param {Api.ReadingsForm["further"]} sensors */
const further = (sensors) => [
  el("h3", { "data-key": "further-title" }, say("adjust.further")),
  el(
    "ol",
    { class: "further", "data-key": "further" },
    sensors.map(({ axes, fields, clipped }, index) =>
      el(
        "li",
        { class: clipped ? "clipped" : "", "data-key": String(index) },
        el("b", {}, String(index + 1), el("i", { "aria-hidden": "true" }, clipped ? "!" : "")),
        axes.map((axis, number) =>
          el("span", {}, el("small", {}, say(`adjust.axis.${axis}`)), " ", signed(fields[number] ?? 0)),
        ),
        clipped && el("span", { class: "visually-hidden" }, say("adjust.legend.clipped")),
      ),
    ),
  ),
];

/** @param {Api.ReadingsForm} readings */
function rate(readings) {
  const words = [
    say("adjust.rate", { rate: readings.rate.toFixed(1), missed: readings.missed }),
    say("adjust.noise", { noise: readings.noise.toFixed(3) }),
  ];
  if (readings.button) words.push(say("adjust.button", { button: say(`adjust.button.${readings.button}`) }));
  return words.join(" ");
}

/** A cell is the more strongly coloured the stronger the field; which pole it is, its sign and its hatching tell too.
 * @param {string} name
 * @param {number|null|undefined} value
 * @param {Api.ReadingsForm|null} readings */
function field(name, value, readings) {
  if (value === null || value === undefined || !readings) {
    return el("div", { class: "square" }, el("small", {}, name), el("b", {}, "–"));
  }
  const clipped = readings.clipped.includes(name);
  const noisy = readings.noisy.includes(name);
  const strength = Math.min(4, Math.max(0, Math.ceil(Math.log2(Math.abs(value) / 0.1))));
  const pole = Math.abs(value) < 0.1 ? "" : value > 0 ? "north" : "south";
  const marks = [clipped && say("adjust.legend.clipped"), noisy && say("adjust.legend.noisy")].filter(Boolean);
  return el(
    "div",
    {
      class: `square ${pole} s${pole ? strength : 0} ${clipped ? "clipped" : ""} ${noisy ? "noisy" : ""}`,
      "data-loaded": readings.scale?.near === name ? "" : null,
    },
    el("small", {}, name, el("i", { "aria-hidden": "true" }, clipped ? "!" : noisy ? "~" : "")),
    el("b", {}, signed(value)),
    marks.length > 0 && el("span", { class: "visually-hidden" }, marks.join(", ")),
  );
}

/** @param {number} value */
function signed(value) {
  const text = Math.abs(value) >= 10 ? Math.abs(value).toFixed(1) : Math.abs(value).toFixed(2);
  return `${value < 0 ? "−" : "+"}${text}`;
}
