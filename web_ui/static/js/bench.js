// The virtual board from above: wood and magnets that hands move. It never asks the rules; the lights do.

import { arrow } from "./board.js";
import { picture } from "./bench/picture.js";
import { bench, benchCame, draw, drawWith, hands, inTurn, last, mayAct, nearest, snapshot, tableCame, ui } from "./bench/state.js";
import { hint, tools, wood, woodToDo } from "./bench/tools.js";
import { pickUp, putDown, tapOrUse, useSquare } from "./bench/touches.js";
import { el, show } from "./dom.js";
import { Link } from "./link.js";
import { onSnapshot } from "./state.js";
import { loadPart, say } from "./text.js";

const host = document.querySelector("#bench");
const DRAG = 4; // mm that a pointer must go before a press becomes a drag
const CARRY_EVERY = 45; // ms
const REACH = 500; // mm to each side of the middle of a1, as far as hands reach

drawWith(() => {
  const focused = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  show(host, [
    el("h2", { class: "visually-hidden" }, say("bench.title")),
    picture(),
    mayAct() && tools(),
    el("p", { class: "bench-note", role: "status", "data-key": "note" }, mayAct() ? ui.note || hint() : say("bench.only_watches")),
    mayAct() && wood(),
  ]);
  // A worker in a hand is drawn above the others and so changes its place on the page, which loses the focus.
  if (focused && document.activeElement?.dataset.key !== focused) host.querySelector(`[data-key="${focused}"]`)?.focus();
});

// Pointers: press, drag, let go. A press without a drag is a tap.

const within = (mm) => Math.max(-REACH, Math.min(REACH, mm));

function pointer(event) {
  const drawing = host.querySelector("svg.bench");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return { x: within(point.x), y: within(last() - point.y) };
}

host.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !bench || ui.drag || !mayAct()) return;
  const supply = event.target.closest('[data-tool="block"], [data-tool="dome"]');
  const piece = event.target.closest("[data-piece]")?.dataset.piece;
  const square = event.target.closest("[data-place]")?.dataset.place;
  const phone = event.target.closest("[data-phone]");
  if (!supply && !piece && !square && !phone) return;
  const start = pointer(event);
  const grabs = piece && ui.tool === "hand" && !bench.pieces.find((one) => one.piece === piece).in_hand;
  ui.drag = { id: event.pointerId, piece, square, phone: Boolean(phone), supply: supply?.dataset.tool, start, now: start, moved: false, lifting: null };
  if (grabs) ui.drag.lifting = inTurn(() => pickUp(piece));
  ui.drag.grabbed = Boolean(grabs);
  if (!supply) event.preventDefault();
});

window.addEventListener("pointermove", (event) => {
  const { drag } = ui;
  if (!drag || drag.id !== event.pointerId) return;
  drag.now = pointer(event);
  if (!drag.moved && Math.hypot(drag.now.x - drag.start.x, drag.now.y - drag.start.y) < DRAG) return;
  drag.moved = true;
  if (drag.piece) carry(drag);
  draw();
});

function carry(drag) {
  if (drag.carrying || Date.now() - (drag.carried ?? 0) < CARRY_EVERY) return;
  const { x, y } = drag.now;
  drag.carrying = (async () => {
    if (drag.lifting) await drag.lifting;
    if (bench.pieces.some((piece) => piece.piece === drag.piece && piece.in_hand)) {
      await hands({ do: "carry", piece: drag.piece, x, y });
    }
    drag.carried = Date.now();
    drag.carrying = null;
  })();
}

window.addEventListener("pointerup", async (event) => {
  const { drag } = ui;
  if (!drag || drag.id !== event.pointerId) return;
  const when = Date.now();
  if (drag.carrying) await drag.carrying;
  await inTurn(() => letGo(drag, when));
  ui.drag = null;
  draw();
});

async function letGo(drag, when) {
  const target = nearest(drag.now);
  if (drag.piece && drag.moved) {
    if (bench.pieces.some((piece) => piece.piece === drag.piece && piece.in_hand)) await putDown(drag.piece, target, drag.now);
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

window.addEventListener("pointercancel", async (event) => {
  const { drag } = ui;
  if (!drag || drag.id !== event.pointerId) return;
  ui.drag = null;
  if (drag.lifting) await drag.lifting;
  draw();
});

host.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) inTurn(() => press(button.dataset));
});

async function press({ tool, press: rim, wood: fix }) {
  if (tool === "phone") {
    await hands(bench.phone ? { do: "take_phone" } : { do: "lay_phone", x: last() + 27, y: last() / 2 });
  } else if (tool) {
    ui.tool = ui.tool === tool ? "hand" : tool;
    ui.note = "";
    draw();
  } else if (rim) {
    await hands({ do: "press", button: rim });
  } else if (fix) {
    await putRight(fix);
  }
}

/** All wood as the game has it, or into the box. The game may go on meanwhile. */
async function putRight(fix) {
  if (fix === "clear") return hands({ do: "clear" });
  for (let again = 3; woodToDo().length && again; again -= 1) {
    const { levels, domes } = snapshot.game;
    if (!(await hands({ do: "arrange", levels, domes }))) return false;
  }
  return true;
}

host.addEventListener("keydown", (event) => {
  const piece = event.target.closest("[data-piece]")?.dataset.piece;
  const square = event.target.closest("[data-place]")?.dataset.place;
  const to = square && arrow(square, event, bench.size);
  if (to) {
    event.preventDefault();
    ui.focus = to;
    draw();
    host.querySelector(`[data-place="${to}"]`).focus();
  }
  if (event.key !== "Enter" && event.key !== " ") return;
  if (!mayAct() || (!piece && !square)) return;
  event.preventDefault();
  inTurn(() => (piece ? pickUp(piece) : useSquare(square)));
});

onSnapshot(tableCame);
await loadPart("page");
new Link("/board/stream", benchCame);
