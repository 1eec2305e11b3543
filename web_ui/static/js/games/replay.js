// One finished game, step by step, on the page and, if one likes, on the lights of the board.

import { boardView } from "../board/board.js";
import { isFlat } from "../board/flat.js";
import { button, el, inputById, svg } from "../dom.js";
import { token } from "../drawing.js";
import { reach } from "../game/choosing.js";
import { stepText } from "../game/log.js";
import { remembered } from "../game/players.js";
import { secretsOf } from "../game/secret.js";
import { ask, draw, latest } from "../state.js";
import { say, who } from "../text.js";
import { betterShown, drawnBetter, loadReview, pointHere, pointText, reviewPanel } from "./review.js";
import {
  inNamesOf,
  listed,
  loadGame,
  loadList,
  marksText,
  playerText,
  reasonText,
  reloadGame,
  resultText,
  store,
  when,
} from "./store.js";

/** The page of one game.
 * @param {Api.SnapshotForm} fresh
 * @param {Page.Ui} ui
 * @param {string} name */
export function stepperPanels(fresh, ui, name) {
  enter(fresh, name);
  const found = store.games.get(name);
  if (!found) {
    const said = found === false ? say("games.not_here", { detail: store.why }) : say("games.fetching");
    return [el("section", { class: "card", "data-key": "no-game" }, el("p", { role: "status" }, said), back())];
  }
  return inNamesOf(found.game, () => [
    head(found.game, ui),
    board(found, ui),
    controls(found, fresh),
    reviewPanel(found),
    players(found),
    steps(found),
    tools(found.game, fresh),
  ]);
}

/** The title of the window.
 * @param {string} name */
export function stepperTitle(name) {
  const found = store.games.get(name);
  return found
    ? inNamesOf(found.game, () => found.game.players.map(({ seat }) => who(seat)).join(" – "))
    : say("menu.games");
}

/** The page was drawn with this game.
 * @param {string} name */
export function stepperDrawn(name) {
  loadGame(name);
  loadReview(name);
  giveWay();
  const found = store.games.get(name);
  if (!found) return;
  inputById("ply").value = String(at.ply);
  setTick("lights", shows(name));
  setTick("counts", found.game.counted);
}

/** Set a box that is on the page for some only.
 * @param {string} id
 * @param {boolean} checked */
function setTick(id, checked) {
  const box = document.getElementById(id);
  if (box instanceof HTMLInputElement) box.checked = checked;
}

const back = () => el("a", { class: "button", href: "#games" }, say("games.back"));

/**
 * @param {Api.GameForm} game
 * @param {Page.Ui} ui
 */
function head(game, ui) {
  return el(
    "section",
    { class: "card game-head", "data-key": "head" },
    el("h2", {}, game.players.map(({ seat }) => who(seat)).join(" – ")),
    el("p", { class: "quiet" }, [when(game), ...marksText(game)].join(" · ")),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
  );
}

/** The board at this step, by the same drawing as in a game; nothing can be done on it but ask about squares.
 * @param {Api.ReplayForm} found
 * @param {Page.Ui} ui */
function board({ moments }, ui) {
  const { view, log } = betterShown()?.position ?? moments[at.ply];
  const point = pointHere();
  const then = {
    game: view,
    board: { differences: [], lifted: null },
    prompt: null,
    seats_held: [],
    log,
  };
  return el(
    "section",
    { class: "play", "data-key": "board" },
    boardView(then, reach(then, null), ui.focus, {
      tap: askAbout,
      secret: secretsOf(view),
      flat: isFlat(),
      advice: point && drawnBetter(point),
    }),
  );
}

/** Say what stands on a square.
 * @param {string} square */
function askAbout(square) {
  at.square = square;
  draw();
}

const SIGNS = {
  first: "M18 5L11 12L18 19M6 5V19",
  back_one: "M15 5L8 12L15 19",
  play: "M8 5L18 12L8 19Z",
  pause: "M8.5 5V19M15.5 5V19",
  next: "M9 5L16 12L9 19",
  last: "M6 5L13 12L6 19M18 5V19",
};

/**
 * @param {string} name
 * @param {keyof typeof SIGNS} sign
 * @param {() => unknown} run
 * @param {boolean} [idle]
 */
function control(name, sign, run, idle = false) {
  return el(
    "button",
    {
      type: "button",
      class: "sign",
      onclick: run,
      "data-key": name,
      "aria-label": say(`games.${sign}`),
      "aria-disabled": idle ? "true" : null,
    },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] })),
  );
}

/**
 * @param {Api.ReplayForm} found
 * @param {Api.SnapshotForm} fresh
 */
function controls({ moments }, fresh) {
  const last = moments.length - 1;
  const [atStart, atEnd] = [at.ply === 0, at.ply === last];
  const count = say("games.step", { ply: at.ply, plies: last });
  const better = betterShown();
  const point = pointHere();
  const done = point ? pointText(point) : stepText(better?.position ?? moments[at.ply]);
  return el(
    "section",
    { class: "card steps", "data-key": "controls" },
    el(
      "p",
      { class: "quiet turn" },
      better ? [turnText(better.turn), " · ", say("games.review_better")] : [turnText(moments[at.ply]), " · ", count],
    ),
    el("p", { class: "told", role: "status", "data-key": "told" }, at.square ? squareText(at.square) : done),
    el(
      "div",
      { class: "signs", role: "group", "aria-label": say("games.slider") },
      control("first", "first", () => go(0), atStart),
      control("back", "back_one", () => go(at.ply - 1), atStart),
      playing() ? control("play", "pause", pause) : control("play", "play", play),
      control("next", "next", () => go(at.ply + 1), atEnd),
      control("last", "last", () => go(last), atEnd),
    ),
    el("input", {
      type: "range",
      id: "ply",
      min: 0,
      max: last,
      step: 1,
      value: at.ply,
      oninput: (field) => go(Number(field.value)),
      "data-key": "ply",
      "aria-label": say("games.slider"),
      "aria-valuetext": count,
    }),
    mayShow(fresh)
      ? el(
          "label",
          { class: "switch", "data-key": "lights" },
          el("input", { type: "checkbox", id: "lights", onchange: turnLights, checked: shows(at.game) }),
          el("span", {}, say("games.on_board")),
        )
      : null,
  );
}

/** Let the lights of the board show this game, or no longer.
 * @param {HTMLInputElement} field */
function turnLights({ checked }) {
  const changed = checked ? follow(at.game, place) : stop();
  changed?.then(draw);
}

/** @param {{turn: number, seat: string | null}} position */
const turnText = ({ turn, seat }) => (turn ? say("games.turn", { turn, seat }) : say("games.setup"));

/** What stands on a square, as the board itself tells it.
 * @param {string} square */
const squareText = (square) =>
  document.querySelector(`.play [data-square="${square}"]`)?.getAttribute("aria-label") ?? square;

/** @param {Api.ReplayForm} found */
function players({ game, moments }) {
  const { view } = moments[at.ply];
  return el(
    "section",
    { class: "card contestants", "data-key": "players", "aria-label": say("players.title") },
    el(
      "p",
      { "data-key": "result" },
      el("strong", {}, resultText(game)),
      el("span", { class: "quiet" }, reasonText(game)),
    ),
    game.players.map((player) => {
      const then = view.players.find(({ seat }) => seat === player.seat);
      return el(
        "div",
        { class: game.winners?.includes(player.seat) ? "side won" : "side", "data-key": player.seat },
        token(player.seat),
        el(
          "div",
          {},
          el("p", {}, playerText(player)),
          then && remembered(then).map((line) => el("p", { class: "quiet" }, line)),
          then?.eliminated ? el("p", { class: "quiet" }, say("players.eliminated")) : null,
        ),
      );
    }),
  );
}

/** All steps by turns; a tap leads there.
 * @param {Api.ReplayForm} found */
function steps({ moments }) {
  /** @type {Array<{turn: number, title: string, steps: Array<[number, string]>}>} */
  const turns = [];
  moments.forEach((moment, ply) => {
    if (!ply) return;
    if (turns.at(-1)?.turn !== moment.turn) turns.push({ turn: moment.turn, title: turnText(moment), steps: [] });
    turns.at(-1)?.steps.push([ply, stepText(moment)]);
  });
  return el(
    "details",
    { class: "log all-steps", "data-key": "steps" },
    el("summary", {}, say("games.all_steps")),
    turns.map(({ turn, title, steps: done }) => [
      el("h3", { "data-key": `turn-${turn}` }, title),
      el(
        "ul",
        { "data-key": `steps-${turn}` },
        done.map(([ply, text]) =>
          el(
            "li",
            { "data-key": `ply-${ply}` },
            el(
              "button",
              {
                type: "button",
                class: "quiet",
                onclick: () => go(ply),
                "aria-current": ply === at.ply ? "step" : null,
              },
              text,
            ),
          ),
        ),
      ),
    ]),
  );
}

/**
 * @param {Api.GameForm} game
 * @param {Api.SnapshotForm} snapshot
 */
function tools(game, { host }) {
  return el(
    "section",
    { class: "choices game-tools", "data-key": "tools" },
    back(),
    el(
      "a",
      { class: "button", href: `games/${game.game}.record`, download: `thera-${game.game}.json` },
      say("games.save"),
    ),
    host &&
      game.winners &&
      el(
        "label",
        { class: "switch", "data-key": "counts" },
        el("input", { type: "checkbox", id: "counts", onchange: count, checked: game.counted }),
        el("span", {}, say("games.counts")),
      ),
    host &&
      (at.deleting
        ? [
            el("p", {}, say("games.delete_sure")),
            button(say("games.delete_yes"), deleteGame, "danger"),
            button(say("games.delete_no"), () => askToDelete(false)),
          ]
        : button(say("games.delete"), () => askToDelete(true), "quiet")),
  );
}

/** Have the game count in the statistics, or not.
 * @param {HTMLInputElement} field */
async function count({ checked }) {
  const { game } = at;
  await ask({ kind: "count_game", game, counted: checked });
  await reloadGame(game);
}

/** Ask whether the game is to be deleted, or no longer.
 * @param {boolean} asked */
function askToDelete(asked) {
  at.deleting = asked;
  draw();
}

async function deleteGame() {
  const { game } = at;
  await ask({ kind: "delete_games", games: [game] });
  at.deleting = false;
  await loadList();
  if (listed()?.games.some((one) => one.game === game)) return;
  store.games.delete(game);
  location.hash = "#games";
}

// ---- Where this phone is in a finished game, and going through it: by taps, by a slider, or on its own.

const PLAY_MS = 1400;

/** In which game this phone is (empty: in none), after how many of its steps, the step of a better turn from there that
 * is looked at instead, the square that was asked about, whether the game is about to be deleted, and whether this phone
 * has gone to a step of it.
 * @type {{game: string, ply: number, better: {ply: number, step: number} | null, square: string | null,
 *   deleting: boolean, gone: boolean}} */
export const at = { game: "", ply: 0, better: null, square: null, deleting: false, gone: false };

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Whether the game goes on by itself. */
const playing = () => timer !== undefined;

/** Begin with a game, at the step that the board shows of it or else at the first one.
 * @param {Api.SnapshotForm} fresh
 * @param {string} name */
function enter(fresh, name) {
  if (at.game === name) return;
  leave();
  const shown = fresh.showing?.game === name ? fresh.showing.ply : null;
  Object.assign(at, { game: name, ply: shown ?? 0, better: null, square: null, deleting: false, gone: shown !== null });
}

/** Leave the game. */
export function leave() {
  halt();
  stop();
  at.game = "";
}

/** Go to a step, or as near to it as there is one.
 * @param {number} ply */
export function go(ply) {
  pause();
  step(ply);
}

/** Begin at a step, unless this phone has gone to one already.
 * @param {number} ply */
export function beginAt(ply) {
  if (!at.gone && store.games.get(at.game)) step(ply);
}

/** Look at a step of a better turn than the one that began after so many steps.
 * @param {number} ply
 * @param {number} chosen */
export function lookAt(ply, chosen) {
  pause();
  Object.assign(at, { ply, square: null, better: { ply, step: chosen }, gone: true });
  draw();
  if (shows(at.game)) catchUp().then(draw);
}

/** Where this phone is, as the board shows it.
 * @returns {Place} */
const place = () => ({ ply: at.ply, better: at.better?.step ?? null });

/** Let the game go on by itself, from its beginning if this is its end. */
function play() {
  if (at.ply === last()) step(0);
  timer = setInterval(() => {
    step(at.ply + 1);
    if (at.ply === last()) pause();
  }, PLAY_MS);
  draw();
}

/** Stay at this step. */
function pause() {
  if (!playing()) return;
  halt();
  draw();
}

function last() {
  const found = store.games.get(at.game);
  return found ? found.moments.length - 1 : 0;
}

/** @param {number} ply */
function step(ply) {
  at.ply = Math.max(0, Math.min(ply, last()));
  at.square = at.better = null;
  at.gone = true;
  draw();
  if (shows(at.game)) catchUp().then(draw);
}

function halt() {
  clearInterval(timer);
  timer = undefined;
}

// ---- Showing a finished game on the lights of the board, step by step as this phone goes through it.

/** Where a phone is in a game: after `ply` steps, or after the step `better` of a better turn from there.
 * @typedef {{ply: number, better: number | null}} Place */

/** @type {{game: string, place: () => Place} | null} */
let wanted = null;
let asking = false;

/** Whether the board may show finished games for this phone now.
 * @param {Api.SnapshotForm} snapshot */
const mayShow = ({ seats_held: held, phase }) => held.length > 0 && ["lobby", "over"].includes(phase);

/** Whether this phone has the board show a game.
 * @param {string} game */
const shows = (game) => wanted !== null && wanted.game === game;

/** Let the board follow a game, in which this phone is at `place()` now.
 * @param {string} game
 * @param {() => Place} place */
function follow(game, place) {
  wanted = { game, place };
  return catchUp();
}

/** Let the board show no game any more, if it does so for this phone. */
function stop() {
  if (!wanted) return null;
  wanted = null;
  return ask({ kind: "stop_showing" });
}

/** The lights go where this phone is. Whoever was refused, or whose game gave way to another one, stops there. */
async function catchUp() {
  if (asking) return;
  asking = true;
  try {
    while (wanted) {
      const { game } = wanted;
      const place = wanted.place();
      if (isShown(game, place)) return;
      await ask({ kind: "show_game", game, ...place });
      if (!isShown(game, place)) wanted = null;
    }
  } finally {
    asking = false;
  }
}

/** Somebody else had the board show something else, or nothing. */
function giveWay() {
  if (wanted && !asking && latest().showing?.game !== wanted.game) wanted = null;
}

/**
 * @param {string} game
 * @param {Place} place */
function isShown(game, { ply, better }) {
  const { showing } = latest();
  return showing?.game === game && showing.ply === ply && showing.better === better;
}
