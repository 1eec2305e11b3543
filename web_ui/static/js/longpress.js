// A long press on a square of the table's board, which asks about it.

import { around } from "./dom.js";

const LONG = 600; // ms
const STILL = 10; // px

/** Say which square of the table's board is pressed for long; the tap that ends the press is none.
 * @param {HTMLElement} app
 * @param {(square: string) => void} react */
export function onLongPress(app, react) {
  /** @type {{square: string, x: number, y: number, timer: ReturnType<typeof setTimeout>} | null} */
  let press = null;
  let asked = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  app.addEventListener("pointerdown", (event) => {
    end();
    asked = false;
    const square = around(event, ".play > .board[data-key=board] [data-square]")?.dataset.square;
    if (!square || !event.isPrimary) return;
    const timer = setTimeout(() => {
      end();
      asked = true;
      react(square);
    }, LONG);
    press = { square, x: event.clientX, y: event.clientY, timer };
  });
  app.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) end();
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) app.addEventListener(name, end);
  // The tap that ends a long press is none.
  document.addEventListener(
    "click",
    (event) => {
      if (!asked) return;
      asked = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  app.addEventListener("contextmenu", (event) => {
    if (asked || press) event.preventDefault();
  });
}
