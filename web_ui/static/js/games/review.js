// The review of a finished game: who stood better after each turn, and better turns where much was lost.

import { button, el, svg } from "../dom.js";
import { actionText, adviceOf } from "../game/choosing.js";
import { stepItem } from "../game/log.js";
import { post } from "../link.js";
import { draw, note } from "../state.js";
import { messageText, say } from "../text.js";
import { at, beginAt, go, lookAt } from "./replay.js";

const AGAIN = 2000; // ms

/** Whether this table reviews games. */
const tableReviews = () => "reviewed" in document.body.dataset;

/** The reviews of games by name, as far as they were fetched; false: there is none of this game.
 * @type {Map<string, Api.ReviewForm | false>} */
const reviews = new Map();
/** @type {Set<string>} */
const fetching = new Set();

/** @type {Api.ReviewForm} */
const ASKED = { asked: true, done: 0, count: 0, paused: false, failed: false, turns: null };

/** Fetch the review of a game, again and again while it is being computed.
 * @param {string} name */
export async function loadReview(name) {
  if (!tableReviews()) return;
  const known = reviews.get(name);
  if (known && known.turns) beginWith(pointsOf(known.turns));
  if (fetching.has(name) || known === false || known?.turns || (known && !known.asked)) return;
  fetching.add(name);
  try {
    const answer = await fetch(`games/${encodeURIComponent(name)}/review.json`);
    if (answer.ok) reviews.set(name, await answer.json());
    else if (answer.status !== 429) reviews.set(name, false);
    draw();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  } finally {
    setTimeout(() => {
      fetching.delete(name);
      if (at.game === name) loadReview(name);
    }, AGAIN);
  }
}

/** The turns that lost much.
 * @param {readonly Page.ReviewedTurn[]} turns */
const pointsOf = (turns) => turns.filter(({ better }) => better.length);

/** Begin with the first turning point, if there is one.
 * @param {Page.ReviewedTurn[]} points */
const beginWith = ([first]) => first && beginAt(first.ply);

/** The turning point that begins where this phone is in the game; null if none does.
 * @returns {Page.ReviewedTurn | null} */
export function pointHere() {
  const review = reviews.get(at.game);
  const turns = (review && review.turns) || [];
  return at.better ? null : (pointsOf(turns).find(({ ply }) => ply === at.ply) ?? null);
}

/** A better turn, as it is drawn on the board.
 * @param {Page.ReviewedTurn} point */
export function drawnBetter({ better }) {
  const actions = better.flatMap(({ action }) => action ?? []);
  const squares = actions.flatMap(({ worker, square }) => [worker, square].flatMap((name) => name ?? []));
  return adviceOf([...new Set(squares)], actions);
}

/** What a turn lost, what would have been better, and why.
 * @param {Page.ReviewedTurn} point */
export function pointText({ turn, seat, loss, better, reason }) {
  const steps = better.flatMap(({ action }) => (action ? actionText(action) : [])).join(". ");
  return [
    say("games.review_point", { turn, player: seat, games: Math.round(loss / 10) }),
    say("games.review_instead", { steps }),
    reason ? messageText(reason) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The turn whose better one is looked at, with the position of it that is shown.
 * @returns {{turn: Page.ReviewedTurn, position: Page.Position} | null} */
export function betterShown() {
  const review = reviews.get(at.game);
  const turn = (review && review.turns?.find(({ ply }) => ply === at.better?.ply)) || null;
  const position = turn?.better[at.better?.step ?? 0];
  return turn && position ? { turn, position } : null;
}

/** Have the game of this page reviewed. */
async function askForReview() {
  const { game } = at;
  at.gone = false;
  const { status, body } = await post(`games/${encodeURIComponent(game)}/review`, {});
  if (status === 200) reviews.set(game, ASKED);
  else if (status === 0 && body.message) note(messageText(body.message));
  else note(say(status === 429 ? "games.review_busy" : "error.no_answer"));
  draw();
  loadReview(game);
}

/** The part of the page of a game.
 * @param {Api.ReplayForm} found */
export function reviewPanel(found) {
  const review = reviews.get(found.game.game);
  if (review === false || !tableReviews()) return null;
  return el(
    "section",
    { class: "card review", "data-key": "review" },
    el("h3", {}, say("games.review")),
    review?.turns ? reviewed(found, review.turns) : awaited(review),
  );
}

/** @param {Api.ReviewForm | undefined} review */
function awaited(review) {
  if (!review) return el("p", { class: "quiet" }, say("games.fetching"));
  if (review.failed) return el("p", { role: "status" }, say("games.review_failed"));
  if (!review.asked) {
    return [el("p", { class: "quiet" }, say("games.review_about")), button(say("games.review_ask"), askForReview)];
  }
  const { done, count, paused } = review;
  return el("p", { role: "status" }, say(paused ? "games.review_paused" : "games.review_done", { done, count }));
}

/**
 * @param {Api.ReplayForm} found
 * @param {readonly Page.ReviewedTurn[]} turns */
function reviewed(found, turns) {
  if (!turns.length) return el("p", {}, say("games.review_empty"));
  const points = pointsOf(turns);
  return [
    curve(found, turns, points),
    points.length
      ? el(
          "ul",
          { class: "points", "aria-label": say("games.review_points") },
          points.map((turn) => point(turn)),
        )
      : el("p", {}, say("games.review_even")),
  ];
}

const [WIDE, HIGH] = [300, 90];

/** How the sides stood, from the first turn to the last.
 * @param {Api.ReplayForm} found
 * @param {readonly Page.ReviewedTurn[]} turns
 * @param {readonly Page.ReviewedTurn[]} points */
function curve({ game, moments }, turns, points) {
  const last = moments.length - 1;
  const across = (/** @type {number} */ ply) => ((ply / Math.max(1, last)) * WIDE).toFixed(1);
  const up = (/** @type {number} */ share) => (HIGH - (share / 1000) * HIGH).toFixed(1);
  const teams = [...new Set(game.players.map(({ team }) => team))].sort((one, other) => one - other);
  const lines = teams.length > 2 ? teams : teams.slice(0, 1);
  const now = at.better?.ply ?? at.ply;
  const seatOf = (/** @type {number} */ team) => game.players.find((player) => player.team === team)?.seat ?? "blue";
  return el(
    "figure",
    { class: "curve", "data-key": "curve" },
    svg(
      "svg",
      { viewBox: `-4 -4 ${WIDE + 8} ${HIGH + 8}`, role: "img", "aria-label": say("games.review_curve") },
      svg("rect", { class: "field", width: WIDE, height: HIGH }),
      svg("path", { class: "even", d: `M0 ${up(500)}H${WIDE}` }),
      lines.map((team, number) => {
        const places = turns.map(({ ply, shares }) => `${across(ply)} ${up(shares[teams.indexOf(team)])}`);
        return svg("path", { class: `line line-${seatOf(team)}`, "data-line": number, d: `M${places.join("L")}` });
      }),
      points.map((turn) => {
        const mover = game.players.find(({ seat }) => seat === turn.seat)?.team ?? 0;
        const shown = lines.includes(mover) ? mover : lines[0];
        const height = up(turn.shares[teams.indexOf(shown)]);
        return svg("circle", { class: "turning", cx: across(turn.ply), cy: height, r: 4 });
      }),
      svg("path", { class: "now", d: `M${across(now)} 0V${HIGH}` }),
    ),
    el(
      "figcaption",
      { class: "quiet" },
      lines.length > 1
        ? say("games.review_lines")
        : say("games.review_line", { seat: seatOf(teams[0]), other: seatOf(teams[1]) }),
    ),
  );
}

/** A turn that lost much, and the better one step by step.
 * @param {Page.ReviewedTurn} turn */
function point(turn) {
  const { ply, better } = turn;
  const open = at.better?.ply === ply;
  return el(
    "li",
    { "data-key": `point-${ply}` },
    el("p", {}, pointText(turn)),
    open
      ? el(
          "ol",
          {},
          better.map((position, step) =>
            stepItem(position, {
              key: `better-${ply}-${step}`,
              shown: at.better?.step === step,
              run: () => lookAt(ply, step),
            }),
          ),
        )
      : null,
    open
      ? button(say("games.review_back"), () => go(at.ply))
      : button(say("games.review_show"), () => lookAt(ply, better.length - 1)),
  );
}
