// The page's texts for tests: `loadPart` reads a catalogue from the disk, as the page fetches it from the table.

import { readFile } from "node:fs/promises";
import { loadPart } from "../../../web_ui/static/js/text.js";

const TRANSLATIONS = new URL("../../../web_ui/translations/", import.meta.url);

/** Load some parts of a catalogue for all that is said from now on.
 * @param {string} language
 * @param {string[]} parts */
export async function speak(language, ...parts) {
  const globals = /** @type {any} */ (globalThis);
  globals.document = {
    documentElement: { lang: language },
    body: { dataset: {}, matches: () => false },
    querySelector: () => null,
  };
  globals.fetch = async (/** @type {string} */ address) => {
    const text = await readFile(new URL(address.replace("text/", ""), TRANSLATIONS), "utf-8");
    return { ok: true, json: () => Promise.resolve(JSON.parse(text)) };
  };
  for (const part of parts) await loadPart(part);
}
