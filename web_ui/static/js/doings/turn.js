// Playing: taps on squares and the choices beside them.

import { reasonAt } from "../bubble.js";
import { reach, tap } from "../choosing.js";
import { guarded } from "../judge.js";
import { inTheOpen } from "../secret.js";
import { closeSheet } from "../sheets.js";
import { act, ask, draw, latest, latestGame, note, onSnapshot } from "../state.js";
import { say, messageText } from "../text.js";
import { ui } from "../ui.js";

/** A tap on a square of the board as `shown`: with all that this phone may see, or as everybody may see it.
 * @param {Page.InGame} shown
 * @param {string} name */
export function tapOn(shown, name) {
  ui.focus = name;
  ui.between = [];
  ui.note = ui.reason = null;
  const can = reach(shown, ui.worker);
  const meant = tap(can, name);
  if (meant.act) return act(meant.act);
  if (meant.dark) return reasonAt(name, whyDark(shown, name, can), shown.dark[name]);
  if (meant.between) ui.between = meant.between;
  else ui.worker = meant.pick ?? null;
  draw();
  return null;
}

/** Squares that were typed, tapped one after another: "b2 c3" is a worker and where it goes.
 * @param {string} text */
async function tapTyped(text) {
  const names = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const wrong = names.find((name) => !Object.hasOwn(latestGame().game.levels, name));
  if (wrong) return note(say("typed.unknown", { text: wrong }));
  closeSheet();
  for (const name of names) await tapSquare(name);
}

/** @param {string} name */
function tapSquare(name) {
  const shown = latestGame();
  return shown.secret?.step ? reasonAt(name, say("secret.elsewhere")) : tapOn(inTheOpen(shown), name);
}

/** Why a square is dark, in words.
 * @param {Page.InGame} snapshot
 * @param {string} name
 * @param {Page.Reach} can */
export function whyDark(snapshot, name, can) {
  const reason = snapshot.dark[name];
  if (reason) return `${name}: ${messageText(reason)}`;
  if (snapshot.confirming) return say("confirm.others", { seat: snapshot.confirming });
  if (!can.asked) return snapshot.prompt ? say("dark.not_asked", { seat: snapshot.prompt.seat }) : "";
  if (can.options.some((option) => option.square === name)) {
    return say(can.picked ? "dark.other_worker" : "dark.choose_worker", { square: name });
  }
  return say("dark.not_now", { square: name });
}

/** @type {Page.Doings} */
export const turnDoings = {
  square: ({ square }) => tapSquare(square),
  reading: ({ index }) => ask({ kind: "choose_reading", index: Number(index) }),
  between: ({ index }) => act(ui.between[Number(index)]),
  option: ({ index }) => act(reach(latest(), ui.worker).options[Number(index)]),
  neither: () => {
    ui.between = [];
    draw();
  },
  done: () => act({ kind: "done" }),
  undo: () => ask({ kind: "undo_step" }),
  restart: () => {
    closeSheet();
    return ask({ kind: "restart_turn" });
  },
  confirm: () => guarded(() => ask({ kind: "confirm_turn" })),
};

/** @type {Record<string, (form: HTMLFormElement) => unknown>} */
export const turnForms = {
  typed: (form) => {
    const field = form.querySelector("input");
    if (!field) return null;
    const text = field.value;
    field.value = "";
    return tapTyped(text);
  },
};

onSnapshot((fresh, before) => {
  const options = fresh.game?.options ?? [];
  if (JSON.stringify(options) !== JSON.stringify(before?.game?.options ?? [])) ui.between = [];
  if (!options.some((option) => option.worker === ui.worker)) ui.worker = null;
});
