// The board on the page: a picture of it, and over it a table of real buttons, each where its square is seen. What may be
// tapped comes from the snapshot alone.

import { complete, el, onDemand } from "../dom.js";
import { othersReach, winsAt } from "../game/choosing.js";
import { say } from "../text.js";
import { frame, regions, top } from "./geometry.js";
import { depth, FILES, keyStep, rowsOf, turnOf } from "./squares.js";
import { identified, settle } from "./motion.js";
import { pointers } from "./pointers.js";
import { scene } from "./scene.js";
import { describe, lastTurn, pointing, windsText } from "./words.js";

/** @typedef {import("./squares.js").Lie} Lie */
/** @typedef {import("./words.js").Told & {lie: Lie, focus: string, tap: Tap, advice: Page.Advice | null, pace?: number}} Shown what squares are drawn by */

/** The seat whose corner is near: that of this phone, if it has one seat.
 * @param {Pick<Api.SnapshotForm, "seats_held">} snapshot
 * @returns {Api.Seat | null} */
export const nearSeat = ({ seats_held: held }) => (held.length === 1 ? held[0] : null);

/** @typedef {((square: string) => unknown) | null} Tap what a tap on a square does; it is the same for all drawings of a board */
/** @typedef {{label?: string, key?: string, secret?: Map<string, string>, tap?: Tap, near?: Api.Seat | null,
 *   flat?: boolean, advice?: Page.Advice | null, pace?: number, point?: (option: Api.ShownAction) => unknown}} Given how a board is shown */

/** The board. `can` is what may be tapped (see choosing.js), `focus` the square that the Tab key reaches, `label` what the
 * table is called. `secret` has the squares on secret maps that may be shown, with the powers whose they are. `tap` is
 * what a tap does, `near` the seat whose corner is nearest to the viewer. `flat` shows it from above. `point` is what
 * a tap on a direction does, `advice` what somebody is advised to do, `pace` how long a piece takes to its new place, in ms.
 * @param {Page.BoardShown} snapshot
 * @param {Page.Reach} can
 * @param {string} focus
 * @param {Given} [given] */
export function boardView(snapshot, can, focus, { label = say("board.label"), key = "board", ...given } = {}) {
  const shown = shownBy(snapshot, can, focus, given);
  const winds = pointing(snapshot.game);
  return whole(
    key,
    el(
      "div",
      attributes(shown, key),
      picture(shown, key),
      el(
        "div",
        {
          role: "table",
          "aria-label": label,
          "aria-description": winds.length ? windsText(snapshot.game) : null,
          "data-key": "squares",
        },
        el("div", { role: "rowgroup" }, rows(shown)),
      ),
      given.point ? pointers(can.points, shown.lie, given.point) : null,
    ),
  );
}

/** Nothing that may be tapped. */
export const NO_REACH = /** @type {Page.Reach} */ ({
  asked: false,
  options: [],
  workers: [],
  picked: null,
  targets: new Map(),
  points: [],
  named: [],
  done: null,
});

/** The picture of a board alone, for whoever only looks at it; `label` is what it is called.
 * @param {Page.BoardShown} snapshot
 * @param {{label: string, key: string, flat?: boolean}} given */
export function boardPicture(snapshot, { label, key, flat = false }) {
  const shown = shownBy(snapshot, NO_REACH, "", { flat });
  return whole(key, el("div", { ...attributes(shown, key), role: "img", "aria-label": label }, picture(shown, key)));
}

/**
 * @param {Page.BoardShown} snapshot
 * @param {Page.Reach} can
 * @param {string} focus
 * @param {Given} given
 * @returns {Shown}
 */
function shownBy(snapshot, can, focus, given) {
  const { secret = new Map(), tap = null, near = null, flat = false, advice = null, pace } = given;
  const lie = { size: snapshot.game.size, turn: turnOf(near), flat };
  const [last, hints] = [lastTurn(snapshot.log), othersReach(snapshot)];
  return { snapshot, can, focus, secret, tap, lie, last, hints, advice, pace };
}

/**
 * @param {Shown} shown
 * @param {string} key
 */
const attributes = ({ lie }, key) => ({
  class: `board size-${lie.size}${lie.flat ? " flat" : ""}`,
  "data-key": key,
  "data-turn": lie.turn,
});

/** The picture of all that stands on the board and is marked there.
 * @param {Shown} shown
 * @param {string} key */
function picture(shown, key) {
  const { snapshot, focus, lie, last, advice, pace } = shown;
  const { game } = snapshot;
  const walkers = identified(key, game.workers, last.steps);
  remember(key, lie, game, walkers, pace);
  return scene({
    lie,
    levels: game.levels,
    domes: game.domes,
    walkers,
    marksOf: (name) => marksOf(shown, name),
    steps: last.steps,
    focus,
    winds: pointing(game),
    advice,
  });
}

/** A board of which everything is drawn if the page has none of this key.
 * @param {string} key
 * @param {HTMLElement} view */
function whole(key, view) {
  if (!document.querySelector(`.board[data-key="${key}"]`)) complete(view);
  return view;
}

/** What is drawn, so that the next drawing can move from it.
 * @param {string} key
 * @param {Lie} lie
 * @param {Api.ViewForm} game
 * @param {import("./motion.js").Walker[]} walkers
 * @param {number} [pace] */
function remember(key, lie, { levels, domes }, walkers, pace) {
  const places = new Map(walkers.map(({ id, square }) => [id, top(square, lie, levels[square])]));
  const blocks = Object.entries(levels).flatMap(([name, level]) =>
    Array.from({ length: level }, (_, index) => `block-${name}-${index + 1}`),
  );
  const pieces = new Set([...blocks, ...domes.map((name) => `dome-${name}`)]);
  settle(key, { lie: JSON.stringify(lie), walkers, places, pieces }, pace);
}

/**
 * @param {Shown} shown
 * @param {string} name
 * @returns {import("./scene.js").Marks}
 */
function marksOf({ snapshot, can, secret, last, hints, advice }, name) {
  const { game, board, prompt } = snapshot;
  const difference = board.differences.find((one) => one.square === name);
  return {
    legal: can.targets.has(name),
    wins: winsAt(snapshot, can, name),
    hint: hints.has(name),
    advised: advice?.squares.includes(name) ?? false,
    picked: can.picked === name,
    choosable: !can.picked && can.workers.length > 1 && can.workers.includes(name),
    seat: prompt?.seat ?? null,
    left: last.left.has(name) ? (last.steps.find((step) => step.from === name)?.seat ?? null) : null,
    reached: last.reached.has(name),
    changed: last.changed.has(name),
    secret: secret.get(name),
    tokens: game.tokens.filter((one) => one.square === name).map((one) => one.power),
    difference,
    lifted: board.lifted === name,
    occupied: game.workers.some(({ square }) => square === name),
  };
}

/** @param {Shown} shown */
function rows(shown) {
  const { size } = shown.lie;
  const seen = regionsOf(shown);
  return [
    el(
      "div",
      { role: "row", class: "visually-hidden" },
      el("span", { role: "cell" }),
      FILES.slice(0, size).map((file) => el("span", { role: "columnheader" }, file)),
    ),
    rowsOf(size).map((names, row) =>
      el(
        "div",
        { role: "row" },
        el("span", { role: "rowheader", class: "visually-hidden" }, String(size - row)),
        names.map((name) => el("div", { role: "cell" }, squareButton(shown, name, seen))),
      ),
    ),
  ];
}

/** The newest regions, by what they come from: most drawings change no tower.
 * @type {Map<string, Map<string, import("./geometry.js").Region>>} */
const known = new Map();

/** @param {Shown} shown */
function regionsOf({ lie, snapshot: { game } }) {
  const key = JSON.stringify([lie, game.levels, game.domes, game.workers.map(({ square }) => square)]);
  const before = known.get(key);
  if (before) return before;
  const fresh = regions(lie, (name) => ({
    level: game.levels[name],
    domed: game.domes.includes(name),
    figure: game.workers.some(({ square }) => square === name),
  }));
  if (known.size > 5) known.clear();
  known.set(key, fresh);
  return fresh;
}

/**
 * @param {Shown} shown
 * @param {string} name
 * @param {Map<string, import("./geometry.js").Region>} seen
 */
function squareButton(shown, name, seen) {
  const { can, focus, hints, snapshot, lie, advice } = shown;
  const choosable = can.workers.includes(name) && can.workers.length > 1;
  const difference = snapshot.board.differences.find((one) => one.square === name);
  const classes = ["square"];
  if (can.targets.has(name)) classes.push("may");
  if (hints.has(name)) classes.push("hint");
  if (advice?.squares.includes(name)) classes.push("advised");
  if (choosable && !can.picked) classes.push("choosable");
  if (can.picked === name) classes.push("picked");
  if (difference) classes.push("wrong", difference.kind);
  const label = describe(shown, name);
  const made = el("button", {
    class: classes.join(" "),
    type: "button",
    "data-square": name,
    onclick: shown.tap && (() => shown.tap?.(name)),
    tabindex: name === focus ? "0" : "-1",
    "aria-label": label,
    "aria-pressed": choosable || can.picked === name ? String(can.picked === name) : null,
  });
  const region = /** @type {import("./geometry.js").Region} */ (seen.get(name));
  const laid = styleOf(region, lie, depth(name, lie));
  const as = [classes.join(), name === focus, label, laid].join();
  return onDemand(made, as, () => {
    made.style.cssText = laid;
  });
}

/** @type {WeakMap<import("./geometry.js").Region, string>} */
const styles = new WeakMap();

/** What lays a button over what is seen of its square.
 * @param {import("./geometry.js").Region} region
 * @param {Lie} lie
 * @param {number} back how far back the square is
 * @returns {string} */
function styleOf(region, lie, back) {
  const before = styles.get(region);
  if (before !== undefined) return before;
  const { left, top: above, width, height, clip } = region;
  const whole = frame(lie.size);
  const box = {
    left: left / whole.width,
    top: above / whole.height,
    width: width / whole.width,
    height: height / whole.height,
  };
  const rules = Object.entries(box).map(([name, part]) => `${name}: ${percent(part)}`);
  rules.push(`z-index: ${2 * lie.size - back}`);
  if (!lie.flat) rules.push(`clip-path: polygon(${clip.map(([x, y]) => `${percent(x)} ${percent(y)}`).join()})`);
  const made = rules.join("; ");
  styles.set(region, made);
  return made;
}

/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(2)}%`;

/** Where an arrow key leads from a square, on a board that is turned by so many quarters; null if it is no arrow, or one for
 * the browser, or leads off the board.
 * @param {string} name
 * @param {KeyboardEvent} given
 * @param {number} size
 * @param {number} [turn]
 * @returns {string|null} */
export function arrow(name, { key, altKey, ctrlKey, metaKey }, size, turn = 0) {
  if (altKey || ctrlKey || metaKey) return null;
  return keyStep(name, key, { size, turn, flat: false });
}
