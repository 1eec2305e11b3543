// Words: keys with arguments from the table become sentences in this phone's language.

/** @type {Record<string, string>} */
let texts = {};
/** @type {Record<string, string>} */
let names = {};
/** The seats for which a table plays, with its levels. @type {Map<string, string>} */
let levels = new Map();
/** What this table is called; empty if it has no name. */
let tableName = "";

/** @type {Map<string, Promise<void>>} */
const asked = new Map();
/** @type {Set<string>} */
const here = new Set();

/** Fetch a part of the texts in the page's language, once: "page" is for everyone, "powers" tells of the powers.
 * @param {string} part
 * @returns {Promise<void>} */
export function loadPart(part) {
  const before = asked.get(part);
  if (before) return before;
  const fetched = fetchPart(part);
  asked.set(part, fetched);
  fetched.catch(() => asked.delete(part)); // the next caller tries again
  return fetched;
}

/** Whether a part has been fetched.
 * @param {string} part */
export const hasPart = (part) => here.has(part);

/** @param {string} part */
async function fetchPart(part) {
  /** @type {HTMLLinkElement | null} */
  const known = document.querySelector(`link[data-texts="${part}"]`); // as the page names it, it need not be asked for again
  const answer = await fetch(known?.href ?? `text/${document.documentElement.lang}/${part}.json`);
  if (!answer.ok) throw new Error(`the texts "${part}": ${answer.status}`);
  const fetched = await answer.json();
  texts = { ...texts, ...fetched }; // another part may have come meanwhile
  here.add(part);
}

/** A seat with its player's name, and the level of a table that plays there.
 * @typedef {{seat: string, name: string | null, level?: string | null}} Named */

/** Tell the names of the players and of the table, so that messages about a seat say who plays there.
 * @param {Named[]} seats
 * @param {string} [table] */
export function nameSeats(seats, table = "") {
  names = Object.fromEntries(seats.flatMap(({ seat, name }) => (name ? [[seat, apart(name)]] : [])));
  levels = new Map(seats.flatMap(({ seat, level }) => (level ? [[seat, level]] : [])));
  tableName = table && apart(table);
}

/** Letters that are written from the right. */
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name as it stands within a sentence, which it does not turn around.
 * @param {string} name */
const apart = (name) => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name);

/** What `make` gives while seats have other names, as in a game of other people.
 * @template Made
 * @param {Named[]} seats
 * @param {() => Made} make
 * @param {string} [table] what the table that plays for some of them is called, if it is another one */
export function asNamed(seats, make, table = tableName) {
  const before = { names, levels, tableName };
  nameSeats(seats, table);
  try {
    return make();
  } finally {
    ({ names, levels, tableName } = before);
  }
}

/** Whether the catalogue has this key.
 * @param {string} key */
export function known(key) {
  return Object.hasOwn(texts, key);
}

/** The text of the first of these keys that the catalogue has.
 * @param {string[]} keys
 * @param {Page.Args} [args] */
export function sayFirst(keys, args) {
  return say(keys.find(known) ?? keys[keys.length - 1], args);
}

/** The arguments whose values have texts of their own, such as "direction.north" and "asked.move". */
const BY_NAME = ["direction", "asked", "at", "level"];
/** Those that are keys themselves. */
const KEYS = ["reason", "refusal"];
/** Those that are put in as they are: parts of a line of notation, and what is wrong in words. */
const AS_WRITTEN = ["given", "allowed", "detail"];

/** The text of a key with its arguments filled in; a key without a text stands for itself.
 * @param {string} key
 * @param {Page.Args} [args]
 * @returns {string} */
export function say(key, args = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name, /** @type {number} */ at) => {
    if (!Object.hasOwn(args, name)) return whole;
    const value = String(args[name]);
    if (AS_WRITTEN.includes(name)) return value;
    if (BY_NAME.includes(name) && known(`${name}.${value}`)) return say(`${name}.${value}`, args);
    if (KEYS.includes(name) && known(value)) return say(value, { ...args, [name]: "" });
    const words = inWords(value);
    return isTable(value.split(",")[0]) && SENTENCE_BEGINS.test(text.slice(0, at)) ? capitalised(words) : words;
  });
}

/** What stands before the first word of a sentence. */
const SENTENCE_BEGINS = /(^|[.!?…]\s+)$/;

/** @param {string} words */
const capitalised = (words) => words.charAt(0).toLocaleUpperCase(document.documentElement.lang) + words.slice(1);

/** A message {key, args} in words.
 * @param {Api.MessageForm} message */
export function messageText(message) {
  return say(message.key, message.args);
}

/** The player at a seat by name, as it stands alone or begins a sentence: a person, the table, or the seat's colour.
 * @param {string} seat
 * @returns {string} */
export const who = (seat) => (isTable(seat) ? capitalised(called(seat)) : called(seat));

/** Whether a table without a name of its own plays for a seat: then it is called by a word.
 * @param {string} seat */
const isTable = (seat) => levels.has(seat) && !tableName;

/** The player at a seat by name, within a sentence.
 * @param {string} seat
 * @returns {string} */
function called(seat) {
  const colour = say(`seat.${seat}`);
  if (!levels.has(seat)) return names[seat] ?? colour;
  const name = tableName || say("who.table");
  return levels.size > 1 ? `${name} (${colour.toLocaleLowerCase(document.documentElement.lang)})` : name;
}

/** The level at which a table plays for a seat, in words; empty for a person, and as long as these texts are on their way.
 * @param {string} seat */
export function levelOf(seat) {
  const key = `level.${levels.get(seat)}`;
  return known(key) ? say(key) : "";
}

/** Who won, in a sentence, with the level of a table that did.
 * @param {readonly string[]} winners */
export function winnersText(winners) {
  const args = { seat: winners[0], seats: winners.join(",") };
  if (winners.length !== 1) return say("over.winners", args);
  const level = levels.get(winners[0]);
  return level && levelOf(winners[0]) ? say("plays.won", { ...args, level }) : say("over.winner", args);
}

/** Who that is, with the level of a table: "The table, Child".
 * @param {string} seat */
export const whoPlays = (seat) => [who(seat), levelOf(seat)].filter(Boolean).join(", ");

/** What is told of a power, such as its "title" or "text"; nothing as long as these texts are on their way.
 * @param {string} power
 * @param {string} what */
export function cardText(power, what) {
  const key = `power.${power}.${what}`;
  return known(key) ? say(key) : "";
}

/** A card's name.
 * @param {string} power */
export function cardName(power) {
  return sayFirst([`power.${power}.name`, power]);
}

/** Names in words: seats, powers, pieces, and a power with the seat that uses it, as in "limus (orange)".
 * @param {string} value
 * @returns {string} */
function inWords(value) {
  return value
    .split(/, ?/)
    .map((word) => {
      const held = /^(\w+) \((\w+)\)$/.exec(word);
      if (held) return `${inWords(held[1])} (${inWords(held[2])})`;
      if (known(`seat.${word}`)) return called(word);
      if (known(`power.${word}.name`)) return cardName(word);
      return known(`piece.${word}`) ? say(`piece.${word}`) : word;
    })
    .join(", ");
}

/** A text without accents and capitals, so that it does not matter how a word is typed.
 * @param {string} text */
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l");

// ---- The languages that the page can be shown in.

/** The languages that the page can be shown in, each by its own name.
 * @returns {Record<string, string>} */
export const languagesOffered = () => JSON.parse(document.body.dataset.languages ?? "{}");
