// How the connection to the MQTT broker stands, for the host of a table that has one. The table is asked while the
// settings are open.

import { el } from "../dom.js";
import { draw } from "../state.js";
import { say } from "../text.js";

const EVERY = 2000; // ms

/** @type {Api.BrokerStatus | null} */
let known = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let asking;

/** @param {Api.SnapshotForm} snapshot */
export function broker({ host }) {
  if (!host || !("brokered" in document.body.dataset)) return null;
  if (asking === undefined) {
    asking = setInterval(look, EVERY);
    look();
  }
  return el(
    "section",
    { class: "card settings", "data-key": "broker" },
    el("h2", {}, say("broker.title")),
    known && el("p", { role: "status", "data-state": known.state }, say(`broker.${known.trouble ?? known.state}`)),
    known?.detail ? el("p", { class: "quiet", lang: "en" }, known.detail) : null,
  );
}

/** Ask the table no more. */
export function brokerLeft() {
  clearInterval(asking);
  asking = undefined;
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("broker.json");
    if (!answer.ok) return;
    known = await answer.json();
    draw();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the table is away for a moment; the page says so elsewhere
  }
}
