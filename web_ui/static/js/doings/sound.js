// Sound on this phone.

import { listenForTouch, occasion, signal, turnSound } from "../sound.js";
import { draw, onSnapshot } from "../state.js";

/** @type {Page.Doings} */
export const soundDoings = {
  sound: () => {
    turnSound();
    draw();
  },
};

listenForTouch();
onSnapshot((fresh, before) => {
  const what = occasion(fresh, before);
  if (what) signal(what);
});
