// Written by `python -m club.page_types` from the forms of club/. Do not edit.

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

  /** Closed or not started; not connected, and trying; connected; or refused by the broker, and tried again later. */
  type BrokerState = "connected" | "connecting" | "off" | "refused";

  /** What went wrong last. */
  type BrokerTrouble = "certificate" | "credentials" | "denied" | "files" | "lost" | "name_unknown" | "not_mqtt" | "refused" | "taken_over" | "tls" | "unreachable";

  /** A table: its report, whether it is there, and for how long it has waited for the same turn. */
  type ClubTableForm = {
    identity: string;
    online: boolean;
    age: number;
    report: TableReport;
  };

  /** A table as onlookers see it. ``turn`` is whose step or confirmation it waits for (None: nobody's), ``count`` how
      many turns have begun, ``turns`` the last of them in notation (`club.public_notation`), the setup first if it is
      among them, and ``last`` the log of the last turn. */
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

  /** What the table does now. A ``PUZZLE`` is on the board before a game or after one. */
  type Phase = "draft" | "lobby" | "over" | "placing" | "playing" | "puzzle";

  /** What is played: whose printed rules, whether with powers and with the Golden Fleece, and the chess clock (None:
      none). */
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

  /** A player: the ``name`` (empty: none), the powers, the side, whether the table plays, and whether the player is
      out of the game. */
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

  /** The board: how many blocks stand on each of the 25 squares, a1 to e1 first, the domes, workers and tokens, and
      where powers point to over the whole board. */
  type ReportedPosition = {
    size: number;
    levels: string;
    domes?: Array<string>;
    workers?: Array<ReportedWorker>;
    tokens?: Array<ReportedToken>;
    winds?: Record<string, Direction>;
  };

  /** A worker that everybody sees; ``marked``: a power treats it differently. */
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

  /** A line of the log: a key with arguments. */
  type ReportedLine = {
    key: string;
    args?: Record<string, string>;
  };

  /** How the game ended: the winners, why, and the name under which the table stores it (None: not yet). */
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

  /** Who meets whom: everybody everybody else, or those with as many points. */
  type PairingSystem = "round_robin" | "swiss";

  /** A player of a tournament; ``lot`` orders those with as many points, ``withdrawn``: plays no further rounds. */
  type Entrant = {
    name: string;
    lot: number;
    withdrawn?: boolean;
  };

  /** A round: its games, and who is ``free`` and gets the point without one. */
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

  /** Where a result comes from: the table at which it was played, or the organiser. */
  type ResultSource = "organiser" | "table";

  /** A player's place from 1, points, decided games, won ones, ``free`` rounds, the points of all opponents, and those
      of the beaten ones. */
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

  /** A finished game: the table's identity, the game's name there, what the table is called, who played, and the
      number of turns. */
  type ClubResult = {
    identity: string;
    game: string;
    place: string;
    players: Array<ClubPlayer>;
    turns: number;
  };

  /** Who played a finished game: the ``name`` (empty: none), the powers, and whether this player won. */
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
