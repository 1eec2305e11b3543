// The table speaks, if somebody likes it to: this phone's own voice reads aloud, in the language of the page, whatever the
// page tells those who hear it, and what is wrong on the board.

import { draw, onSnapshot } from "./state.js";
import { stored } from "./stored.js";
import { messageText, say } from "./text.js";

const KEY = "thera-speech";
const WAITING = 2; // so many texts wait at most; who is so far behind hears the newest

/** Whether this browser has a voice. */
export const canSpeak = () => "speechSynthesis" in globalThis && "SpeechSynthesisUtterance" in globalThis;

/** Whether the table speaks on this phone. */
export const speechOn = () => canSpeak() && stored.getItem(KEY) === "on";

/** Have it speak, or no longer, and remember it. The first words have to follow a tap: browsers allow no others. */
export function turnSpeech() {
  const on = !speechOn();
  stored.setItem(KEY, on ? "on" : "off");
  if (on) speak(say("speech.begins"));
  else speechSynthesis.cancel();
  draw();
}

/** @type {Set<SpeechSynthesisUtterance>} */
const waiting = new Set();

/** Read a text aloud after what is being read, if the table speaks here.
 * @param {string} text */
export function speak(text) {
  if (!text || !speechOn() || document.hidden) return;
  if (waiting.size > WAITING) {
    speechSynthesis.cancel();
    waiting.clear();
  }
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = document.documentElement.lang;
  spoken.onend = spoken.onerror = () => waiting.delete(spoken);
  waiting.add(spoken);
  speechSynthesis.speak(spoken);
}

onSnapshot(({ board: { message } }, before) => {
  const told = message && messageText(message);
  if (told && told !== (before?.board.message && messageText(before.board.message))) speak(told);
});
