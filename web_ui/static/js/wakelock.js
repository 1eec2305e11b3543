// The screen stays on in one's own turn. Browsers offer that to pages that came over HTTPS, and to localhost.

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/** Keep the screen on from now on, or no longer.
 * @param {boolean} awake */
export function keepAwake(awake) {
  wanted = awake;
  if (wanted) take();
  else drop();
}

/** A screen that was off, or showed something else, has let go of it. */
export function listenForReturn() {
  document.addEventListener("visibilitychange", () => wanted && take());
}

async function take() {
  if (lock || document.hidden || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    return; // the battery is low, or the page was hidden meanwhile: then the screen goes off as usual
  }
  lock.addEventListener("release", () => {
    lock = null;
  });
  if (!wanted) drop();
}

function drop() {
  lock?.release();
  lock = null;
}
