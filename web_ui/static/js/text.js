// Words: keys with arguments from the table become sentences in this phone's language.

let texts = {};
let names = {};

const asked = new Map();
const here = new Set();

/** Fetch a part of the texts in the page's language, once: "page" is for everyone, "powers" tells of the powers. */
export function loadPart(part) {
  if (!asked.has(part)) {
    const fetched = fetchPart(part);
    asked.set(part, fetched);
    fetched.catch(() => asked.delete(part)); // whoever asks next tries again
  }
  return asked.get(part);
}

/** Whether a part has been fetched. */
export const hasPart = (part) => here.has(part);

async function fetchPart(part) {
  const answer = await fetch(`/text/${document.documentElement.lang}/${part}.json`);
  if (!answer.ok) throw new Error(`the texts "${part}": ${answer.status}`);
  const fetched = await answer.json();
  texts = { ...texts, ...fetched }; // another part may have come meanwhile
  here.add(part);
}

/** Tell the names of the players, so that messages about a seat say who sits there. */
export function nameSeats(seats) {
  names = Object.fromEntries(seats.filter((seat) => seat.name).map((seat) => [seat.seat, seat.name]));
}

/** What `make` gives while seats have other names, as in a game of other people. */
export function asNamed(seats, make) {
  const before = names;
  nameSeats(seats);
  try {
    return make();
  } finally {
    names = before;
  }
}

/** Whether the catalogue has this key. */
export function known(key) {
  return Object.hasOwn(texts, key);
}

/** The text of the first of these keys that the catalogue has. */
export function sayFirst(keys, args) {
  return say(keys.find(known) ?? keys.at(-1), args);
}

/** The text of a key with its arguments filled in; a key without a text stands for itself. */
export function say(key, args = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!Object.hasOwn(args, name)) return whole;
    if (name === "direction" && known(`direction.${args.direction}`)) return say(`direction.${args.direction}`);
    return name === "reason" && known(args.reason) ? say(args.reason, { ...args, reason: "" }) : inWords(String(args[name]));
  });
}

/** A message {key, args} in words. */
export function tell(message) {
  return say(message.key, message.args);
}

/** The player at a seat, by name if one sits there. */
export function who(seat) {
  return names[seat] ?? say(`seat.${seat}`);
}

/** What is told of a power, such as its "title" or "text"; nothing as long as these texts are on their way. */
export function cardText(power, what) {
  const key = `power.${power}.${what}`;
  return known(key) ? say(key) : "";
}

/** A card's name. */
export function cardName(power) {
  return sayFirst([`power.${power}.name`, power]);
}

function inWords(value) {
  return value
    .split(/, ?/)
    .map((word) => {
      if (known(`seat.${word}`)) return who(word);
      if (known(`power.${word}.name`)) return cardName(word);
      return known(`piece.${word}`) ? say(`piece.${word}`) : word;
    })
    .join(", ");
}
