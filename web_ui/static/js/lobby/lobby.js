// The lobby: the seats, who sits down, how others join, and how to win for those who wait.

import { banner } from "../banner.js";
import { button, el } from "../dom.js";
import { token } from "../drawing.js";
import { finishedGames, notices } from "../notices.js";
import { Part, withTexts } from "../parts.js";
import { dot, mayEnd, namesOffered, ofSeat, seated, seatFor, waits } from "../seats.js";
import { ask, draw, inPuzzle, latest, NAME, note, onSnapshot, ui } from "../state.js";
import { stored } from "../stored.js";
import { say, who } from "../text.js";
import { claimAgain, isOnScreen } from "../door.js";
import { game, start } from "./options.js";

const howto = new Part(() => import("../help/howto.js"));
const status = new Part(() => import("../game/status.js"));
const guide = new Part(() => import("../game/guide.js"));
const puzzles = new Part(() => import("../puzzles/onboard.js"));

/** What shows the puzzle on the board; null without one, and until it is here.
 * @param {Api.SnapshotForm} snapshot */
export const puzzleHere = ({ puzzle }) => puzzle && puzzles.needed;

/** All panels of the lobby.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @returns {Page.Child[]} */
export const lobbyPanels = (snapshot, ui) => [
  banner(snapshot, ui, lobbyHeadline(snapshot)),
  notices(snapshot, ui),
  puzzleHere(snapshot)?.line(inPuzzle(snapshot)),
  ways(snapshot),
  worthTelling(snapshot) && status.needed?.boardStatus(snapshot, ui),
  seats(snapshot, ui),
  game(snapshot),
  whileWaiting(snapshot),
  greeting(snapshot),
  finishedGames(snapshot),
  others(snapshot),
  start(snapshot),
];

/** The welcome, to the table by its name if it has one, and what those in the lobby wait for.
 * @param {Api.SnapshotForm} snapshot
 * @returns {import("../banner.js").Headline} */
export function lobbyHeadline(snapshot) {
  const { name } = snapshot.settings;
  const title = name ? say("lobby.title_named", { table: name }) : say("lobby.title");
  return { seat: null, title, ask: lobbyAsk(snapshot) };
}

/** @param {Api.SnapshotForm} snapshot */
function lobbyAsk(snapshot) {
  if (snapshot.claims.some((claim) => claim.mine)) return say("lobby.prove");
  const count = seated(snapshot).length;
  if (mayPlayHere(snapshot)) return say("lobby.ways");
  if (!snapshot.seats_held.length && !snapshot.host) {
    return say(count < snapshot.seats.length ? "lobby.claim" : "lobby.full");
  }
  if (count < 2) return say("lobby.wait");
  return say(snapshot.host ? "lobby.ready" : "lobby.host_begins", { count });
}

/** How to win, for a player who waits for others before a game; null for the others, and until it has been fetched.
 * @param {Api.SnapshotForm} snapshot */
export const whileWaiting = (snapshot) => (waits(snapshot) ? (howto.needed?.howto() ?? null) : null);

/** Before a game the board is only spoken of if there is a way out to take or something to mend.
 * @param {Api.SnapshotForm} snapshot */
const worthTelling = ({ offers, board }) => offers.length > 0 || board.warnings.length > 0;

/** What a table's owner is offered once.
 * @param {Api.SnapshotForm} snapshot */
function greeting({ host, settings, boards }) {
  if (!host || settings.greeted) return null;
  return el(
    "section",
    { class: "card greeting", "data-key": "greeting" },
    el("h3", {}, say("greet.title")),
    el("p", { class: "quiet" }, say(isOnScreen({ boards }) ? "greet.how_screen" : "greet.how")),
    el(
      "div",
      { class: "choices" },
      el("a", { class: "button", href: "#settings/first" }, say("greet.yes")),
      button(say("greet.no"), greeted, "quiet"),
    ),
  );
}

/** The seats.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui */
function seats(snapshot, ui) {
  const free = seated(snapshot).length < snapshot.seats.length;
  const sits = snapshot.seats_held.length > 0;
  return el(
    "section",
    { class: "card lobby", "data-key": "lobby" },
    free && !sits && !navigator.cookieEnabled && el("p", {}, el("strong", {}, say("lobby.no_cookies"))),
    free && !sits && name(snapshot, ui, ui.name),
    el(
      "ul",
      { class: "seats", "data-key": "seats", "aria-label": say("lobby.seats") },
      snapshot.seats.map((seat) => seatRow(snapshot, seat)),
    ),
    el("p", { class: "quiet", "data-key": "sides" }, sides(snapshot)),
    "puzzled" in document.body.dataset &&
      el("p", { class: "foot", "data-key": "puzzle" }, el("a", { href: "#puzzles/today" }, say("lobby.puzzle"))),
    snapshot.host &&
      !("alone" in document.body.dataset) &&
      el("p", { class: "foot", "data-key": "match" }, el("a", { href: "#match" }, say("menu.match"))),
    free &&
      sits &&
      el(
        "details",
        { class: "another", "data-key": "another" },
        el("summary", {}, say("lobby.another")),
        name(snapshot, ui, ""),
      ),
  );
}

/** Who sits down: a name to write, and the names that this table knows.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.Ui} ui
 * @param {string} value */
function name(snapshot, ui, value) {
  const colours = snapshot.seats.map(({ seat }) => say(`seat.${seat}`));
  const known = namesOffered(snapshot, ui.name, colours);
  return [
    el(
      "form",
      { class: "field", "data-key": "name", onsubmit: sit },
      el("label", { for: "player-name" }, say("lobby.name")),
      el("input", {
        type: "text",
        id: "player-name",
        maxlength: 24,
        autocomplete: "nickname",
        enterkeyhint: "go",
        value,
      }),
    ),
    known.length > 0 &&
      el(
        "div",
        { class: "known", role: "group", "aria-label": say("lobby.known"), "data-key": "known" },
        known.map((each) => button(each, () => sitAs(each), "chip")),
      ),
  ];
}

/** The way back to the lobby, as long as nothing stands on the board; null where there is none.
 * @param {Api.SnapshotForm} snapshot */
export function backToLobby(snapshot) {
  const { phase, game, found } = snapshot;
  const empty = phase === "draft" || (phase === "placing" && game?.workers.length === 0);
  return mayEnd(snapshot) && empty && !found
    ? button(say("lobby.back"), () => ask({ kind: "abandon_game" }), "quiet decides")
    : null;
}

/** How those who sit would play now: how many the game is for, or who plays with whom.
 * @param {Api.SnapshotForm} snapshot */
function sides(snapshot) {
  const sitting = seated(snapshot);
  const teams = [0, 1].map((team) => sitting.filter((one) => one.team === team).map((one) => one.seat));
  if (teams.every((seats) => seats.length > 1)) {
    return say("lobby.teams", { one: teams[0].join(","), other: teams[1].join(",") });
  }
  return say(sitting.length > 2 ? "lobby.everyone" : "lobby.sizes");
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} row
 */
function seatRow(snapshot, row) {
  const { seat, name } = row;
  const { seats_held: held, claims, host } = snapshot;
  const mine = held.includes(seat);
  const taken = name !== null;
  const claim = claims.find((one) => one.mine && one.seat === seat);
  const asked = claim ?? claims.find((one) => one.seat === seat);
  const others = taken && !mine && !claim && !row.level && row.table === null;
  return el(
    "li",
    { class: `seat ${seat} ${taken ? "taken" : asked ? "claimed" : "free"}`, "data-key": seat },
    token(seat),
    whoSits(snapshot, row, asked),
    !taken && !claim && freeSeat(snapshot, seat),
    mine &&
      ofSeat(
        button(say("lobby.leave"), () => leave(seat), "quiet", seat),
        seat,
      ),
    tableOffer(snapshot, row) ?? (others && (host || !held.length) && more(seat, host)),
  );
}

/**
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} row
 * @param {Page.Claim|undefined} claim */
function whoSits({ seats_held: held, leader }, row, claim) {
  const { seat, name, connected, level, table } = row;
  const colour = say(`seat.${seat}`);
  const elsewhere = level !== null || table !== null;
  const plays = elsewhere ? tableLevel(row) : under(name, held.includes(seat), claim, colour);
  return el(
    "span",
    { class: "who" },
    el("strong", {}, level ? who(seat) : (name ?? (claim?.mine ? claim.name : "")) || colour),
    el(
      "small",
      {},
      name !== null && !elsewhere && dot(connected),
      [plays, leader === seat && say("lobby.leads")].filter(Boolean).join(" · "),
    ),
  );
}

/**
 * @param {string|null} name
 * @param {boolean} mine
 * @param {Page.Claim|undefined} claim
 * @param {string} colour
 */
function under(name, mine, claim, colour) {
  if (name !== null) return mine ? say("lobby.yours") : name && colour;
  if (!claim) return say("lobby.free");
  return claim.mine ? say("lobby.asks") : say("lobby.asked_for", { name: claim.name || say("claim.somebody") });
}

/** What can be done about a free seat.
 * @param {Api.SnapshotForm} snapshot
 * @param {Api.Seat} seat */
function freeSeat(snapshot, seat) {
  if (ui.seating === seat) return movesOrBoth(seat);
  const { seats_held: held, claims } = snapshot;
  const first = !held.length && !claims.some((one) => one.mine) && !mayPlayHere(snapshot);
  return ofSeat(
    button(say("lobby.sit"), () => sitHere(seat), first ? "primary" : "", seat),
    seat,
  );
}

/** Whoever sits already is asked whether to change seats or to play this one, too.
 * @param {Api.Seat} seat */
const movesOrBoth = (seat) => [
  button(say("lobby.second_no"), () => askSecond(null), "quiet", seat),
  el(
    "div",
    { class: "second", role: "group", "aria-label": say("lobby.second"), "data-key": "second" },
    el("p", { role: "status" }, say("lobby.second")),
    el(
      "div",
      { class: "choices" },
      button(say("lobby.move"), () => moveTo(seat), "primary", seat),
      button(say("lobby.both"), () => claimAsTyped(seat), "", seat),
    ),
  ),
];

/** What can be done about somebody else's seat: by the host, or by its player who comes with another phone.
 * @param {Api.Seat} seat
 * @param {boolean} host */
function more(seat, host) {
  return el(
    "details",
    { class: "more", "data-key": `more-${seat}` },
    el("summary", { "aria-label": say("lobby.more", { seat }) }, el("span", { "aria-hidden": "true" }, "⋯")),
    el(
      "div",
      { class: "choices" },
      host
        ? [
            button(say("lobby.lead", { seat }), () => ask({ kind: "hand_host", seat }), "", seat),
            button(say("lobby.free_seat"), () => leave(seat), "quiet", seat),
          ]
        : button(say("lost.mine"), () => claimAgain(seat), "", seat),
    ),
  );
}

/** How others come in with their phones; null where that is said elsewhere.
 * @param {Api.SnapshotForm} snapshot */
function others(snapshot) {
  const ways = [join(snapshot), homeWifi(snapshot)].filter((each) => each !== null);
  return ways.length ? el("div", { class: "others", "data-key": "others" }, ways) : null;
}

/** How another phone comes in, and who does what then; without an address, that none can. Nothing where the page around
 * ours says so already.
 * @param {Api.SnapshotForm} snapshot */
function join({ leader }) {
  if ("alone" in document.body.dataset) return null;
  const address = document.body.dataset.join;
  if (!address) {
    return el(
      "section",
      { class: "card", "data-key": "join" },
      el("h3", {}, say("join.title")),
      el("p", { class: "quiet" }, say("join.nowhere")),
    );
  }
  return el(
    "section",
    { class: "card join", "data-key": "join" },
    el("img", { src: "join.svg", alt: say("join.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say("join.title")), el("p", { class: "quiet" }, say("join.how"))),
    el("p", { class: "address" }, address),
    el("p", { class: "below" }, leader ? say("join.then", { seat: leader }) : say("join.then_first")),
  );
}

// ---- Seats that the table plays, or another table

/** The level to begin with.
 * @type {Api.LevelName} */
const FIRST = "casual";

/** Have the table play on a seat at a level, or no longer.
 * @param {Api.Seat} seat
 * @param {Api.LevelName | null} level
 * @param {boolean} [adapts] whether that is where it begins, and it adapts */
const letTablePlay = (seat, level, adapts = false) => ask({ kind: "let_table_play", seat, level, adapts });

/** Who plays on a seat for which nobody here does: at which level the table plays, whether it adapts, and the host who
 * watches, whose seat it is.
 * @param {Page.SeatRow} seat */
function tableLevel({ level, table, name, adapts }) {
  return withTexts("tableseats", () => {
    if (table !== null) return table ? say("far.at", { given: table }) : say("far.awaited");
    const strength = say(adapts ? "plays.adapts" : "plays.level", { given: say(`level.${level}`) });
    return [strength, name && say("plays.watches", { name })].filter(Boolean).join(" · ");
  });
}

/** What the host can have the table do on a seat: play there, more or less strongly, or no longer.
 * @param {Api.SnapshotForm} snapshot
 * @param {Page.SeatRow} row */
function tableOffer({ levels, host, leader, seats_held: held }, { seat, name, level, table, adapts }) {
  if (!host || !levels.length || table !== null || !withTexts("tableseats", () => true)) return null;
  if (!level && name === null) {
    return ofSeat(
      button(say("plays.offer"), () => letTablePlay(seat, FIRST), "quiet", seat),
      seat,
    );
  }
  if (!level) return held.includes(seat) ? watching(seat) : null;
  return el(
    "details",
    { class: "more", "data-key": `table-${seat}` },
    el("summary", { "aria-label": say("plays.choose") }, el("span", { "aria-hidden": "true" }, "⋯")),
    el(
      "div",
      { class: "choices", role: "group", "aria-label": say("plays.choose") },
      levels.map((each) =>
        button(say(`level.${each}`), () => letTablePlay(seat, each, adapts), each === level ? "primary" : "", seat),
      ),
      el(
        "label",
        { class: "switch", "data-key": "adapts" },
        el("input", {
          type: "checkbox",
          checked: adapts,
          onchange: ({ checked }) => letTablePlay(seat, level, checked),
        }),
        el("span", {}, say("plays.adapt"), el("small", {}, say("plays.adapt_how"))),
      ),
      button(say(seat === leader ? "plays.again" : "plays.away"), () => letTablePlay(seat, null), "quiet", seat),
    ),
  );
}

/** The host may let the table play for the own seat, too.
 * @param {Api.Seat} seat */
const watching = (seat) =>
  el(
    "details",
    { class: "more", "data-key": `table-${seat}` },
    el("summary", { "aria-label": say("lobby.more", { seat }) }, el("span", { "aria-hidden": "true" }, "⋯")),
    el(
      "div",
      { class: "choices" },
      button(say("plays.watch"), () => letTablePlay(seat, FIRST), "", seat),
    ),
  );

// ---- Sitting down and leaving

const SEAT = "thera-seat";

/** A tap on a free seat. Who sits already may have meant to change seats, unless somebody else's name is typed.
 * @param {Api.Seat} seat */
function sitHere(seat) {
  const sure = latest().seats_held.length !== 1 || typedName();
  return sure ? claimAsTyped(seat) : askSecond(seat);
}

/** Ask what a tap on this seat means, or no longer.
 * @param {Api.Seat | null} seat */
function askSecond(seat) {
  ui.seating = seat;
  draw();
  document.querySelector(".seat > .second")?.scrollIntoView({ block: "nearest" });
}

/** Leave the own seat for another one, under the same name.
 * @param {Api.Seat} seat */
function moveTo(seat) {
  const { seats, seats_held: held } = latest();
  const [leaving] = held;
  stored.setItem(SEAT, seat);
  return ask({ kind: "claim_seat", seat, name: seats.find((one) => one.seat === leaving)?.name ?? "", leaving });
}

onSnapshot(({ seats, seats_held: held }) => {
  const free = seats.some(({ seat, name }) => seat === ui.seating && name === null);
  if (!free || held.length !== 1) ui.seating = null;
});

/** Ask for a seat under the name that was typed; a phone that holds a seat seats somebody else.
 * @param {Api.Seat} seat */
function claimAsTyped(seat) {
  const typed = typedName();
  const taken = latest().seats.some((one) => one.name === typed && one.seat !== seat);
  return claim(seat, typed && !taken ? typed : "", typed);
}

/** Ask for the seat that suits this phone, under a name.
 * @param {string} name */
function sitAs(name) {
  const seat = seatFor(latest(), stored.getItem(SEAT));
  return seat && claim(seat, name, name);
}

/** Ask for a seat under a name, or under none, which each phone then calls by its colour; a phone remembers who had it
 * first.
 * @param {Api.Seat} seat
 * @param {string} name
 * @param {string} own */
async function claim(seat, name, own) {
  if (!navigator.cookieEnabled) return; // the seat would be nobody's; the lobby says so
  if (!latest().seats_held.length) {
    ui.name = own;
    stored.setItem(SEAT, seat);
    if (own) stored.setItem(NAME, own);
  }
  await ask({ kind: "claim_seat", seat, name });
  const { seats, seats_held: held } = latest();
  if (held.includes(seat)) clearName();
  else if (seats.some((one) => one.seat === seat && one.name !== null)) note(say("claim.ended.quicker"));
}

/** The field for a name; null once it is gone, as when a game has begun while somebody tapped.
 * @returns {HTMLInputElement | null} */
const nameField = () => document.querySelector("input#player-name");

/** The name that is typed; empty if none is. */
const typedName = () => nameField()?.value.trim() ?? "";

/** The next name that is typed on this phone is somebody else's. */
function clearName() {
  const field = nameField();
  if (field) field.value = "";
}

/** Whether this phone leads the table; where the host is gone it does from now on. */
export async function leading() {
  const { host, host_gone: gone, seats_held: held } = latest();
  if (!host && gone && held.length) await ask({ kind: "hand_host", seat: held[0] });
  return latest().host;
}

/** Ask for the seat that suits this phone, under the name that was typed. */
function sit() {
  const seat = seatFor(latest(), stored.getItem(SEAT));
  return seat && claimAsTyped(seat);
}

/** @param {Api.Seat} seat */
const leave = (seat) => ask({ kind: "leave_seat", seat });

/** The table's owner needs no introduction any more. */
const greeted = () => ask({ kind: "choose_settings", settings: { ...latest().settings, greeted: true } });

// ---- Ways in

/** Whether games begin here with one tap: nobody sits, and a board on the screen asks nobody to show that they are at it.
 * @param {Api.SnapshotForm} snapshot */
const mayPlayHere = ({ seats, boards, claims }) =>
  !claims.length && seats.every(({ name }) => name === null) && isOnScreen({ boards });

/** The ways to a game that take one tap: against the table, for whoever is alone, and for two with this phone.
 * @param {Api.SnapshotForm} snapshot */
function ways(snapshot) {
  const { seats_held: held, match } = snapshot;
  const here = mayPlayHere(snapshot);
  const alone = held.length === 1 && seated(snapshot).length === 1 && !match;
  const thinks = "hinted" in document.body.dataset;
  if (!here && !(alone && thinks)) return null;
  return el(
    "section",
    { class: "card first-ways", "data-key": "ways", "aria-label": say("ways.title") },
    thinks && way("table", playAgainstTable, "primary decides"),
    here && way("together", sitTogether, thinks ? "" : "primary"),
  );
}

/** @param {"table" | "together"} name
 * @param {() => unknown} run
 * @param {string} kind its classes */
const way = (name, run, kind) =>
  button([el("strong", {}, say(`ways.${name}`)), " ", el("small", {}, say(`ways.${name}.how`))], run, kind, name);

/** Sit down, if nobody sits here yet, and begin a first game against the table, which is guided. */
async function playAgainstTable() {
  if (!latest().seats_held.length) await sit();
  if (latest().seats_held.length !== 1) return;
  await ask({ kind: "play_against_table" });
  if (latest().game) guide.use(({ beginGuide }) => beginGuide());
}

/** Sit down on two seats with this phone. */
async function sitTogether() {
  for (let players = 0; players < 2; players += 1) if (latest().seats_held.length === players) await sit();
}

/** @param {Api.SnapshotForm} snapshot */
export function homeWifi({ wifi }) {
  if (!wifi) return null;
  const { name, password, own } = wifi;
  return el(
    "section",
    { class: "card join", "data-key": "guests" },
    el("img", { src: "wifi.svg", alt: say("wifi.code"), width: 132, height: 132 }),
    el("div", {}, el("h3", {}, say(own ? "wifi.own" : "wifi.title")), el("p", { class: "quiet" }, say("wifi.how"))),
    fact("wifi.name", name),
    password === null ? el("p", { class: "address" }, say("wifi.open")) : fact("wifi.password", password),
    own && el("p", { class: "quiet below" }, say("wifi.own_how")),
  );
}

/** What is to be typed as it stands: no text with an argument, since those are put into words.
 * @param {string} key
 * @param {string} value */
const fact = (key, value) => el("p", { class: "address" }, say(key), " ", el("code", {}, value));
