// The views of the page, and the menu that leads to them. The address says which one is shown: nothing after the # is the
// table, #powers/pan is the view "powers" with the path ["pan"]. What is not needed at the table is fetched when it is first
// asked for.
//
// A view is an object: title(snapshot, path) for the window, panels(snapshot, ui, path) for the page, and if it needs it
// drawn(path), called after each drawing; left() is called when another view takes its place.

import { around, el, show } from "./dom.js";
import { Part } from "./parts.js";
import { say } from "./text.js";

/** @type {Record<string, Part<{view: Page.View}>>} */
const VIEWS = {
  options: new Part(() => import("./lobby/alloptions.js")),
  book: new Part(() => import("./judge/book.js")),
  position: new Part(() => import("./position/position.js")),
  powers: new Part(() => import("./cards/cards.js")),
  puzzles: new Part(() => import("./puzzles/puzzles.js")),
  games: new Part(() => import("./games/games.js")),
  match: new Part(() => import("./match.js")),
  settings: new Part(() => import("./settings.js")),
  workshop: new Part(() => import("./workshop.js")),
};

/** @type {Page.View | null} */
let shown = null;

/** The view that the address asks for and its path; null as long as it is being fetched. Unknown names are the table, the
 * name of which is empty.
 * @param {Page.View} table */
export function viewAsked(table) {
  const [asked, ...path] = location.hash.slice(1).split("/").map(decoded);
  const name = Object.hasOwn(VIEWS, asked) ? asked : "";
  const view = name ? (VIEWS[name].needed?.view ?? null) : table;
  if (shown !== view) shown?.left?.();
  shown = view;
  return { name, view, path };
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

// ---- The menu in the head of each page: the way to all views.

const LINKS = [
  ["", "menu.table"],
  ["help", "help.title"],
  ["powers", "menu.powers"],
  ["book", "menu.book"],
  ["position", "menu.position"],
  ["puzzles", "menu.puzzles"],
  ["games", "menu.games"],
  ["match", "menu.match"],
  ["settings", "settings.title"],
  ["workshop", "adjust.title"],
];

/** The menu in its place; `has` says of a view whether this table has it. It closes when a way has been chosen, by Escape
 * and by a tap elsewhere. */
export class Menu {
  /** @type {HTMLElement} */
  #host;
  /** @type {(view: string) => boolean} */
  #has;
  #here = "";
  #open = false;
  /** @type {CloseWatcher | null} */
  #watcher = null;

  /**
   * @param {HTMLElement} host
   * @param {(view: string) => boolean} has
   */
  constructor(host, has) {
    this.#host = host;
    this.#has = has;
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#open) return;
      this.#turn(false);
      host.querySelector("button")?.focus();
    });
    document.addEventListener("click", (event) => {
      const onButton = host.contains(around(event, "button"));
      this.#turn(onButton && !this.#open);
    });
  }

  /** Show the menu beside the view `here`.
   * @param {string} here */
  draw(here) {
    this.#here = here;
    show(this.#host, [
      el(
        "button",
        { type: "button", class: "quiet", "aria-expanded": String(this.#open), "aria-controls": "ways" },
        say("menu.title"),
      ),
      el(
        "nav",
        { id: "ways", "aria-label": say("menu.title"), hidden: !this.#open },
        el(
          "ul",
          {},
          LINKS.filter(([name]) => this.#has(name)).map(([name, key]) =>
            el("li", {}, el("a", { href: `#${name}`, "aria-current": name === here ? "page" : null }, say(key))),
          ),
        ),
      ),
    ]);
  }

  /** Where the browser knows of it, the phone's Back closes the menu rather than leave the page.
   * @param {boolean} open */
  #byBack(open) {
    this.#watcher?.destroy();
    this.#watcher = open && "CloseWatcher" in window ? new CloseWatcher() : null;
    if (this.#watcher) this.#watcher.onclose = () => this.#turn(false);
  }

  /** @param {boolean} open */
  #turn(open) {
    if (open === this.#open) return;
    this.#open = open;
    this.#byBack(open);
    this.draw(this.#here);
  }
}
