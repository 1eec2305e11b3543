// The page of the virtual board: pieces that are dragged on the phone's board, and in a drawer the test bench, where hands
// move wood and magnets. The bench never asks the rules; the lights do.

import { add } from "./additions.js";
import "./bench/dragging.js";
import { drawDrawer, head, isOpen } from "./bench/drawer.js";
import { picture } from "./bench/picture.js";
import {
  bench,
  benchCame,
  board,
  draw,
  drawWith,
  hands,
  inTurn,
  last,
  mayAct,
  nearest,
  notHere,
  snapshot,
  tableCame,
  ui,
} from "./bench/state.js";
import { supply } from "./bench/supply.js";
import { byHand, hint, putRightButton, tools, wood, woodToDo } from "./bench/tools.js";
import { pickUp, putDown, tapOrUse, useSquare } from "./bench/touches.js";
import { arrow } from "./board.js";
import { around, byId, el, keyIn, show } from "./dom.js";
import { headline } from "./panels/banner.js";
import { inTheOpen } from "./secret.js";
import { draw as drawTable, latest, link, onSnapshot } from "./state.js";
import { loadPart, say } from "./text.js";

const host = byId("bench");
const DRAG = 4; // mm that a pointer must go before a press becomes a drag
const CARRY_EVERY = 45; // ms
const REACH = 500; // mm to each side of the middle of a1, as far as hands reach

add("board", supply);
add("status", putRightButton);

drawWith(() => {
  if (!isOpen()) return show(host, []);
  const focused = host.contains(document.activeElement) ? keyIn(document.activeElement) : null;
  show(host, [
    head(),
    el("p", { class: "bench-ask", "data-key": "ask" }, asked()),
    picture(),
    mayAct() && tools(),
    el(
      "p",
      { class: "bench-note", role: "status", "data-key": "note" },
      mayAct() ? ui.note || hint() : say(notHere() ? "boards.not_here" : "bench.only_watches"),
    ),
    mayAct() && wood(),
    mayAct() && byHand(),
  ]);
  // A worker in a hand is drawn above the others and so changes its place on the page, which loses the focus.
  if (focused && keyIn(document.activeElement) !== focused) focusOn(`[data-key="${focused}"]`);
});

/** Whose turn it is and for what, for whoever has the drawer over the table. */
function asked() {
  if (!snapshot) return "";
  const { title, ask } = headline(snapshot);
  return [title, ask].filter(Boolean).join(" · ");
}

// Pointers: press, drag, let go. A press without a drag is a tap.

/** Whether a worker is in a hand.
 * @param {string} name */
const inHand = (name) => board().pieces.some((piece) => piece.piece === name && piece.in_hand);

/** Give the focus to what fits the selector.
 * @param {string} selector */
function focusOn(selector) {
  /** @type {HTMLElement | SVGElement | null} */
  const found = host.querySelector(selector);
  found?.focus();
}

/** @param {number} mm */
const within = (mm) => Math.max(-REACH, Math.min(REACH, mm));

/** @param {PointerEvent} event */
function pointer(event) {
  const drawing = host.querySelector("svg.bench");
  const toScreen = drawing instanceof SVGSVGElement ? drawing.getScreenCTM() : null;
  if (!toScreen) throw new Error("the board is not drawn");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(toScreen.inverse());
  return { x: within(point.x), y: within(last() - point.y) };
}

host.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !bench || ui.drag || !mayAct()) return;
  const supply = around(event, '[data-tool="block"], [data-tool="dome"]');
  const piece = around(event, "[data-piece]")?.dataset.piece;
  const square = around(event, "[data-place]")?.dataset.place;
  const phone = around(event, "[data-phone]");
  if (!supply && !piece && !square && !phone) return;
  const start = pointer(event);
  const grabs = piece !== undefined && ui.tool === "hand" && !inHand(piece);
  ui.drag = {
    id: event.pointerId,
    piece,
    square,
    phone: Boolean(phone),
    supply: supply?.dataset.tool,
    start,
    now: start,
    moved: false,
    released: false,
    grabbed: grabs,
    lifting: grabs ? inTurn(() => pickUp(piece)) : null,
    carrying: null,
    carried: 0,
  };
  if (!supply) event.preventDefault();
});

window.addEventListener("pointermove", (event) => {
  const { drag } = ui;
  if (!drag || drag.id !== event.pointerId || drag.released) return;
  drag.now = pointer(event);
  if (!drag.moved && Math.hypot(drag.now.x - drag.start.x, drag.now.y - drag.start.y) < DRAG) return;
  drag.moved = true;
  if (drag.piece) carry(drag);
  draw();
});

/** @param {Page.Drag} drag */
function carry(drag) {
  if (drag.carrying || Date.now() - drag.carried < CARRY_EVERY) return;
  const { piece, now } = drag;
  if (!piece) return;
  drag.carrying = (async () => {
    if (drag.lifting) await drag.lifting;
    if (inHand(piece)) await hands({ do: "carry", piece, ...now });
    drag.carried = Date.now();
    drag.carrying = null;
  })();
}

window.addEventListener("pointerup", async (event) => {
  const { drag } = ui;
  if (!drag || drag.id !== event.pointerId) return;
  const when = Date.now();
  drag.released = true;
  if (drag.carrying) await drag.carrying;
  await inTurn(() => letGo(drag, when));
  ui.drag = null;
  draw();
});

/**
 * @param {Page.Drag} drag
 * @param {number} when
 */
async function letGo(drag, when) {
  const target = nearest(drag.now);
  if (drag.piece && drag.moved) {
    if (inHand(drag.piece)) await putDown(drag.piece, target, drag.now);
  } else if (drag.phone && drag.moved) {
    await hands({ do: "lay_phone", ...drag.now });
  } else if (drag.piece && !drag.grabbed) {
    await pickUp(drag.piece);
  } else if (drag.supply && drag.moved) {
    if (target) await hands({ do: "stack", square: target, dome: drag.supply === "dome" });
  } else if (drag.square && !drag.moved) {
    await tapOrUse(drag.square, when);
  }
}

/** A drag that came to no end, as on a phone that falls asleep: the worker stays in the hand. */
async function abandon() {
  const { drag } = ui;
  if (!drag) return;
  ui.drag = null;
  if (drag.lifting) await drag.lifting;
  draw();
}

window.addEventListener("pointercancel", (event) => event.pointerId === ui.drag?.id && abandon());
document.addEventListener("visibilitychange", () => document.hidden && abandon());

host.addEventListener("click", (event) => {
  const button = around(event, "button");
  if (button) inTurn(() => press(button.dataset));
});

/** @param {DOMStringMap} given */
async function press({ tool, press: rim, wood: fix }) {
  if (tool === "phone") {
    await hands(board().phone ? { do: "take_phone" } : { do: "lay_phone", x: last() + 27, y: last() / 2 });
  } else if (tool) {
    ui.tool = ui.tool === tool ? "hand" : tool;
    ui.note = "";
    draw();
  } else if (rim) {
    await hands({ do: "press", button: rim === "undo" ? "undo" : "done" });
  } else if (fix) {
    await putRight(fix);
  }
}

/** All wood as the game has it, or into the box. The game may go on meanwhile.
 * @param {string} fix */
async function putRight(fix) {
  if (fix === "clear") return hands({ do: "clear" });
  for (let again = 3; woodToDo().length && again; again -= 1) {
    const game = snapshot?.game;
    if (!game || !(await hands({ do: "arrange", levels: game.levels, domes: game.domes }))) return false;
  }
  return true;
}

host.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.change === "by-hand") {
    hands({ do: "follow", on: !target.checked });
  }
});

/** All pieces as the game has them. */
byId("app").addEventListener("click", (event) => {
  const { game } = latest();
  if (!game || !around(event, "[data-put-right]")) return;
  const { levels, domes, workers } = inTheOpen({ ...latest(), game }).game;
  hands({
    do: "set_up",
    levels,
    domes,
    workers: Object.fromEntries(workers.map(({ square, seat }) => [square, seat])),
  });
});

host.addEventListener("keydown", (event) => {
  const piece = around(event, "[data-piece]")?.dataset.piece;
  const square = around(event, "[data-place]")?.dataset.place;
  const to = square && arrow(square, event, board().size);
  if (to) {
    event.preventDefault();
    ui.focus = to;
    draw();
    focusOn(`[data-place="${to}"]`);
  }
  if (event.key !== "Enter" && event.key !== " ") return;
  if (!mayAct() || (!piece && !square)) return;
  event.preventDefault();
  inTurn(() => (piece ? pickUp(piece) : square && useSquare(square)));
});

onSnapshot(tableCame);
await loadPart("page");
drawDrawer();
drawTable();
link.hear("board", benchCame);
