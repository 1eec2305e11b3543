// Sheets over the table: what is seldom asked for comes from below and goes again. An open sheet is a part of the
// address (#log), so that the phone's Back closes it.

import { el } from "./dom.js";
import { draw } from "./state.js";
import { say } from "./text.js";

/** @type {Map<string, Page.Sheet>} */
const sheets = new Map();
/** What had the focus before a sheet was opened, by a selector of it.
 * @type {string | null} */
let opener = null;

/** Add a sheet under the name that its address has.
 * @param {string} name
 * @param {Page.Sheet} sheet */
export function addSheet(name, sheet) {
  sheets.set(name, sheet);
}

/** The foot of the page, which is at the foot of a sheet while that is open.
 * @type {HTMLElement | null} */
let foot;

const asked = () => location.hash.slice(1);

/** Open a sheet; Back closes it.
 * @param {string} name */
export function openSheet(name) {
  if (asked() === name) return;
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : null;
  opener = key ? `[data-key="${CSS.escape(key)}"]` : null;
  history[sheetOpen() ? "replaceState" : "pushState"]({ sheet: true }, "", `#${name}`);
  draw();
}

/** Whether the address names a sheet. */
export const sheetOpen = () => sheets.has(asked());

/** Close the sheet that is open, if one is. */
export function closeSheet() {
  if (!sheetOpen()) return;
  if (history.state?.sheet) {
    history.back();
  } else {
    history.replaceState(null, "", location.pathname + location.search);
    draw();
  }
}

/** The sheet that the address names, with what it has to show now; null without one.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function sheetAsked(snapshot, ui) {
  const name = asked();
  const sheet = sheets.get(name);
  const parts = sheet?.panels(snapshot, ui);
  if (!sheet || !parts) return null;
  return el(
    "dialog",
    { class: "sheet drawer", "data-key": `sheet-${name}`, "data-sheet": name, "aria-labelledby": "drawer-title" },
    el(
      "header",
      {},
      el("h2", { id: "drawer-title" }, sheet.title(snapshot)),
      el(
        "button",
        { type: "button", class: "quiet close", onclick: closeSheet, "aria-label": say("sheet.close") },
        "✕",
      ),
    ),
    el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    el("div", { class: "content", "data-key": "content" }, parts),
    added("sheet", snapshot, ui),
  );
}

/** After a drawing: show the sheet that was drawn over all else, and give the focus back after it.
 * @param {HTMLElement} app */
export function raiseSheet(app) {
  /** @type {HTMLDialogElement | null} */
  const dialog = app.querySelector("dialog[data-sheet]");
  const slot = dialog?.querySelector("[data-slot]") ?? document.body;
  foot ??= document.querySelector("body > footer");
  if (foot && foot.parentElement !== slot) slot.append(foot);
  if (!dialog) {
    if (opener && document.activeElement === document.body) {
      /** @type {HTMLElement | null} */
      const before = app.querySelector(opener);
      before?.focus({ preventScroll: true });
    }
    opener = null;
    return;
  }
  if (dialog.open) return;
  dialog.showModal();
  // Escape, or Back where the browser takes it for the dialog, closes it without the address.
  dialog.addEventListener("close", closeSheet);
  dialog.addEventListener("click", (event) => event.target === dialog && closeSheet());
}

/** Let Back close a dialog that is no sheet of the table, such as a card's.
 * @param {HTMLDialogElement} dialog */
export function closedByBack(dialog) {
  if (!history.state?.dialog) history.pushState({ dialog: true }, "");
  const close = () => dialog.close();
  window.addEventListener("popstate", close);
  dialog.addEventListener("close", () => {
    window.removeEventListener("popstate", close);
    const replaced = document.querySelector("dialog[open]:not([data-sheet])");
    if (history.state?.dialog && !replaced) history.back();
  });
}

// ---- What other parts of the page add to the table's page

/** @type {Record<Page.Addable, Page.Addition[]>} */
const additions = { board: [], status: [], ways: [], sheet: [] };

/** Add something to the board, to what is said of it, to the ways in the sheet of all else, or to each sheet.
 * @param {Page.Addable} place
 * @param {Page.Addition} addition */
export function add(place, addition) {
  additions[place].push(addition);
}

/** All that was added there.
 * @param {Page.Addable} place
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export const added = (place, snapshot, ui) => additions[place].map((addition) => addition(snapshot, ui));
