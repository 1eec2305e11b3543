// The supply at the edge of the board: blocks, domes, and the workers that are still to be placed. A piece is dragged to a
// square, or chosen first and the square after it; both do what a tap on the square does.

import { block, cupola, figure } from "../board/pieces.js";
import { around, byId, el, svg } from "../dom.js";
import { reach } from "../game/choosing.js";
import { inTheOpen } from "../game/secret.js";
import { reasonAt, tapOn, whyDark } from "../game/turn.js";
import { act, draw, latestGame, snapshot, ui as table } from "../state.js";
import { say, who } from "../text.js";

/** @typedef {"worker" | "block" | "dome"} Supplied */

/** @type {Record<Supplied, (option: Api.ShownAction) => boolean>} */
const MEANS = {
  worker: ({ kind }) => kind === "place",
  block: ({ kind, piece }) => kind === "build" && piece !== "dome",
  dome: ({ kind, piece }) => kind === "build" && piece === "dome",
};

/** The piece that was chosen and waits for its square; null: none.
 * @type {Supplied | null} */
let chosen = null;

/** The piece of the supply that waits for a square, if it can still be put anywhere.
 * @returns {Supplied | null} */
export const waiting = () => (chosen && wanted(chosen).length ? chosen : null);

/** Choose a piece of the supply, or put it back.
 * @param {Supplied | null} piece */
export function choose(piece) {
  chosen = piece === chosen ? null : piece;
  draw();
}

/** The table as everybody sees it, and what this phone may do there. */
function open() {
  const shown = inTheOpen(latestGame());
  return { shown, can: reach(shown, table.worker) };
}

/** What can be done with a piece of the supply.
 * @param {Supplied} piece */
function wanted(piece) {
  const { can } = open();
  return can.options.filter((option) => option.square && MEANS[piece](option) && fitsWorker(option, can));
}

/**
 * @param {Api.ShownAction} option
 * @param {Page.Reach} can
 */
const fitsWorker = ({ worker }, { picked }) => !worker || !picked || worker === picked;

/** Put a piece of the supply on a square.
 * @param {Supplied} piece
 * @param {string} square */
export function put(piece, square) {
  chosen = null;
  table.focus = square;
  table.between = [];
  table.reason = null;
  const fits = wanted(piece).filter((option) => option.square === square);
  if (fits.length === 1) return act(fits[0]);
  if (!fits.length) {
    const { shown, can } = open();
    return reasonAt(square, can.targets.has(square) ? say("dark.not_now", { square }) : whyDark(shown, square, can));
  }
  table.between = fits;
  return draw();
}

/** Some powers place a worker in the middle of a game.
 * @returns {Supplied[]} */
const whoIsPlaced = () => (wanted("worker").length ? ["worker"] : []);

/** What of the supply is dragged or chosen now: all that can be put somewhere.
 * @param {Api.SnapshotForm} snapshot */
export function supply(snapshot) {
  const { prompt, game, phase, seats_held: held } = snapshot;
  if (!game || !prompt || phase === "over" || !held.includes(prompt.seat)) return null;
  /** @type {Supplied[]} */
  const pieces = phase === "placing" ? ["worker"] : ["block", ...whoIsPlaced(), "dome"];
  return el(
    "div",
    { class: "supply", role: "group", "aria-label": say("supply.title"), "data-key": "supply" },
    pieces.map((piece) =>
      el(
        "button",
        {
          type: "button",
          "data-supply": piece,
          "data-key": piece,
          "aria-pressed": String(chosen === piece),
          disabled: wanted(piece).length === 0,
        },
        picture(piece, prompt.seat),
        el("span", { class: "visually-hidden" }, nameOf(piece, prompt.seat)),
      ),
    ),
  );
}

/**
 * @param {Supplied} piece
 * @param {Api.Seat} seat
 */
const nameOf = (piece, seat) =>
  piece === "worker" ? say("supply.worker", { seat: who(seat) }) : say(`bench.tool_${piece}`);

/** A piece as it lies in the supply, or hangs at the finger.
 * @param {Supplied} piece
 * @param {Api.Seat} seat */
export function picture(piece, seat) {
  const inside =
    piece === "worker" ? figure(seat) : piece === "dome" ? cupola(0, "supplied-dome") : block(1, "supplied-block");
  const middle = { worker: -26, block: -2, dome: -10 }[piece];
  return svg("svg", { class: "supplied", viewBox: `-50 ${middle - 40} 100 80`, "aria-hidden": "true" }, inside);
}

// ---- Dragging on the board of this page: a worker to a square, or a piece of the supply. What comes of it is what taps on the
// same squares do; nothing else is sent.

/** The squares of the table's board, by a selector. */
const SQUARE = "#app .board[data-key=board] [data-square]";
const FAR = 8; // px that a pointer must go before a press becomes a drag

/** @typedef {{id: number, x: number, y: number, square: string | null, piece: Supplied, seat: Api.Seat,
 *   ghost: HTMLElement | null, over: Element | null, before: string | null}} Carried */

const app = byId("app");
/** @type {Carried | null} */
let carried = null;
/** Whether the click that ends a drag is still to come; it is no tap. */
let dropped = false;

/** What a press may take: a worker that this phone may move now, or a piece of the supply.
 * @param {PointerEvent} event
 * @returns {Pick<Carried, "square" | "piece" | "seat"> | null} */
function grabbed(event) {
  if (!snapshot?.game || !snapshot.prompt) return null;
  const supplied = around(event, "[data-supply]");
  if (supplied instanceof HTMLButtonElement) {
    const piece = /** @type {Supplied} */ (supplied.dataset.supply);
    return supplied.disabled ? null : { square: null, piece, seat: snapshot.prompt.seat };
  }
  const square = around(event, SQUARE)?.dataset.square;
  const open = inTheOpen(latestGame());
  const worker = open.game.workers.find((one) => one.square === square);
  if (!square || !worker || !reach(open, table.worker).workers.includes(square)) return null;
  return { square, piece: "worker", seat: worker.seat };
}

app.addEventListener("pointerdown", (event) => {
  dropped = false;
  if (event.button !== 0) return;
  if (event.isPrimary) drop(null); // the end of a drag before was lost
  if (carried) return;
  const what = grabbed(event);
  if (!what) return;
  carried = { ...what, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, over: null, before: null };
});

window.addEventListener("pointermove", (event) => {
  if (!carried || carried.id !== event.pointerId) return;
  if (!carried.ghost) {
    if (Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < FAR) return;
    begin(carried);
  }
  carried.ghost?.style.setProperty("left", `${event.clientX}px`);
  carried.ghost?.style.setProperty("top", `${event.clientY}px`);
  hover(carried, squareAt(event));
});

/** @param {Carried} drag */
function begin(drag) {
  drag.before = table.worker;
  if (drag.square) table.worker = drag.square; // so that its squares are lit
  table.between = [];
  table.reason = null;
  drag.ghost = document.createElement("div");
  drag.ghost.className = "carried";
  drag.ghost.append(picture(drag.piece, drag.seat));
  document.body.append(drag.ghost);
  draw();
}

/** The square under a pointer.
 * @param {PointerEvent} event
 * @returns {HTMLElement | null} */
function squareAt({ clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)?.closest(SQUARE);
  return found instanceof HTMLElement ? found : null;
}

/**
 * @param {Carried} drag
 * @param {Element | null} square
 */
function hover(drag, square) {
  if (drag.over === square) return;
  drag.over?.removeAttribute("data-over");
  square?.setAttribute("data-over", "");
  drag.over = square;
}

/** End a drag; on a square it is carried out.
 * @param {HTMLElement | null} target */
function drop(target) {
  const drag = carried;
  carried = null;
  if (!drag?.ghost) return;
  dropped = true;
  setTimeout(() => (dropped = false));
  drag.ghost.remove();
  hover(drag, null);
  const to = target?.dataset.square;
  if (!to || to === drag.square) {
    table.worker = drag.before;
    draw();
  } else if (drag.square) {
    tapOn(inTheOpen(latestGame()), to);
  } else {
    put(drag.piece, to);
  }
}

window.addEventListener("pointerup", (event) => event.pointerId === carried?.id && drop(squareAt(event)));
window.addEventListener("pointercancel", (event) => event.pointerId === carried?.id && drop(null));
/** A phone that falls asleep may never say where the finger went. */
document.addEventListener("visibilitychange", () => document.hidden && drop(null));

/** A click on the supply chooses a piece; with one chosen, a click on a square puts it there. */
window.addEventListener(
  "click",
  (event) => {
    const supplied = around(event, "[data-supply]")?.dataset.supply;
    const square = around(event, SQUARE)?.dataset.square;
    const piece = waiting();
    if (!dropped && !supplied && !(piece && square)) return;
    event.stopPropagation();
    if (dropped) dropped = false;
    else if (supplied) choose(/** @type {Supplied} */ (supplied));
    else if (piece && square) put(piece, square);
  },
  true,
);

window.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && waiting()) choose(null);
});
