// The page of the virtual board: pieces that are dragged on the phone's board, and in a drawer the test bench, where hands
// move wood and magnets. The bench never asks the rules; the lights do.

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
  middle,
  nearest,
  notHere,
  snapshot,
  tableCame,
  touching,
  ui,
} from "./bench/hands.js";
import { byHand, hint, picture, putRightButton, tools, wood } from "./bench/picture.js";
import { supply } from "./bench/supply.js";
import { keyStep } from "./board/squares.js";
import { around, byId, el, keyIn, show } from "./dom.js";
import { headline } from "./game/headline.js";
import { withTexts } from "./parts.js";
import { add, closeSheet, sheetOpen } from "./sheets.js";
import { draw as drawTable, link, onSnapshot } from "./state.js";
import { stored } from "./stored.js";
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
      mayAct()
        ? ui.note || hint()
        : notHere()
          ? withTexts("boards", () => say("boards.not_here"))
          : say("bench.only_watches"),
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

// ---- Pointers: press, drag, let go. A press without a drag is a tap

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

host.addEventListener("keydown", (event) => {
  const piece = around(event, "[data-piece]")?.dataset.piece;
  const square = around(event, "[data-place]")?.dataset.place;
  const to = square && keyStep(square, event.key, { size: board().size, turn: 0, flat: false });
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

// ---- What a touch on a square or a piece does

const DOUBLE = 420; // ms between the two touches of a double tap

/** A touch with the tool in use.
 * @param {string} name */
async function useSquare(name) {
  const held =
    board().pieces.find((piece) => piece.piece === ui.held && piece.in_hand) ??
    board().pieces.find((piece) => piece.in_hand);
  if (held) return putDown(held.piece, name);
  switch (ui.tool) {
    case "block":
    case "dome": {
      const done = await hands({ do: "stack", square: name, dome: ui.tool === "dome" });
      if (done) ui.tool = "hand";
      return draw();
    }
    case "off":
      await hands({ do: "unstack", square: name });
      ui.tool = "hand";
      return draw();
    case "tap":
      return tapWith(name);
    default:
      return undefined;
  }
}

/** @param {string} name */
async function tapWith(name) {
  const tapper = board().pieces.find((piece) => piece.piece === ui.tapper);
  if (!tapper?.square) {
    ui.note = say("bench.tap_choose");
    return draw();
  }
  if (!touching(tapper.square, name)) {
    ui.note = say("bench.tap_far", { square: name });
    return draw();
  }
  const done = await hands({ do: "tap", piece: tapper.piece, square: name });
  if (done) ui.tool = "hand";
  return draw();
}

/** Put a worker down: on a square, beside the board where the pointer is over the rim, or else into the box.
 * @param {string} piece
 * @param {string|null} name
 * @param {Page.Place|null} [where] */
async function putDown(piece, name, where = null) {
  const beside = !name && where && where.y > -31;
  const done = await hands(
    name ? { do: "put", piece, square: name } : beside ? { do: "put_beside", piece, ...where } : { do: "box", piece },
  );
  if (!done && name) {
    // The square is taken: keep the worker in the hand, beside the one that stands there.
    const { x, y } = middle(name);
    const why = ui.note;
    await hands({ do: "carry", piece, x: x + 14, y: y + 14 });
    ui.note = why;
  }
  ui.held = done ? null : piece;
  if (done) ui.tapper = piece;
  draw();
}

/** A touch on a piece.
 * @param {string} name */
async function pickUp(name) {
  const piece = board().pieces.find((one) => one.piece === name);
  if (ui.tool === "knock") {
    await hands({ do: "knock", piece: name });
    ui.tool = "hand";
    return draw();
  }
  if (!piece) throw new Error(`there is no worker ${name}`);
  if (piece.in_hand) {
    const below = nearest(piece);
    return putDown(name, below);
  }
  if (ui.tool === "tap") {
    ui.tapper = name;
    ui.note = "";
    return draw();
  }
  if (ui.tool !== "hand") return piece.square ? useSquare(piece.square) : undefined;
  if (await hands({ do: "lift", piece: name })) ui.held = name;
  return draw();
}

/** A touch on a square; the second of two taps it with the worker.
 * @param {string} name
 * @param {number} when */
function tapOrUse(name, when) {
  const double = ui.lastTap?.name === name && when - ui.lastTap.when < DOUBLE;
  ui.lastTap = double ? null : { name, when };
  if (double && ui.tool === "hand" && !board().pieces.some((piece) => piece.in_hand)) return tapWith(name);
  return useSquare(name);
}

// ---- The drawer of the test bench: closed until somebody wants it, and then as it was left

const OPEN = "thera-bench";
const way = byId("bench-way");
/** Give the focus to what opens the drawer and is seen now: in a game that is the sheet of all else. */
function focusOpener() {
  const inHead = way.querySelector("button");
  /** @type {HTMLElement | null} */
  const button = inHead?.checkVisibility() ? inHead : byId("app").querySelector("button.more");
  button?.focus({ preventScroll: true });
}

/** Whether the drawer is open. */
const isOpen = () => stored.getItem(OPEN) === "open";

/** @param {boolean} open */
function turn(open) {
  stored.setItem(OPEN, open ? "open" : "closed");
  drawDrawer();
  draw();
}

/** Show the drawer or hide it, and the way to it. */
function drawDrawer() {
  const open = isOpen();
  document.body.classList.toggle("bench-open", open);
  host.hidden = !open;
  show(way, [
    el(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: open ? closeDrawer : openDrawer,
        "aria-expanded": String(open),
        "aria-controls": "bench",
      },
      say("bench.open"),
    ),
  ]);
}

/** The head of the drawer. */
const head = () =>
  el(
    "header",
    { "data-key": "head" },
    el("h2", {}, say("bench.open")),
    el("button", { type: "button", class: "quiet close", onclick: closeDrawer, "aria-label": say("sheet.close") }, "✕"),
  );

/** Where the drawer covers the page, Back closes it. */
const covering = matchMedia("(max-width: 899.98px)");
/** Whether the entry of the history that is shown now is the drawer's. */
let onTop = Boolean(history.state?.bench);

function openDrawer() {
  if (!covering.matches) {
    closeSheet();
  } else if (sheetOpen()) {
    history.replaceState({ bench: true }, "", location.pathname + location.search);
    drawTable();
  } else {
    history.pushState({ bench: true }, "");
  }
  onTop = Boolean(history.state?.bench);
  turn(true);
  host.querySelector("button")?.focus({ preventScroll: true });
}

function closeDrawer() {
  if (history.state?.bench) return history.back();
  turn(false);
  focusOpener();
}

host.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeDrawer();
});

window.addEventListener("popstate", () => {
  if (onTop && isOpen()) {
    turn(false);
    focusOpener();
  }
  onTop = Boolean(history.state?.bench);
});

add("ways", () =>
  el("button", { type: "button", onclick: openDrawer, "data-key": "bench", hidden: isOpen() }, say("bench.open")),
);

// ---- From here on the page listens

onSnapshot(tableCame);
await loadPart("page");
drawDrawer();
drawTable();
link.hear("board", benchCame);
