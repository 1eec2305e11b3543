// One finished game, step by step, on the page and if one likes on the lights of the board.

import { actionText } from "../actions.js";
import { boardTable } from "../board.js";
import { reach } from "../choosing.js";
import { button, el, svg } from "../dom.js";
import { token } from "../drawing.js";
import { remembered } from "../panels/chips.js";
import { revealedMarks } from "../secret.js";
import { ask, draw } from "../state.js";
import { asNamed, say, tell, who } from "../text.js";
import { catchUp, follow, giveWay, mayShow, shows, stop } from "./lit.js";
import { loadGame, loadList, reloadGame, store } from "./store.js";
import { marksText, playerText, reasonText, resultText, seatsOf, when } from "./words.js";

const PLAY_MS = 1400;

/** Where this phone is: in which game, after how many of its steps, the square that was asked about. */
const at = { game: null, ply: 0, square: null, deleting: false };
let playing = null;

/** The page of one game. */
export function stepperPanels(fresh, ui, name) {
  enter(fresh, name);
  const found = store.games.get(name);
  if (!found) {
    const said = found === false ? say("games.not_here", { detail: store.why }) : say("games.fetching");
    return [el("section", { class: "card", "data-key": "no-game" }, el("p", { role: "status" }, said), back())];
  }
  return asNamed(seatsOf(found.game), () => [
    head(found.game, ui),
    board(found, ui),
    controls(found, fresh),
    players(found),
    steps(found),
    tools(found.game, fresh),
  ]);
}

/** The title of the window. */
export function stepperTitle(name) {
  const found = store.games.get(name);
  return found ? asNamed(seatsOf(found.game), () => found.game.players.map(({ seat }) => who(seat)).join(" – ")) : say("menu.games");
}

export const stepperDoings = {
  first: () => go(0),
  back: () => go(at.ply - 1),
  next: () => go(at.ply + 1),
  last: () => go(Infinity),
  play: () => (playing ? pause() : play()),
  step: ({ ply }) => go(Number(ply)),
  look: ({ square }) => {
    at.square = square;
    draw();
  },
  "delete-game": () => deleting(true),
  "delete-game-no": () => deleting(false),
  "delete-game-yes": async () => {
    const { game } = at;
    await ask({ kind: "delete_games", games: [game] });
    at.deleting = false;
    await loadList();
    if (store.list && store.list.games.some((one) => one.game === game)) return;
    store.games.delete(game);
    location.hash = "#games";
  },
};

export const stepperInputs = { ply: ({ value }) => go(Number(value)) };

export const stepperChanges = {
  lights: ({ checked }) => {
    const changed = checked ? follow(at.game, () => at.ply) : stop();
    changed?.then(draw);
  },
  count: async ({ checked }) => {
    const { game } = at;
    await ask({ kind: "count_game", game, counted: checked });
    await reloadGame(game);
  },
};

/** The page was drawn with this game. */
export function stepperDrawn(name) {
  loadGame(name);
  giveWay();
  const slider = document.querySelector("#ply");
  if (slider) slider.value = at.ply;
  const box = document.querySelector("#lights");
  if (box) box.checked = shows(name);
  const counts = document.querySelector("#counts");
  if (counts) counts.checked = store.games.get(name).game.counted;
}

/** The page is left. */
export function stepperLeft() {
  halt();
  stop();
  at.game = null;
}

function enter(fresh, name) {
  if (at.game === name) return;
  stepperLeft();
  const shown = fresh.showing?.game === name ? fresh.showing.ply : 0;
  Object.assign(at, { game: name, ply: shown, square: null, deleting: false });
}

function deleting(asked) {
  at.deleting = asked;
  draw();
}

const lastOf = (name) => (store.games.get(name)?.moments.length ?? 1) - 1;

function go(ply) {
  pause();
  walk(ply);
}

function walk(ply) {
  at.ply = Math.max(0, Math.min(ply, lastOf(at.game)));
  at.square = null;
  draw();
  if (shows(at.game)) catchUp().then(draw);
}

function play() {
  if (at.ply === lastOf(at.game)) walk(0);
  playing = setInterval(() => {
    walk(at.ply + 1);
    if (at.ply === lastOf(at.game)) pause();
  }, PLAY_MS);
  draw();
}

function pause() {
  if (!playing) return;
  halt();
  draw();
}

function halt() {
  clearInterval(playing);
  playing = null;
}

function back() {
  return el("a", { class: "button", href: "#games" }, say("games.back"));
}

function head(game, ui) {
  return el(
    "section",
    { class: "card game-head", "data-key": "head" },
    el("h2", {}, game.players.map(({ seat }) => who(seat)).join(" – ")),
    el("p", { class: "quiet" }, [when(game), ...marksText(game)].join(" · ")),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
  );
}

/** The board at this step, by the same drawing as in a game; nothing can be done on it but ask about squares. */
function board({ moments }, ui) {
  const { view, log } = moments[at.ply];
  const then = {
    game: view,
    board: { differences: [], lifted: null },
    prompt: null,
    seats_held: [],
    log: log.map((message, index) => ({ number: index + 1, message })),
  };
  return el("section", { class: "play", "data-key": "board" }, boardTable(then, reach(then, null), ui.focus, { doing: "look", secret: revealedMarks(view) }));
}

const SIGNS = {
  first: "M18 5L11 12L18 19M6 5V19",
  back_one: "M15 5L8 12L15 19",
  play: "M8 5L18 12L8 19Z",
  pause: "M8.5 5V19M15.5 5V19",
  next: "M9 5L16 12L9 19",
  last: "M6 5L13 12L6 19M18 5V19",
};

function control(name, sign, idle) {
  return el(
    "button",
    { type: "button", class: "sign", "data-do": name, "data-key": name, "aria-label": say(`games.${sign}`), "aria-disabled": idle ? "true" : null },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] })),
  );
}

function controls({ moments }, fresh) {
  const last = moments.length - 1;
  const [atStart, atEnd] = [at.ply === 0, at.ply === last];
  const count = say("games.step", { ply: at.ply, plies: last });
  return el(
    "section",
    { class: "card steps", "data-key": "controls" },
    el("p", { class: "quiet turn" }, turnText(moments[at.ply]), " · ", count),
    el("p", { class: "told", role: "status", "data-key": "told" }, at.square ? squareText(at.square) : stepText(moments[at.ply])),
    el(
      "div",
      { class: "signs", role: "group", "aria-label": say("games.slider") },
      control("first", "first", atStart),
      control("back", "back_one", atStart),
      control("play", playing ? "pause" : "play", false),
      control("next", "next", atEnd),
      control("last", "last", atEnd),
    ),
    el("input", {
      type: "range", id: "ply", min: 0, max: last, step: 1, value: at.ply, "data-input": "ply", "data-key": "ply",
      "aria-label": say("games.slider"), "aria-valuetext": count,
    }),
    mayShow(fresh)
      ? el(
          "label",
          { class: "switch", "data-key": "lights" },
          el("input", { type: "checkbox", id: "lights", "data-change": "lights", checked: shows(at.game) }),
          el("span", {}, say("games.on_board")),
        )
      : null,
  );
}

const turnText = ({ turn, seat }) => (turn ? say("games.turn", { turn, seat }) : say("games.setup"));

/** What happened in a step, in a sentence or two. */
function stepText({ log, action }) {
  const lines = log.filter(({ key }) => !key.startsWith("log.turn_began"));
  if (lines.length) return lines.map(tell).join(" ");
  return action ? actionText(action) : say("games.empty");
}

/** What stands on a square, as the board itself tells it. */
const squareText = (square) => document.querySelector(`.play [data-square="${square}"]`)?.getAttribute("aria-label") ?? square;

function players({ game, moments }) {
  const { view } = moments[at.ply];
  return el(
    "section",
    { class: "card contestants", "data-key": "players", "aria-label": say("players.title") },
    el("p", { "data-key": "result" }, el("strong", {}, resultText(game)), el("span", { class: "quiet" }, reasonText(game))),
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
          remembered(then).map((line) => el("p", { class: "quiet" }, line)),
          then.eliminated ? el("p", { class: "quiet" }, say("players.eliminated")) : null,
        ),
      );
    }),
  );
}

/** All steps by turns; a tap leads there. */
function steps({ moments }) {
  const turns = [];
  moments.forEach((moment, ply) => {
    if (!ply) return;
    if (turns.at(-1)?.turn !== moment.turn) turns.push({ turn: moment.turn, title: turnText(moment), steps: [] });
    turns.at(-1).steps.push([ply, stepText(moment)]);
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
            el("button", { type: "button", class: "quiet", "data-do": "step", "data-ply": ply, "aria-current": ply === at.ply ? "step" : null }, text),
          ),
        ),
      ),
    ]),
  );
}

function tools(game, { host }) {
  return el(
    "section",
    { class: "choices game-tools", "data-key": "tools" },
    back(),
    el("a", { class: "button", href: `/games/${game.game}.record`, download: `thera-${game.game}.json` }, say("games.save")),
    host &&
      game.winners &&
      el(
        "label",
        { class: "switch", "data-key": "counts" },
        el("input", { type: "checkbox", id: "counts", "data-change": "count", checked: game.counted }),
        el("span", {}, say("games.counts")),
      ),
    host &&
      (at.deleting
        ? [
            el("p", {}, say("games.delete_sure")),
            button(say("games.delete_yes"), "delete-game-yes", {}, "danger"),
            button(say("games.delete_no"), "delete-game-no"),
          ]
        : button(say("games.delete"), "delete-game", {}, "quiet")),
  );
}
