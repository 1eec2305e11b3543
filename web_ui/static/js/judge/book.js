// The judge's book: #book is its contents with a search, #book/G5 a section, #book/pan a power, #book/limus/jason what
// is to be known of two, #book/why/limus.barren what explains a reason.

import { setMark } from "../cards/card.js";
import { allCards, cardOf, emblem, loadPowers } from "../cards/powers.js";
import { el, loadStyle } from "../dom.js";
import { bookAddress } from "../game/log.js";
import { answerText } from "../lobby/alloptions.js";
import { revisedIn } from "../lobby/options.js";
import { draw } from "../state.js";
import { cardName, cardText, known, loadPart, messageText, plain, say } from "../text.js";
import { fitting, soughtIn, Texts } from "./search.js";

/** @type {Api.BookForm} */
let book;
/** @type {Map<string, Api.SectionForm>} */
let sections;
/** @type {Api.ChoicesForm} */
let choices;
let words = "";

const PAGES = /** @type {const} */ (["general", "powers", "questions"]);
const MANY = 40; // results; more than that help nobody

/** @type {Page.View} */
export const view = {
  title: () => say("book.title"),
  panels: (snapshot, _, path) => [head(path), ...page(snapshot, path)],
  drawn: showRuling,
  left: () => {
    reached = "";
  },
};

/** Fetch the book and the texts in it. */
export async function load() {
  const [answer, options] = await Promise.all([
    fetch("book.json"),
    fetch("options.json"),
    loadPart("book"),
    loadPart("rulings"),
    loadStyle("book"),
    loadPart("options"),
    loadPowers(),
  ]);
  if (!answer.ok || !options.ok) throw new Error(`the book: ${answer.status}, ${options.status}`);
  [book, choices] = await Promise.all([answer.json(), options.json()]);
  sections = new Map(book.sections.map((section) => [section.number, section]));
}

/** @param {string} sought */
function search(sought) {
  words = sought;
  if (location.hash !== "#book") location.replace("#book");
  draw();
}

/** @param {string[]} path */
function head([first]) {
  return el(
    "section",
    { class: "card book-head", "data-key": "book-head" },
    el("h2", {}, say("book.title")),
    el(
      "label",
      { class: "field" },
      el("span", {}, say("book.search")),
      el("input", {
        type: "search",
        oninput: ({ value }) => search(value),
        autocomplete: "off",
        enterkeyhint: "search",
        value: words,
      }),
    ),
    el(
      "p",
      { class: "foot" },
      first ? el("a", { href: "#book" }, say("book.contents")) : el("a", { href: "#" }, say("menu.table")),
      el("a", { href: "#position" }, say("menu.position")),
    ),
  );
}

/** What the address asks for.
 * @param {Api.SnapshotForm} snapshot
 * @param {string[]} path
 * @returns {Page.Child[]} */
function page(snapshot, [first, second, third]) {
  if (first === "why") return because(snapshot, second ?? "", (third ?? "").split(",").filter(Boolean));
  const one = cardOf(first ?? "");
  const other = cardOf(second ?? "");
  if (one && other && one !== other) return [pair(one, other)];
  if (one) return [power(snapshot, one)];
  const section = sections.get((first ?? "").toUpperCase());
  if (section) return [sectionCard(snapshot, section)];
  return words.trim() ? [results()] : contents();
}

/** The sections that explain a reason, the reason within it, and the powers that stand behind it.
 * @param {Api.SnapshotForm} snapshot
 * @param {string} key
 * @param {string[]} more */
function because(snapshot, key, more) {
  const numbers = [key, ...more].map((each) => book.reasons[each] ?? book.reasons[each.split(".")[0]]);
  const found = [...new Set(numbers)].flatMap((number) => sections.get(number) ?? []);
  const sought = soughtIn([key, ...more].map(reasonWords).join(" "), say("book.little"));
  return found.length ? found.map((section) => sectionCard(snapshot, section, rulingOn(section, sought))) : contents();
}

/** What a reason says, without what differs from case to case; or a power's name.
 * @param {string} key */
const reasonWords = (key) => (known(key) ? say(key).replace(/\{\w+\}/g, " ") : cardName(key));

/** The ruling of a section that is about these words; the first one, which says most, if none shares two of them.
 * @param {Api.SectionForm} section
 * @param {string[]} sought
 * @returns {Api.BlockForm | null} */
function rulingOn({ blocks }, sought) {
  const rulings = blocks.map((block) => ({ body: spoken(block.texts) }));
  const [best] = new Texts(rulings, { terse: false }).search(sought);
  return blocks[best && best.count > 1 ? best.place : 0] ?? null;
}

/** The address whose ruling was brought into view. */
let reached = "";

/** After a drawing: bring the ruling that a reason rests on into view, once. */
function showRuling() {
  if (location.hash === reached) return;
  reached = location.hash;
  // A page of another view begins at its top first.
  requestAnimationFrame(() => document.querySelector(".book .marked")?.scrollIntoView({ block: "center" }));
}

/** @param {Api.SectionForm} section */
function addressOf({ number, page }) {
  return `#book/${page === "powers" ? (powerOf(number)?.power ?? number) : number}`;
}

/** @param {string} number */
const powerOf = (number) => allCards().find((card) => String(card.number) === number);

/** The name of a section in this phone's language, as far as it has one.
 * @param {Api.SectionForm} section */
function titleOf({ number, page, title }) {
  const card = page === "powers" ? powerOf(number) : null;
  return card ? cardName(card.power) : say(title);
}

/** A section as it stands in the book.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.SectionForm} section
 * @param {Api.BlockForm | null} [marked] the ruling that is asked about */
function sectionCard(snapshot, section, marked = null) {
  const card = section.page === "powers" ? powerOf(section.number) : null;
  if (card) return power(snapshot, card, marked);
  return el(
    "section",
    { class: "card book", "data-key": section.number, "aria-labelledby": `book-${section.number}` },
    el("h3", { id: `book-${section.number}` }, mark(section.number), " ", say(section.title)),
    section.switches.map((name) => played(snapshot, name)),
    sectionParts(section.blocks, marked),
  );
}

/** @param {string} number */
const mark = (number) => el("span", { class: "number" }, number);

/** A question in this phone's language, with what this table plays.
 * @param {Api.SnapshotForm} snapshot
 * @param {string} name */
function played({ options: { rules } }, name) {
  const usual = choices.questions.find((question) => question.name === name)?.usual ?? null;
  const now = name in rules ? rules[name] : usual;
  return el(
    "p",
    { class: "played", "data-key": name },
    say(`question.${name}`),
    " ",
    el("strong", {}, say("book.played", { answer: answerText(name, now) })),
    now !== usual && [" ", el("span", { class: "quiet" }, say("book.usual", { answer: answerText(name, usual) }))],
  );
}

/** Everything about a power.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Card} card
 * @param {Api.BlockForm | null} [marked] the ruling that is asked about */
function power(snapshot, card, marked = null) {
  const section = sections.get(String(card.number));
  const revised = cardText(card.power, "revised");
  const facts = [say(`set.${card.set}`), say(`sheet.players.${card.players.join("")}`)];
  if (card.fleece) facts.push(say("sheet.fleece"));
  if (card.first_games) facts.push(say("sheet.first"));
  return el(
    "section",
    { class: "card book", "data-key": card.power, "aria-labelledby": `book-${card.power}` },
    el(
      "h3",
      { id: `book-${card.power}`, class: "of-power" },
      emblem(card.power),
      cardName(card.power),
      " ",
      mark(String(card.number)),
    ),
    el("p", { class: "quiet" }, cardText(card.power, "title")),
    el(
      "ul",
      { class: "chips", "aria-label": say("sheet.when") },
      card.timing.map((timing) => el("li", {}, say(`timing.${timing}`))),
    ),
    el("p", {}, cardText(card.power, "text")),
    revised && el("p", {}, el("strong", {}, say("sheet.revised")), " ", revised),
    revised && revisedIn(snapshot.options.rules).includes(card.power)
      ? el("p", { class: "quiet" }, say("sheet.revised_played"))
      : null,
    el("p", { class: "quiet" }, setMark(card.power), facts.join(" · ")),
    el("p", { class: "quiet" }, say("book.icons"), " ", el("a", { href: "#book/G17" }, "G17")),
    el("h4", {}, say("sheet.table")),
    el("p", {}, cardText(card.power, "table")),
    el("h4", {}, say("sheet.rulings")),
    list(card.rulings),
    section && [el("h4", {}, say("book.rulings", { number: card.number })), sectionParts(section.blocks, marked)],
    el("h4", {}, say("book.meetings")),
    bans(card),
    el(
      "ul",
      { class: "ways-on" },
      partners(card).map((other) =>
        el("li", {}, el("a", { href: `#book/${card.power}/${other}` }, emblem(other), cardName(other))),
      ),
    ),
  );
}

/** @param {Api.MessageForm[]} rulings */
const list = (rulings) =>
  el(
    "ul",
    { class: "rulings" },
    rulings.map((ruling) => el("li", {}, messageText(ruling))),
  );

/** @param {Page.Card} card */
function bans({ banned, impossible }) {
  /** @param {string[]} powers */
  const names = (powers) => powers.map(cardName).join(", ");
  return [
    banned.length > 0 && el("p", {}, say("sheet.banned", { powers: names(banned) })),
    impossible.length > 0 && el("p", {}, say("sheet.impossible", { powers: names(impossible) })),
  ];
}

/** The blocks in which the rulings of a power name another one.
 * @param {Page.Card} card
 * @param {string} other */
const naming = ({ number }, other) =>
  (sections.get(String(number))?.blocks ?? []).filter(({ powers }) => powers.includes(other));

/** The powers with which there is something to say about a power, in the order of the rulebook.
 * @param {Page.Card} card */
function partners(card) {
  return allCards()
    .filter(
      (other) =>
        other !== card &&
        (other.power in card.against ||
          card.banned.includes(other.power) ||
          card.impossible.includes(other.power) ||
          naming(card, other.power).length ||
          naming(other, card.power).length),
    )
    .map((other) => other.power);
}

/** What is to be known of two powers.
 * @param {Page.Card} one
 * @param {Page.Card} other */
function pair(one, other) {
  const told = one.against[other.power] ?? [];
  const later = one.number > other.number ? one : other;
  const rulings = [one, other].flatMap((card) => {
    const blocks = naming(card, card === one ? other.power : one.power);
    return blocks.length
      ? [
          el(
            "h4",
            {},
            el(
              "a",
              { href: `#book/${card.power}` },
              say("book.rulings_of", { power: card.power, number: card.number }),
            ),
          ),
          sectionParts(blocks),
        ]
      : [];
  });
  const ban = one.impossible.includes(other.power)
    ? say("sheet.impossible", { powers: other.power })
    : one.banned.includes(other.power) && say("book.banned", { power: later.power });
  return el(
    "section",
    { class: "card book", "data-key": `${one.power}-${other.power}`, "aria-labelledby": "book-pair" },
    el(
      "h3",
      { id: "book-pair", class: "of-power" },
      emblem(one.power),
      say("book.pair", { one: one.power, other: other.power }),
      emblem(other.power),
    ),
    ban && el("p", {}, ban, " ", el("a", { href: "#book/G7" }, "G7")),
    told.length > 0 && list(told),
    rulings,
    !ban && !told.length && !rulings.length && el("p", {}, say("sheet.nothing")),
    el(
      "ul",
      { class: "ways-on" },
      [one, other].map(({ power: each }) =>
        el("li", {}, el("a", { href: `#book/${each}` }, emblem(each), cardName(each))),
      ),
    ),
  );
}

/** All that there is, by its pages. */
function contents() {
  return PAGES.map((page) =>
    el(
      "section",
      { class: "card book", "data-key": page, "aria-labelledby": `book-${page}` },
      el("h3", { id: `book-${page}` }, say(`book.${page}`)),
      page === "questions" && el("p", { class: "quiet" }, say("book.questions.how")),
      el(
        "ul",
        { class: page === "powers" ? "ways-on" : "lines" },
        book.sections.filter((section) => section.page === page).map(entry),
      ),
    ),
  );
}

/** @param {Api.SectionForm} section */
function entry(section) {
  const card = section.page === "powers" ? powerOf(section.number) : null;
  return el(
    "li",
    { "data-key": section.number },
    el("a", { href: addressOf(section) }, card ? emblem(card.power) : mark(section.number), titleOf(section)),
  );
}

/** What the search has found: two powers that meet, powers by their names, and sections.  */
function results() {
  const sought = soughtIn(words, say("book.little"));
  const named = sought.map(powersNamed);
  const met =
    sought.length === 2
      ? named[0].flatMap((one) =>
          named[1].filter((other) => other !== one).map((other) => /** @type {const} */ ([one, other])),
        )
      : [];
  const found = passagesAbout(sought);
  const powers = met.length ? [] : [...new Set(named.flat())];
  const none = !met.length && !found.length && !powers.length;
  return el(
    "section",
    { class: "card book", "data-key": "found", "aria-label": say("book.found") },
    none && el("p", { role: "status" }, say("book.nothing")),
    met.slice(0, MANY).map(([one, other]) => pair(one, other)),
    powers.length > 0 &&
      el(
        "ul",
        { class: "ways-on" },
        powers.map(({ power: each }) => el("li", {}, el("a", { href: `#book/${each}` }, emblem(each), cardName(each)))),
      ),
    el("ul", { class: "hits" }, found.map(hit)),
  );
}

/** A section that was found, with what it says about what is sought.
 * @param {Passage} passage */
const hit = ({ section, text }) =>
  el(
    "li",
    { "data-key": section.number },
    el("a", { href: addressOf(section) }, mark(section.number), titleOf(section)),
    text && el("p", { class: "quiet" }, paragraph(text)),
  );

/** The powers that a word names, as it is written or with a letter or two wrong.
 * @param {string} word */
function powersNamed(word) {
  if (word.length < 2) return [];
  const names = allCards().map((card) => /** @type {const} */ ([card, plain(cardName(card.power)).split(/\s+/)]));
  const begun = names.filter(([, parts]) => parts.some((part) => part.startsWith(word)));
  if (begun.length) return begun.map(([card]) => card);
  return names.filter(([, parts]) => fitting(word, parts).size).map(([card]) => card);
}

/** @typedef {{section: Api.SectionForm, text: string}} Passage a part of what is said in a section, or on its card */

/** All that is said in the book and on the cards, in this phone's language.
 * @type {{passages: Passage[], texts: Texts} | null} */
let searchable = null;

function madeSearchable() {
  const passages = book.sections.flatMap((section) => ["", ...saidIn(section)].map((text) => ({ section, text })));
  const texts = passages.map(({ section, text }) => ({ title: `${section.number} ${titleOf(section)}`, body: text }));
  return { passages, texts: new Texts(texts) };
}

/** The passages that are most about these words, the best of each section, the best first.
 * @param {string[]} sought
 * @returns {Passage[]} */
function passagesAbout(sought) {
  searchable ??= madeSearchable();
  const { passages, texts } = searchable;
  /** @type {Map<string, Passage>} */
  const best = new Map();
  for (const { place } of texts.search(sought)) {
    const passage = passages[place];
    if (!best.has(passage.section.number)) best.set(passage.section.number, passage);
  }
  return [...best.values()].slice(0, MANY);
}

/** @param {string[]} keys */
const spoken = (keys) => keys.map((key) => say(key)).join(" ");

/** All that a section says, its card and its questions, passage by passage.
 * @param {Api.SectionForm} section
 * @returns {string[]} */
function saidIn({ number, page, blocks, switches }) {
  const card = page === "powers" ? powerOf(number) : null;
  const parts = card ? ["short", "text", "revised", "table", "title"].map((part) => cardText(card.power, part)) : [];
  return [
    ...parts,
    ...(card?.rulings.map(messageText) ?? []),
    ...blocks.map(({ texts }) => texts.map((key) => say(key)).join(" · ")),
    ...switches.map((name) => say(`question.${name}`)),
  ].filter(Boolean);
}

// ---- The paragraphs of the judge's book as elements: **words that are explained**, `answers`, {numbers} of other
// sections, and letters in brackets that say what a ruling rests on.

const MARKS = /(\*\*[^*]+\*\*|`[^`]+`|\{[A-Z0-9-]+\}|\[[A-Z0-9][A-Z0-9, ]*(?:; [^\]]*)?\])/;

/** A text with its marks.
 * @param {string} text
 * @returns {Page.Child[]} */
function paragraph(text) {
  return text.split(MARKS).map((part) => {
    if (part.startsWith("**")) return el("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return answer(part.slice(1, -1));
    if (part.startsWith("{")) return el("a", { href: bookAddress(part.slice(1, -1)) }, part.slice(1, -1));
    return part.startsWith("[") ? restsOn(part.slice(1, -1)) : part;
  });
}

/** @type {Record<string, string>} */
const ANSWERS = { yes: "options.yes", no: "options.no", "as worded": "options.as_edition" };

/** An answer to a question as the options call it, or what is written as it is.
 * @param {string} written */
function answer(written) {
  return written in ANSWERS ? el("em", {}, say(ANSWERS[written])) : el("code", {}, written);
}

/** What a ruling rests on.
 * @param {string} letters such as "R, O" */
function restsOn(letters) {
  const said = letters.split(/[,;] /).map((one) => (known(`book.rests.${one}`) ? say(`book.rests.${one}`) : one));
  return el("small", { class: "rests" }, said.join(", "));
}

/** The blocks of a section: paragraphs, lists, tables.
 * @param {Api.BlockForm[]} blocks
 * @param {Api.BlockForm | null} [marked] the one that is asked about
 * @returns {Page.Child[]} */
function sectionParts(blocks, marked = null) {
  /** @type {Page.Child[]} */
  const made = [];
  for (let at = 0; at < blocks.length;) {
    const { kind } = blocks[at];
    const isTable = kind === "head" || kind === "row";
    let end = at + 1;
    while (end < blocks.length && (isTable ? blocks[end].kind === "row" : blocks[end].kind === kind)) end += 1;
    made.push(together(kind, blocks.slice(at, end), marked));
    at = end;
  }
  return made;
}

/** @param {Api.BlockForm["kind"]} kind
 * @param {Api.BlockForm[]} blocks
 * @param {Api.BlockForm | null} marked */
function together(kind, blocks, marked) {
  /** @param {Api.BlockForm} block */
  const as = (block) => (block === marked ? { class: "marked", "aria-current": "true" } : {});
  if (kind === "text") return blocks.map((block) => el("p", as(block), paragraph(say(block.texts[0]))));
  if (kind === "item" || kind === "step") {
    return el(
      kind === "item" ? "ul" : "ol",
      { class: kind === "item" ? "rulings" : "steps" },
      blocks.map((block) => el("li", as(block), paragraph(say(block.texts[0])))),
    );
  }
  return el(
    "div",
    { class: "wide", tabindex: "0" },
    el(
      "table",
      {},
      blocks.map((block) =>
        el(
          "tr",
          as(block),
          block.texts.map((text) => el(block.kind === "head" ? "th" : "td", {}, paragraph(say(text)))),
        ),
      ),
    ),
  );
}
