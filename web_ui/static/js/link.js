// The stream of events from the table, kept alive the way phones need it, and posting to the table.

const SILENCE = 6500; // ms; the table speaks every two seconds, so three beats are missing
const EVERY = 1000; // ms; how often a page says that it is there, and a stream that was lost is opened again
/** The kinds of events that a stream may have, besides the beats. */
const KINDS = ["state", "board", "readings"];
const PATIENCE = 12000; // ms; a phone that left the network in the middle of a question may hear of it much later

/** When something came by the stream; 0 since it was lost. */
let heardLast = 0;

/** What one page tells the others of its browser: that it can be seen and which events it wants, that it is gone, what
 * came by the stream, that the stream is lost, or that it is to be opened again.
 * @typedef {{from: string, kinds?: string[], gone?: true, event?: string, data?: string, first?: boolean, lost?: true,
 *   again?: true}} Told */

/** Listens to a stream of events for as long as the page can be seen. A browser opens six connections to an address, so
 * of all its pages that can be seen one has the stream, and tells the others what comes. */
export class Link {
  /** @param {string} address */
  constructor(address) {
    this.address = address;
    /** Who is told whether the table is heard.
     * @type {Array<(alive: boolean) => void>} */
    this.tellsHealth = [];
    this.isOn = false;
    /** @type {Map<string, (state: any, first: boolean) => void>} */
    this.hears = new Map();
    /** The name of this page among those that can be seen; the first of them has the stream. */
    this.name = "";
    /** The other pages: what they want, and when they were heard.
     * @type {Map<string, {kinds: string[], heard: number}>} */
    this.others = new Map();
    /** @type {BroadcastChannel | null} */
    this.channel = null;
    /** @type {EventSource | null} */
    this.source = null;
    this.opened = "";
    /** The kinds of events of which a first one has come.
     * @type {Set<string>} */
    this.begun = new Set();
    this.heard = 0;
    this.lost = false;
  }

  /** Follow what happens to the page, from the first time that somebody wants to hear something. */
  turnOn() {
    if (this.isOn) return;
    this.isOn = true;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.join()));
    window.addEventListener("pagehide", () => this.leave());
    // A page that comes back from the browser's cache has a dead socket that still looks open.
    window.addEventListener("pageshow", (event) => event.persisted && this.join());
    window.addEventListener("online", () => this.renew());
    setInterval(() => this.watch(), EVERY);
  }

  /** Hear of each event of a kind from now on: whole, and whether it is the first since the stream was opened.
   * @param {string} kind
   * @param {(state: any, first: boolean) => void} onEvent */
  hear(kind, onEvent) {
    this.turnOn();
    this.hears.set(kind, onEvent);
    if (this.name) this.announce();
    else this.join();
  }

  /** Hear from now on whether the table is heard.
   * @param {(alive: boolean) => void} listener */
  hearHealth(listener) {
    this.tellsHealth.push(listener);
  }

  /** @param {boolean} alive */
  onHealth(alive) {
    for (const tell of this.tellsHealth) tell(alive);
  }

  /** Hear of no event of this kind any more.
   * @param {string} kind */
  without(kind) {
    this.hears.delete(kind);
    this.begun.delete(kind);
    if (this.name) this.announce();
  }

  /** Have the stream opened again: it is to speak to somebody with other seats. */
  renew() {
    if (!this.name) return this.join();
    if (this.leads()) this.open();
    else this.say({ again: true });
    return undefined;
  }

  // Which pages of this browser there are.

  join() {
    this.leave();
    if (document.hidden || !this.hears.size) return;
    this.name = `${Date.now()} ${Math.random()}`;
    this.heard = Date.now();
    this.channel = openChannel(new URL(this.address, document.baseURI).href);
    this.channel?.addEventListener("message", ({ data }) => this.told(data));
    this.announce();
  }

  leave() {
    if (this.name) this.say({ gone: true });
    this.name = "";
    this.channel?.close();
    this.channel = null;
    this.others.clear();
    this.begun.clear();
    this.close();
  }

  /** Tell the other pages of this one, and hold the stream or not. */
  announce() {
    this.say({ kinds: [...this.hears.keys()] });
    this.settle();
  }

  /** @param {Omit<Told, "from">} told */
  say(told) {
    this.channel?.postMessage({ from: this.name, ...told });
  }

  leads() {
    return [...this.others.keys()].every((other) => this.name < other);
  }

  /** Have the stream open with all that is wanted, or leave it to another page. */
  settle() {
    if (!this.leads()) return this.close();
    if (this.opened !== this.wanted()) this.open();
    return undefined;
  }

  wanted() {
    const kinds = new Set([...this.hears.keys(), ...[...this.others.values()].flatMap((other) => other.kinds)]);
    kinds.delete("state"); // this always comes
    return kinds.size ? `${this.address}?with=${[...kinds].sort().join(",")}` : this.address;
  }

  /** @param {Told} told */
  told({ from, kinds, gone, event, data, first = false, lost, again }) {
    if (kinds) {
      const isNew = !this.others.has(from);
      this.others.set(from, { kinds, heard: Date.now() });
      if (isNew) this.say({ kinds: [...this.hears.keys()] });
      if (isNew && this.leads()) {
        this.open();
      } // for all of it is new to that page
      else {
        this.settle();
      }
    } else if (gone) {
      this.others.delete(from);
      this.settle();
    } else if (again) {
      if (this.leads()) this.open();
    } else if (from < this.name && [...this.others.keys()].every((other) => from <= other)) {
      if (lost) this.lose();
      if (event) this.came(event, data ?? "", first);
    }
  }

  // The stream.

  open() {
    this.close();
    this.heard = Date.now();
    this.opened = this.wanted();
    const source = new EventSource(this.opened);
    this.source = source;
    const begun = new Set();
    for (const kind of ["beat", ...KINDS]) {
      source.addEventListener(kind, ({ data }) => {
        const first = !begun.has(kind);
        begun.add(kind);
        this.say({ event: kind, data, first });
        this.came(kind, data, first);
      });
    }
    source.addEventListener("error", () => {
      this.close();
      this.say({ lost: true });
      this.lose();
    });
  }

  close() {
    this.source?.close();
    this.source = null;
    this.opened = "";
  }

  /** @param {string} kind
   * @param {string} data
   * @param {boolean} first */
  came(kind, data, first) {
    this.heard = heardLast = Date.now();
    if (this.lost) renewIfOld();
    this.lost = false;
    this.onHealth(true);
    if (first) this.begun.add(kind);
    if (this.begun.has(kind)) this.hears.get(kind)?.(JSON.parse(data), first);
  }

  lose() {
    this.lost = true;
    heardLast = 0;
    this.onHealth(false);
  }

  watch() {
    if (!this.name) return;
    const now = Date.now();
    for (const [other, { heard }] of this.others) if (now - heard > SILENCE) this.others.delete(other);
    this.announce();
    if (now - this.heard > SILENCE) {
      this.lost = true;
      if (this.source) this.open();
    }
    if (this.lost) this.onHealth(false); // a table that is out of reach gives neither an answer nor an error
  }
}

/** What the pages of this browser tell each other; null where the browser refuses it: then each page is by itself.
 * @param {string} name */
function openChannel(name) {
  try {
    return new BroadcastChannel(name);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}

/** A page whose own scripts the table has no more is one from before an upgrade: it is loaded again. */
export async function renewIfOld() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null); // later, then
  if (answer?.status === 404) location.reload();
}

/** Post JSON; gives {status, body}. A table that does not answer gives status 0 and a message that says so.
 * @param {string} address
 * @param {unknown} body */
export const post = (address, body) => postText(address, JSON.stringify(body));

/** The same for a text that is to be JSON already.
 * @param {string} address
 * @param {string} text
 * @returns {Promise<Page.Posted>} */
export async function postText(address, text) {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PATIENCE);
  try {
    const answer = await fetch(address, {
      method: "POST",
      signal: waiting.signal,
      headers: { "Content-Type": "application/json" },
      body: text,
    });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    if (waiting.signal.aborted || error instanceof TypeError || error instanceof SyntaxError) {
      // The stream of a table that is out of reach has been silent for long by the time that the patience ends.
      const heard = waiting.signal.aborted && Date.now() - heardLast < SILENCE;
      return { status: 0, body: { message: { key: heard ? "error.in_reach" : "error.no_answer", args: {} } } };
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
