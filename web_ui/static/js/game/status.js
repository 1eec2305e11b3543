// How board and game agree: what is seen, what the game has, what to do, and other ways out.

import { differenceTexts } from "../board/words.js";
import { button, el } from "../dom.js";
import { added } from "../sheets.js";
import { ask, draw, inGame, onSnapshot, ui } from "../state.js";
import { known, messageText, say } from "../text.js";

/** The panel about the board; null when all is well and there is nothing to say.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
export function boardStatus(snapshot, ui) {
  const { board } = snapshot;
  const lines = [boardLine(board), known(`link.${board.link}`) && say(`link.${board.link}`)].filter(Boolean);
  const fixes = fixTexts(board);
  if (!lines.length && !fixes.length && !board.warnings.length && !snapshot.offers.length) return null;
  return el(
    "section",
    { class: `status ${board.mode}`, "data-key": "status" },
    el(
      "div",
      { "aria-live": "polite", "data-key": "told" },
      lines.map((line) => el("p", {}, line)),
      fixes.length
        ? el(
            "ul",
            { class: "fixes" },
            fixes.map((fix) => el("li", {}, fix)),
          )
        : null,
      board.warnings.map((warning) => el("p", { class: "warning" }, messageText(warning))),
    ),
    added("status", snapshot, ui),
    offers(snapshot, ui),
  );
}

/** What is to be put right, as far as the message does not say all of it.
 * @param {Page.Board} board */
function fixTexts({ differences, issue }) {
  const fixes = differenceTexts(differences);
  const ofOnePlace = issue === "fallen" || issue === "wrong_height";
  return issue === "one_change" || (ofOnePlace && fixes.length === 1) ? [] : fixes;
}

/** Other ways out than putting the pieces right; what would come of one is said before it is taken.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
function offers(snapshot, ui) {
  const chosen = snapshot.offers.find((offer) => offer.kind === ui.offer);
  if (!snapshot.offers.length) return null;
  if (!chosen) {
    return el(
      "div",
      { class: "choices", role: "group", "aria-label": say("offer.title"), "data-key": "offers" },
      snapshot.offers.map((offer) =>
        button(say(`offer.${offer.kind}`, offer), () => choose(offer.kind), "", offer.kind),
      ),
    );
  }
  const changes = chosen.kind === "adopt" ? changeTexts(inGame(snapshot).game, chosen) : [];
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say(`offer.${chosen.kind}`, chosen), "data-key": "offer" },
    el("p", { role: "status" }, consequence(snapshot, chosen)),
    changes.length
      ? el(
          "ul",
          {},
          changes.map((change) => el("li", {}, change)),
        )
      : null,
    button(say(`offer.${chosen.kind}.yes`), () => take(chosen.kind), "primary"),
    button(say("offer.no"), () => choose(null)),
  );
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Offer} offer
 */
function consequence(snapshot, offer) {
  const { confirming } = snapshot;
  if (offer.kind !== "adopt") return say(`offer.${offer.kind}.sure`, offer);
  return confirming
    ? say("offer.adopt.sure_confirming", { seat: confirming })
    : say("offer.adopt.sure", { seat: inGame(snapshot).game.active });
}

/** What changes in the game when it takes over what stands on the board.
 * @param {Api.ViewForm} game
 * @param {Extract<Page.Offer, {kind: "adopt"}>} given */
function changeTexts(game, { workers, heights }) {
  const before = Object.fromEntries(game.workers.map((one) => [one.square, one.seat]));
  const come = Object.entries(workers).filter(([square, seat]) => before[square] !== seat);
  const gone = Object.keys(before).filter((square) => !workers[square]);
  return [
    ...come.map(([square, seat]) => say("offer.adopt.worker", { square, seat })),
    ...gone.map((square) => say("offer.adopt.nobody", { square })),
    ...Object.entries(heights).map(([square, pieces]) => say("offer.adopt.height", { square, pieces })),
  ];
}

/** How the reading of the board stands, in one line; null when there is nothing to say.
 * @param {Page.Board} board */
function boardLine({ mode, differences, message, issue }) {
  // What is missing is said by each thing that is to be put back.
  if (issue === "missing" && differences.length) return null;
  if (message && issue !== "forbidden") return messageText(message);
  if (message) {
    const { square } = message.args;
    return `${square ? say("board.not_allowed", { square }) : say("board.not_allowed_here")} ${messageText(message)}`;
  }
  switch (mode) {
    case "unsure":
      return say("board.unreadable");
    case "restore":
      return say("board.restore");
    default:
      return null;
  }
}

/** Think about a way out, or about none any more.
 * @param {Page.Offer["kind"] | null} offer */
function choose(offer) {
  ui.offer = offer;
  draw();
}

/** @param {Page.Offer["kind"]} offer */
function take(offer) {
  ui.offer = null;
  return ask({ kind: "take_offer", offer });
}

/** The way out that is being thought about, with all that it means.
 * @param {Api.SnapshotForm} snapshot */
const offered = ({ offers }) => JSON.stringify(offers.find((offer) => offer.kind === ui.offer));

onSnapshot((fresh, before) => {
  if (before && offered(fresh) !== offered(before)) ui.offer = null;
});
