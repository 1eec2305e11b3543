// What the browser keeps for the page on this phone. One that refuses (cookies are blocked, its storage is full) keeps
// it until the page is closed.

/** @type {Map<string, string>} */
const untilClosed = new Map();

/** The browser's own storage; null where it may not be used. */
function own() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // SecurityError
  }
}

export const stored = {
  /** @param {string} key
   * @returns {string | null} */
  getItem(key) {
    return untilClosed.get(key) ?? own()?.getItem(key) ?? null;
  },

  /** @param {string} key
   * @param {string} value */
  setItem(key, value) {
    untilClosed.delete(key);
    try {
      const storage = own();
      if (storage) return storage.setItem(key, value);
    } catch {
      // QuotaExceededError
    }
    untilClosed.set(key, value);
  },

  /** @param {string} key */
  removeItem(key) {
    untilClosed.delete(key);
    own()?.removeItem(key);
  },
};
