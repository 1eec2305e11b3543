// The stream of states from the table, kept alive the way phones need it, and posting to the table.

const SILENCE = 6500; // ms; the table speaks every two seconds, so three beats are missing
const RETRY = 900;

/** Listens to a stream of whole states for as long as the page can be seen. */
export class Link {
  constructor(address, onState, onHealth = () => {}) {
    this.address = address;
    this.onState = onState;
    this.onHealth = onHealth;
    this.source = null;
    this.heard = 0;
    this.retry = null;
    this.paused = false;
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
    this.source.addEventListener("state", (event) => {
      this.alive();
      this.onState(JSON.parse(event.data));
    });
    this.source.addEventListener("beat", () => this.alive());
    this.source.addEventListener("error", () => {
      this.close();
      this.onHealth(false);
      this.retry = setTimeout(() => this.open(), RETRY);
    });
  }

  close() {
    clearTimeout(this.retry);
    this.retry = null;
    this.source?.close();
    this.source = null;
  }

  /** Listen no more for now, or go on. */
  pause(paused) {
    this.paused = paused;
    this.open();
  }

  alive() {
    this.heard = Date.now();
    this.onHealth(true);
  }

  watch() {
    if (this.source && Date.now() - this.heard > SILENCE) {
      this.onHealth(false);
      this.open();
    }
  }
}

/** Post JSON; gives {status, body}. A table that does not answer gives status 0. */
export const post = (address, body) => postText(address, JSON.stringify(body));

/** The same for a text that is to be JSON already. */
export async function postText(address, text) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
    });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return { status: 0, body: {} };
    throw error;
  }
}
