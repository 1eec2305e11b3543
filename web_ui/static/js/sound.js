// Short soft tones and vibration, for what needs a look at the board or the phone, which one tap turns off; and a screen that
// stays on.

import { acts, plays } from "./seats.js";
import { draw, onSnapshot } from "./state.js";
import { stored } from "./stored.js";

const KEY = "thera-sound";

/** Notes by occasion: frequency in Hz, begin and length in seconds. Quiet sines, none longer than a second.
 * @type {Record<string, number[][]>} */
const TONES = {
  turn: [
    [523, 0, 0.16],
    [784, 0.14, 0.3],
  ],
  question: [
    [659, 0, 0.14],
    [659, 0.2, 0.18],
  ],
  wrong: [[233, 0, 0.26]],
  win: [
    [523, 0, 0.18],
    [659, 0.14, 0.18],
    [784, 0.28, 0.18],
    [1047, 0.42, 0.5],
  ],
  loss: [
    [523, 0, 0.22],
    [440, 0.2, 0.22],
    [349, 0.4, 0.5],
  ],
};
/** @type {Record<string, number[]>} */
const SHAKES = {
  turn: [90],
  question: [60, 80, 60],
  wrong: [160],
  win: [80, 60, 80, 60, 240],
  loss: [300],
};

const CLIMBED = 1400; // ms after the end of a game, when the page has shown the deciding climb again

/** @typedef {"turn" | "question" | "wrong" | "win" | "loss"} Occasion */

/** @type {AudioContext | null} */
let context = null;
let touched = false;

/** Whether tones and vibration are on, on this phone. */
export const soundOn = () => stored.getItem(KEY) !== "off";

/** Turn them on or off, and remember it. */
export function turnSound() {
  stored.setItem(KEY, soundOn() ? "off" : "on");
  draw();
}

/** Sound and shake when there is something to tell from now on, and keep the screen on in this phone's turns. */
export function startSound() {
  listenForTouch();
  listenForReturn();
  onSnapshot((fresh, before) => {
    keepAwake(acts(fresh));
    const what = occasion(fresh, before);
    if (what === "win") setTimeout(() => signal(what), CLIMBED);
    else if (what) signal(what);
  });
}

/** Browsers let a page sound and shake only after a touch. */
function listenForTouch() {
  const wake = () => {
    touched = true;
    if (typeof AudioContext !== "undefined") context ??= new AudioContext();
    if (context?.state === "suspended") context.resume();
  };
  for (const touch of ["pointerup", "keydown"]) window.addEventListener(touch, wake, { passive: true });
}

/** What a new snapshot is worth telling this phone's players by sound, or null; nothing that others do. Pure.
 * @param {Api.SnapshotForm} fresh
 * @param {Api.SnapshotForm|null} before
 * @returns {Occasion|null} */
export function occasion(fresh, before) {
  if (!before || !fresh.seats_held.length) return null;
  if (fresh.phase === "over" && before.phase !== "over") return ending(fresh);
  if (isOut(fresh) && !isOut(before)) return "loss";
  if (fresh.choices.length && !before.choices.length) return "question";
  if (consentWanted(fresh) && !before.takeback) return "question";
  if (acts(fresh) && wrong(fresh.board) && isNew(fresh.board, before.board)) return "wrong";
  return asked(fresh) && asked(fresh) !== asked(before) ? "turn" : null;
}

/** Sound and shake for an occasion.
 * @param {Occasion} what */
export function signal(what) {
  if (!soundOn() || document.hidden || !touched) return;
  navigator.vibrate?.(SHAKES[what]);
  if (context?.state !== "running") return;
  for (const [frequency, begin, length] of TONES[what]) note(context, context.currentTime + begin, frequency, length);
}

/** How the game that is over ended for this phone's players; null if nobody won or lost it.
 * @param {Api.SnapshotForm} snapshot
 * @returns {Occasion|null} */
function ending({ game, seats_held: held }) {
  const winners = game?.outcome?.winners ?? [];
  if (!winners.length) return null;
  return winners.some((seat) => held.includes(seat)) ? "win" : "loss";
}

/** Whether all players of this phone are out of the game.
 * @param {Api.SnapshotForm} snapshot */
const isOut = ({ game, seats_held: held }) => game !== null && !held.some((seat) => plays(game, seat));

/** Whether a player of this phone is asked to agree to a takeback.
 * @param {Api.SnapshotForm} snapshot */
const consentWanted = ({ takeback, seats_held: held }) => takeback?.missing.some((seat) => held.includes(seat));

/** Whether the board says something else than before.
 * @param {Page.Board} now
 * @param {Page.Board} then */
const isNew = (now, then) => then.message === null || now.issue !== then.issue || now.mode !== then.mode;

/** Whether the board says that something on it is wrong.
 * @param {Page.Board} board */
const wrong = ({ mode, message }) => message !== null && (mode === "restore" || mode === "unsure");

/** The seat of this phone that has to act or to choose, if one does.
 * @param {Api.SnapshotForm} snapshot */
function asked({ prompt, draft, seats_held: held }) {
  const seat = prompt?.seat ?? draft?.chooser ?? null;
  return seat && held.includes(seat) ? seat : null;
}

/**
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} frequency
 * @param {number} length
 */
function note(context, at, frequency, length) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

// ---- The screen stays on in one's own turn. Browsers offer that to pages that came over HTTPS, and to localhost

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/** Keep the screen on from now on, or no longer.
 * @param {boolean} awake */
function keepAwake(awake) {
  wanted = awake;
  if (wanted) take();
  else drop();
}

/** A screen that was off, or showed something else, has let go of it. */
function listenForReturn() {
  document.addEventListener("visibilitychange", () => wanted && take());
}

async function take() {
  if (lock || document.hidden || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    return; // the battery is low, or the page was hidden meanwhile: then the screen goes off as usual
  }
  lock.addEventListener("release", () => {
    lock = null;
  });
  if (!wanted) drop();
}

function drop() {
  lock?.release();
  lock = null;
}
