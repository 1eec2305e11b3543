// What a phone shows in each phase. Functions from the snapshot and the phone's own state to elements.

import { boardTable, reach } from "./board.js";
import { button, el } from "./dom.js";
import { token } from "./drawing.js";
import { emblem } from "./emblems.js";
import { boardStatus } from "./guidance.js";
import { cardName, cardText, known, say, sayFirst, tell, who } from "./text.js";

/** All panels for this snapshot. */
export function panels(snapshot, ui) {
  const parts = [banner(snapshot, ui)];
  switch (snapshot.phase) {
    case "lobby":
      parts.push(worthTelling(snapshot) ? boardStatus(snapshot, ui) : null, lobby(snapshot, ui), join(ui));
      break;
    case "draft":
      parts.push(draft(snapshot, ui));
      break;
    default:
      parts.push(boardStatus(snapshot, ui), table(snapshot, ui), players(snapshot), log(snapshot));
  }
  if (snapshot.phase !== "lobby") parts.push(hostTools(snapshot, ui));
  return parts;
}

/** Before a game the board is only spoken of if there is a way out to take or something to mend. */
function worthTelling({ offers, board }) {
  return offers.length || board.warnings.length;
}

// The banner: whose turn it is, what is asked, and the answer to the last tap.

function banner(snapshot, ui) {
  const { seat, title, ask } = headline(snapshot);
  return el(
    "section",
    { class: `banner ${seat ?? ""}`, "data-key": "banner" },
    seat ? token(seat) : null,
    el(
      "div",
      { class: "words" },
      el("h2", {}, title),
      el("p", { class: "ask", "aria-live": "polite", "data-key": "ask" }, ask),
      el("p", { class: "note", role: "status", "data-key": "note" }, ui.note ?? ""),
    ),
  );
}

/** Whose turn it is and what is asked, in words. */
export function headline(snapshot) {
  const { phase, prompt, confirming, game, draft: drafting } = snapshot;
  if (phase === "lobby") return { seat: null, title: say("lobby.title"), ask: lobbyAsk(snapshot) };
  if (phase === "draft") {
    const mine = snapshot.seats_held.includes(drafting.to_act);
    const ask = say(`draft.${drafting.stage}.${mine ? "you" : "others"}`, { seat: drafting.to_act, count: seated(snapshot).length });
    return { seat: drafting.to_act, title: who(drafting.to_act), ask };
  }
  if (phase === "over" || (game?.outcome && !confirming)) {
    const winners = game?.outcome?.winners ?? [];
    const title = winners.length ? say(winners.length > 1 ? "over.winners" : "over.winner", { seat: winners[0], seats: winners.join(",") }) : say("over.title");
    return { seat: winners[0] ?? null, title, ask: game?.outcome ? tell(game.outcome.reason) : "" };
  }
  if (confirming) {
    const mine = snapshot.seats_held.includes(confirming);
    const won = game?.outcome ? "won" : mine ? "you" : "others";
    return { seat: confirming, title: say("turn.of", { seat: confirming }), ask: say(`confirm.${won}`, { seat: confirming }) };
  }
  if (!prompt) return { seat: game?.active ?? null, title: game?.active ? say("turn.of", { seat: game.active }) : "", ask: "" };
  const interrupt = game?.active && prompt.seat !== game.active;
  const title = say(interrupt ? "turn.interrupt" : phase === "placing" ? "turn.placing" : "turn.of", { seat: prompt.seat });
  return { seat: prompt.seat, title: game?.driven ? say("turn.driven", { seat: prompt.seat }) : title, ask: askText(snapshot) };
}

function askText({ prompt, seats_held: held, choices, game }) {
  if (choices.length) return say(choices.length > 1 ? "choice.ask" : "choice.ask_one");
  if (!held.includes(prompt.seat)) return say(`ask.${prompt.kind}.others`, { seat: prompt.seat });
  const keys = [`ask.${prompt.kind}.${prompt.power}`];
  if (game?.driven) keys.push(`ask.${prompt.kind}.driven`);
  if (prompt.optional) keys.push(`ask.${prompt.kind}.optional`);
  return sayFirst([...keys, `ask.${prompt.kind}`], { power: prompt.power });
}

// The lobby.

const seated = (snapshot) => snapshot.seats.filter((seat) => seat.name !== null);

function lobbyAsk(snapshot) {
  if (!snapshot.seats_held.length) return say("lobby.claim");
  const count = seated(snapshot).length;
  if (count < 2) return say("lobby.wait");
  return say(snapshot.host ? "lobby.ready" : "lobby.host_begins", { count });
}

function lobby(snapshot, ui) {
  const count = seated(snapshot).length;
  return el(
    "section",
    { class: "card lobby", "data-key": "lobby" },
    count < snapshot.seats.length &&
      el(
        "label",
        { class: "field" },
        el("span", {}, say("lobby.name")),
        el("input", { type: "text", id: "player-name", maxlength: 24, autocomplete: "nickname", value: ui.name }),
      ),
    el("ul", { class: "seats", "aria-label": say("lobby.seats") }, snapshot.seats.map((seat) => seatRow(snapshot, seat))),
    el("p", { class: "quiet", "data-key": "sides" }, sides(snapshot)),
    snapshot.host &&
      el(
        "div",
        { class: "options" },
        el(
          "label",
          { class: "switch" },
          el("input", { type: "checkbox", "data-change": "powers", checked: snapshot.powers, disabled: snapshot.powers_needed }),
          el("span", {}, say("lobby.powers")),
        ),
        el(
          "button",
          { type: "button", class: "primary", "data-do": "begin", disabled: count < 2 },
          say("lobby.begin"),
        ),
      ),
    snapshot.powers_needed && el("p", { class: "quiet" }, say("lobby.powers_needed")),
    !snapshot.host && !snapshot.powers_needed && el("p", { class: "quiet" }, say(snapshot.powers ? "lobby.with_powers" : "lobby.no_powers")),
  );
}

/** How those who sit would play now: how many the game is for, or who plays with whom. */
function sides(snapshot) {
  const sitting = seated(snapshot);
  const teams = [0, 1].map((team) => sitting.filter((one) => one.team === team).map((one) => one.seat));
  if (teams.every((seats) => seats.length > 1)) return say("lobby.teams", { one: teams[0].join(","), other: teams[1].join(",") });
  return say(sitting.length > 2 ? "lobby.everyone" : "lobby.sizes");
}

function seatRow(snapshot, { seat, name, connected }) {
  const mine = snapshot.seats_held.includes(seat);
  return el(
    "li",
    { class: `seat ${seat} ${name ? "taken" : "free"}`, "data-key": seat },
    token(seat),
    el(
      "span",
      { class: "who" },
      el("strong", {}, name ?? say(`seat.${seat}`)),
      el("small", {}, name ? say(mine ? "lobby.yours" : `seat.${seat}`) : say("lobby.free")),
    ),
    name && dot(connected),
    !name && button(say("lobby.sit"), "claim", { seat, colour: say(`seat.${seat}`) }, snapshot.seats_held.length ? "" : "primary"),
    mine && button(say("lobby.leave"), "leave", { seat }),
  );
}

function dot(connected) {
  const text = say(connected ? "lobby.connected" : "lobby.away");
  return el("span", { class: `dot ${connected ? "on" : "off"}`, role: "img", "aria-label": text, title: text });
}

function join(ui) {
  return el(
    "section",
    { class: "card join", "data-key": "join" },
    el("img", { src: "/join.svg", alt: say("join.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say("join.title")), el("p", { class: "quiet" }, say("join.how"))),
    el("p", { class: "address" }, ui.address),
  );
}

// The draft.

function draft(snapshot, ui) {
  const { draft: drafting } = snapshot;
  const mine = snapshot.seats_held.includes(drafting.to_act);
  if (drafting.stage === "start") return starters(snapshot, ui, mine);
  const wanted = drafting.stage === "offer" ? seated(snapshot).length : 1;
  const picked = mine ? [...ui.cards].filter((power) => drafting.cards.some((card) => card.power === power)) : [];
  const ready = picked.length === wanted;
  const confirm = drafting.stage === "offer" ? say("draft.confirm_offer", { count: picked.length, wanted }) : say("draft.confirm_choice");
  return el(
    "section",
    { class: "draft", "data-key": "draft" },
    takenList(drafting),
    el("ul", { class: "cards" }, drafting.cards.map((card) => draftCard(card, mine, picked, drafting.stage))),
    mine &&
      el(
        "div",
        { class: "bar" },
        el("button", { type: "button", class: "primary", "data-do": "confirm-cards", disabled: !ready }, confirm),
      ),
  );
}

function draftCard(card, mine, chosen, stage) {
  const picked = chosen.includes(card.power);
  // While all cards lie there, only what speaks against a card already picked is worth reading.
  const warnings = card.warnings.filter(({ args }) => stage !== "offer" || chosen.includes(args.other));
  const notes = [card.refused && tell(card.refused), ...warnings.map(tell)].filter(Boolean);
  return el(
    "li",
    { "data-key": card.power },
    el(
      "button",
      {
        type: "button",
        class: `power ${picked ? "picked" : ""} ${card.refused ? "refused" : ""}`,
        "data-do": mine ? "card" : "peek",
        "data-power": card.power,
        "aria-pressed": mine ? String(picked) : null,
        "aria-disabled": card.refused ? "true" : null,
      },
      emblem(card.power),
      el("span", { class: "title" }, el("strong", {}, cardName(card.power)), el("em", {}, cardText(card.power, "title"))),
      el("span", { class: "text" }, cardText(card.power, "text")),
      notes.map((note) => el("span", { class: card.refused ? "why" : "warning" }, note)),
    ),
  );
}

function takenList(drafting) {
  if (!drafting.taken.length) return null;
  return el(
    "ul",
    { class: "taken" },
    drafting.taken.map(({ seat, power }) => el("li", {}, token(seat), say("draft.has", { seat, power }))),
  );
}

function starters(snapshot, ui, mine) {
  const { draft: drafting } = snapshot;
  return el(
    "section",
    { class: "card", "data-key": "starters" },
    takenList(drafting),
    mine &&
      el(
        "div",
        { class: "choices" },
        drafting.starters.map((seat) =>
          el(
            "button",
            { type: "button", "data-do": "starter", "data-seat": seat, "aria-pressed": String(ui.starter === seat) },
            token(seat),
            who(seat),
          ),
        ),
      ),
    mine &&
      el(
        "div",
        { class: "bar" },
        el("button", { type: "button", class: "primary", "data-do": "confirm-starter", disabled: !ui.starter }, say("draft.confirm_starter")),
      ),
  );
}

// Placing and playing.

function table(snapshot, ui) {
  if (!snapshot.game) return null;
  const can = reach(snapshot, ui.worker);
  return el(
    "section",
    { class: "play", "data-key": "play" },
    boardTable(snapshot, can, ui.focus),
    choices(snapshot, ui),
    special(snapshot, can),
    bar(snapshot, can),
  );
}

function choices(snapshot, ui) {
  if (snapshot.choices.length) {
    return el(
      "div",
      { class: "choices", role: "group", "aria-label": say("choice.ask"), "data-key": "readings" },
      snapshot.choices.map((chain, index) => button(chain.map((action) => actionText(action)).join("; "), "reading", { index })),
    );
  }
  if (!ui.between.length) return null;
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": say("choice.between"), "data-key": "between" },
    ui.between.map((option, index) => button(actionText(option, snapshot.prompt), "between", { index }, "primary")),
    button(say("choice.neither"), "neither"),
  );
}

const ON_THE_BOARD = ["place", "move", "build", "done"];

/** What hands and taps on squares do not say of themselves, as a list of buttons. */
function special(snapshot, can) {
  const listed = can.options.filter((option) => !ON_THE_BOARD.includes(option.kind));
  if (!listed.length || snapshot.choices.length) return null;
  return el(
    "div",
    { class: "choices special", role: "group", "aria-label": say("choice.special"), "data-key": "special" },
    listed.map((option) => button(actionText(option, snapshot.prompt), "option", { index: can.options.indexOf(option) })),
  );
}

/** An action in words, in those of the power that asks for it if there are any. */
export function actionText(action, prompt = null) {
  const { kind, piece, direction } = action;
  if (kind === "build") return say(action.worker === action.square ? "action.build_under" : `action.build_${piece}`, action);
  if (kind === "point" && !direction) return say("action.point_back");
  const words = direction ? { ...action, direction: say(`direction.${direction}`) } : action;
  return sayFirst([`action.${kind}.${prompt?.power}`, `action.${kind}`], words);
}

function bar(snapshot, can) {
  const { prompt, confirming, seats_held: held, phase } = snapshot;
  const buttons = [];
  if (snapshot.can_undo) buttons.push(button(say("play.undo"), "undo"));
  if (can.done) buttons.push(button(sayFirst([`done.${prompt.power}`, "done"], { power: prompt.power }), "done", {}, "primary"));
  if (confirming && held.includes(confirming)) buttons.push(button(say("play.confirm"), "confirm", {}, "primary"));
  if (phase === "over" && held.length) buttons.push(button(say("over.rematch"), "rematch", {}, "primary"));
  return buttons.length ? el("div", { class: "bar", "data-key": "bar" }, buttons) : null;
}

function players(snapshot) {
  return el(
    "section",
    { class: "players", "data-key": "players", "aria-label": say("players.title") },
    snapshot.game.players.map((player) => {
      const seat = snapshot.seats.find((one) => one.seat === player.seat);
      const uses = player.uses.filter((power) => power !== "mortal");
      const own = [player.power, player.second].filter((power) => power !== "mortal");
      return el(
        "details",
        { class: `player ${player.seat}`, "data-key": player.seat },
        el(
          "summary",
          {},
          token(player.seat),
          el("span", { class: "who" }, el("strong", {}, who(player.seat)), own.length ? el("em", {}, own.map(cardName).join(", ")) : null),
          seat && dot(seat.connected),
        ),
        own.map((power) => el("p", {}, emblem(power), cardText(power, "text"))),
        own.length ? null : el("p", {}, say("power.mortal.text")),
        uses.filter((power) => !own.includes(power)).map((power) => el("p", {}, say("players.uses", { power }))),
        own.filter((power) => !uses.includes(power)).map(() => el("p", {}, say("players.lost_power"))),
        remembered(player.memory).map((line) => el("p", {}, line)),
        player.reserve ? el("p", {}, say("players.reserve", { count: player.reserve })) : null,
        player.hidden ? el("p", {}, say("players.hidden", { count: player.hidden })) : null,
        partners(snapshot.game, player.seat).length ? el("p", {}, say("players.team", { seats: partners(snapshot.game, player.seat).join(",") })) : null,
        player.eliminated ? el("p", {}, say("players.eliminated")) : null,
      );
    }),
    snapshot.game.beside.filter((card) => card.holders.length || snapshot.game.tokens.some((one) => one.power === card.power)).map(besideCard),
    stockLine(snapshot.game.stock),
  );
}

/** What a card remembers, as far as this phone may know it, in lines; what has no words or says nothing is left out. */
function remembered(memory) {
  return Object.entries(memory).flatMap(([name, value]) => {
    const key = [`memory.${name}.${value}`, `memory.${name}`].find(known);
    if (!key || value === "-") return [];
    const direction = known(`direction.${value}`) ? say(`direction.${value}`) : value;
    return [say(key, { value: direction.replaceAll("+", ", ") })];
  });
}

/** A card beside the board: who has its use now. */
function besideCard({ power, holders }) {
  const has = holders.length ? say("players.beside", { power, seats: holders.join(",") }) : say("players.beside_nobody", { power });
  return el(
    "details",
    { class: "player beside", "data-key": `beside-${power}` },
    el("summary", {}, el("span", { class: "who" }, el("strong", {}, has))),
    el("p", {}, emblem(power), cardText(power, "text")),
  );
}

/** A word when a size of pieces has run out. */
function stockLine({ blocks, domes }) {
  if (!blocks.some((left) => left <= 0) && !(blocks.length && domes <= 0)) return null;
  return el("p", { class: "quiet", "data-key": "stock" }, say("stock.out"));
}

function log(snapshot) {
  if (!snapshot.log.length) return null;
  const lines = [...snapshot.log].reverse();
  return el(
    "details",
    { class: "log", "data-key": "log" },
    el("summary", {}, say("log.title"), el("span", { class: "last" }, tell(lines[0].message))),
    el("ol", { reversed: true, start: lines[0].number }, lines.map((line) => el("li", { "data-key": `line-${line.number}` }, tell(line.message)))),
  );
}

function hostTools(snapshot, ui) {
  if (snapshot.phase === "over") return null;
  const playing = ["placing", "playing"].includes(snapshot.phase) ? snapshot.seats_held.filter((seat) => plays(snapshot.game, seat)) : [];
  if (!snapshot.host && !playing.length) return null;
  return el("section", { class: "host", "data-key": "host" }, resigning(snapshot.game, playing, ui), snapshot.host && abandoning(ui));
}

/** The other players of a seat's team. */
const partners = (game, seat) => {
  const team = game.players.find((player) => player.seat === seat)?.team;
  return game.players.filter((player) => player.team === team && player.seat !== seat).map((player) => player.seat);
};

/** Whether a seat is still in the game. */
const plays = (game, seat) => game.players.some((player) => player.seat === seat && !player.eliminated);

/** Giving up, which is asked about once more. */
function resigning(game, seats, ui) {
  if (!seats.includes(ui.resigning)) {
    return seats.map((seat) => button(say(seats.length > 1 ? "resign.for" : "resign", { seat }), "resign", { seat }, "quiet"));
  }
  const together = [ui.resigning, ...partners(game, ui.resigning)];
  return [
    el("p", {}, say(together.length > 1 ? "resign.sure_team" : "resign.sure", { seat: ui.resigning, seats: together.join(",") })),
    button(say("resign.yes"), "resign-yes", {}, "danger"),
    button(say("host.abandon_no"), "resign-no"),
  ];
}

function abandoning(ui) {
  return (
    ui.abandoning
      ? [el("p", {}, say("host.sure")), button(say("host.abandon_yes"), "abandon-yes", {}, "danger"), button(say("host.abandon_no"), "abandon-no")]
      : button(say("host.abandon"), "abandon", {}, "quiet")
  );
}
