// Words: keys with arguments from the table become sentences in this phone's language.

let texts = {};
let names = {};

/** Fetch the catalogue of the page's language. */
export async function loadTexts() {
  const answer = await fetch(`/text/${document.documentElement.lang}.json`);
  texts = await answer.json();
}

/** Tell the names of the players, so that messages about a seat say who sits there. */
export function nameSeats(seats) {
  names = Object.fromEntries(seats.filter((seat) => seat.name).map((seat) => [seat.seat, seat.name]));
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
