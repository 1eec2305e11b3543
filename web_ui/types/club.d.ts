// Written by `python -m online.club.page_types` from the forms of club/. Do not edit.

declare namespace Club {
  /** The club. ``tables`` are those that are new, each whole; those that ``identities`` does not name are gone, and it
  has the order in which they are shown. What is missing has not changed. ``dropped`` says to the organiser whose
  messages were dropped and why. */
  type ClubForm = {
    version: number;
    edition: number;
    organiser: boolean;
    broker: BrokerStatus;
    unwritten: string | null;
    identities: Array<string>;
    tables: Array<ClubTableForm>;
    tournament?: TournamentForm | null;
    results?: Array<ClubResult>;
    dropped?: Record<string, string>;
  };

  /** The state, what went wrong last (None: nothing since it was connected), and the words of whatever failed. */
  type BrokerStatus = {
    state?: BrokerState;
    trouble?: BrokerTrouble | null;
    detail?: string;
  };

  /** ``off``: closed or not started; ``connecting``: not connected, and trying; ``connected``; ``refused``: by the
  broker, and tried again later. */
  type BrokerState = "connected" | "connecting" | "off" | "refused";

  /** What went wrong last. */
  type BrokerTrouble = "certificate" | "credentials" | "denied" | "files" | "lost" | "name_unknown" | "not_mqtt" | "refused" | "taken_over" | "tls" | "too_large" | "unreachable";

  /** A table: its report, whether it is there, and for how long it has waited for the same turn. */
  type ClubTableForm = {
    identity: string;
    online: boolean;
    age: number;
    report: TableReport;
  };

  /** A table as onlookers see it. ``turn`` is whose step or confirmation it waits for (None: nobody's), ``count`` how
  many turns have begun, ``turns`` the last of them in notation (`online.club.table_report`), the setup first if it
  is among them, and ``last`` the log of the last turn. */
  type TableReport = {
    name: string;
    phase: Phase;
    rules: ReportedRules;
    players?: Array<ReportedPlayer>;
    turn?: Seat | null;
    position?: ReportedPosition | null;
    count?: number;
    turns?: Array<string>;
    last?: Array<ReportedLine>;
    result?: ReportedResult | null;
  };

  /** What the table does now. A ``puzzle`` is on the board before a game or after one. */
  type Phase = "draft" | "lobby" | "over" | "placing" | "playing" | "puzzle";

  /** What is played: the edition of the rules, whether with powers and with the Golden Fleece, and the chess clock, if
  any. */
  type ReportedRules = {
    edition: Edition;
    powers: boolean;
    fleece: boolean;
    clock?: ClockRule | null;
  };

  /** Whose printed rules are in force. */
  type Edition = "original_2007" | "roxley" | "spin_master";

  /** A chess clock: minutes for each player, and seconds that each gets with every confirmed turn. */
  type ClockRule = {
    minutes: number;
    increment: number;
  };

  /** A player: the ``name``, which may be empty, the powers, the side, whether the table plays, and whether the player
  is out of the game. */
  type ReportedPlayer = {
    seat: Seat;
    name: string;
    powers?: Array<string>;
    side?: number | null;
    machine?: boolean;
    out?: boolean;
  };

  /** A seat, named by the colour of its workers. Colour-blind players can tell the four apart. */
  type Seat = "blue" | "orange" | "purple" | "white";

  /** The board: the blocks on each of the 25 squares, a1 to e1 first, the domes, workers and tokens, and the squares
  that powers point to. */
  type ReportedPosition = {
    size: number;
    levels: string;
    domes?: Array<string>;
    workers?: Array<ReportedWorker>;
    tokens?: Array<ReportedToken>;
    winds?: Record<string, Direction>;
  };

  /** A visible worker. It is ``marked`` if a power treats it differently. */
  type ReportedWorker = {
    seat: Seat;
    square: string;
    marked?: boolean;
  };

  /** A token of a power. */
  type ReportedToken = {
    power: string;
    square: string;
  };

  /** One of the eight directions; north is towards rank 5, east towards file e. */
  type Direction = "e" | "n" | "ne" | "nw" | "s" | "se" | "sw" | "w";

  /** A line of text: a key with arguments. ``kind``: the event that it tells of, if it is of the log. */
  type ReportedLine = {
    key: string;
    args?: Record<string, string>;
    kind?: EventKind | null;
  };

  /** The events of the engine (`engine.events`) by name, as phones and clubs are told of them. */
  type EventKind = "acted_in_secret" | "action_cancelled" | "block_taken" | "built" | "card_drawn" | "demand_void" | "direction_set" | "game_ended" | "no_turn_left" | "player_eliminated" | "position_corrected" | "position_repeated" | "power_changed_hands" | "step_declined" | "token_placed" | "tower_recycled" | "turn_began" | "win_denied" | "worker_chosen" | "worker_forced" | "worker_moved" | "worker_placed" | "worker_removed";

  /** How the game ended: the winners, the reason, and the name under which the table stores it, once it has. */
  type ReportedResult = {
    winners: Array<Seat>;
    reason: ReportedLine;
    game?: string | null;
  };

  /** A tournament; ``length`` is how many rounds it has, ``over`` whether all games are decided. */
  type TournamentForm = {
    title: string;
    system: PairingSystem;
    length: number;
    over: boolean;
    entrants: Array<Entrant>;
    rounds: Array<TournamentRound>;
    standings: Array<PlayerStanding>;
  };

  /** The pairing: everybody meets everybody, or players with equal points meet. */
  type PairingSystem = "round_robin" | "swiss";

  /** A player of a tournament. ``lot`` orders players with equal points; a ``withdrawn`` player plays no further
  rounds. */
  type Entrant = {
    name: string;
    lot: number;
    withdrawn?: boolean;
  };

  /** A round: its games, and the ``free`` player, who gets a point without a game. */
  type TournamentRound = {
    games: Array<PairedGame>;
    free?: Array<string>;
  };

  /** A game: who begins, the other, the winner (None: not decided), and where the result comes from. */
  type PairedGame = {
    first: string;
    second: string;
    winner?: string | null;
    source?: ResultSource | null;
  };

  /** The source of a result: the table at which it was played, or the organiser. */
  type ResultSource = "organiser" | "table";

  /** A player's place from 1, points, decided games, won games, ``free`` rounds, the points of all opponents, and the
  points of the beaten ones. */
  type PlayerStanding = {
    place: number;
    name: string;
    points: number;
    games: number;
    won: number;
    free: number;
    opponents: number;
    beaten: number;
  };

  /** A finished game: the table's identity, the game's name there, the table's name, the players, and the number of
  turns. */
  type ClubResult = {
    identity: string;
    game: string;
    place: string;
    players: Array<ClubPlayer>;
    turns: number;
  };

  /** A player of a finished game: the ``name``, which may be empty, the powers, and whether this player won. */
  type ClubPlayer = {
    name: string;
    powers: Array<string>;
    won: boolean;
  };

  /** A command, and the edition of the tournament that the page showed when it was given. */
  type ClubRequestForm = {
    edition: number;
    command: BeginTournament | EnterPlayers | WithdrawPlayer | PairRound | CancelRound | EnterResult;
  };

  /** Begin a tournament; the one before is over. ``rounds`` are those of a Swiss one. */
  type BeginTournament = {
    kind: "begin_tournament";
    title: string;
    system: PairingSystem;
    rounds: number;
  };

  /** Let these players enter, or come back. */
  type EnterPlayers = {
    kind: "enter_players";
    names: Array<string>;
  };

  /** A player plays no further rounds. */
  type WithdrawPlayer = {
    kind: "withdraw_player";
    name: string;
  };

  /** Pair the next round. */
  type PairRound = {
    kind: "pair_round";
  };

  /** The last round is not played as it was paired. */
  type CancelRound = {
    kind: "cancel_round";
  };

  /** Who won a game of a round, both numbered from 0; null takes a result back. */
  type EnterResult = {
    kind: "enter_result";
    round: number;
    game: number;
    winner: string | null;
  };

  /** The words that the command printed at its start, as somebody typed them. */
  type OrganiserForm = {
    words: string;
  };

  /** Why something was not done; nothing if it was. What came of it is told to all pages. */
  type ClubAnswer = {
    error?: string;
    message?: MessageForm;
  };

  /** A key of the catalogue, and its arguments. */
  type MessageForm = {
    key: string;
    args: Record<string, string>;
  };

  type Power = string;
}
