// What a touch on a square or a piece does.

import { say } from "../text.js";
import { board, draw, hands, middle, nearest, touching, ui } from "./state.js";

const DOUBLE = 420; // ms between the two touches of a double tap

/** A touch with the tool in use.
 * @param {string} name */
export async function useSquare(name) {
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
export async function putDown(piece, name, where = null) {
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
export async function pickUp(name) {
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
export function tapOrUse(name, when) {
  const double = ui.lastTap?.name === name && when - ui.lastTap.when < DOUBLE;
  ui.lastTap = double ? null : { name, when };
  if (double && ui.tool === "hand" && !board().pieces.some((piece) => piece.in_hand)) return tapWith(name);
  return useSquare(name);
}
