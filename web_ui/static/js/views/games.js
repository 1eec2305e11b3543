// Finished games: #games is the list, #games/<name> one of them, to step through.

import { listChanges, listDoings, listLeft, listPanels } from "../games/list.js";
import {
  stepperChanges,
  stepperDoings,
  stepperDrawn,
  stepperInputs,
  stepperPanels,
  stepperTitle,
} from "../games/stepper.js";
import { leave } from "../games/place.js";
import { loadList, store } from "../games/store.js";
import { loadPart, say } from "../text.js";

let listed = false;

/** @type {Page.View} */
export const view = {
  load: () => loadPart("games"),
  title: (_, [name]) => (name ? stepperTitle(name) : say("menu.games")),
  panels: (fresh, ui, [name]) => (name ? stepperPanels(fresh, ui, name) : listPanels(fresh, ui)),
  doings: { ...listDoings, ...stepperDoings },
  changes: { ...listChanges, ...stepperChanges },
  inputs: stepperInputs,
  drawn: ([name]) => {
    if (name) {
      listed = false;
      stepperDrawn(name);
    } else if (!listed) {
      listed = true;
      leave();
      loadList();
    }
  },
  left: () => {
    listed = false;
    store.list = store.counted = null;
    listLeft();
    leave();
  },
};
