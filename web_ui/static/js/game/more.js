// What is seldom asked for in a game: the sheet behind the bar at the thumb, giving up, and taking a turn back.

import { flatSwitch } from "../board/flat.js";
import { button, el } from "../dom.js";
import { backToLobby } from "../lobby/lobby.js";
import { abandonChoices, goOnAsHost, sureToAbandon } from "../notices.js";
import { acts, mayEnd, partners, plays } from "../seats.js";
import { added, closeSheet, openSheet } from "../sheets.js";
import { soundOn, turnSound } from "../sound.js";
import { canSpeak, speechOn, turnSpeech } from "../speech.js";
import { act, ask, draw, onSnapshot, ui } from "../state.js";
import { say } from "../text.js";
import { hintsHere, typed } from "./turn.js";

/** All of it, as far as this phone may do it now.
 * @param {Page.InGame} snapshot
 * @param {Page.Ui} ui */
export const more = (snapshot, ui) => [
  el(
    "div",
    { class: "ways", "data-key": "ways" },
    snapshot.log.length ? button(say("log.title"), () => openSheet("log")) : null,
    button(say("players.title"), () => openSheet("players")),
    button(say("help.title"), () => openSheet("help")),
    button(say("judge.title"), () => openSheet("judge")),
    snapshot.can_restart && button(say("play.restart"), restart),
    soundSwitch(),
    canSpeak() ? speechSwitch() : null,
    flatSwitch(),
    hintsHere()?.ways(snapshot),
    puzzleMeanwhile(snapshot),
    added("ways", snapshot, ui),
    virtualBoard(),
  ),
  snapshot.phase === "over" ? null : typed(),
  hostTools(snapshot, ui),
  el("div", { class: "foot-slot", "data-key": "foot", "data-slot": true }),
];

/** Something to do while another player thinks.
 * @param {Page.InGame} snapshot */
const puzzleMeanwhile = (snapshot) =>
  ["placing", "playing"].includes(snapshot.phase) && !acts(snapshot) && "puzzled" in document.body.dataset
    ? el("a", { class: "button", href: "#puzzles/today", "data-key": "puzzle" }, say("lobby.puzzle"))
    : null;

/** The way to the virtual board, which the head of the page has where there is room. */
function virtualBoard() {
  /** @type {HTMLElement | null} */
  const link = document.querySelector(".phone > .top > a:not(.ask-help)");
  return link && !link.hidden && el("a", { class: "button", href: link.getAttribute("href") }, link.textContent);
}

/** Whether this phone sounds and shakes. */
function soundSwitch() {
  return el(
    "button",
    { type: "button", class: "toggle", onclick: turnSound, "data-key": "sound", "aria-pressed": String(soundOn()) },
    say("sound.title"),
  );
}

/** Whether this phone reads aloud what happens. */
function speechSwitch() {
  return el(
    "button",
    { type: "button", class: "toggle", onclick: turnSpeech, "data-key": "speech", "aria-pressed": String(speechOn()) },
    say("speech.title"),
  );
}

// ---- Giving up, and ending the game for the whole table

/** What is seldom done; null for a phone that may do none of it.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function hostTools(snapshot, ui) {
  if (["over", "puzzle"].includes(snapshot.phase) || snapshot.found) return null;
  const { game } = snapshot;
  const playing =
    game && ["placing", "playing"].includes(snapshot.phase)
      ? snapshot.seats_held.filter((seat) => plays(game, seat))
      : [];
  const lead = snapshot.phase === "draft" ? null : goOnAsHost(snapshot);
  if (!snapshot.host && !playing.length && !lead) return null;
  return el(
    "section",
    { class: "host", "data-key": "host" },
    askTakeback(snapshot),
    game && resigning(game, playing, ui),
    mayEnd(snapshot) && (backToLobby(snapshot) ?? abandoning(ui)),
    lead,
  );
}

/** Giving up, which is asked about once more.
 * @param {Api.ViewForm} game
 * @param {Api.Seat[]} seats
 * @param {Page.Ui} ui */
function resigning(game, seats, ui) {
  const { resigning: seat } = ui;
  if (!seat || !seats.includes(seat)) {
    return seats.map((seat) =>
      button(say(seats.length > 1 ? "resign.for" : "resign", { seat }), () => sureToResign(seat), "quiet", seat),
    );
  }
  const together = [seat, ...partners(game, seat)];
  return [
    el("p", {}, say(together.length > 1 ? "resign.sure_team" : "resign.sure", { seat, seats: together.join(",") })),
    button(say("resign.yes"), () => resign(seat), "danger decides"),
    button(say("host.abandon_no"), () => sureToResign(null)),
  ];
}

/** Ask once more whether a player gives up, or nobody any more.
 * @param {Api.Seat | null} seat */
function sureToResign(seat) {
  ui.resigning = seat;
  draw();
}

/** @param {Api.Seat} seat */
function resign(seat) {
  ui.resigning = null;
  closeSheet();
  return act({ kind: "resign", seat });
}

// Whoever was about to give up a game is not asked about the next one.
onSnapshot(({ phase }) => {
  if (["lobby", "over"].includes(phase)) ui.resigning = null;
});

/** Begin this turn again. */
function restart() {
  closeSheet();
  return ask({ kind: "restart_turn" });
}

/** @param {Page.Ui} ui */
function abandoning(ui) {
  return ui.abandoning
    ? [el("p", {}, say("host.sure")), abandonChoices()]
    : button(say("host.abandon"), () => sureToAbandon(true), "quiet");
}

// ---- Taking back a turn that stands: asked by one player, answered by all others

/** The wish and what this phone can say to it; null while nobody wishes.
 * @param {Api.SnapshotForm} snapshot */
export function takeback(snapshot) {
  const { takeback: wish, seats_held: held } = snapshot;
  if (!wish) return null;
  const { asker, missing, refused } = wish;
  const own = held.includes(asker);
  const asked = !refused && missing.some((seat) => held.includes(seat));
  const words = refused
    ? say("takeback.refused", { seat: refused })
    : own
      ? say("takeback.asked", { seats: missing.join(",") })
      : say("takeback.wish", { seat: asker });
  return el(
    "section",
    { class: "card takeback", "data-key": "takeback", "aria-label": say("takeback.title") },
    el("p", { role: "status" }, words),
    asked || own
      ? el(
          "div",
          { class: "choices" },
          asked && !own && button(say("takeback.agree"), () => answerTakeback(true), "primary"),
          button(say(own ? (refused ? "takeback.well" : "takeback.withdraw") : "takeback.decline"), () =>
            answerTakeback(false),
          ),
        )
      : null,
  );
}

/** The way to wish for it.
 * @param {Api.SnapshotForm} snapshot */
const askTakeback = ({ can_take_back: can, takeback: wish }) =>
  can && !wish ? button(say("takeback.ask"), askForTakeback, "quiet") : null;

/** Ask whether the last turn may be taken back. */
function askForTakeback() {
  closeSheet();
  return ask({ kind: "ask_takeback" });
}

/** @param {boolean} agree */
const answerTakeback = (agree) => ask({ kind: "answer_takeback", agree });
