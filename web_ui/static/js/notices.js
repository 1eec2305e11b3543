// What the table has to say before all else, in every phase: of its storage, a host who is away, claims, a game that was found,
// its boards and a match; and that the board is in the workshop.

import { button, el } from "./dom.js";
import { claims } from "./door.js";
import { withTexts } from "./parts.js";
import { mayEnd } from "./seats.js";
import { closeSheet } from "./sheets.js";
import { ask, draw, onSnapshot, ui } from "./state.js";
import { messageText, say } from "./text.js";

/** All that the table has to say now.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
export const notices = (snapshot, ui) => [
  storageTrouble(snapshot),
  hostAway(snapshot),
  claims(snapshot, ui),
  found(snapshot, ui),
  boardChange(snapshot),
  matchTrouble(snapshot),
];

/** The game stands still, or the host has something to read.
 * @param {Api.SnapshotForm} snapshot */
const storageTrouble = ({ unwritten, mended }) => [
  unwritten &&
    el("section", { class: "card wrong", "data-key": "unwritten" }, el("p", { role: "alert" }, messageText(unwritten))),
  mended &&
    el(
      "section",
      { class: "card wrong", "data-key": "mended" },
      el("p", { role: "status" }, messageText(mended)),
      el(
        "div",
        { class: "choices" },
        button(say("storage.read"), () => ask({ kind: "dismiss_mending" })),
      ),
    ),
];

/** Where everybody may have to wait for the host; null as long as the host's phone is there.
 * @param {Api.SnapshotForm} snapshot */
function hostAway(snapshot) {
  const waits = ["lobby", "draft"].includes(snapshot.phase) || snapshot.found;
  const words = waits && missing(snapshot);
  if (!words) return null;
  return el(
    "section",
    { class: "card away", "data-key": "host-away" },
    el("p", { role: "status" }, words),
    goingOn(snapshot),
  );
}

/** During a game, which waits for no host: the way for those who need one.
 * @param {Api.SnapshotForm} snapshot */
export function goOnAsHost(snapshot) {
  const words = snapshot.host_gone && missing(snapshot);
  return words ? [el("span", {}, words), goingOn(snapshot)] : null;
}

/** That the host's phone is not there, for another one that sits at the table; null if it is.
 * @param {Api.SnapshotForm} snapshot */
function missing({ host, host_gone: gone, leader, seats, seats_held: held }) {
  const away = leader && seats.some(({ seat, connected }) => seat === leader && !connected);
  if (host || !held.length || !away) return null;
  return say(gone ? "host.gone" : "host.away", { seat: leader });
}

/** @param {Api.SnapshotForm} snapshot */
const goingOn = ({ host_gone: gone, seats_held: [seat] }) =>
  gone ? button(say("host.go_on"), () => ask({ kind: "hand_host", seat }), "primary") : null;

/** The game that was found when the table was started.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
function found(snapshot, ui) {
  if (!snapshot.found) return null;
  const seated = snapshot.seats_held.length > 0;
  const sure = mayEnd(snapshot) && ui.abandoning;
  const moved = snapshot.boards?.moved && withTexts("boards", () => true);
  const [title, how] = moved ? ["boards.moved", "boards.moved"] : ["found.title", "found"];
  return el(
    "section",
    { class: "card found", "data-key": "found" },
    el("h3", {}, say(title)),
    el("p", {}, say(sure ? "host.sure" : `${how}.${seated ? "how" : "others"}`)),
    seated &&
      el(
        "div",
        { class: "choices" },
        sure
          ? abandonChoices()
          : [
              button(say("found.resume"), () => ask({ kind: "resume_game" }), "primary decides"),
              mayEnd(snapshot) && button(say("found.give_up"), () => sureToAbandon(true)),
            ],
      ),
  );
}

/** The answers to whether the game is to be given up for the whole table. */
export const abandonChoices = () => [
  button(say("host.abandon_yes"), abandon, "danger decides"),
  button(say("host.abandon_no"), () => sureToAbandon(false)),
];

/** Ask once more whether the game is to be given up, or no longer.
 * @param {boolean} asked */
export function sureToAbandon(asked) {
  ui.abandoning = asked;
  draw();
}

function abandon() {
  ui.abandoning = false;
  closeSheet();
  return ask({ kind: "abandon_game" });
}

// Whoever was about to give up a game is not asked about the next one.
onSnapshot(({ phase }) => {
  if (["lobby", "over"].includes(phase)) ui.abandoning = false;
});

/** A board was plugged in or out: what that means for the game, and what is wrong with what is plugged in; null when there is
 * nothing to say.
 * @param {Api.SnapshotForm} snapshot */
function boardChange({ boards, seats_held: held }) {
  const { offered = null, moved = false, troubles = [] } = boards ?? {};
  if (!offered && !troubles.length) return null;
  return withTexts("boards", () =>
    el(
      "section",
      { class: "card boards", "data-key": "boards", "aria-live": "polite" },
      offered && !moved && el("p", {}, say(`boards.${offered}`)),
      troubles.length > 0 && el("p", { class: "warning" }, say("boards.trouble")),
      troubles.length > 0 &&
        el("ul", {}, ...troubles.map((trouble, index) => el("li", { "data-key": `${index}` }, messageText(trouble)))),
      offered &&
        held.length > 0 &&
        el(
          "div",
          { class: "choices" },
          button(say(`boards.${offered}.go`), () => ask({ kind: "use_board", board: offered })),
        ),
    ),
  );
}

/** Why nothing more is played in a match with other tables, or what was not taken of it.
 * @param {Api.SnapshotForm} snapshot */
function matchTrouble({ match, host }) {
  const words = match?.trouble ?? match?.refused;
  if (!words) return null;
  return withTexts("match", () =>
    el(
      "section",
      { class: "card", "data-key": "match-notes" },
      el("p", { role: "status" }, messageText(words)),
      host && el("p", { class: "foot" }, el("a", { href: "#match" }, say("match.title"))),
    ),
  );
}

/** That the board is in the workshop, and fetching it back to the table.
 * @param {Page.InWorkshop} snapshot */
export function workshopBanner({ workshop, seats_held: held }) {
  return el(
    "section",
    { class: "card workshop-banner", "data-key": "workshop-banner" },
    el("p", { role: "status" }, say("adjust.away", { task: say(`adjust.${workshop.task}`) })),
    el(
      "div",
      { class: "choices" },
      el("a", { class: "button", href: "#workshop" }, say("adjust.look")),
      held.length > 0 &&
        workshop.step !== "storing" &&
        button(say("adjust.fetch"), () => ask({ kind: "close_workshop" }), "quiet"),
    ),
  );
}

/** What there is to say of finished games between games: one that could not be kept, one on the lights, the way to the last.
 * @param {Api.SnapshotForm} snapshot
 * @returns {Page.Child[]} */
export const finishedGames = ({ unkept, showing, kept, seats_held: held }) => [
  unkept && el("section", { class: "card", "data-key": "unkept" }, el("p", { role: "status" }, messageText(unkept))),
  showing &&
    el(
      "section",
      { class: "card showing", "data-key": "showing" },
      el("p", {}, say("games.showing", showing)),
      el(
        "div",
        { class: "choices" },
        el("a", { class: "button", href: `#games/${encodeURIComponent(showing.game)}` }, say("games.look_at")),
        held.length ? button(say("games.stop_showing"), () => ask({ kind: "stop_showing" })) : null,
      ),
    ),
  kept &&
    el(
      "a",
      { class: "button", href: `#games/${encodeURIComponent(kept)}`, "data-key": "kept" },
      say("games.look_again"),
    ),
];
