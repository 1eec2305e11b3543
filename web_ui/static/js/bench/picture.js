// The wood drawn from above. Places are in mm: east is right, north is up, so y turns round.

import { svg } from "../dom.js";
import { dome, tower, worker } from "../drawing.js";
import { say, who } from "../text.js";
import { board, files, isBoxed, last, middle, PITCH, snapshot, squares, ui } from "./state.js";

/** @param {Page.Place} place */
const at = ({ x, y }) => `translate(${x.toFixed(1)} ${(last() - y).toFixed(1)})`;
const BOX = { below: 51, row: 30, width: 29.7 }; // mm

const inBox = () => board().pieces.filter((one) => isBoxed(one) && playing(one.seat));
const inRow = () => Math.floor((last() + 28) / BOX.width) + 1;

/** Whether somebody sits on a seat; before anybody does, whether somebody could.
 * @param {Api.Seat} seat */
function playing(seat) {
  const taken = snapshot?.seats.filter((one) => one.name !== null) ?? [];
  return !taken.length || taken.some((one) => one.seat === seat);
}

/** @param {Page.Piece} piece */
function homeOf(piece) {
  const place = inBox().indexOf(piece);
  return { x: -14 + (place % inRow()) * BOX.width, y: -BOX.below - Math.floor(place / inRow()) * BOX.row };
}

/** @param {Page.Piece} piece */
function placeOf(piece) {
  if (ui.drag?.piece === piece.piece && ui.drag.moved) return ui.drag.now;
  if (isBoxed(piece)) return homeOf(piece);
  return { x: piece.x, y: piece.y };
}

/** The whole picture. */
export function picture() {
  const boxed = inBox();
  const shown = board().pieces.filter((one) => !isBoxed(one) || boxed.includes(one));
  const rows = Math.max(1, Math.ceil(boxed.length / inRow()));
  const side = last() + 62;
  return svg(
    "svg",
    {
      class: `bench ${ui.tool}`,
      viewBox: `-32 -32 ${side + 2} ${side + 12 + rows * BOX.row}`,
      "data-key": "bench",
      role: "group",
      "aria-label": say("bench.title"),
    },
    svg("rect", { class: "rim", x: -31, y: -31, width: side, height: side, rx: 14 }),
    svg("rect", { class: "sea", x: -23, y: -23, width: side - 16, height: side - 16, rx: 6 }),
    squares().map(squareShape),
    files().map((file, index) => svg("text", { class: "rim-name", x: index * PITCH, y: last() + 28.5 }, file)),
    files().map((_, index) =>
      svg("text", { class: "rim-name", x: -27, y: last() + 2 - index * PITCH }, String(index + 1)),
    ),
    phoneShape(),
    shown.sort((one, other) => Number(one.in_hand) - Number(other.in_hand)).map(pieceShape),
    ui.drag?.supply && ui.drag.moved
      ? svg(
          "g",
          { class: "floating", transform: `${at(ui.drag.now)} scale(0.45)` },
          ui.drag.supply === "dome" ? dome() : tower(1, false),
        )
      : null,
  );
}

/** How a light looks to an eye: its hue at full strength, and how much of it is seen; eyes see weak light well.
 * @param {string} name */
function seenLight(name) {
  const parts = [1, 3, 5].map((start) => Number.parseInt(board().lights[name].slice(start, start + 2), 16));
  const most = Math.max(...parts);
  if (most === 0) return { lit: false };
  const hue = parts.map((part) => Math.round((part * 255) / most));
  return { lit: true, hue: `rgb(${hue.join(" ")})`, strength: Math.min(1, Math.sqrt(most / 110)).toFixed(2) };
}

/** @param {string} name */
function squareShape(name) {
  const { lit, hue, strength } = seenLight(name);
  const level = board().levels[name];
  const domed = board().domes.includes(name);
  const words = [name, say(level ? "square.level" : "square.ground", { level })];
  if (domed) words.push(say("square.dome"));
  if (lit) words.push(say("bench.lit"));
  return svg(
    "g",
    {
      class: `place ${lit ? "lit" : ""}`,
      transform: at(middle(name)),
      "data-key": `square-${name}`,
      "data-place": name,
      role: "button",
      tabindex: name === ui.focus ? 0 : -1,
      "aria-label": words.join(", "),
    },
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
  const { phone } = board();
  if (!phone) return null;
  const where = ui.drag?.phone && ui.drag.moved ? ui.drag.now : phone;
  return svg(
    "g",
    {
      class: "phone-shape",
      transform: at(where),
      "data-key": "phone",
      "data-phone": "phone",
      role: "img",
      "aria-label": say("bench.phone"),
    },
    svg("rect", { class: "body", x: -9, y: -17, width: 18, height: 34, rx: 3 }),
    svg("rect", { class: "glass", x: -7, y: -14, width: 14, height: 28, rx: 1.5 }),
  );
}

/** @param {Page.Piece} piece */
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
    {
      class: marks.join(" "),
      transform: at(placeOf(piece)),
      "data-key": piece.piece,
      "data-piece": piece.piece,
      role: "button",
      tabindex: 0,
      "aria-label": words.join(", "),
      "aria-pressed": String(piece.in_hand),
    },
    svg("circle", { class: "handle", r: 16 }),
    svg(
      "g",
      { transform: piece.lying ? "rotate(-35) scale(1.15 0.6)" : "" },
      worker(piece.seat, piece.in_hand ? 0.52 : 0.45),
    ),
  );
}
