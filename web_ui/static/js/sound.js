// Short soft tones and vibration, for what needs a look at the board or the phone. One tap turns them off.

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
  end: [
    [523, 0, 0.2],
    [659, 0.16, 0.2],
    [784, 0.32, 0.5],
  ],
};
/** @type {Record<string, number[]>} */
const SHAKES = { turn: [90], question: [60, 80, 60], wrong: [160], end: [80, 60, 80, 60, 200] };

/** @typedef {"turn" | "question" | "wrong" | "end"} Occasion */

/** @type {AudioContext | null} */
let context = null;

/** Whether tones and vibration are on, on this phone. */
export const soundOn = () => localStorage.getItem(KEY) !== "off";

/** Turn them on or off, and remember it. */
export function turnSound() {
  localStorage.setItem(KEY, soundOn() ? "off" : "on");
}

/** Browsers let a page sound only after a touch. */
export function listenForTouch() {
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  };
  for (const touch of ["pointerup", "keydown"]) window.addEventListener(touch, wake, { passive: true });
}

/** What a new snapshot is worth telling by sound: "turn", "question", "wrong", "end", or null. Pure.
 * @param {Api.SnapshotForm} fresh
 * @param {Api.SnapshotForm|null} before
 * @returns {Occasion|null} */
export function occasion(fresh, before) {
  if (!before || !fresh.seats_held.length) return null;
  if (fresh.phase === "over" && before.phase !== "over") return "end";
  if (fresh.choices.length && !before.choices.length) return "question";
  if (fresh.takeback && !before.takeback && fresh.takeback.missing.some((seat) => fresh.seats_held.includes(seat))) {
    return "question";
  }
  if (fresh.board.message && fresh.board.message.key !== before.board.message?.key && wrong(fresh.board)) {
    return "wrong";
  }
  return asked(fresh) && asked(fresh) !== asked(before) ? "turn" : null;
}

/** Sound and shake for an occasion.
 * @param {Occasion} what */
export function signal(what) {
  if (!soundOn() || document.hidden) return;
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(SHAKES[what]); // browsers refuse it before the first tap
  if (context?.state !== "running") return;
  for (const [frequency, begin, length] of TONES[what]) note(context, context.currentTime + begin, frequency, length);
}

/** @param {Page.Board} board */
const wrong = ({ mode }) => mode === "restore" || mode === "unsure";

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
