// Snapshots to test with: a lobby, a game of two without gods, and what is otherwise about them.

/** @type {Api.Seat[]} */
const SEATS = ["blue", "orange", "white", "purple"];

/** @type {Api.SnapshotForm} */
const LOBBY = {
  version: 1,
  phase: "lobby",
  seats: SEATS.map((seat) => ({ seat, name: null, connected: false, power: null, team: null })),
  seats_held: [],
  host: false,
  options: {
    powers: true,
    mode: "full",
    sets: ["simple", "advanced", "golden_fleece", "hero"],
    open_information: false,
    first_games: false,
    fleece: false,
    confirm: "ask",
    clock: null,
    hints: false,
    talks: true,
    left_out: [],
    rules: {},
  },
  powers_needed: false,
  draft: null,
  game: null,
  prompt: null,
  confirming: null,
  can_undo: false,
  dark: {},
  choices: [],
  board: {
    link: "ready",
    mode: "following",
    lifted: null,
    differences: [],
    message: null,
    issue: null,
    warnings: [],
    weighs: false,
  },
  offers: [],
  log: [],
  size: 5,
  can_restart: false,
  can_take_back: false,
  takeback: null,
  rematch: null,
  clock: null,
  gods: 45,
  sets: [],
  obstacle: null,
  claims: [],
  turned_away: null,
  leader: null,
  host_gone: false,
  found: false,
  settings: { name: "", language: null, brightness: 100, greeted: true },
  corner: null,
  colours: false,
  kept: null,
  unkept: null,
  showing: null,
  unwritten: null,
  mended: null,
  secret: null,
  workshop: null,
  wifi: null,
  configured: null,
  names: [],
  boards: null,
  levels: [],
  table_turn: null,
  remark: null,
  match: null,
  puzzle: null,
};

/** Every square of the board with what `of` gives for it.
 * @template Value
 * @param {(square: string) => Value} of
 * @returns {Record<string, Value>} */
export const bySquare = (of) =>
  Object.fromEntries(
    ["a", "b", "c", "d", "e"].flatMap((file) => [1, 2, 3, 4, 5].map((rank) => [file + rank, of(file + rank)])),
  );

/**
 * @param {Api.Seat} seat
 * @param {number} team
 * @param {Partial<Page.Player>} other
 * @returns {Page.Player}
 */
export const player = (seat, team, other = {}) => ({
  seat,
  team,
  power: "mortal",
  second: "mortal",
  uses: [],
  memory: {},
  reserve: 0,
  hidden: 0,
  eliminated: false,
  ...other,
});

/** A game of blue against orange on an empty board.
 * @param {Partial<Api.ViewForm>} other
 * @returns {Api.ViewForm} */
export const game = (other = {}) => ({
  viewer: "blue",
  size: 5,
  levels: bySquare(() => 0),
  domes: [],
  workers: [],
  tokens: [],
  secrets: [],
  players: [player("blue", 0), player("orange", 1)],
  beside: [],
  stock: { blocks: [22, 18, 14], domes: 18 },
  active: "blue",
  driven: false,
  options: [],
  outcome: null,
  revealed: false,
  ...other,
});

/**
 * @param {Partial<Api.SnapshotForm>} other
 * @returns {Api.SnapshotForm}
 */
export const lobby = (other = {}) => ({ ...LOBBY, ...other });

/** A game in which blue is to move and this phone has blue's seat.
 * @param {Partial<Api.ViewForm>} view
 * @param {Partial<Api.SnapshotForm>} other
 * @returns {Page.InGame} */
export const playing = (view = {}, other = {}) => ({
  ...LOBBY,
  phase: "playing",
  seats_held: ["blue"],
  prompt: { seat: "blue", kind: "move", power: "mortal", optional: false, in_a_row: 1 },
  ...other,
  game: game(view),
});

/**
 * @param {Partial<Page.Drafting>} drafting
 * @param {Partial<Api.SnapshotForm>} other
 * @returns {Page.InDraft}
 */
export const drafting = (drafting = {}, other = {}) => ({
  ...LOBBY,
  phase: "draft",
  ...other,
  draft: {
    stage: "offer",
    challenger: "blue",
    to_act: "blue",
    cards: [],
    taken: [],
    starters: [],
    choosing: [],
    chooser: "blue",
    own: [],
    wanted: 2,
    at_once: false,
    gods: 1,
    fleece: false,
    votes: [],
    picked: [],
    beginners: false,
    ...drafting,
  },
});

/**
 * @param {Api.ShownAction["kind"]} kind
 * @param {string | null} worker
 * @param {string | null} square
 * @param {Partial<Api.ShownAction>} other
 * @returns {Api.ShownAction}
 */
export const action = (kind, worker, square, other = {}) => ({ kind, worker, square, piece: null, ...other });
