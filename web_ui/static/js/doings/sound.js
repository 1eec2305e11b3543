// Sound on this phone, and its screen that stays on in one's own turn.

import { acts } from "../seats.js";
import { listenForTouch, occasion, signal, turnSound } from "../sound.js";
import { draw, onSnapshot } from "../state.js";
import { keepAwake, listenForReturn } from "../wakelock.js";

/** @type {Page.Doings} */
export const soundDoings = {
  sound: () => {
    turnSound();
    draw();
  },
};

listenForTouch();
listenForReturn();
onSnapshot((fresh, before) => {
  keepAwake(acts(fresh));
  const what = occasion(fresh, before);
  if (what) signal(what);
});
