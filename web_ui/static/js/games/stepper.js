// One finished game, step by step, on the page and if one likes on the lights of the board.

import { boardView } from "../board.js";
import { isFlat } from "../board/flat.js";
import { reach } from "../choosing.js";
import { button, el, inputById, svg } from "../dom.js";
import { token } from "../drawing.js";
import { remembered } from "../panels/chips.js";
import { revealedMarks } from "../secret.js";
import { ask, draw } from "../state.js";
import { asNamed, say, who } from "../text.js";
import { follow, giveWay, mayShow, shows, stop } from "./lit.js";
import { at, enter, go, pause, place, play, playing } from "./place.js";
import { betterShown, loadReview, reviewDoings, reviewPanel } from "./review.js";
import { stepText } from "./steps.js";
import { listed, loadGame, loadList, reloadGame, store } from "./store.js";
import { marksText, playerText, reasonText, resultText, seatsOf, when } from "./words.js";

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
  return asNamed(seatsOf(found.game), () => [
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
    ? asNamed(seatsOf(found.game), () => found.game.players.map(({ seat }) => who(seat)).join(" – "))
    : say("menu.games");
}

/** @type {Page.Doings} */
export const stepperDoings = {
  ...reviewDoings,
  first: () => go(0),
  back: () => go(at.ply - 1),
  next: () => go(at.ply + 1),
  last: () => go(Number.POSITIVE_INFINITY),
  play: () => (playing() ? pause() : play()),
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
    if (listed()?.games.some((one) => one.game === game)) return;
    store.games.delete(game);
    location.hash = "#games";
  },
};

/** @type {Page.Changes} */
export const stepperInputs = { ply: ({ value }) => go(Number(value)) };

/** @type {Page.Changes} */
export const stepperChanges = {
  lights: ({ checked }) => {
    const changed = checked ? follow(at.game, place) : stop();
    changed?.then(draw);
  },
  count: async ({ checked }) => {
    const { game } = at;
    await ask({ kind: "count_game", game, counted: checked });
    await reloadGame(game);
  },
};

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

/** @param {boolean} asked */
function deleting(asked) {
  at.deleting = asked;
  draw();
}

function back() {
  return el("a", { class: "button", href: "#games" }, say("games.back"));
}

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
    boardView(then, reach(then, null), ui.focus, { doing: "look", secret: revealedMarks(view), flat: isFlat() }),
  );
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
 * @param {boolean} idle
 */
function control(name, sign, idle) {
  return el(
    "button",
    {
      type: "button",
      class: "sign",
      "data-do": name,
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
  return el(
    "section",
    { class: "card steps", "data-key": "controls" },
    el(
      "p",
      { class: "quiet turn" },
      better ? [turnText(better.turn), " · ", say("games.review_better")] : [turnText(moments[at.ply]), " · ", count],
    ),
    el(
      "p",
      { class: "told", role: "status", "data-key": "told" },
      at.square ? squareText(at.square) : stepText(better?.position ?? moments[at.ply]),
    ),
    el(
      "div",
      { class: "signs", role: "group", "aria-label": say("games.slider") },
      control("first", "first", atStart),
      control("back", "back_one", atStart),
      control("play", playing() ? "pause" : "play", false),
      control("next", "next", atEnd),
      control("last", "last", atEnd),
    ),
    el("input", {
      type: "range",
      id: "ply",
      min: 0,
      max: last,
      step: 1,
      value: at.ply,
      "data-input": "ply",
      "data-key": "ply",
      "aria-label": say("games.slider"),
      "aria-valuetext": count,
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
                "data-do": "step",
                "data-ply": ply,
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
