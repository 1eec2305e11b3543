// What is fetched when it is first needed: a module with its texts and styles, or texts alone.

import { renewIfOld } from "./link.js";
import { draw, note } from "./state.js";
import { hasPart, loadPart, say } from "./text.js";

const AGAIN = 2000; // ms

/** A part of the page that is fetched when somebody first needs it. If it cannot be, the page says so and asks again.
 * @template Module */
export class Part {
  /** @type {Module | null} */
  #here = null;
  /** @type {() => Promise<Module & {load?: () => unknown}>} */
  #fetch;
  /** @type {Promise<void> | null} */
  #fetching = null;
  #failed = false;

  /** @param {() => Promise<Module & {load?: () => unknown}>} fetch what imports the module; its own `load`, if it has
   *   one, fetches what it needs besides */
  constructor(fetch) {
    this.#fetch = fetch;
  }

  /** The module; null as long as it is not here. */
  get here() {
    return this.#here;
  }

  /** The module for a drawing that needs it; null if it is still to come: then the page is drawn again with it. */
  get needed() {
    if (!this.#here) this.#fetching ??= this.#get();
    return this.#here;
  }

  /** Do something with the module as soon as it is here.
   * @param {(module: Module) => unknown} act */
  async use(act) {
    if (!this.needed) await this.#fetching;
    if (this.#here) act(this.#here);
  }

  async #get() {
    try {
      const module = await this.#fetch();
      await module.load?.();
      this.#here = module;
    } catch {
      this.#failed = true;
      renewIfOld();
      note(say("error.no_answer"));
      setTimeout(draw, AGAIN); // which asks once more if it is still needed
    } finally {
      this.#fetching = null;
    }
    if (!this.#here) return;
    if (this.#failed) note(null);
    else draw();
  }
}

/** What `make` gives once a part of the texts is here; until then null, and it is fetched. The next drawing asks again for
 * one that did not come.
 * @template Made
 * @param {string} part
 * @param {() => Made} make
 * @returns {Made | null} */
export function withTexts(part, make) {
  if (hasPart(part)) return make();
  loadPart(part).then(draw, () => null);
  return null;
}
