// A search in texts that forgives a letter or two, counts rare words more than usual ones, and puts titles first. Pure.

import { plain } from "../text.js";

/** How much more a word says in a title. */
const TITLE = 3;
/** How well a word fits that is the same, begins like it, has it within, or has a letter or two wrong. */
const FIT = { same: 1, begins: 0.8, within: 0.5, misspelt: 0.4 };

/** The words of a text, without accents and capitals.
 * @param {string} text */
export const wordsOf = (text) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 || /\d/.test(word));

/** The words of a question that are worth looking for: not the little ones, unless there are no others.
 * @param {string} text
 * @param {string} little words that say nothing by themselves */
export function soughtIn(text, little) {
  const [all, idle] = [wordsOf(text), new Set(wordsOf(little))];
  const telling = all.filter((word) => !idle.has(word));
  return [...new Set(telling.length ? telling : all)];
}

/** How well a word fits one that is sought, as it is written; 0: not.
 * @param {string} sought
 * @param {string} word */
function fit(sought, word) {
  if (word === sought) return FIT.same;
  if (word.startsWith(sought)) return FIT.begins;
  if (sought.length < 4) return 0;
  if (word.length > 3 && sought.startsWith(word) && sought.length - word.length < 5) return FIT.begins;
  return word.includes(sought) ? FIT.within : 0;
}

/** Whether a word is meant that has a letter or two wrong.
 * @param {string} sought
 * @param {string} word */
const isMisspelt = (sought, word) =>
  sought.length > 4 && distance(sought, word) <= (sought.length > 7 && word.length > 7 ? 2 : 1);

/** How many letters have to be put in, left out, changed or swapped with the next one to make one word of another.
 * @param {string} one
 * @param {string} other */
function distance(one, other) {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  /** @type {number[][]} */
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const change = rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? rows[i - 2][j - 2] + 1 : Infinity;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, change, swapped);
    }
  }
  return rows[one.length][other.length];
}

/** The words among these that fit, and how well; those that are misspelt only if no other does.
 * @param {string} sought
 * @param {Iterable<string>} words
 * @returns {Map<string, number>} */
export function fitting(sought, words) {
  const all = [...words];
  const found = new Map(all.map((word) => /** @type {const} */ ([word, fit(sought, word)])).filter(([, how]) => how));
  if (found.size) return found;
  return new Map(all.filter((word) => isMisspelt(sought, word)).map((word) => [word, FIT.misspelt]));
}

/** @typedef {{place: number, score: number, count: number}} Hit a text by its place, how well it fits, and how many of the
 * words that are sought it has */

/** Texts to search in. */
export class Texts {
  /** @type {{title: Set<string>, body: Set<string>}[]} */
  #texts;
  /** @type {Set<string>} */
  #words;
  /** What a word counts less in a long text than in a short one.
   * @type {number[]} */
  #lengths;

  /** @param {Array<{title?: string, body: string}>} texts
   * @param {{terse?: boolean}} [given] whether a short text is worth more than a long one with the same words */
  constructor(texts, { terse = true } = {}) {
    this.#texts = texts.map(({ title = "", body }) => ({
      title: new Set(wordsOf(title)),
      body: new Set(wordsOf(body)),
    }));
    this.#lengths = this.#texts.map(({ body }) => (terse ? Math.log(8 + body.size) : 1));
    this.#words = new Set(this.#texts.flatMap(({ title, body }) => [...title, ...body]));
  }

  /** The texts that have most of the words that are sought, the best first.
   * @param {string[]} sought
   * @returns {Hit[]} */
  search(sought) {
    const hits = this.#texts.map((_, place) => ({ place, score: 0, count: 0 }));
    for (const word of sought) {
      const found = fitting(word, this.#words);
      const fits = this.#texts.map((text) => bestOf(text, found));
      const rare = Math.log(1 + this.#texts.length / Math.max(1, fits.filter(Boolean).length));
      fits.forEach((how, place) => {
        hits[place].score += (how * rare) / this.#lengths[place];
        hits[place].count += how ? 1 : 0;
      });
    }
    const most = Math.max(0, ...hits.map(({ count }) => count));
    const least = Math.max(1, most > 2 ? most - 1 : most);
    return hits.filter(({ count }) => count >= least).sort((one, other) => other.score - one.score);
  }
}

/** How well a text fits, by the words that do.
 * @param {{title: Set<string>, body: Set<string>}} text
 * @param {Map<string, number>} found */
const bestOf = ({ title, body }, found) =>
  Math.max(0, ...[...found].map(([word, how]) => (title.has(word) ? TITLE * how : body.has(word) ? how : 0)));
