// The settings: of this phone, and of the table for its host. #settings/first leads through them one after another.

import { button, byId, el, inputById } from "./dom.js";
import { SEATS, token } from "./drawing.js";
import { isOnScreen } from "./door.js";
import { homeWifi } from "./lobby/lobby.js";
import { soundOn, turnSound } from "./sound.js";
import { canSpeak, speechOn, turnSpeech } from "./speech.js";
import { ask, change, draw, latest, note } from "./state.js";
import { languagesOffered, loadPart, say } from "./text.js";

const NIGHT = 20;
const YEAR_SECONDS = 365 * 24 * 3600;

/** @type {Page.View} */
export const view = {
  title: (_, [first]) => (first === "first" ? say("first.title") : say("settings.title")),
  panels: (fresh, ui, [first, step]) =>
    first === "first"
      ? firstPanels(fresh, ui, step)
      : [phone(ui), table(fresh), lead(fresh), homeWifi(fresh), sticker(fresh), broker(fresh), configuration(fresh)],
  drawn: ([first, step]) => firstDrawn(first === "first" ? step : null),
  left: () => {
    brokerLeft();
    firstDrawn(null);
  },
};

export const load = () => loadPart("settings");

/** Change some of the table's settings.
 * @param {Partial<Api.SettingsForm>} changed */
const set = (changed) => change(({ settings }) => ({ kind: "choose_settings", settings: { ...settings, ...changed } }));

/** Call the table as was typed.
 * @param {HTMLInputElement} field */
const rename = ({ value }) => set({ name: value.trim() });

/** Let the table shine like this.
 * @param {number} percent */
function shine(percent) {
  inputById("brightness").value = String(percent);
  return set({ brightness: percent });
}

/** Say how the table would shine.
 * @param {HTMLInputElement} field */
function tellBrightness({ value }) {
  byId("brightness-now").textContent = say("settings.percent", { percent: value });
}

/** Let this phone speak a language from now on.
 * @param {string} language */
function speak(language) {
  document.cookie = `thera_language=${language}; max-age=${YEAR_SECONDS}; samesite=lax`;
  location.reload();
}

/** Let this phone and the table speak a language from now on.
 * @param {string} language */
async function speakEverywhere(language) {
  await set({ language });
  speak(language);
}

/** @param {Page.Ui} ui */
function phone(ui) {
  return el(
    "section",
    { class: "card settings", "data-key": "phone" },
    el("h2", {}, say("settings.phone")),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    el(
      "label",
      { class: "field" },
      el("span", {}, say("settings.language")),
      languages(document.documentElement.lang, speak),
    ),
    el(
      "label",
      { class: "switch" },
      el("input", { type: "checkbox", onchange: turnSound, checked: soundOn() }),
      el("span", {}, say("sound.title")),
    ),
    canSpeak() &&
      el(
        "label",
        { class: "switch" },
        el("input", { type: "checkbox", onchange: turnSpeech, checked: speechOn() }),
        el("span", {}, say("speech.title")),
      ),
  );
}

/** A choice between the languages that there are, each in its own words.
 * @param {string} chosen
 * @param {(language: string) => unknown} choose */
function languages(chosen, choose) {
  return el(
    "select",
    { onchange: ({ value }) => choose(value) },
    Object.entries(languagesOffered()).map(([code, name]) =>
      el("option", { value: code, lang: code, selected: code === chosen }, name),
    ),
  );
}

/** @param {Api.SnapshotForm} fresh */
function table(fresh) {
  const { settings, host, names } = fresh;
  return el(
    "section",
    { class: "card settings", "data-key": "table" },
    el("h2", {}, say("settings.table")),
    host ? tableFields(settings) : tableFacts(settings),
    host && names.length > 0 && remembered(names),
  );
}

/** The names that the table knows, to have one forgotten.
 * @param {string[]} names */
function remembered(names) {
  return el(
    "div",
    { class: "field", "data-key": "names" },
    el("span", {}, say("settings.names")),
    el(
      "div",
      { class: "known" },
      names.map((name) => {
        const text = [name, " ", el("span", { "aria-hidden": "true" }, "✕")];
        const chip = button(text, () => ask({ kind: "forget_name", name }), "chip", name);
        chip.setAttribute("aria-label", say("settings.forget", { name }));
        return chip;
      }),
    ),
  );
}

/** @param {Api.SettingsForm} given */
function tableFacts({ name, brightness }) {
  return [
    el("p", { class: "quiet" }, say("settings.host_only")),
    name && el("p", {}, say("settings.called", { table: name })),
    el("p", {}, say("settings.shines", { percent: brightness })),
  ];
}

/** @param {Api.SettingsForm} given */
function tableFields({ name, language, brightness }) {
  return [
    el(
      "label",
      { class: "field" },
      el("span", {}, say("settings.name")),
      el("input", { type: "text", maxlength: 24, autocomplete: "off", value: name, onchange: rename }),
    ),
    el(
      "label",
      { class: "field" },
      el("span", {}, say("settings.usual")),
      languages(language ?? "en", (chosen) => set({ language: chosen })),
    ),
    el(
      "div",
      { class: "field" },
      el(
        "label",
        { for: "brightness" },
        say("settings.brightness"),
        " ",
        el("output", { id: "brightness-now", for: "brightness" }, say("settings.percent", { percent: brightness })),
      ),
      el("input", {
        type: "range",
        id: "brightness",
        min: 10,
        max: 100,
        step: 5,
        value: brightness,
        onchange: ({ value }) => set({ brightness: Number(value) }),
        oninput: tellBrightness,
      }),
      el(
        "div",
        { class: "choices" },
        [
          { percent: NIGHT, key: "settings.night" },
          { percent: 100, key: "settings.day" },
        ].map(({ percent, key }) =>
          el(
            "button",
            {
              type: "button",
              onclick: () => shine(percent),
              "aria-pressed": String(brightness === percent),
            },
            say(key),
          ),
        ),
      ),
    ),
    el("p", { class: "foot" }, el("a", { href: "#settings/first" }, say("settings.again"))),
  ];
}

/** Who leads the table, and who could.
 * @param {Api.SnapshotForm} snapshot */
function lead({ host, seats, leader }) {
  if (leader === null) return null;
  const others = seats.filter((seat) => seat.name !== null && seat.table === null && seat.seat !== leader);
  return el(
    "section",
    { class: "card settings", "data-key": "lead" },
    el("h2", {}, say("settings.lead")),
    el("p", {}, say(host ? "settings.lead_you" : "settings.lead_other", { seat: leader })),
    host &&
      others.length > 0 &&
      el(
        "div",
        { class: "choices" },
        others.map(({ seat }) =>
          el(
            "button",
            { type: "button", onclick: () => ask({ kind: "hand_host", seat }) },
            token(seat),
            say("lobby.lead", { seat }),
          ),
        ),
      ),
  );
}

/** The way of the host to the sticker with both codes, where the table has a network of its own.
 * @param {Api.SnapshotForm} snapshot */
function sticker({ configured }) {
  if (!configured?.own_network) return null;
  return el(
    "section",
    { class: "card settings", "data-key": "sticker" },
    el("h2", {}, say("wifi.own")),
    el("p", {}, say("wifi.own_sticker")),
    el("p", { class: "foot" }, el("a", { href: "sticker" }, say("wifi.print"))),
  );
}

// ---- How the connection to the MQTT broker stands, for the host of a table that has one. The table is asked while the
// settings are open.

const EVERY = 2000; // ms

/** @type {Api.BrokerStatus | null} */
let known = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let asking;

/** @param {Api.SnapshotForm} snapshot */
function broker({ host }) {
  if (!host || !("brokered" in document.body.dataset)) return null;
  if (asking === undefined) {
    asking = setInterval(look, EVERY);
    look();
  }
  return el(
    "section",
    { class: "card settings", "data-key": "broker" },
    el("h2", {}, say("broker.title")),
    known && el("p", { role: "status", "data-state": known.state }, say(`broker.${known.trouble ?? known.state}`)),
    known?.detail ? el("p", { class: "quiet", lang: "en" }, known.detail) : null,
  );
}

/** Ask the table no more. */
function brokerLeft() {
  clearInterval(asking);
  asking = undefined;
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("broker.json");
    if (!answer.ok) return;
    known = await answer.json();
    draw();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the table is away for a moment; the page says so elsewhere
  }
}

// ---- What the owner of the table has configured, for its host: every value, where it comes from, and where it is
// changed.

/** @param {Api.SnapshotForm} snapshot */
function configuration({ configured }) {
  if (!configured) return null;
  const { file, values } = configured;
  return el(
    "details",
    { class: "card settings", "data-key": "configured" },
    el("summary", {}, el("h2", {}, say("configured.door"))),
    el("h3", {}, say("configured.title")),
    el(
      "p",
      { class: "quiet" },
      file === null ? say("configured.no_file") : [say("configured.how"), " ", el("code", {}, file)],
    ),
    el("dl", { class: "facts" }, values.map(fact)),
  );
}

/** @param {NonNullable<Api.SnapshotForm["configured"]>["values"][number]} given */
function fact({ key, value, source, here }) {
  return el(
    "div",
    { "data-key": key },
    el("dt", {}, say(`configured.${key}`)),
    el("dd", {}, value === null || value === "" ? say("configured.unset") : el("code", {}, String(value))),
    el(
      "dd",
      { class: "quiet" },
      [say(`configured.source.${source}`), here && say("configured.here")].filter(Boolean).join(" · "),
    ),
  );
}

// ---- What a new table is set up with, step by step: each can be left out, and all be gone through again

const STEPS = ["language", "corner", "sensors", "colours", "name"];
/** Those that ask about what only a built board has. */
const OF_BUILT_BOARDS = ["corner", "sensors", "colours"];

/** The steps for the board in use.
 * @param {Api.SnapshotForm} fresh */
const stepsFor = (fresh) => STEPS.filter((step) => !isOnScreen(fresh) || !OF_BUILT_BOARDS.includes(step));

/** What the table's owner has answered on this page.
 * @type {{turned: boolean, apart: "yes" | "no" | null}} */
const answers = { turned: false, apart: null };

/** The step that is shown, whether the board was asked for its colours, and whether it showed them when the page was
 * last drawn.
 * @type {string | null | undefined} */
let here = null;
let asked = false;
let lit = false;

/** The step of this name; the first one if there is none.
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui
 * @param {string|undefined} name */
function firstPanels(fresh, ui, name) {
  const all = stepsFor(fresh);
  const number = Math.max(0, all.indexOf(name ?? ""));
  const step = all[number];
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
      el("p", { class: "quiet" }, say("first.step", { number: number + 1, count: all.length })),
      el("h2", {}, say(`first.${step}`)),
      el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
      bodies[step](fresh),
      onward(all, number),
    ),
  ];
}

/** The page shows the step of this name; null: none. With its step ends what the board did for it.
 * @param {string|null|undefined} step */
function firstDrawn(step) {
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
      Object.entries(languagesOffered()).map(([code, name]) =>
        el(
          "button",
          {
            type: "button",
            lang: code,
            onclick: () => speakEverywhere(code),
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
          button(say("first.colours.yes"), () => tellApart("yes")),
          button(say("first.colours.no"), () => tellApart("no")),
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
  if (!corner) return button(say("first.corner.look"), () => watchCorner(true));
  if (!corner.touched) {
    return [
      el("p", {}, say("first.corner.touch")),
      button(say("first.corner.stop"), () => watchCorner(false), "quiet"),
    ];
  }
  if (corner.touched === "a1") return el("p", {}, say("first.corner.right"));
  return [
    el("p", {}, say("first.corner.other", { square: corner.touched })),
    el(
      "div",
      { class: "choices" },
      button(say("first.corner.turn"), turnBoard, "primary"),
      button(say("first.corner.leave"), () => watchCorner(false)),
    ),
  ];
}

/** @param {string[]} all
 * @param {number} number */
function onward(all, number) {
  const next = all[number + 1];
  return el(
    "div",
    { class: "bar" },
    number > 0 && el("a", { class: "button", href: `#settings/first/${all[number - 1]}` }, say("first.back")),
    next
      ? el("a", { class: "button primary", href: `#settings/first/${next}` }, say("first.next"))
      : button(say("first.done"), finish, "primary"),
  );
}

const toTable = () => el("p", { class: "foot" }, el("a", { href: "#" }, say("first.table")));

/** Let the board tell which corner is touched, or no longer.
 * @param {boolean} watching */
const watchCorner = (watching) => ask({ kind: "watch_corner", watching });

/** Turn the board for the game, so that the corner that was touched is a1. */
async function turnBoard() {
  answers.turned = true;
  await ask({ kind: "take_offer", offer: "turn" });
}

/** The four colours are told apart, or not.
 * @param {"yes" | "no"} apart */
function tellApart(apart) {
  answers.apart = apart;
  draw();
}

async function finish() {
  const name = inputById("table-name").value.trim();
  await ask({ kind: "choose_settings", settings: { ...latest().settings, name, greeted: true } });
  const { settings } = latest();
  if (settings.greeted && settings.name === name) location.hash = "";
  else note(say("table.not_now"));
}
