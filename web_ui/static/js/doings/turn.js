// Playing: taps on squares and the choices beside them.

import { reach } from "../board.js";
import { act, ask, draw, note, onSnapshot, snapshot } from "../state.js";
import { say, tell } from "../text.js";
import { ui } from "../ui.js";

function tapSquare(name) {
  ui.focus = name;
  ui.between = [];
  ui.note = null;
  const can = reach(snapshot, ui.worker);
  const options = can.targets.get(name) ?? [];
  if (options.length === 1) return act(options[0]);
  if (options.length > 1) {
    ui.between = options;
    return draw();
  }
  if (can.workers.includes(name)) {
    ui.worker = ui.worker === name && can.workers.length > 1 ? null : name;
    return draw();
  }
  return note(whyDark(name, can));
}

function whyDark(name, can) {
  const reason = snapshot.dark[name];
  if (reason) return `${name}: ${tell(reason)}`;
  if (snapshot.confirming) return say("confirm.others", { seat: snapshot.confirming });
  if (!can.asked) return snapshot.prompt ? say("dark.not_asked", { seat: snapshot.prompt.seat }) : "";
  if (can.options.some((option) => option.square === name)) {
    return say(can.picked ? "dark.other_worker" : "dark.choose_worker", { square: name });
  }
  return say("dark.not_now", { square: name });
}

export const turnDoings = {
  square: ({ square }) => tapSquare(square),
  reading: ({ index }) => ask({ kind: "choose_reading", index: Number(index) }),
  between: ({ index }) => act(ui.between[Number(index)]),
  option: ({ index }) => act(reach(snapshot, ui.worker).options[Number(index)]),
  neither: () => {
    ui.between = [];
    draw();
  },
  done: () => act({ kind: "done" }),
  undo: () => ask({ kind: "undo_step" }),
  confirm: () => ask({ kind: "confirm_turn" }),
};

onSnapshot((fresh, before) => {
  if (!before || fresh.version === before.version) return;
  ui.between = [];
  const options = fresh.game?.options ?? [];
  if (!options.some((option) => option.worker === ui.worker)) ui.worker = null;
});
