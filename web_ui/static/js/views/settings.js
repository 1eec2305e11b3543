// The settings: of this phone, and of the table for its host. #settings/first leads through them one after another.

import { button, byId, el, inputById } from "../dom.js";
import { token } from "../drawing.js";
import { LANGUAGES } from "../languages.js";
import { homeWifi, sticker } from "../panels/wifi.js";
import { soundOn, turnSound } from "../sound.js";
import { ask, change, draw } from "../state.js";
import { loadPart, say } from "../text.js";
import { broker, brokerLeft } from "./broker.js";
import { configuration } from "./configured.js";
import { firstDoings, firstDrawn, firstPanels, firstTitle } from "./first.js";

const NIGHT = 20;
const YEAR_SECONDS = 365 * 24 * 3600;

/** @type {Page.View} */
export const view = {
  load: () => loadPart("settings"),
  title: (_, [first]) => (first === "first" ? firstTitle() : say("settings.title")),
  panels: (fresh, ui, [first, step]) =>
    first === "first"
      ? firstPanels(fresh, ui, step)
      : [phone(ui), table(fresh), lead(fresh), homeWifi(fresh), sticker(fresh), broker(fresh), configuration(fresh)],
  doings: {
    ...firstDoings,
    brightness: ({ percent }) => {
      inputById("brightness").value = percent;
      return set({ brightness: Number(percent) });
    },
    speak: ({ language }) => set({ language }).then(() => speak(language)),
    forget: ({ name }) => ask({ kind: "forget_name", name }),
    "hand-lead": ({ seat }) => ask({ kind: "hand_host", seat }),
  },
  changes: {
    "phone-language": ({ value }) => speak(value),
    "table-language": ({ value }) => set({ language: value }),
    "table-name": ({ value }) => set({ name: value.trim() }),
    brightness: ({ value }) => set({ brightness: Number(value) }),
    sound: () => {
      turnSound();
      draw();
    },
  },
  inputs: {
    brightness: ({ value }) => {
      byId("brightness-now").textContent = say("settings.percent", { percent: value });
    },
  },
  drawn: ([first, step]) => firstDrawn(first === "first" ? step : null),
  left: () => {
    brokerLeft();
    firstDrawn(null);
  },
};

/** Change some of the table's settings.
 * @param {Partial<Api.SettingsForm>} changed */
export const set = (changed) =>
  change(({ settings }) => ({ kind: "choose_settings", settings: { ...settings, ...changed } }));

/** Let this phone speak a language from now on.
 * @param {string} language */
function speak(language) {
  document.cookie = `thera_language=${language}; max-age=${YEAR_SECONDS}; samesite=lax`;
  location.reload();
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
      languages("phone-language", document.documentElement.lang),
    ),
    el(
      "label",
      { class: "switch" },
      el("input", { type: "checkbox", "data-change": "sound", checked: soundOn() }),
      el("span", {}, say("sound.title")),
    ),
  );
}

/** A choice between the languages that there are, each in its own words.
 * @param {string} change
 * @param {string} chosen */
function languages(change, chosen) {
  return el(
    "select",
    { "data-change": change },
    Object.entries(LANGUAGES).map(([code, name]) =>
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
        const chip = button([name, " ", el("span", { "aria-hidden": "true" }, "✕")], "forget", { name }, "chip");
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
      el("input", { type: "text", maxlength: 24, autocomplete: "off", value: name, "data-change": "table-name" }),
    ),
    el(
      "label",
      { class: "field" },
      el("span", {}, say("settings.usual")),
      languages("table-language", language ?? "en"),
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
        "data-change": "brightness",
        "data-input": "brightness",
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
              "data-do": "brightness",
              "data-percent": percent,
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
            { type: "button", "data-do": "hand-lead", "data-seat": seat },
            token(seat),
            say("lobby.lead", { seat }),
          ),
        ),
      ),
  );
}
