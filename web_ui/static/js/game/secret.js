// What only this phone may show: what anybody may see who looks over its owner's shoulder, and the private map.

import { boardView, nearSeat } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { around, button, el, svg } from "../dom.js";
import { act, draw, latestGame, onSnapshot, ui } from "../state.js";
import { say } from "../text.js";
import { reach } from "./choosing.js";
import { between, hintsHere, tapOn } from "./turn.js";

/** The snapshot as everybody may see it on this phone: without its secrets.
 * @template {Api.SnapshotForm} Shown
 * @param {Shown} snapshot
 * @returns {Shown} */
export function inTheOpen(snapshot) {
  const { secret, game } = snapshot;
  if (!secret || !game) return snapshot;
  const hidden = new Set(secret.workers.map(place));
  return {
    ...snapshot,
    dark: secret.step ? {} : snapshot.dark,
    log: snapshot.log.flatMap((line) => (line.secret ? told(line) : [line])),
    game: {
      ...game,
      workers: game.workers.filter((worker) => !hidden.has(place(worker))),
      secrets: [],
      options: secret.step ? game.options.filter((option) => !option.square) : game.options,
      players: game.players.map((player) => ({ ...player, memory: without(player.memory, secret.memory) })),
    },
  };
}

/** The squares on secret maps, as far as they are known in this game, with the powers whose they are.
 * @param {Api.ViewForm} game
 * @returns {Map<string, string>} */
export const secretsOf = ({ secrets }) => new Map(secrets.map(({ square, power }) => [square, power]));

/** @param {Api.WorkerForm} given */
const place = ({ seat, square }) => `${seat} ${square}`;

/** @param {Page.LogLine} line */
const told = ({ number, instead }) => (instead ? [{ number, ...instead }] : []);

/**
 * @param {Record<string, string>} memory
 * @param {Record<string, string>} secret
 */
const without = (memory, secret) =>
  Object.fromEntries(Object.entries(memory).filter(([name, value]) => secret[name] !== value));

// ---- The private map of a player with secrets: covered, until its owner holds or opens it

/** The private map, in the place of the board; null while it is covered, and for a phone without secrets.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function privateMap(snapshot, ui) {
  const { secret } = snapshot;
  if (!secret || ui.uncovered === null) return null;
  const all = reach(snapshot, ui.worker);
  const can = secret.step ? all : { ...reach({ ...snapshot, prompt: null }, ui.worker), points: all.points };
  const map = {
    label: say("secret.map"),
    key: "secret-board",
    secret: secretsOf(snapshot.game),
    tap: tapMap,
    point: act,
    near: nearSeat(snapshot),
    flat: isFlat(),
    advice: hintsHere()?.advised(),
  };
  return boardView(snapshot, can, ui.focus, map);
}

/** What is said of the private map, and what can be chosen on it while it is uncovered; null without secrets.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export function secretNotes(snapshot, ui) {
  const { secret } = snapshot;
  if (!secret) return null;
  const shown = ui.uncovered !== null;
  return el(
    "section",
    { class: `card secret ${secret.step ? "due" : ""}`, "data-key": "secret", "aria-label": say("secret.title") },
    shown ? null : cover(),
    el("h3", {}, say("secret.title")),
    el("p", { class: "quiet", "data-key": "how" }, say(secret.step ? "secret.choose" : "secret.how")),
    shown && secret.step ? between(snapshot, ui) : null,
    secret.step ? null : el("div", { class: "choices", "data-key": "covers" }, covers(ui)),
  );
}

/** The ways to uncover the map and to cover it.
 * @param {Page.Ui} ui */
export const covers = (ui) => [
  el(
    "button",
    { type: "button", class: "primary", "data-hold": "secret", "data-key": "hold", hidden: ui.uncovered === "open" },
    say("secret.hold"),
  ),
  button(say(ui.uncovered === "open" ? "secret.cover" : "secret.uncover"), () =>
    uncover(ui.uncovered === "open" ? null : "open"),
  ),
];

/** The closed map: an eye that sleeps over the sea. */
function cover() {
  return el(
    "div",
    { class: "cover", "data-key": "cover" },
    svg(
      "svg",
      { viewBox: "0 0 100 100", role: "img", "aria-label": say("secret.covered") },
      svg("path", { class: "lid", d: "M26 46C36 60 64 60 74 46M32 54L27 61M43 58L41 66M57 58L59 66M68 54L73 61" }),
      svg("path", { class: "wave", d: "M8 84C16 78 22 78 30 84S44 90 52 84S66 78 74 84S88 90 96 84" }),
    ),
  );
}

// ---- Looking at the map, and choosing on it

/** @param {Page.Ui["uncovered"]} how */
function uncover(how) {
  if (ui.uncovered === how) return;
  ui.uncovered = how;
  ui.between = [];
  draw();
}

/** @param {string} square */
const tapMap = (square) => tapOn(latestGame(), square);

const HOLDS = new Set([" ", "Enter"]);

/** Uncover the map as long as its button in `host` is held, and cover it as soon as this page is not looked at any more.
 * @param {HTMLElement} host */
export function watchHolding(host) {
  host.addEventListener("pointerdown", (event) => {
    if (around(event, "[data-hold]")) uncover("held");
  });
  // The same with the keyboard; Tab and other keys go on to work.
  host.addEventListener("keydown", (event) => {
    if (!around(event, "[data-hold]") || !HOLDS.has(event.key)) return;
    event.preventDefault();
    uncover("held");
  });
  window.addEventListener("keyup", ({ key }) => {
    if (ui.uncovered === "held" && HOLDS.has(key)) uncover(null);
  });
  host.addEventListener("contextmenu", (event) => {
    if (around(event, "[data-hold]")) event.preventDefault();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => {
      if (ui.uncovered === "held" && event instanceof PointerEvent && event.isPrimary) uncover(null);
    });
  }
  const coverMap = () => uncover(null);
  for (const gone of ["blur", "pagehide", "hashchange"]) window.addEventListener(gone, coverMap);
  document.addEventListener("visibilitychange", coverMap);
}

onSnapshot((fresh, before) => {
  if (before?.secret?.step && !fresh.secret?.step) ui.uncovered = null;
});
