// A small emblem for each power: lines of one width on a grid of 48. The drawings are fetched when they are first needed.

import { svg } from "./dom.js";

/** The lines of an emblem, or lines and what is filled.
 * @type {Record<string, string | string[]>} */
let drawings = {};

/** Fetch the drawings. Until they are here, emblems are empty. */
export async function loadEmblems() {
  const [{ simple }, { advanced }, { goldenFleece }, { heroes }] = await Promise.all([
    import("./emblems/simple.js"),
    import("./emblems/advanced.js"),
    import("./emblems/golden_fleece.js"),
    import("./emblems/heroes.js"),
  ]);
  drawings = { ...simple, ...advanced, ...goldenFleece, ...heroes };
}

/** The emblem of a power.
 * @param {string} power */
export function emblem(power) {
  /** @type {(string | undefined)[]} */
  const [lines, filled] = [drawings[power] ?? []].flat();
  return svg(
    "svg",
    { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" },
    lines && svg("path", { d: lines }),
    filled && svg("path", { class: "filled", d: filled }),
  );
}
