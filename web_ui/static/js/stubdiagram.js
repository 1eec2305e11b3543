// A stub of js/board/diagram.js.
import { svg } from "./dom.js";
import { tower, worker } from "./drawing.js";
import { secretMark, tokenMark } from "./tokens.js";

/** @param {{size: number, levels: Record<string, number>, domes: string[], workers: {square: string, seat: Api.Seat}[],
 *   tokens: {square: string, power: string}[], arrows: {from: string, to: string}[], marks: string[]}} given */
export function diagram({ size, levels, domes, workers, tokens, arrows, marks }) {
  const at = (/** @type {string} */ name) => [
    100 * (name.charCodeAt(0) - 97) + 50,
    100 * (size - Number(name[1])) + 50,
  ];
  const squares = [];
  for (let file = 0; file < size; file += 1) {
    for (let rank = 1; rank <= size; rank += 1) squares.push("abcde"[file] + rank);
  }
  return svg(
    "svg",
    { class: "picture", viewBox: `0 0 ${100 * size} ${100 * size}`, "aria-hidden": "true" },
    squares.map((name) => {
      const [x, y] = at(name);
      return svg(
        "g",
        { transform: `translate(${x} ${y})` },
        svg("rect", { class: marks.includes(name) ? "lit" : "ground", x: -49, y: -49, width: 98, height: 98, rx: 8 }),
        tower(levels[name] ?? 0, domes.includes(name)),
        tokens
          .filter(({ square }) => square === name)
          .map(({ power }) =>
            power === "hecate"
              ? worker("blue", 1.2, "ghost")
              : (secretMark({ moerae: "fate", tartarus: "abyss" }[power]) ?? tokenMark(power)),
          ),
        workers.filter(({ square }) => square === name).map(({ seat }) => worker(seat, 1.2)),
      );
    }),
    arrows.map(({ from, to }) => {
      const [[x, y], [x2, y2]] = [at(from), at(to)];
      return svg("path", { class: "arrow", d: `M${x} ${y}L${x2} ${y2}` });
    }),
  );
}
