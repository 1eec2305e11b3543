// A position that is set up: how taps change it, the line of notation that describes it (docs/notation.md), and the workers
// that the board reads. Pure.

import { FILES } from "../board/squares.js";
import { SEATS } from "../drawing.js";

/** @typedef {Api.PositionForm} Position */
/** @typedef {Api.PositionCardForm} Card */
/** What a tap on a square does; `at` is the card's place among the sides, as in cardsOf.
 * @typedef {{kind: "blocks"} | {kind: "dome"} | {kind: "ask"} | {kind: "marked"} | {kind: "ram"} | {kind: "owner"} |
 *   {kind: "worker", seat: Api.Seat} | {kind: "token", at: string, field: string}} Tool */

const DOMED = "ABC4"; // a dome on 0, 1, 2 and 3 blocks
const HIGHEST = 3;

export const EMPTY = `${"0".repeat(25)}/1/mortal:/mortal:`;

/** A position with some parts changed: the turn begins with it.
 * @param {Position} position
 * @param {Partial<Position>} parts
 * @returns {Position} */
export function changed(position, parts) {
  const made = { ...position, extra: null, ...parts, steps: [] };
  return { ...made, line: lineOf(made) };
}

/** The line of a position.
 * @param {Position} position */
export function lineOf({ size, levels, domes, sides, to_move: toMove, extra, fleece, ram, rules }) {
  const files = FILES.slice(0, size);
  const rows = Array.from({ length: size }, (_, row) =>
    files.map((file) => character(levels[file + (size - row)], domes.includes(file + (size - row)))).join(""),
  );
  const named = sides.some(({ seat }, order) => seat !== SEATS[order]);
  const number = 1 + sides.findIndex(({ seat }) => seat === toMove);
  return [
    rows.join(""),
    extra ? `${number}+${extra}` : number,
    ...sides.map((side) => sideText(side, named)),
    ...(fleece ? [`*${cardText(fleece, [])}:${ram ?? ""}`] : []),
    ...(rules ? [`?${rules}`] : []),
  ].join("/");
}

/**
 * @param {number} level
 * @param {boolean} domed
 */
const character = (level, domed) => (domed ? DOMED[level] : String(level));

/**
 * @param {Api.PositionSideForm} side
 * @param {boolean} named
 */
function sideText({ seat, cards, workers, marked, moved_up: movedUp, out, resigned }, named) {
  const marks = [...(movedUp ? ["^"] : []), ...(marked.length ? [`marked=${marked.join("+")}`] : [])];
  const powers = cards.map((card, order) => cardText(card, order ? [] : marks)).join("+");
  return `${out ? "-" : ""}${resigned ? "~" : ""}${named ? `${seat}=` : ""}${powers}:${workers.join(",")}`;
}

/**
 * @param {Card} card
 * @param {string[]} marks
 */
function cardText({ power, memory, holders }, marks) {
  const every = [...marks, ...Object.entries(memory).map(([name, text]) => `${name}=${text}`)];
  if (holders) every.push(`holder=${holders.join("+") || "-"}`);
  return every.length ? `${power}[${every.join("|")}]` : power;
}

/** All cards by their places: `blue.0` is the first of Blue, `fleece` the one beside the Ram.
 * @param {Position} position
 * @returns {Array<[string, Card]>} */
export const cardsOf = ({ sides, fleece }) => [
  ...sides.flatMap(({ seat, cards }) =>
    cards.map((card, order) => /** @type {[string, Card]} */ ([`${seat}.${order}`, card])),
  ),
  ...(fleece ? [/** @type {[string, Card]} */ (["fleece", fleece])] : []),
];

/** The position with another card at a place.
 * @param {Position} position
 * @param {string} at
 * @param {Partial<Card>} parts */
export function withCard(position, at, parts) {
  const { sides, fleece } = position;
  if (at === "fleece") return changed(position, { fleece: fleece && { ...fleece, ...parts } });
  const [seat, order] = at.split(".");
  return changed(position, {
    sides: sides.map((side) =>
      side.seat === seat
        ? { ...side, cards: side.cards.map((card, index) => (index === Number(order) ? { ...card, ...parts } : card)) }
        : side,
    ),
  });
}

/** The position with another power at a place; it remembers what it does when a game begins.
 * @param {Position} position
 * @param {string} at
 * @param {string} power */
export const withPower = (position, at, power) => withCard(position, at, { ...mortal(), power });

/** The position of a game of so many players; where a card lies beside the Ram, of players without gods.
 * @param {Position} position
 * @param {number} count
 * @param {string | null} fleece the first card beside the Ram; null: the game has none */
export function withPlayers(position, count, fleece) {
  const free = SEATS.filter((seat) => !position.sides.some((side) => side.seat === seat));
  const sides = Array.from({ length: count }, (_, order) => {
    const side = position.sides[order] ?? {
      seat: free[order - position.sides.length],
      cards: [mortal()],
      workers: [],
      marked: [],
      most: 2,
      marks: false,
      climbs: false,
      moved_up: false,
      out: false,
      resigned: false,
    };
    // Of four, those opposite each other share the workers of the first.
    const shares = count === 4 && order > 1;
    return { ...side, ...(shares ? { workers: [], marked: [] } : {}), ...(fleece ? { cards: [mortal()] } : {}) };
  });
  const stays = sides.some(({ seat }) => seat === position.to_move);
  return changed(position, {
    sides,
    to_move: stays ? position.to_move : sides[0].seat,
    fleece: fleece ? (position.fleece ?? { ...mortal(), power: fleece }) : null,
    ram: fleece ? position.ram : null,
  });
}

/** @returns {Card} */
const mortal = () => ({ power: "mortal", memory: {}, kinds: {}, secret: false, holders: null });

/** The position after a tap on a square.
 * @param {Position} position
 * @param {Tool} tool
 * @param {string} square */
export function tapped(position, tool, square) {
  switch (tool.kind) {
    case "blocks":
      return blocks(position, square);
    case "dome":
      return dome(position, square);
    case "worker":
      return worker(position, tool.seat, square);
    case "marked":
      return marked(position, square);
    case "ram":
      return changed(position, { ram: position.ram === square ? null : square });
    case "token":
      return token(position, tool.at, tool.field, square);
    default:
      return position;
  }
}

/** @param {Position} position
 * @param {string} square */
const hasWorker = ({ sides }, square) => sides.some(({ workers }) => workers.includes(square));

/** @param {Position} position
 * @param {string} square */
function blocks(position, square) {
  const { levels, domes } = position;
  const level = levels[square];
  if (domes.includes(square)) {
    return changed(position, { levels: { ...levels, [square]: 0 }, domes: domes.filter((one) => one !== square) });
  }
  if (level < HIGHEST) return changed(position, { levels: { ...levels, [square]: level + 1 } });
  if (hasWorker(position, square)) return changed(position, { levels: { ...levels, [square]: 0 } });
  return changed(position, { domes: [...domes, square] });
}

/** @param {Position} position
 * @param {string} square */
function dome(position, square) {
  const { domes } = position;
  if (domes.includes(square)) return changed(position, { domes: domes.filter((one) => one !== square) });
  return hasWorker(position, square) ? position : changed(position, { domes: [...domes, square] });
}

/**
 * @param {Position} position
 * @param {Api.Seat} seat
 * @param {string} square
 */
function worker(position, seat, square) {
  if (position.domes.includes(square)) return position;
  return changed(position, {
    sides: position.sides.map((side) => {
      const others = side.workers.filter((one) => one !== square);
      const put = side.seat === seat && !side.workers.includes(square);
      const workers = put ? [...others, square].slice(-side.most) : others;
      return { ...side, workers, marked: side.marked.filter((one) => workers.includes(one)) };
    }),
  });
}

/** @param {Position} position
 * @param {string} square */
function marked(position, square) {
  return changed(position, {
    sides: position.sides.map((side) =>
      side.marks && side.workers.includes(square)
        ? { ...side, marked: side.marked.includes(square) ? [] : [square] }
        : side,
    ),
  });
}

/**
 * @param {Position} position
 * @param {string} at
 * @param {string} field
 * @param {string} square
 */
function token(position, at, field, square) {
  const [, card] = cardsOf(position).find(([place]) => place === at) ?? [];
  if (!card) return position;
  const there = squaresIn(card.memory[field]);
  const others = there.filter((one) => one !== square);
  const kept = card.kinds[field] === "squares" ? others : [];
  const now = others.length < there.length ? kept : [...kept, square];
  return withCard(position, at, { memory: { ...card.memory, [field]: now.join("+") || "-" } });
}

/** Whether something that a card remembers is set by a tap on a square.
 * @param {Api.FieldKind | undefined} kind */
export const isTapped = (kind) => kind === "square" || kind === "squares" || kind === "corner";

/** The squares in a text of notation.
 * @param {string | undefined} text */
export const squaresIn = (text) => (text && text !== "-" ? text.split("+") : []);

/** The position as the board is read where that differs from the game.
 * @param {Position} position
 * @param {Page.Difference[]} differences */
export function asRead(position, differences) {
  const levels = { ...position.levels };
  const domes = new Set(position.domes);
  for (const { square, kind, seen } of differences) {
    if ((kind !== "too_low" && kind !== "too_high") || seen === null || seen === undefined) continue;
    levels[square] = Math.min(seen, HIGHEST);
    if (seen > HIGHEST) domes.add(square);
    else domes.delete(square);
  }
  const sides = position.sides.map((side) => {
    const of = differences.filter(({ seat }) => seat === side.seat);
    const gone = of.filter(({ kind }) => kind === "missing").map(({ square }) => square);
    const come = of.filter(({ kind }) => kind === "extra").map(({ square }) => square);
    return { ...side, workers: [...side.workers.filter((one) => !gone.includes(one)), ...come] };
  });
  return changed(position, { levels, domes: [...domes], sides });
}

/** What a board shows of it.
 * @param {Position} position
 * @returns {Api.ViewForm} */
export function shownOf(position) {
  const { size, levels, domes, sides, to_move: active, fleece, ram } = position;
  const cards = cardsOf(position).map(([, card]) => card);
  const [secret, open] = [cards.filter((card) => card.secret), cards.filter((card) => !card.secret)];
  return {
    viewer: "hindsight",
    size,
    levels,
    domes,
    workers: sides.flatMap(({ seat, workers, marked: marks }) =>
      workers.map((square) => ({ seat, square, marked: marks.includes(square) })),
    ),
    tokens: [...open.flatMap(tokensOf), ...(ram ? [{ power: "ram", square: ram }] : [])],
    secrets: secret.flatMap(tokensOf).filter(({ square }) => Object.hasOwn(levels, square)),
    players: sides.map(({ seat, cards, out }, order) => ({
      seat,
      team: sides.length === 4 ? order % 2 : order,
      power: cards[0].power,
      second: cards[1]?.power ?? "mortal",
      uses: [],
      memory: cards[0].memory,
      reserve: 0,
      hidden: 0,
      eliminated: out,
    })),
    beside: fleece ? [{ power: fleece.power, holders: [], memory: fleece.memory }] : [],
    stock: { blocks: [], domes: 0 },
    active,
    driven: false,
    options: [],
    outcome: null,
    revealed: false,
  };
}

/** The squares that a card remembers: those of its tokens.
 * @param {Card} card */
const tokensOf = ({ power, memory, kinds }) =>
  Object.entries(memory)
    .filter(([name]) => isTapped(kinds[name]))
    .flatMap(([name, text]) =>
      squaresIn(text).flatMap((square) => (kinds[name] === "corner" ? four(square) : [square])),
    )
    .map((square) => ({ power, square }));

/** The four squares of which this is the south-west one; on the rim, some of them are no squares of the board.
 * @param {string} corner */
function four(corner) {
  const [file, rank] = [FILES.indexOf(corner[0]), Number(corner[1])];
  return [0, 1].flatMap((east) => [0, 1].map((north) => FILES[file + east] + (rank + north)));
}

// ---- The workers that the board reads while no game is played: whose they are where the magnets do not say, and which
// of them are in doubt.

/** What is to be settled about a worker: the players who may have it, and whether somebody said already.
 * @typedef {{seats: Api.Seat[], settled: boolean}} Doubt */
/** @typedef {Map<string, Doubt>} Doubts by square */

/** The position with the workers of the board instead of its own, and what is in doubt about them. Heights that were
 * not read stay as they are.
 * @param {Position} position
 * @param {Api.SurveyedWorkerForm[]} workers
 * @returns {{position: Position, doubts: Doubts}} */
export function withSurvey(position, workers) {
  const sides = position.sides.map((side) => ({ ...side, workers: /** @type {string[]} */ ([]), marked: [] }));
  const levels = { ...position.levels };
  /** @type {Doubts} */
  const doubts = new Map();
  for (const { square, seats, level, sure } of [...workers].sort(
    (one, other) => Number(other.sure) - Number(one.sure),
  )) {
    const having = sides.filter(({ most }) => most > 0);
    const fitting = having.filter(({ seat }) => seats.includes(seat));
    const candidates = fitting.length ? fitting : having;
    const owner = candidates.find((side) => side.workers.length < side.most) ?? candidates[0];
    const clear = sure && fitting.length === 1 && owner.workers.length < owner.most;
    owner.workers.push(square);
    if (!clear) doubts.set(square, { seats: candidates.map(({ seat }) => seat), settled: false });
    if (level !== null) levels[square] = level;
  }
  const domes = position.domes.filter((name) => workers.every(({ square }) => square !== name));
  return { position: changed(position, { sides, levels, domes }), doubts };
}

/** The position after a tap that gives a worker in doubt to the next player who may have it, or takes it away, or puts
 * it back.
 * @param {Position} position
 * @param {Doubt} doubt
 * @param {string} square */
export function withNextOwner(position, { seats }, square) {
  const now = position.sides.find(({ workers }) => workers.includes(square))?.seat;
  const next = now ? seats[seats.indexOf(now) + 1] : seats[0];
  const sides = position.sides.map((side) => {
    const others = side.workers.filter((one) => one !== square);
    const workers = side.seat === next ? [...others, square] : others;
    return { ...side, workers, marked: side.marked.filter((one) => workers.includes(one)) };
  });
  return changed(position, { sides });
}

/** The squares with a worker of which nobody has said yet whose it is.
 * @param {Position} position
 * @param {Doubts} doubts */
export const openDoubts = ({ sides }, doubts) =>
  [...doubts]
    .filter(([square, { settled }]) => !settled && sides.some(({ workers }) => workers.includes(square)))
    .map(([square]) => square)
    .sort();
