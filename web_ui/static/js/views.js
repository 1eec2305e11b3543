// The views of the page. The address says which one is shown: nothing after the # is the table, #powers/pan is the
// view "powers" with the path ["pan"]. What is not needed at the table is fetched when it is first asked for.
//
// A view is an object: title(snapshot, path) for the window, panels(snapshot, ui, path) for the page, and if it needs
// them doings, changes and inputs (what buttons, fields and typing do, by name) and drawn(path), called after each
// drawing; left() is called when another view takes its place.

import { renewIfOld } from "./link.js";
import { draw, note } from "./state.js";
import { say } from "./text.js";

/** @type {Record<string, () => Promise<{view: Page.View}>>} */
const TO_FETCH = {
  options: () => import("./views/options.js"),
  book: () => import("./views/book.js"),
  position: () => import("./views/position.js"),
  powers: () => import("./views/powers.js"),
  puzzles: () => import("./views/puzzles.js"),
  games: () => import("./views/games.js"),
  match: () => import("./views/match.js"),
  settings: () => import("./views/settings.js"),
  workshop: () => import("./views/workshop.js"),
};

/** @type {Map<string, Page.View>} */
const views = new Map();
/** @type {Page.View | null} */
let shown = null;

/** Add a view that is here already; the table's name is the empty one.
 * @param {string} name
 * @param {Page.View} view */
export function addView(name, view) {
  views.set(name, view);
}

/** The view that the address asks for and its path; null as long as it is being fetched. Unknown names are the table. */
export function viewAsked() {
  const [name, ...path] = location.hash.slice(1).split("/").map(decoded);
  if (!views.has(name) && TO_FETCH[name]) fetchView(name);
  const known = views.has(name) || TO_FETCH[name];
  const view = (known ? views.get(name) : views.get("")) ?? null;
  if (shown !== view) shown?.left?.();
  shown = view;
  return { name: known ? name : "", view, path };
}

/** A part of the address; one that was cut off in the middle of a sign stands for itself.
 * @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** What a button of this name does in the view that is shown.
 * @param {string} name */
export const doingOf = (name) => shown?.doings?.[name];

/** What a change of a field, or typing in it, does by this name in the view that is shown.
 * @param {"changes" | "inputs"} kind
 * @param {string} name */
export const changeOf = (kind, name) => shown?.[kind]?.[name];

const AGAIN = 2000; // ms
/** @type {Set<string>} */
const fetching = new Set();
/** @type {Set<string>} */
const failed = new Set();

/** @param {string} name */
function fetchView(name) {
  if (fetching.has(name)) return;
  fetching.add(name);
  TO_FETCH[name]()
    .then(async ({ view }) => {
      await view.load?.();
      addView(name, view);
      if (failed.delete(name)) note(null);
      else draw();
    })
    .catch(() => {
      failed.add(name);
      renewIfOld();
      note(say("error.no_answer"));
      setTimeout(draw, AGAIN); // which asks once more if it is still wanted
    })
    .finally(() => fetching.delete(name));
}
