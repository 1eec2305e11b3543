// The newest snapshot, commands about it, and what belongs to this phone alone.

import { byId } from "./dom.js";
import { drawnAgainBy } from "./drawing.js";
import { Link, post } from "./link.js";
import { stored } from "./stored.js";
import { messageText, nameSeats, say } from "./text.js";

const UNHURRIED = 3000; // ms; a step in secret takes at least this long, so that nobody learns from how fast it was
const STALE = 409; // the table has gone on since the state that a command was about
const AGAIN = 3; // so often a change is made again from the state that is there then

/** What the table tells this page. */
export const link = new Link("stream");

/** The newest snapshot; null before the first one.
 * @type {Api.SnapshotForm | null} */
export let snapshot = null;

/** @type {Array<(fresh: Api.SnapshotForm, before: Api.SnapshotForm | null) => void>} */
const listeners = [];
/** @type {Array<(command: Api.RequestForm["command"]) => void>} */
const answered = [];
/** @type {(fresh: Api.SnapshotForm) => void} */
let drawing = () => {};
/** @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @type {number | null} */
let answering = null;
let waiting = 0;
let changes = 0;
let secretSince = 0;

/** The newest snapshot.
 * @throws {Error} before the first one */
export function latest() {
  if (!snapshot) throw new Error("no snapshot has come yet");
  return snapshot;
}

/** The newest snapshot of a game.
 * @throws {Error} before the first one, and where there is no game */
export const latestGame = () => inGame(latest());

/** Be told each snapshot that this page receives, with the one before it.
 * @param {(fresh: Api.SnapshotForm, before: Api.SnapshotForm|null) => void} listener */
export function onSnapshot(listener) {
  listeners.push(listener);
  if (snapshot) listener(snapshot, null);
}

/** Be told each command that the table has accepted.
 * @param {(command: Api.RequestForm["command"]) => void} listener */
export function onAccepted(listener) {
  answered.push(listener);
}

/** How the page is drawn.
 * @param {(fresh: Api.SnapshotForm) => void} draw */
export function drawWith(draw) {
  drawing = draw;
}

/** Draw the page as snapshot and phone are now. */
export function draw() {
  if (snapshot) drawing(snapshot);
}
drawnAgainBy(draw);

/** A snapshot has come.
 * @param {Api.SnapshotForm} fresh */
export function accept(fresh) {
  const before = snapshot;
  if (before && fresh.version !== before.version) ui.note = ui.reason = null;
  ui.heard = Date.now();
  if (["lobby", "draft"].includes(fresh.phase) || (before?.phase === "over" && fresh.phase !== "over")) ui.begun = true;
  if (before && before.phase !== fresh.phase) ui.cameFrom = before.phase;
  if (fresh.secret?.step && !before?.secret?.step) secretSince = Date.now();
  snapshot = fresh;
  nameSeats(fresh.seats, fresh.settings.name);
  for (const listener of listeners) listener(fresh, before);
  draw();
}

/** Sends a command about what is shown now, when it is `due`. A second tap on the same state is dropped: the first one is
 * its answer; a tap on a newer state waits until the command before it is answered.
 * @param {Api.RequestForm["command"]} command
 * @param {Promise<unknown>|null} [due] */
export async function ask(command, due = null) {
  const { version } = latest();
  if (version === answering) return;
  answering = version;
  const knowsOwnChanges = changes > 0;
  try {
    await inTurn(async () => {
      await due;
      await send(command, knowsOwnChanges ? latest().version : version);
    });
  } finally {
    if (version === answering) answering = null;
  }
}

/** Sends what a form was changed to, or what the page needs of the table; `made` makes the command of the newest snapshot
 * when all before it are answered, and again if the table has gone on meanwhile, so that none of several quick changes is
 * lost, on however slow a network. Null: there is nothing to change any more.
 * @param {(fresh: Api.SnapshotForm) => Api.RequestForm["command"]|null|false} made */
export async function change(made) {
  changes += 1;
  try {
    await inTurn(() => deliver(made, AGAIN));
  } finally {
    changes -= 1;
  }
}

/**
 * @param {(fresh: Api.SnapshotForm) => Api.RequestForm["command"]|null|false} made
 * @param {number} again
 * @returns {Promise<void>}
 */
async function deliver(made, again) {
  const command = made(latest());
  if (!command) return;
  const answer = await hand(command, latest().version);
  if (answer.status === STALE && again > 0) await deliver(made, again - 1);
  else conclude(command, answer);
}

/** Does one sending after the other; the page is busy as long as there are any.
 * @param {() => Promise<void>} sending */
async function inTurn(sending) {
  const app = byId("app");
  waiting += 1;
  app.setAttribute("aria-busy", "true");
  const sent = queue.then(sending);
  queue = sent.catch(() => null); // whoever sent it hears of a failure, whoever waits does not
  try {
    await sent;
  } finally {
    waiting -= 1;
    if (waiting === 0) app.removeAttribute("aria-busy");
  }
}

/** Asks for an action of the game; for one in secret not before a hurried player and a slow one look the same.
 * @param {Api.ShownAction | Api.ActForm["action"]} action */
export async function act(action) {
  if (!latest().secret?.step) return ask(actCommand(action));
  const rest = secretSince + UNHURRIED - Date.now();
  if (rest > 0) note(say("secret.unhurried"));
  await ask(actCommand(action), new Promise((resolve) => setTimeout(resolve, rest)));
  secretSince = Date.now();
}

/** An action of a snapshot is one that may be asked for.
 * @param {Api.ShownAction | Api.ActForm["action"]} action
 * @returns {Api.RequestForm["command"]} */
const actCommand = (action) => ({ kind: "act", action: /** @type {Api.ActForm["action"]} */ (action) });

/** Says a line in the banner of this phone, where it can be seen.
 * @param {string|null} text */
export function note(text) {
  ui.note = text;
  draw();
  if (text) byId("app").querySelector(".note:not(:empty)")?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Api.RequestForm["command"]} command
 * @param {number} version
 */
async function send(command, version) {
  conclude(command, await hand(command, version));
}

/** Gives the table a command and takes the state that comes with the answer.
 * @param {Api.RequestForm["command"]} command
 * @param {number} version */
async function hand(command, version) {
  const answer = await post("command", { version, command });
  const { body } = answer;
  if (body.snapshot && body.snapshot.version >= latest().version) accept(body.snapshot);
  return answer;
}

/**
 * @param {Api.RequestForm["command"]} command
 * @param {Page.Posted} given
 */
function conclude(command, { status, body }) {
  if (status === 200) {
    for (const listener of answered) listener(command);
    return;
  }
  if (status === STALE) note(say("error.stale"));
  else note(body.message ? messageText(body.message) : say("error.malformed"));
}

// ---- What belongs to this phone alone, between two snapshots

export const NAME = "thera-name";
export const FLAT = "thera-flat";

/** @type {Page.Ui} */
export const ui = {
  name: stored.getItem(NAME) ?? "",
  worker: null,
  between: [],
  cards: new Set(),
  picking: [],
  hurrying: false,
  turning: false,
  sought: { words: "", set: "", laid: null },
  note: null,
  reason: null,
  lost: false,
  longAsk: null,
  outcomeSeen: false,
  replayed: null,
  remarkRead: false,
  ended: null,
  restless: new Set(),
  focus: "c3",
  seating: null,
  abandoning: false,
  resigning: null,
  offer: null,
  sure: null,
  heard: 0,
  begun: false,
  cameFrom: null,
  uncovered: null,
  readings: null,
  flat: stored.getItem(FLAT) === "yes",
};

// ---- What a snapshot has in some phases only

/** A snapshot that has a game.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inGame = (snapshot) => /** @type {Page.InGame} */ (having(snapshot, "game"));

/** A snapshot that has a draft.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inDraft = (snapshot) => /** @type {Page.InDraft} */ (having(snapshot, "draft"));

/** A snapshot that has a task of the workshop.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inWorkshop = (snapshot) => /** @type {Page.InWorkshop} */ (having(snapshot, "workshop"));

/** A snapshot with a puzzle on the board.
 * @param {Api.SnapshotForm} snapshot
 * @throws {TypeError} if it has none */
export const inPuzzle = (snapshot) => /** @type {Page.InPuzzle} */ (having(snapshot, "puzzle"));

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {"game" | "draft" | "workshop" | "puzzle"} part
 */
function having(snapshot, part) {
  if (snapshot[part] === null) throw new TypeError(`the snapshot ${snapshot.version} has no ${part}`);
  return snapshot;
}
