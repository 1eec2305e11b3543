// Taking a seat, leaving it, and beginning.

import { ask, snapshot } from "../state.js";
import { NAME } from "../ui.js";

export const lobbyDoings = {
  claim: ({ seat, colour }) => {
    const typed = document.querySelector("#player-name").value.trim();
    if (typed) localStorage.setItem(NAME, typed);
    const taken = snapshot.seats.some((one) => one.name === typed);
    return ask({ kind: "claim_seat", seat, name: typed && !taken ? typed : colour });
  },
  leave: ({ seat }) => ask({ kind: "leave_seat", seat }),
  begin: () => ask({ kind: "begin_game" }),
};

export const lobbyChanges = {
  powers: ({ checked }) => ask({ kind: "choose_options", options: { ...snapshot.options, powers: checked } }),
};
