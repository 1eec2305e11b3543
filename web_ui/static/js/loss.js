// Whether the table is out of reach: then nothing can be done on the page until it is back.

import { draw } from "./state.js";
import { say } from "./text.js";
import { ui } from "./ui.js";

const PATIENCE = 3000; // ms

/** Keeps the page in step with whether the table is heard. */
export class Loss {
  /**
   * @param {HTMLElement} app
   * @param {HTMLElement} health where it is said on all views but the table's
   */
  constructor(app, health) {
    this.app = app;
    this.health = health;
    /** @type {number | null} */
    this.since = null;
    /** What had the focus when the table was lost.
     * @type {Element | null} */
    this.focused = null;
    this.hear = this.hear.bind(this);
  }

  /** The table was heard, or was not.
   * @param {boolean} alive */
  hear(alive) {
    this.since = alive ? null : (this.since ?? Date.now());
    const lost = this.since !== null && Date.now() - this.since >= PATIENCE;
    if (lost === ui.lost) return;
    ui.lost = lost;
    if (lost) this.focused = document.activeElement;
    document.body.toggleAttribute("data-lost", lost);
    this.health.textContent = lost ? say("turn.reconnecting") : "";
    draw();
    const before = this.focused;
    if (!lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }
}
