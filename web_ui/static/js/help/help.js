// What help tells: the rules of this game, its gods side by side, how to win, and what the lights mean.

import { allCards, cardOf, emblem, loadPowers, playedText } from "../cards/powers.js";
import { el } from "../dom.js";
import { inSentences } from "../lobby/options.js";
import { seated } from "../seats.js";
import { draw } from "../state.js";
import { cardName, cardText, loadPart, messageText, say, who } from "../text.js";
import { howto } from "./howto.js";

/** @type {Api.LightsForm} */
let legend;
/** The two gods side by side that were chosen; empty: the first ones in play.
 * @type {[string, string]} */
const beside = ["", ""];

/** Fetch what the help tells of. */
export async function load() {
  const [answer] = await Promise.all([fetch("lights.json"), loadPart("help"), loadPowers()]);
  if (!answer.ok) throw new Error(`the legend of the lights: ${answer.status}`);
  legend = await answer.json();
}

/** All of the help. In a game what it is about comes first, before one how it is won.
 * @param {Api.SnapshotForm} snapshot */
export function helpParts(snapshot) {
  queueMicrotask(shine); // once the lights are drawn
  const about = [rules(snapshot), sideBySide(snapshot)];
  return [snapshot.game ? [...about, howto()] : [howto(), ...about], lights(snapshot)];
}

/** @param {Api.SnapshotForm} snapshot */
function rules(snapshot) {
  const count = snapshot.game?.players.length ?? seated(snapshot).length;
  return el(
    "section",
    { class: "card game", "data-key": "help-rules", "aria-labelledby": "help-rules" },
    el("h3", { id: "help-rules" }, say("help.rules")),
    el(
      "ul",
      { class: "sentences" },
      count > 1 && el("li", {}, say(`help.players.${count}`)),
      inSentences(snapshot).map((sentence) => el("li", {}, sentence)),
    ),
  );
}

/** The powers in play, each with who has it; empty while nobody has one.
 * @param {Api.SnapshotForm} snapshot
 * @returns {{power: string, seat: Api.Seat}[]} */
function inPlay({ game, draft }) {
  if (draft) return draft.taken;
  const taken = (game?.players ?? []).flatMap(({ seat, power, second }) => [
    { power, seat },
    { power: second, seat },
  ]);
  return taken.filter(({ power }) => power !== "mortal");
}

/** Two gods beside each other, with what is to be known of them together.
 * @param {Api.SnapshotForm} snapshot */
function sideBySide(snapshot) {
  const own = new Set(snapshot.seats_held);
  const here = inPlay(snapshot).sort((one, other) => Number(own.has(other.seat)) - Number(own.has(one.seat)));
  const powers = [...new Set(here.map(({ power }) => power)), ...allCards().map(({ power }) => power)];
  const choice = [...new Set(powers)];
  const left = beside[0] || choice[0];
  const right = beside[1] || choice.find((power) => power !== left) || left;
  return el(
    "section",
    { class: "card beside-each-other", "data-key": "help-gods", "aria-labelledby": "help-gods" },
    el("h3", { id: "help-gods" }, say("help.gods")),
    el(
      "div",
      { class: "gods-beside" },
      [left, right].map((power, side) => god(snapshot, power, side, choice, here)),
    ),
    together(left, right),
  );
}

/** Choose a god of the two: 0 on the left, 1 on the right.
 * @param {number} side
 * @param {string} power */
function choose(side, power) {
  beside[side] = power;
  draw();
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {string} power
 * @param {number} side
 * @param {string[]} choice
 * @param {{power: string, seat: Api.Seat}[]} here
 */
function god(snapshot, power, side, choice, here) {
  const owners = here.flatMap((one) => (one.power === power ? [who(one.seat)] : []));
  return el(
    "article",
    { "data-key": side },
    el(
      "label",
      { class: "field" },
      el("span", { class: "visually-hidden" }, say(side ? "help.right" : "help.left")),
      el(
        "select",
        { onchange: ({ value }) => choose(side, value) },
        choice.map((each) => el("option", { value: each, selected: each === power }, cardName(each))),
      ),
    ),
    emblem(power),
    el("p", { class: "quiet" }, owners.length ? owners.join(", ") : cardText(power, "title")),
    el("p", {}, playedText(snapshot, power)),
  );
}

/** What is to be known of two gods together.
 * @param {string} one
 * @param {string} other */
function together(one, other) {
  const told = cardOf(one)?.against[other] ?? [];
  if (one === other) return null;
  return el(
    "div",
    { "data-key": "help-together" },
    el("h4", {}, say("help.together", { one, other })),
    el(
      "ul",
      { class: "sentences" },
      (told.length ? told : [{ key: "sheet.nothing", args: {} }]).map((each) => el("li", {}, messageText(each))),
    ),
  );
}

/** The lights of this board, each as it shines there.
 * @param {Api.SnapshotForm} snapshot */
function lights({ seats_held: [mine] }) {
  return el(
    "section",
    { class: "card light-legend", "data-key": "help-lights", "aria-labelledby": "help-lights" },
    el("h3", { id: "help-lights" }, say("help.lights")),
    el("p", { class: "quiet" }, say("help.lights.how")),
    el(
      "ul",
      {},
      legend.lights.map(({ light }) =>
        el(
          "li",
          { "data-key": light },
          el("i", { class: "light", "data-light": light, "data-of": mine ?? "blue", "aria-hidden": "true" }),
          el("span", {}, say(`light.${light}`)),
        ),
      ),
    ),
  );
}

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the lights shine as those of the board do; where motion is not wished they show their brightest moment. */
function shine() {
  for (const lamp of document.querySelectorAll("[data-light]")) {
    if (!(lamp instanceof HTMLElement)) continue;
    const { light, of, shining } = lamp.dataset;
    const entry = legend.lights.find((one) => one.light === light);
    if (!entry || shining === of) continue;
    lamp.dataset.shining = of;
    for (const each of lamp.getAnimations()) each.cancel();
    const own = legend.seats[of ?? "blue"];
    const frames = entry.samples.map(({ ms, colour, share }) => ({
      backgroundColor: mixed(colour ?? own, share),
      offset: entry.period ? ms / entry.period : 0,
    }));
    const brightest = entry.samples.reduce((one, other) => (other.share > one.share ? other : one));
    lamp.style.backgroundColor = mixed(brightest.colour ?? own, brightest.share);
    if (!entry.period || STILL.matches) continue;
    lamp.animate([...frames, { ...frames[0], offset: 1 }], { duration: entry.period, iterations: Infinity });
  }
}

/** A light of this colour and brightness on the dark ground of its square.
 * @param {string} colour
 * @param {number} share */
const mixed = (colour, share) => `color-mix(in srgb, ${colour} ${Math.round(100 * share ** 0.6)}%, #1a2430)`;
