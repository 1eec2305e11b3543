// The phone: it shows the newest snapshot and turns taps into commands. It knows no rules.

import { arrow, reach } from "./board.js";
import { BoardLink } from "./boardlink.js";
import { show } from "./dom.js";
import { Link, post } from "./link.js";
import { headline, panels } from "./panels.js";
import { loadTexts, nameSeats, say, tell } from "./text.js";
import { HASH, workshopBanner, workshopPanels, workshopTitle } from "./workshop.js";

const app = document.querySelector("#app");
const health = document.querySelector("#health");
const toWorkshop = document.querySelector("#to-workshop");
const NAME = "thera-name";

let snapshot = null;
let queue = Promise.resolve();
let answering = null;
let readings = null;

/** What belongs to this phone alone, between two snapshots. */
const ui = {
  name: localStorage.getItem(NAME) ?? "",
  address: document.body.dataset.join,
  worker: null,
  between: [],
  cards: new Set(),
  starter: null,
  note: null,
  focus: "c3",
  abandoning: false,
  resigning: null,
  offer: null,
  sure: null,
};

const listeners = [];

/** Be told each snapshot that this page receives. */
export function onSnapshot(listener) {
  listeners.push(listener);
  if (snapshot) listener(snapshot);
}

function accept(fresh) {
  if (snapshot && fresh.version !== snapshot.version) {
    ui.note = null;
    ui.between = [];
    if (offered(fresh) !== offered(snapshot)) ui.offer = null;
    if (fresh.workshop?.task !== snapshot.workshop?.task) ui.sure = null;
    const options = fresh.game?.options ?? [];
    if (!options.some((option) => option.worker === ui.worker)) ui.worker = null;
    if (fresh.phase !== "draft" || snapshot.draft?.stage !== fresh.draft.stage || snapshot.draft?.to_act !== fresh.draft.to_act) {
      ui.cards = new Set();
      ui.starter = null;
    }
  }
  snapshot = fresh;
  nameSeats(fresh.seats);
  draw();
  for (const listener of listeners) listener(fresh);
}

/** The way out that is being thought about, with all that it means. */
const offered = ({ offers }) => JSON.stringify(offers.find((offer) => offer.kind === ui.offer));

function draw() {
  if (!snapshot) return;
  const inWorkshop = location.hash === HASH;
  if (inWorkshop) show(app, workshopPanels(snapshot, ui, readings));
  else show(app, [snapshot.workshop && workshopBanner(snapshot), panels(snapshot, ui)]);
  app.dataset.version = snapshot.version;
  if (toWorkshop) toWorkshop.hidden = inWorkshop;
  const title = inWorkshop ? workshopTitle(snapshot) : headline(snapshot).title;
  document.title = title ? `${title} · Thera` : "Thera";
}

/** Sends a command about what is shown now. A second tap on the same state is dropped: the first one is its answer; a
 * tap on a newer state waits until the command before it is answered. */
async function ask(command) {
  const { version } = snapshot;
  if (version === answering) return;
  answering = version;
  app.setAttribute("aria-busy", "true");
  const sent = queue.then(() => send(command, version));
  queue = sent.catch(() => null); // whoever sent it hears of a failure, whoever waits does not
  await sent;
  if (version !== answering) return;
  answering = null;
  app.removeAttribute("aria-busy");
}

async function send(command, version) {
  const { status, body } = await post("/command", { version, command });
  if (body.snapshot && body.snapshot.version >= snapshot.version) accept(body.snapshot);
  if (status === 200 && command.kind === "claim_seat") {
    // The open stream still speaks to somebody without this seat; so do this phone's other pages.
    link.open();
    pages.postMessage("seats");
  }
  if (status !== 200) {
    if (status === 0) ui.note = say("error.no_answer");
    else if (status === 409) ui.note = say("error.stale");
    else ui.note = body.message ? tell(body.message) : body.error;
    draw();
  }
}

const act = (action) => ask({ kind: "act", action });

function note(text) {
  ui.note = text;
  draw();
}

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

const doings = {
  square: ({ square }) => tapSquare(square),
  claim: ({ seat, colour }) => {
    const typed = document.querySelector("#player-name").value.trim();
    if (typed) localStorage.setItem(NAME, typed);
    const taken = snapshot.seats.some((one) => one.name === typed);
    return ask({ kind: "claim_seat", seat, name: typed && !taken ? typed : colour });
  },
  leave: ({ seat }) => ask({ kind: "leave_seat", seat }),
  begin: () => ask({ kind: "begin_game" }),
  card: ({ power }) => {
    const card = snapshot.draft.cards.find((one) => one.power === power);
    if (card.refused) return note(tell(card.refused));
    const offering = snapshot.draft.stage === "offer";
    if (ui.cards.has(power)) ui.cards.delete(power);
    else {
      const most = offering ? snapshot.seats.filter((seat) => seat.name !== null).length : 1;
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
  reading: ({ index }) => ask({ kind: "choose_reading", index: Number(index) }),
  between: ({ index }) => act(ui.between[Number(index)]),
  option: ({ index }) => act(reach(snapshot, ui.worker).options[Number(index)]),
  neither: () => {
    ui.between = [];
    draw();
  },
  done: () => act({ kind: "done" }),
  offer: ({ kind }) => {
    ui.offer = kind;
    draw();
  },
  "offer-no": () => {
    ui.offer = null;
    draw();
  },
  "offer-yes": () => {
    const offer = ui.offer;
    ui.offer = null;
    return ask({ kind: "take_offer", offer });
  },
  undo: () => ask({ kind: "undo_step" }),
  confirm: () => ask({ kind: "confirm_turn" }),
  rematch: () => ask({ kind: "rematch" }),
  "workshop-open": ({ task, anew }) => {
    ui.sure = null;
    return ask({ kind: "open_workshop", task, anew: anew !== undefined });
  },
  "workshop-answer": ({ answer }) => {
    ui.sure = null;
    return ask({ kind: "answer_workshop", answer });
  },
  "workshop-sure": ({ what }) => {
    ui.sure = what;
    draw();
  },
  "workshop-unsure": () => {
    ui.sure = null;
    draw();
  },
  "workshop-square": ({ square }) => {
    ui.focus = square;
    return ask({ kind: "name_square", square });
  },
  "workshop-close": () => ask({ kind: "close_workshop" }),
  "workshop-leave": async () => {
    await ask({ kind: "close_workshop" });
    location.hash = "";
  },
  resign: ({ seat }) => {
    ui.resigning = seat;
    draw();
  },
  "resign-no": () => {
    ui.resigning = null;
    draw();
  },
  "resign-yes": () => {
    const seat = ui.resigning;
    ui.resigning = null;
    return act({ kind: "resign", seat });
  },
  abandon: () => {
    ui.abandoning = true;
    draw();
  },
  "abandon-no": () => {
    ui.abandoning = false;
    draw();
  },
  "abandon-yes": () => {
    ui.abandoning = false;
    return ask({ kind: "abandon_game" });
  },
};

app.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target && snapshot) doings[target.dataset.do]?.(target.dataset);
});

app.addEventListener("change", (event) => {
  if (event.target.dataset.change === "powers") ask({ kind: "choose_options", powers: event.target.checked });
});

app.addEventListener("keydown", (event) => {
  const here = event.target.closest(".square")?.dataset.square;
  const to = here && arrow(here, event.key, snapshot.size);
  if (!to) return;
  event.preventDefault();
  ui.focus = to;
  draw();
  app.querySelector(`[data-square="${to}"]`).focus();
});

await loadTexts();
const details = document.querySelector("#board-link");
if (toWorkshop) toWorkshop.textContent = say("adjust.title");
if (details) {
  const boardLink = new BoardLink(details);
  onSnapshot(({ board }) => boardLink.tell(board.link));
}
let lostAt = null;
const link = new Link("/stream", accept, (alive) => {
  lostAt = alive ? null : (lostAt ?? Date.now());
  health.hidden = lostAt === null || Date.now() - lostAt < 3000;
});
const measuring = new Link("/readings", (fresh) => {
  readings = fresh;
  if (snapshot?.workshop?.task === "monitor") draw();
});
/** The board's readings are asked for only while they are shown. */
function measure() {
  const wanted = location.hash === HASH && snapshot?.workshop?.task === "monitor";
  if (wanted === !measuring.paused) return;
  readings = null;
  measuring.pause(!wanted);
  if (details) details.open = wanted;
}
measuring.pause(true);
onSnapshot(measure);
window.addEventListener("hashchange", () => {
  ui.note = null;
  measure();
  draw();
  window.scrollTo(0, 0);
});
const pages = new BroadcastChannel("thera");
pages.addEventListener("message", () => link.open());
