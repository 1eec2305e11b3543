// Whose turn it is and what is asked, in words: for the band on top, and for what reads the page aloud.

import { el } from "../dom.js";
import { draftHeadline } from "../draft/draft.js";
import { lobbyHeadline } from "../lobby/lobby.js";
import { partners } from "../seats.js";
import { speak } from "../speech.js";
import { inDraft, onSnapshot, ui } from "../state.js";
import { known, levelOf, messageText, say, sayFirst, who, winnersText } from "../text.js";
import { guidance } from "./guide.js";
import { beginsTurn, confirmedLog, deeds } from "./log.js";

/** Whose turn it is and what is asked, in words.
 * @param {Api.SnapshotForm} snapshot
 * @returns {import("../banner.js").Headline} */
export function headline(snapshot) {
  const { phase, prompt, confirming, game } = snapshot;
  if (phase === "lobby") return lobbyHeadline(snapshot);
  if (phase === "draft") return draftHeadline(inDraft(snapshot));
  const puzzled = phase === "puzzle" && snapshot.puzzle && puzzleHeadline(snapshot.puzzle);
  if (puzzled) return puzzled;
  if (phase === "over" || (game?.outcome && !confirming)) return overHeadline(game?.outcome ?? null);
  if (confirming) return confirmHeadline(snapshot, confirming);
  if (prompt) return promptHeadline(snapshot, prompt);
  return { seat: game?.active ?? null, title: game?.active ? say("turn.of", { seat: game.active }) : "", ask: "" };
}

/**
 * @param {Api.ViewForm["outcome"]} outcome
 * @returns {import("../banner.js").Headline}
 */
function overHeadline(outcome) {
  const winners = outcome?.winners ?? [];
  const title = winners.length ? winnersText(winners) : say("over.title");
  return { seat: winners[0] ?? null, title, ask: outcome ? messageText(outcome.reason) : "" };
}

/** The title of this phone's turn: "Your turn", or the player's name where a phone has several seats, and what to do.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat
 * @param {string} you the words for its only player
 * @param {string} named the words with a name
 * @param {string} step what is to be done */
function ownTurn({ seats_held: held }, seat, you, named, step) {
  const whose = say(held.length > 1 ? named : you, { seat });
  return { seat, own: true, whose, title: say("turn.step", { turn: whose, step }) };
}

/** The open step in few words; of several workers that are to be placed in a row, which one.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Prompt} prompt */
function stepName({ phase, game }, { kind, seat, in_a_row: left }) {
  const placed = game?.workers.filter((worker) => worker.seat === seat).length ?? 0;
  return phase === "placing" && kind === "place" && placed + left > 1
    ? say("step.place_of", { number: placed + 1, count: placed + left })
    : say(`step.${kind}`);
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat who confirms
 * @returns {import("../banner.js").Headline}
 */
function confirmHeadline(snapshot, seat) {
  const own = snapshot.seats_held.includes(seat);
  const lost = lostTurn(snapshot);
  const won = Boolean(snapshot.game?.outcome);
  if (!own) {
    const words = say(won ? "confirm.won" : "confirm.others", { seat });
    return { seat, title: sentence(words), ask: lost.join(" "), tag: tagOf(snapshot, seat) };
  }
  if (snapshot.match?.offered) {
    return { seat, own: true, title: say("match.offered"), ask: say("match.offered_how") };
  }
  const key = won ? "confirm.won_you" : snapshot.can_undo ? "confirm.you" : "confirm.you_only";
  const ask = [...lost, say(key, { seat })].join(" ");
  return { ...ownTurn(snapshot, seat, "turn.you", "turn.of", say("step.confirm")), ask };
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Prompt} prompt
 * @returns {import("../banner.js").Headline}
 */
function promptHeadline(snapshot, prompt) {
  const { game, phase, seats_held: held } = snapshot;
  const { seat, kind } = prompt;
  const interrupt = game?.active && seat !== game.active;
  const ask = askText({ ...snapshot, prompt });
  if (!held.includes(seat)) {
    const tag = tagOf(snapshot, seat);
    const does = say(`ask.${kind}.others`, { seat });
    const more = ask.startsWith(does) ? ask.slice(does.length).trim() : ask;
    return {
      seat,
      title: sentence(does),
      ask: [whyFirst(snapshot), more || spoken(snapshot, seat)].filter(Boolean).join(" "),
      tag,
    };
  }
  const why = guidance(snapshot, prompt) || [whyFirst(snapshot), ask].filter(Boolean).join(" ");
  const named = game?.driven
    ? "turn.driven"
    : interrupt
      ? "turn.interrupt"
      : phase === "placing"
        ? "turn.placing"
        : "turn.of";
  const you = game?.driven ? "turn.you_driven" : interrupt ? "turn.you_interrupt" : "turn.you";
  return { ...ownTurn(snapshot, seat, you, named, stepName(snapshot, prompt)), ask: why };
}

/** Why the first player of a game begins that came from this phase.
 * @type {Partial<Record<Api.Phase, "first" | "named" | "turns">>} */
const BEGINS = { lobby: "first", draft: "named", over: "turns" };

/** Why this player begins, before the first worker is placed; empty afterwards, and on a page that was opened later.
 * @param {Api.SnapshotForm} snapshot */
function whyFirst({ game, prompt, phase }) {
  const why = ui.cameFrom && BEGINS[ui.cameFrom];
  return why && phase === "placing" && prompt && !game?.workers.length
    ? say(`begins.${why}`, { seat: prompt.seat })
    : "";
}

/** What the table has said as the player of this seat, in quotation marks; empty if it has said nothing.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat */
const spoken = ({ remark }, seat) => (remark?.seat === seat ? remarkText(remark, "remark.said") : "");

/** What the table says, in words; empty as long as these texts are on their way.
 * @param {NonNullable<Api.SnapshotForm["remark"]>} remark
 * @param {string} [around] the key of the words around it */
export function remarkText({ message }, around) {
  if (!known(message.key)) return "";
  return around ? say(around, { given: messageText(message) }) : messageText(message);
}

/** A sentence as a title stands without its full stop.
 * @param {string} text */
const sentence = (text) => text.replace(/\.$/, "");

/** What the seat is to this phone's player, if it is a partner, and the level of a table that plays there.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat */
function tagOf({ game, seats_held: held }, seat) {
  const partner = game && held.some((own) => partners(game, own).includes(seat));
  return [partner && say("turn.partner"), levelText(seat)].filter(Boolean).join(" · ");
}

/** The level of a table that plays for a seat, with what it is; empty for a person.
 * @param {string} seat */
export const levelText = (seat) => (levelOf(seat) ? say("plays.level", { given: levelOf(seat) }) : "");

/** That the rest of the turn that waits for its confirmation was lost on something secret, if it was.
 * @param {Api.SnapshotForm} snapshot */
function lostTurn({ log, confirming }) {
  const began = log.findLastIndex((event) => beginsTurn(event) && event.message.args.seat === confirming);
  return log
    .slice(began + 1)
    .filter(({ kind }) => kind === "action_cancelled")
    .map(({ message }) => messageText(message));
}

/** What is asked in each stage but that of the turns, in which the band says the same as in a game. */
const ASKS = {
  blocks: "puzzle.lay",
  workers: "puzzle.place",
  judging: "puzzle.judging",
  wrong: "puzzle.wrong",
  won: "puzzle.won",
  solution: "puzzle.solution",
};

/** Null in the stage of the turns. The texts of puzzles may still be on their way.
 * @param {Api.PuzzleOnBoardForm} puzzle
 * @returns {import("../banner.js").Headline | null} */
function puzzleHeadline({ number, stage }) {
  if (stage === "turns") return null;
  if (!known("puzzle.title")) return { seat: null, title: say("menu.puzzles"), ask: "" };
  return { seat: null, title: say("puzzle.title", { number }), ask: say(ASKS[stage]) };
}

// ---- The open step: by the power that asks if it has words of its own, else by the kind of step

/** The open step as a sentence or two.
 * @param {Api.SnapshotForm & {prompt: Page.Prompt}} snapshot */
export function askText({ prompt, seats_held: held, choices, game, secret }) {
  if (choices.length) return say(choices.length > 1 ? "choice.ask" : "choice.ask_one");
  if (!held.includes(prompt.seat)) return othersText(prompt, held, game);
  const { kind, power, optional } = prompt;
  const keys = [`ask.${kind}.${power}`];
  if (!optional) keys.unshift(`ask.${kind}.${power}.must`);
  if (game?.driven) keys.push(`ask.${kind}.driven`);
  if (secret?.step) keys.push(`ask.${kind}.secret`);
  if (optional) keys.push(`ask.${kind}.optional`);
  const asked = sayFirst([...keys, `ask.${kind}`], { ...(game && ownMemory(prompt, game)), power });
  return [asked, ...(game ? [...teamText(prompt, game), ...alsoTexts(prompt, game)] : [])].join(" ");
}

/** What the button says that leaves the open step out.
 * @param {Page.InGame & {prompt: Page.Prompt}} snapshot */
export function doneText({ prompt, game }) {
  const { kind, power, seat } = prompt;
  const uses = usesOf(game, seat);
  return sayFirst([`done.${power}`, ...uses.map((each) => `done.${kind}.${each}`), "done"], { power });
}

/**
 * @param {Page.Prompt} prompt
 * @param {Api.Seat[]} held
 * @param {Api.ViewForm|null} game
 */
function othersText(prompt, held, game) {
  /** @param {Api.Seat} seat */
  const team = (seat) => game?.players.find((player) => player.seat === seat)?.team;
  const together = held.some((seat) => team(seat) !== undefined && team(seat) === team(prompt.seat));
  return (
    say(`ask.${prompt.kind}.others`, { seat: prompt.seat }) +
    (together ? ` ${say("ask.discuss", { seat: prompt.seat })}` : "")
  );
}

/** Whose workers a player plays who has none of the own colour: a team shares them.
 * @param {Page.Prompt} prompt
 * @param {Api.ViewForm} game */
function teamText({ seat }, game) {
  const mine = game.players.find((player) => player.seat === seat)?.team;
  const team = new Set(game.players.filter((player) => player.team === mine).map((player) => player.seat));
  const colours = new Set(game.workers.map((worker) => worker.seat).filter((colour) => team.has(colour)));
  return colours.has(seat) ? [] : [...colours].map((colour) => say("ask.team", { seat: colour }));
}

/** What else than the step itself the player's powers allow now, such as building before moving.
 * @param {Page.Prompt} prompt
 * @param {Api.ViewForm} game */
function alsoTexts(prompt, game) {
  const uses = usesOf(game, prompt.seat);
  /** @type {Set<string>} */
  const kinds = new Set(game.options.map((option) => option.kind));
  if (game.options.some(({ piece, square }) => piece === "dome" && square && game.levels[square] < 3)) {
    kinds.add("dome");
  }
  return [...kinds]
    .filter((kind) => kind !== prompt.kind && !(kind === "done" && prompt.optional))
    .flatMap((kind) => uses.map((power) => `also.${kind}.${power}`).filter(known))
    .map((key) => say(key));
}

/**
 * @param {Api.ViewForm} game
 * @param {Api.Seat} seat
 */
const usesOf = (game, seat) => game.players.find((player) => player.seat === seat)?.uses ?? [];

/**
 * @param {Page.Prompt} prompt
 * @param {Api.ViewForm} game
 */
const ownMemory = ({ seat }, game) => game.players.find((player) => player.seat === seat)?.memory ?? {};

// ---- What is read aloud: each thing that happens once, what is taken back, and what this phone's player is asked

const STAY = 3; // so many things that were said stay: what is read aloud must not go before its turn has come

/** What was said last; the lines are null before anything was said of this game.
 * @type {{version: number, lines: Page.LogLine[] | null, asked: string, remark: string, words: Array<{version: number, text: string}>}} */
const said = { version: -1, lines: null, asked: "", remark: "", words: [] };

onSnapshot(({ phase }, before) => {
  if (["lobby", "draft"].includes(phase) || (before?.phase === "over" && phase !== "over")) said.lines = null;
});

/** The one place of the page that is read aloud as the game goes on; the snapshot is without secrets.
 * @param {Page.InGame} snapshot */
export function announcer(snapshot) {
  if (snapshot.version !== said.version) hear(snapshot);
  return el(
    "div",
    { class: "visually-hidden", role: "log", "data-key": "log-news" },
    said.words.map(({ version, text }) => el("p", { "data-key": `news-${version}` }, text)),
  );
}

/** @param {Page.InGame} snapshot */
function hear(snapshot) {
  const { seat, title, ask, own } = headline(snapshot);
  const lines = confirmedLog(snapshot);
  const before = said.lines ?? (ui.begun ? [] : lines);
  const changed = lines.findIndex((line, index) => !isSame(line, before[index]));
  const same = changed < 0 ? lines.length : changed;
  const gone = texts(before.slice(same));
  const asked = own && seat ? `${title}. ${ask}`.trim() : "";
  const remark = snapshot.remark ? remarkText(snapshot.remark) : "";
  const text = [
    gone && say("turn.taken_back", { text: gone }),
    texts(lines.slice(same)),
    remark && remark !== said.remark && snapshot.remark && `${who(snapshot.remark.seat)}: ${remark}`,
    asked === said.asked ? "" : asked,
  ]
    .filter(Boolean)
    .join(" ");
  if (text) said.words = [...said.words, { version: snapshot.version, text }].slice(-STAY);
  speak(text);
  said.version = snapshot.version;
  said.lines = lines;
  said.asked = asked;
  said.remark = remark;
}

/**
 * @param {Page.LogLine} one
 * @param {Page.LogLine | undefined} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What these lines tell of things done.
 * @param {Page.LogLine[]} lines */
const texts = (lines) =>
  deeds(lines)
    .map(({ message }) => messageText(message))
    .join(" ");
