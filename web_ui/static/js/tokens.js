// Tokens that lie on the board, and secret marks on a private map; our own drawings. A square is 100 wide, its centre 0, 0.

import { svg } from "./dom.js";

const SPIRAL = "M2 0C2 -6 -7 -5 -7 2C-7 12 10 13 13 1C16 -14 -7 -21 -17 -9C-29 7 -15 28 6 26C29 24 36 -1 25 -17";

/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = {
  // A bronze giant, seen from the front.
  europa: () => [
    svg("path", { class: "bronze", d: "M-26 40V10C-26 -4 -14 -8 0 -8S26 -4 26 10V40Z" }),
    svg("path", { class: "bronze", d: "M-13 -14C-13 -32 -7 -40 0 -40S13 -32 13 -14C13 -6 7 -2 0 -2S-13 -6 -13 -14Z" }),
    svg("path", { class: "line", d: "M0 -40V-20M-9 -18H-2M2 -18H9M-12 40V22M12 40V22" }),
  ],
  charybdis: () => [svg("circle", { class: "water", r: 38 }), svg("path", { class: "foam", d: SPIRAL })],
  clio: () => [
    svg("circle", { class: "gold", r: 25 }),
    svg("path", { class: "line", d: "M-8 13C-16 4 -14 -8 -6 -14M8 13C16 4 14 -8 6 -14M0 -11V12" }),
  ],
  ram: () => [
    svg("path", { class: "fleece", d: "M-15 -16C-9 -24 9 -24 15 -16L9 22C6 31 -6 31 -9 22Z" }),
    svg("path", {
      class: "line",
      d: "M-13 -14C-34 -26 -40 4 -24 10C-15 13 -11 2 -19 0M13 -14C34 -26 40 4 24 10C15 13 11 2 19 0",
    }),
  ],
};

/** A token of a power; whatever has no drawing of its own is a plain one.
 * @param {string} power */
export function tokenMark(power) {
  const drawn = DRAWINGS[power] ?? (() => [svg("path", { class: "line", d: "M0 -40L40 0L0 40L-40 0Z" })]);
  return svg("g", { class: `token-mark ${power}` }, drawn());
}

/** The mark of a secret square: the Abyss, or a square of fate; null for a square without one.
 * @param {string | undefined} kind */
export function secretMark(kind) {
  if (!kind) return null;
  if (kind === "fate") {
    return svg(
      "g",
      { class: "secret-mark fate" },
      svg("path", { d: "M-40 22C-20 -6 -8 -6 0 6S24 30 40 -14M-40 4C-20 -24 -8 -24 0 -12S24 12 40 -32" }),
    );
  }
  return svg(
    "g",
    { class: "secret-mark abyss" },
    svg("circle", { r: 40 }),
    svg("circle", { r: 28 }),
    svg("circle", { r: 15 }),
  );
}
