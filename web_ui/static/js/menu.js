// The menu in the head of each page: the way to all views.

import { around, el, show } from "./dom.js";
import { say } from "./text.js";

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
