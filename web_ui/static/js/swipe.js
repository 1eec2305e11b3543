// A swipe to the side over an element, by one finger.

const FAR = 60; // px that a finger goes to the side
const STRAIGHT = 2; // times as far to the side as up or down

/** Call `go` with 1 when a finger swipes to the left, where the next one comes from, and with -1 when to the right.
 * @param {HTMLElement} host
 * @param {(by: number) => void} go */
export function swiped(host, go) {
  /** @type {Touch | null} */
  let start = null;
  host.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
    passive: true,
  });
  host.addEventListener("touchend", ({ changedTouches: [end] }) => {
    const by = start && end ? swipe(end.clientX - start.clientX, end.clientY - start.clientY) : 0;
    start = null;
    if (by) go(by);
  });
  host.addEventListener("touchcancel", () => (start = null));
}

/** Where a finger that went so far swipes to: 1 to the left, -1 to the right, 0 is no swipe.
 * @param {number} across
 * @param {number} down */
export const swipe = (across, down) =>
  Math.abs(across) < FAR || Math.abs(across) < STRAIGHT * Math.abs(down) ? 0 : across < 0 ? 1 : -1;
