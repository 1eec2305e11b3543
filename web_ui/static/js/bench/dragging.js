// Dragging on the board of this page: a worker to a square, or a piece of the supply. What comes of it is what taps on the
// same squares do; nothing else is sent.

import { reach } from "../choosing.js";
import { around, byId } from "../dom.js";
import { tapOn } from "../doings/turn.js";
import { inTheOpen } from "../secret.js";
import { draw, latestGame, snapshot } from "../state.js";
import { ui as table } from "../ui.js";
import { choose, picture, put, waiting } from "./supply.js";

const FAR = 8; // px that a pointer must go before a press becomes a drag

/** @typedef {import("./supply.js").Supplied} Supplied */
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
  const square = around(event, '[data-do="square"]')?.dataset.square;
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
  drag.ghost.className = `carried ${drag.piece}`;
  drag.ghost.append(picture(drag.piece, drag.seat));
  document.body.append(drag.ghost);
  draw();
}

/** The square under a pointer.
 * @param {PointerEvent} event
 * @returns {HTMLElement | null} */
function squareAt({ clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)?.closest('[data-do="square"]');
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
    const square = around(event, '#app [data-do="square"]')?.dataset.square;
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
