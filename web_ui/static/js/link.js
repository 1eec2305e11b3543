// The stream of states from the table, kept alive the way phones need it, and posting to the table.

const SILENCE = 6500; // ms; the table speaks every two seconds, so three beats are missing
const RETRY = 900;
const PATIENCE = 12000; // ms; a phone that left the network in the middle of a question may hear of it much later

/** Listens to a stream of whole states for as long as the page can be seen. `onState` is told of each whether it is the
 * first one since the stream was opened. */
export class Link {
  /**
   * @param {string} address
   * @param {(state: any, first: boolean) => void} onState
   * @param {(alive: boolean) => void} [onHealth]
   */
  constructor(address, onState, onHealth = () => {}) {
    this.address = address;
    this.onState = onState;
    this.onHealth = onHealth;
    /** @type {EventSource | null} */
    this.source = null;
    this.heard = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    this.paused = false;
    this.lost = false;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    // A page that comes back from the browser's cache has a dead socket that still looks open.
    window.addEventListener("pageshow", (event) => event.persisted && this.open());
    window.addEventListener("online", () => this.open());
    setInterval(() => this.watch(), 1000);
    this.open();
  }

  open() {
    this.close();
    if (document.hidden || this.paused) return;
    this.heard = Date.now();
    this.source = new EventSource(this.address);
    let first = true;
    this.source.addEventListener("state", (event) => {
      this.alive();
      this.onState(JSON.parse(event.data), first);
      first = false;
    });
    this.source.addEventListener("beat", () => this.alive());
    this.source.addEventListener("error", () => {
      this.close();
      this.lost = true;
      this.onHealth(false);
      this.retry = setTimeout(() => this.open(), RETRY);
    });
  }

  close() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.source?.close();
    this.source = null;
  }

  /** Stop listening for now, or go on.
   * @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    this.open();
  }

  alive() {
    this.heard = Date.now();
    if (this.lost) renewIfOld();
    this.lost = false;
    this.onHealth(true);
  }

  watch() {
    if (this.source && Date.now() - this.heard > SILENCE) {
      this.lost = true;
      this.open();
    }
    if (this.lost) this.onHealth(false); // a table that is out of reach gives neither an answer nor an error
  }
}

/** A page whose own scripts the table has no more is one from before an upgrade: it is loaded again. */
export async function renewIfOld() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null); // later, then
  if (answer?.status === 404) location.reload();
}

/** Post JSON; gives {status, body}. A table that does not answer gives status 0.
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
      return { status: 0, body: {} };
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
