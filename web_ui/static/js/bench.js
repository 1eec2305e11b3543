// The virtual board from above: wood and magnets that hands move. It never asks the rules; the lights do.

import { arrow, FILES } from "./board.js";
import { show, svg, el } from "./dom.js";
import { dome, tower, worker } from "./drawing.js";
import { Link, post } from "./link.js";
import { onSnapshot } from "./state.js";
import { loadPart, say, who } from "./text.js";

const host = document.querySelector("#bench");
const PITCH = 45; // mm from square to square
const DRAG = 4; // mm that a pointer must go before a press becomes a drag
const DOUBLE = 420; // ms between the two touches of a double tap
const CARRY_EVERY = 45; // ms

let bench = null;
let snapshot = null;

const ui = { tool: "hand", focus: "c3", tapper: null, held: null, note: "", drag: null, lastTap: null };

const files = () => FILES.slice(0, bench.size);
const squares = () => files().flatMap((file) => files().map((_, index) => file + (index + 1)));
const middle = (name) => ({ x: FILES.indexOf(name[0]) * PITCH, y: (Number(name[1]) - 1) * PITCH });
const standing = (name) => bench.pieces.find((piece) => piece.square === name);

function nearest({ x, y }) {
  const file = Math.round(x / PITCH);
  const rank = Math.round(y / PITCH);
  const inside = file >= 0 && file < bench.size && rank >= 0 && rank < bench.size && x > -PITCH / 2 && y > -PITCH / 2;
  return inside ? FILES[file] + (rank + 1) : null;
}

function touching(one, other) {
  const a = middle(one);
  const b = middle(other);
  return one !== other && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= PITCH;
}

async function hands(gesture) {
  const { status, body } = await post("/board/hands", gesture);
  ui.note = status === 200 ? "" : status === 0 ? say("error.no_answer") : body.error;
  if (body.bench && body.bench.version >= bench.version) bench = body.bench;
  draw();
  return status === 200;
}

// Drawing. Place in mm: east is right, north is up, so y turns round.

const last = () => (bench.size - 1) * PITCH; // the middle of the last file and rank
const at = ({ x, y }) => `translate(${x.toFixed(1)} ${(last() - y).toFixed(1)})`;
const BOX = { below: 51, row: 30, width: 29.7 }; // mm

const isBoxed = (piece) => piece.square === null && !piece.in_hand && piece.x === 0 && piece.y === 0;
const inBox = () => bench.pieces.filter((one) => isBoxed(one) && playing(one.seat));
const inRow = () => Math.floor((last() + 28) / BOX.width) + 1;

/** Whether somebody sits on a seat; before anybody does, whether somebody could. */
function playing(seat) {
  const taken = snapshot?.seats.filter((one) => one.name !== null) ?? [];
  return !taken.length || taken.some((one) => one.seat === seat);
}

function homeOf(piece) {
  const place = inBox().indexOf(piece);
  return { x: -14 + (place % inRow()) * BOX.width, y: -BOX.below - Math.floor(place / inRow()) * BOX.row };
}

function placeOf(piece) {
  if (ui.drag?.piece === piece.piece && ui.drag.moved) return ui.drag.now;
  if (isBoxed(piece)) return homeOf(piece);
  return { x: piece.x, y: piece.y };
}

function draw() {
  if (!bench) return;
  const focused = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const boxed = inBox();
  const shown = bench.pieces.filter((one) => !isBoxed(one) || boxed.includes(one));
  const rows = Math.max(1, Math.ceil(boxed.length / inRow()));
  const side = last() + 62;
  show(host, [
    el("h2", { class: "visually-hidden" }, say("bench.title")),
    svg(
      "svg",
      { class: `bench ${ui.tool}`, viewBox: `-32 -32 ${side + 2} ${side + 12 + rows * BOX.row}`, "data-key": "bench", role: "group", "aria-label": say("bench.title") },
      svg("rect", { class: "rim", x: -31, y: -31, width: side, height: side, rx: 14 }),
      svg("rect", { class: "sea", x: -23, y: -23, width: side - 16, height: side - 16, rx: 6 }),
      squares().map(squareShape),
      files().map((file, index) => svg("text", { class: "rim-name", x: index * PITCH, y: last() + 28.5 }, file)),
      files().map((_, index) => svg("text", { class: "rim-name", x: -27, y: last() + 2 - index * PITCH }, String(index + 1))),
      phoneShape(),
      shown.sort((one, other) => one.in_hand - other.in_hand).map(pieceShape),
      ui.drag?.supply && ui.drag.moved
        ? svg("g", { class: "floating", transform: `${at(ui.drag.now)} scale(0.45)` }, ui.drag.supply === "dome" ? dome() : tower(1, false))
        : null,
    ),
    tools(),
    el("p", { class: "bench-note", role: "status", "data-key": "note" }, ui.note || hint()),
    wood(),
  ]);
  // A worker in a hand is drawn above the others and so changes its place on the page, which loses the focus.
  if (focused && document.activeElement?.dataset.key !== focused) host.querySelector(`[data-key="${focused}"]`)?.focus();
}

/** How a light looks to an eye: its hue at full strength, and how much of it is seen; eyes see weak light well. */
function seenLight(name) {
  const parts = [1, 3, 5].map((start) => Number.parseInt(bench.lights[name].slice(start, start + 2), 16));
  const most = Math.max(...parts);
  if (most === 0) return { lit: false };
  const hue = parts.map((part) => Math.round((part * 255) / most));
  return { lit: true, hue: `rgb(${hue.join(" ")})`, strength: Math.min(1, Math.sqrt(most / 110)).toFixed(2) };
}

function squareShape(name) {
  const { lit, hue, strength } = seenLight(name);
  const level = bench.levels[name];
  const domed = bench.domes.includes(name);
  const words = [name, say(level ? "square.level" : "square.ground", { level })];
  if (domed) words.push(say("square.dome"));
  if (lit) words.push(say("bench.lit"));
  return svg(
    "g",
    { class: `place ${lit ? "lit" : ""}`, transform: at(middle(name)), "data-key": `square-${name}`, "data-place": name, role: "button", tabindex: name === ui.focus ? 0 : -1, "aria-label": words.join(", ") },
    svg("rect", { class: "ground", x: -21.5, y: -21.5, width: 43, height: 43, rx: 4 }),
    lit &&
      svg(
        "g",
        { opacity: strength },
        svg("rect", { class: "glow wide", x: -21.5, y: -21.5, width: 43, height: 43, rx: 4, fill: hue }),
        svg("rect", { class: "glow edge", x: -20, y: -20, width: 40, height: 40, rx: 4, stroke: hue }),
      ),
    svg("g", { transform: "scale(0.43)" }, tower(level, domed)),
    level ? svg("text", { class: "level", x: 19, y: 19.5 }, String(level)) : null,
  );
}

/** A phone, which has a magnet in it. */
function phoneShape() {
  if (!bench.phone) return null;
  const where = ui.drag?.phone && ui.drag.moved ? ui.drag.now : bench.phone;
  return svg(
    "g",
    { class: "phone-shape", transform: at(where), "data-key": "phone", "data-phone": "phone", role: "img", "aria-label": say("bench.phone") },
    svg("rect", { class: "body", x: -9, y: -17, width: 18, height: 34, rx: 3 }),
    svg("rect", { class: "glass", x: -7, y: -14, width: 14, height: 28, rx: 1.5 }),
  );
}

function pieceShape(piece) {
  const marks = ["piece"];
  if (piece.in_hand) marks.push("held");
  if (piece.lying) marks.push("lying");
  if (ui.tool === "tap" && ui.tapper === piece.piece) marks.push("tapper");
  const words = [say("bench.piece", { seat: who(piece.seat), number: piece.piece.split("-").at(-1) })];
  words.push(piece.square ?? say(`bench.${piece.in_hand ? "in_hand" : isBoxed(piece) ? "in_box" : "beside"}`));
  if (piece.lying) words.push(say("bench.lying"));
  return svg(
    "g",
    { class: marks.join(" "), transform: at(placeOf(piece)), "data-key": piece.piece, "data-piece": piece.piece, role: "button", tabindex: 0, "aria-label": words.join(", "), "aria-pressed": String(piece.in_hand) },
    svg("circle", { class: "handle", r: 16 }),
    svg("g", { transform: piece.lying ? "rotate(-35) scale(1.15 0.6)" : "" }, worker(piece.seat, piece.in_hand ? 0.52 : 0.45)),
  );
}

const TOOLS = ["hand", "block", "dome", "off", "tap", "knock", "phone"];

function tools() {
  return el(
    "div",
    { class: "tools", role: "toolbar", "aria-label": say("bench.tools"), "data-key": "tools" },
    TOOLS.map((tool) =>
      el(
        "button",
        { type: "button", "data-tool": tool, "aria-pressed": String(tool === "phone" ? Boolean(bench.phone) : ui.tool === tool), title: say(`bench.tool_${tool}_long`) },
        toolPicture(tool),
        el("span", {}, say(`bench.tool_${tool}`)),
      ),
    ),
    el("button", { type: "button", class: "rim-button", "data-press": "undo" }, say("bench.undo")),
    el("button", { type: "button", class: "rim-button", "data-press": "done" }, say("bench.done")),
  );
}

function toolPicture(tool) {
  const strokes = { hand: "M-16 26V-4M-16 6V-18a5 5 0 0 1 10 0V2-26a5 5 0 0 1 10 0V2-20a5 5 0 0 1 10 0V10c0 16-8 22-18 22-8 0-12-4-14-10", off: "M0 12V-24M-12-12L0-24 12-12M-26 28H26", tap: "M0-30V-6M-10-14L0-4 10-14M-18 16a18 8 0 1 0 36 0 18 8 0 1 0-36 0", knock: "M-26 28H26M-22 22L-6-24 10-18 0 24M14-28c10 4 16 12 16 24M24-10l6 8 6-8", phone: "M-14-30H14V30H-14ZM-3 24H3" };
  const inside = tool === "block" ? tower(1, false) : tool === "dome" ? dome() : svg("path", { class: "stroke", d: strokes[tool] });
  return svg("svg", { viewBox: "-50 -50 100 100", class: "tool", "aria-hidden": "true" }, inside);
}

/** The squares where the wood and the game differ, with what hands would do to put it right. */
function woodToDo() {
  const game = snapshot?.game;
  if (!game) return [];
  return squares().flatMap((name) => {
    const lacks = game.levels[name] - bench.levels[name];
    const shouldDome = game.domes.includes(name);
    const isDomed = bench.domes.includes(name);
    if (isDomed && (!shouldDome || lacks !== 0)) return [{ do: "unstack", square: name }];
    if (lacks > 0) return [{ do: "stack", square: name, dome: false }];
    if (lacks < 0) return [{ do: "unstack", square: name }];
    return shouldDome && !isDomed ? [{ do: "stack", square: name, dome: true }] : [];
  });
}

function wood() {
  const steps = woodToDo();
  if (!steps.length) return null;
  const words = steps.map((step) =>
    say(step.do === "unstack" ? "bench.wood_extra" : step.dome ? "bench.wood_dome" : "bench.wood_block", step),
  );
  return el(
    "div",
    { class: "wood", "data-key": "wood" },
    el("ul", {}, words.map((line) => el("li", {}, line))),
    el("button", { type: "button", "data-wood": "fix" }, say("bench.wood_fix")),
  );
}

function hint() {
  const held = bench.pieces.find((piece) => piece.in_hand);
  if (held) return say("bench.hint_held");
  return say(`bench.hint_${ui.tool}`);
}

// What a touch on a square or a piece does.

async function useSquare(name) {
  const held = bench.pieces.find((piece) => piece.piece === ui.held && piece.in_hand) ?? bench.pieces.find((piece) => piece.in_hand);
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

async function tapWith(name) {
  const tapper = bench.pieces.find((piece) => piece.piece === ui.tapper);
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

/** Put a worker down: on a square, beside the board where the pointer is over the rim, or else into the box. */
async function putDown(piece, name, where = null) {
  const beside = !name && where && where.y > -31;
  const done = await hands(name ? { do: "put", piece, square: name } : beside ? { do: "put_beside", piece, ...where } : { do: "box", piece });
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

async function pickUp(name) {
  const piece = bench.pieces.find((one) => one.piece === name);
  if (ui.tool === "knock") {
    await hands({ do: "knock", piece: name });
    ui.tool = "hand";
    return draw();
  }
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

// Pointers: press, drag, let go. A press without a drag is a tap.

function pointer(event) {
  const drawing = host.querySelector("svg.bench");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return { x: point.x, y: last() - point.y };
}

host.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !bench || ui.drag) return;
  const supply = event.target.closest('[data-tool="block"], [data-tool="dome"]');
  const piece = event.target.closest("[data-piece]")?.dataset.piece;
  const square = event.target.closest("[data-place]")?.dataset.place;
  const phone = event.target.closest("[data-phone]");
  if (!supply && !piece && !square && !phone) return;
  const start = pointer(event);
  const grabs = piece && ui.tool === "hand" && !bench.pieces.find((one) => one.piece === piece).in_hand;
  ui.drag = { id: event.pointerId, piece, square, phone: Boolean(phone), supply: supply?.dataset.tool, start, now: start, moved: false, lifting: null };
  if (grabs) ui.drag.lifting = pickUp(piece);
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
  if (drag.lifting) await drag.lifting;
  if (drag.carrying) await drag.carrying;
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
    await tapOrUse(drag.square);
  }
  ui.drag = null;
  draw();
});

window.addEventListener("pointercancel", async () => {
  const { drag } = ui;
  ui.drag = null;
  if (drag?.lifting) await drag.lifting;
  draw();
});

async function tapOrUse(name) {
  const now = Date.now();
  const double = ui.lastTap?.name === name && now - ui.lastTap.when < DOUBLE;
  ui.lastTap = double ? null : { name, when: now };
  if (double && ui.tool === "hand" && !bench.pieces.some((piece) => piece.in_hand)) return tapWith(name);
  return useSquare(name);
}

host.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { tool, press, wood: fix } = button.dataset;
  if (tool === "phone") {
    await hands(bench.phone ? { do: "take_phone" } : { do: "lay_phone", x: last() + 27, y: last() / 2 });
  } else if (tool) {
    ui.tool = ui.tool === tool ? "hand" : tool;
    ui.note = "";
    draw();
  } else if (press) {
    await hands({ do: "press", button: press });
  } else if (fix) {
    for (let step = woodToDo()[0], most = 50; step && most; step = woodToDo()[0], most -= 1) {
      if (!(await hands(step))) break;
    }
  }
});

host.addEventListener("keydown", async (event) => {
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
  if (!piece && !square) return;
  event.preventDefault();
  await (piece ? pickUp(piece) : useSquare(square));
});

onSnapshot((fresh) => {
  snapshot = fresh;
  draw();
});
await loadPart("page");
new Link("/board/stream", (fresh) => {
  bench = fresh;
  draw();
});
