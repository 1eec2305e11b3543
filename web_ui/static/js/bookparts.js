// The paragraphs of the judge's book as elements: **words that are explained**, `answers`, {numbers} of other sections, and
// letters in brackets that say what a ruling rests on.

import { el } from "./dom.js";
import { known, say } from "./text.js";

const MARKS = /(\*\*[^*]+\*\*|`[^`]+`|\{[A-Z0-9-]+\}|\[[A-Z0-9][A-Z0-9, ]*(?:; [^\]]*)?\])/;

/** Where a section of the book is.
 * @param {string} number */
export const bookAddress = (number) => `#book/${number}`;

/** A text with its marks.
 * @param {string} text
 * @returns {Page.Child[]} */
export function paragraph(text) {
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
 * @returns {Page.Child[]} */
export function sectionParts(blocks) {
  /** @type {Page.Child[]} */
  const made = [];
  for (let at = 0; at < blocks.length;) {
    const { kind } = blocks[at];
    const isTable = kind === "head" || kind === "row";
    let end = at + 1;
    while (end < blocks.length && (isTable ? blocks[end].kind === "row" : blocks[end].kind === kind)) end += 1;
    made.push(together(kind, blocks.slice(at, end)));
    at = end;
  }
  return made;
}

/** @param {Api.BlockForm["kind"]} kind
 * @param {Api.BlockForm[]} blocks */
function together(kind, blocks) {
  if (kind === "text") return blocks.map(({ texts }) => el("p", {}, paragraph(say(texts[0]))));
  if (kind === "item" || kind === "step") {
    return el(
      kind === "item" ? "ul" : "ol",
      { class: kind === "item" ? "rulings" : "steps" },
      blocks.map(({ texts }) => el("li", {}, paragraph(say(texts[0])))),
    );
  }
  return el(
    "div",
    { class: "wide", tabindex: "0" },
    el(
      "table",
      {},
      blocks.map(({ kind: row, texts }) =>
        el(
          "tr",
          {},
          texts.map((text) => el(row === "head" ? "th" : "td", {}, paragraph(say(text)))),
        ),
      ),
    ),
  );
}
