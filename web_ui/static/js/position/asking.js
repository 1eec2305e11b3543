// What is asked of the table for a position that is set up: again for a while where that is no answer yet, and what stands on
// the board.

import { BUSY, inTurn } from "../inquiry.js";
import { say } from "../text.js";

/** @typedef {{status: number, found: Api.WorkersForm | null}} Surveyed what was answered, and what was found on the board */

const AGAIN = 5; // times
const WAIT = 300; // ms

/** What is answered, asked again a few times while it is to be waited for.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {(answer: Answer) => boolean} waits
 * @returns {Promise<Answer>} */
export async function patiently(ask, waits) {
  let answer = await ask();
  for (let again = 0; waits(answer) && again < AGAIN; again += 1) {
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    answer = await ask();
  }
  return answer;
}

/** The workers that stand on the board while no game is played.
 * @param {() => boolean} isWanted whether nothing else was asked meanwhile */
export const surveyed = (isWanted) =>
  inTurn(isWanted, () =>
    patiently(askBoard, ({ status, found }) => (status === BUSY || found?.state === "moving") && isWanted()),
  );

/** @returns {Promise<Surveyed>} */
async function askBoard() {
  try {
    const answer = await fetch("workers.json");
    return { status: answer.status, found: answer.ok ? await answer.json() : null };
  } catch (error) {
    if (error instanceof TypeError) return { status: 0, found: null }; // the table is out of reach
    throw error;
  }
}

/** What was taken over, and what was not.
 * @param {Api.WorkersForm} found */
export function surveyText({ state, workers }) {
  if (!workers.length) return say("position.none_felt");
  const unknown = workers.filter(({ level }) => level === null).map(({ square }) => square);
  return [
    say("position.felt"),
    unknown.length && say("position.heights_unknown", { squares: unknown.join(", ") }),
    state === "disturbed" && say("position.disturbed"),
  ]
    .filter(Boolean)
    .join(" ");
}
