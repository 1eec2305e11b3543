// Picking cards, and the Start Player.

import { seated } from "../seats.js";
import { ask, draw, note, onSnapshot, snapshot } from "../state.js";
import { say, tell } from "../text.js";
import { ui } from "../ui.js";

export const draftDoings = {
  card: ({ power }) => {
    const card = snapshot.draft.cards.find((one) => one.power === power);
    if (card.refused) return note(tell(card.refused));
    const offering = snapshot.draft.stage === "offer";
    if (ui.cards.has(power)) ui.cards.delete(power);
    else {
      const most = offering ? seated(snapshot).length : 1;
      if (!offering) ui.cards.clear();
      if (ui.cards.size >= most) return note(say("draft.enough", { count: most }));
      ui.cards.add(power);
    }
    return note(null);
  },
  peek: () => note(say("draft.others_turn", { seat: snapshot.draft.to_act })),
  "confirm-cards": () => {
    const powers = [...ui.cards];
    return ask(
      snapshot.draft.stage === "offer" ? { kind: "offer_powers", powers } : { kind: "choose_power", power: powers[0] },
    );
  },
  starter: ({ seat }) => {
    ui.starter = seat;
    draw();
  },
  "confirm-starter": () => ask({ kind: "name_start_player", seat: ui.starter }),
};

onSnapshot((fresh, before) => {
  if (!before || fresh.version === before.version) return;
  const same = fresh.phase === "draft" && before.draft?.stage === fresh.draft.stage && before.draft.to_act === fresh.draft.to_act;
  if (same) return;
  ui.cards = new Set();
  ui.starter = null;
});
