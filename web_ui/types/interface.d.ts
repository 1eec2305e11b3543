// Written by `python -m web_ui.interface` from the forms of docs/openapi.json. Do not edit.

declare namespace Api {
  /** Lift a worker, from the board, from beside it or out of the box. */
  type LiftGesture = {
    do: "lift";
    piece: string;
  };

  /** Carry a worker that is in a hand to a place. */
  type CarryGesture = {
    do: "carry";
    piece: string;
    x: number;
    y: number;
  };

  /** Put a worker that is in a hand on a square. */
  type PutGesture = {
    do: "put";
    piece: string;
    square: string;
  };

  /** Touch a square with a worker that stands on another one, and put it back there. */
  type TapGesture = {
    do: "tap";
    piece: string;
    square: string;
  };

  /** Put a worker that is in a hand down beside the board. */
  type PutBesideGesture = {
    do: "put_beside";
    piece: string;
    x: number;
    y: number;
  };

  /** Knock a worker over. */
  type KnockGesture = {
    do: "knock";
    piece: string;
  };

  /** Lay a phone near the board. */
  type LayPhoneGesture = {
    do: "lay_phone";
    x: number;
    y: number;
  };

  /** Take the phone away. */
  type TakePhoneGesture = {
    do: "take_phone";
  };

  /** Put a worker into the box. */
  type BoxGesture = {
    do: "box";
    piece: string;
  };

  /** Put a block or a dome on a square. */
  type StackGesture = {
    do: "stack";
    square: string;
    dome: boolean;
  };

  /** Take the highest block or dome off a square. */
  type UnstackGesture = {
    do: "unstack";
    square: string;
  };

  /** Arrange all blocks and domes: how many blocks each square has (none where it is missing), and which squares have
  a dome. */
  type ArrangeGesture = {
    do: "arrange";
    levels: Record<string, number>;
    domes: Array<string>;
  };

  /** Set up a position: blocks and domes as for "arrange", and which squares have a worker of which seat. All other
  workers are put into the box. The answer does not wait for hands that are busy. */
  type SetUpGesture = {
    do: "set_up";
    levels: Record<string, number>;
    domes: Array<string>;
    workers: Record<string, Seat>;
  };

  /** A seat, named by the colour of its workers. Colour-blind players can tell the four apart. */
  type Seat = "blue" | "orange" | "white" | "purple";

  /** Have the pieces follow what is played on phones by themselves (``on``), or move them by hand. */
  type FollowGesture = {
    do: "follow";
    on: boolean;
  };

  /** Put all workers, blocks and domes into the box. */
  type ClearGesture = {
    do: "clear";
  };

  /** Press a button on the rim. */
  type PressGesture = {
    do: "press";
    button: Button;
  };

  /** The buttons on the rim. */
  type Button = "done" | "undo";

  /** A command, and the version of the snapshot that the phone showed when it was given. */
  type RequestForm = {
    version: number;
    command: ClaimSeatForm | WithdrawClaim | AnswerClaim | LeaveSeat | HandHost | ChooseSettingsForm | WatchCorner | ShowColours | DismissMending | ForgetName | ChooseOptionsForm | BeginGame | PlayAgainstTable | VoteForPowers | CountVotes | DrawLots | PickPowers | OfferPowers | ChoosePower | NameStartPlayer | LetTablePlay | ActForm | ChooseReading | TakeOffer | UndoStep | RestartTurn | AskTakeback | AnswerTakeback | PauseClock | ConfirmTurn | Rematch | AnswerRematch | AbandonGame | ResumeGame | UseBoard | PlayNow | ShowGame | StopShowing | DeleteGames | CountGame | PutPuzzle | PutPuzzleAway | FinishBlocks | GiveUpPuzzle | ShowReply | OpenMatch | JoinMatch | LeaveMatch | RevokeTable | OpenWorkshop | AnswerWorkshop | NameSquareForm | NameMass | CloseWorkshop;
  };

  /** Ask for a seat under a name (empty: none, and phones call the player by the seat's colour). The answer sets a
  cookie, which acts for the seat once the player has proved that they are at the table; a client that has a seat
  already gets another free one at once, and keeps the one that it has unless it is ``leaving`` that for the new one.
  On a seat that has a player, that player's phone gives way. */
  type ClaimSeatForm = {
    kind: "claim_seat";
    seat: Seat;
    name: string;
    leaving?: Seat | null;
  };

  /** Stop asking for a seat, or dismiss the news that this phone did not get it. */
  type WithdrawClaim = {
    kind: "withdraw_claim";
    seat: Seat;
  };

  /** Let the phone that asks for a seat with this code have it, or not (players only). */
  type AnswerClaim = {
    kind: "answer_claim";
    code: string;
    accept: boolean;
  };

  /** Leave a seat, before a game. */
  type LeaveSeat = {
    kind: "leave_seat";
    seat: Seat;
  };

  /** Make the player on this seat the host (host only; while the host's phone is gone, each player for their own
  seat). */
  type HandHost = {
    kind: "hand_host";
    seat: Seat;
  };

  /** Set up the table (host only). */
  type ChooseSettingsForm = {
    kind: "choose_settings";
    settings: SettingsForm;
  };

  /** How the table is set up. */
  type SettingsForm = {
    name: string;
    language: string | null;
    brightness: number;
    greeted: boolean;
  };

  /** Start or stop showing which corner was touched last, so that players can choose a1; before a game (host only). */
  type WatchCorner = {
    kind: "watch_corner";
    watching: boolean;
  };

  /** Light the four seats' colours as in games, or stop; before a game (host only). */
  type ShowColours = {
    kind: "show_colours";
    showing: boolean;
  };

  /** Dismiss the notice that the journal was damaged (host only). */
  type DismissMending = {
    kind: "dismiss_mending";
  };

  /** Forget the name of a player who sat at this table; before a game (host only). */
  type ForgetName = {
    kind: "forget_name";
    name: string;
  };

  /** Choose the options of games in the lobby (host only). */
  type ChooseOptionsForm = {
    kind: "choose_options";
    options: OptionsForm;
  };

  /** What is chosen for games at this table, as JSON has it; what is missing is as usual. */
  type OptionsForm = {
    powers?: boolean;
    mode?: DraftMode;
    sets?: Array<PowerSet>;
    open_information?: boolean;
    first_games?: boolean;
    fleece?: boolean;
    confirm?: Confirm;
    clock?: ClockRule | null;
    hints?: boolean;
    talks?: boolean;
    left_out?: Array<string>;
    rules?: Record<string, boolean | number | string | Array<boolean | number | string> | null>;
  };

  /** How the players come by their powers. ``full``: the Challenger chooses what is on offer; ``vote``: the players
  vote for it; ``dealt``: the table deals what is on offer; ``quick``: the table gives each player a power by lot. */
  type DraftMode = "full" | "vote" | "dealt" | "quick";

  /** The part of the rulebook that a power stands in. */
  type PowerSet = "simple" | "advanced" | "golden_fleece" | "hero";

  /** What makes a finished turn stand: the player says so; or nothing more can be done and the board stands as the
  game. A turn that ends the game is asked about either way. */
  type Confirm = "ask" | "at_once";

  /** A chess clock: minutes for each player, and seconds that each gets with every confirmed turn. */
  type ClockRule = {
    minutes: number;
    increment: number;
  };

  /** Begin a game: with the draft, or without powers with the placement of workers (host only). */
  type BeginGame = {
    kind: "begin_game";
  };

  /** Begin a first game against the table at once, for a player who sits alone: without powers and clock, at a child's
  level and with hints. */
  type PlayAgainstTable = {
    kind: "play_against_table";
  };

  /** Vote for the powers on offer, in place of the seat's earlier vote. ``done``: the vote is final. */
  type VoteForPowers = {
    kind: "vote_for_powers";
    seat: Seat;
    powers: Array<string>;
    done: boolean;
  };

  /** Count the votes now, without waiting for the others (host only). */
  type CountVotes = {
    kind: "count_votes";
  };

  /** Decide by lot what the draft waits for: the offer, a power, or the Start Player. A vote is counted instead (host
  only). */
  type DrawLots = {
    kind: "draw_lots";
  };

  /** Show what the Challenger has picked so far, which is not offered yet. It lasts as long as the program runs. */
  type PickPowers = {
    kind: "pick_powers";
    powers: Array<string>;
  };

  /** Offer these powers (the Challenger). */
  type OfferPowers = {
    kind: "offer_powers";
    powers: Array<string>;
  };

  /** Take one of the offered powers for a seat; without one for the phone's first seat that may choose now. */
  type ChoosePower = {
    kind: "choose_power";
    power: string;
    seat?: Seat | null;
  };

  /** Name the Start Player (the Challenger). */
  type NameStartPlayer = {
    kind: "name_start_player";
    seat: Seat;
  };

  /** Let the table play for a seat at a level, before a game (host only). Without a level it plays there no longer: a
  player who has the seat plays again, else it is free. On the host's own seat the host watches. If it ``adapts``, the
  level is that of the first game: after each one the table plays the next a little more weakly if it has won, and
  more strongly if it has lost. */
  type LetTablePlay = {
    kind: "let_table_play";
    seat: Seat;
    level: LevelName | null;
    adapts?: boolean;
  };

  /** The names of the levels, the weakest first. */
  type LevelName = "child" | "beginner" | "casual" | "regular" | "strong" | "expert" | "strongest";

  /** Do an action of the game. */
  type ActForm = {
    kind: "act";
    action: PlaceAction | MoveAction | BuildAction | ForceAction | SwapAction | RemoveWorkerAction | TakeBlockAction | PutTokenAction | PointAction | ChooseAction | RecycleAction | UseAction | DoneAction | ResignAction;
  };

  /** Put a worker from the supply (or from a power card) on a square. */
  type PlaceAction = {
    kind: "place";
    square: string;
    by?: string | null;
  };

  /** Move the worker that stands on ``worker`` to ``to``. */
  type MoveAction = {
    kind: "move";
    worker: string;
    square: string;
    by?: string | null;
  };

  /** Let the worker that stands on ``worker`` build a piece on ``on``. */
  type BuildAction = {
    kind: "build";
    worker: string;
    square: string;
    piece: Piece;
    by?: string | null;
  };

  /** What a build puts on a space. */
  type Piece = "block" | "dome";

  /** Relocate the worker that stands on ``worker`` to ``to``: not a move of that worker. */
  type ForceAction = {
    kind: "force";
    worker: string;
    square: string;
    by?: string | null;
  };

  /** Let one of your workers and another's exchange their spaces: not a move of either. */
  type SwapAction = {
    kind: "swap";
    worker: string;
    square: string;
    by?: string | null;
  };

  /** Take the worker that stands on a square out of the game. */
  type RemoveWorkerAction = {
    kind: "remove";
    square: string;
    by?: string | null;
  };

  /** Take the block on top of a square off the board (with some texts: all blocks). */
  type TakeBlockAction = {
    kind: "take";
    square: string;
    by?: string | null;
  };

  /** Put a token of the open step's power on a square; for a token of four spaces, their south-west one. */
  type PutTokenAction = {
    kind: "token";
    square: string;
    by?: string | null;
  };

  /** Turn the direction token of the open step's power this way; None takes it back to its card. */
  type PointAction = {
    kind: "point";
    direction: Direction | null;
    by?: string | null;
  };

  /** One of the eight directions; north is towards rank 5, east towards file e. */
  type Direction = "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw";

  /** Name the worker on a square, for what the open step asks about. */
  type ChooseAction = {
    kind: "choose";
    square: string;
    by?: string | null;
  };

  /** Take the Complete Tower on a square back into the supply; its dome goes on the ground there. */
  type RecycleAction = {
    kind: "recycle";
    square: string;
    by?: string | null;
  };

  /** Of several powers of yours that are due, let this one go first. */
  type UseAction = {
    kind: "use";
    power: string;
  };

  /** Decline the optional step that is open. */
  type DoneAction = {
    kind: "done";
    by?: string | null;
  };

  /** Give the game up; a seat may do so at any time. */
  type ResignAction = {
    kind: "resign";
    seat: Seat;
  };

  /** Say which of the snapshot's ``choices`` was meant, by its index. */
  type ChooseReading = {
    kind: "choose_reading";
    index: number;
  };

  /** Accept one of the snapshot's ``offers``, by its ``kind``. In the lobby, ``turn`` is how a board that is read
  turned is turned back. */
  type TakeOffer = {
    kind: "take_offer";
    offer: OfferKind;
  };

  /** The offers by name, as a phone sends them. */
  type OfferKind = "trust" | "adopt" | "turn";

  /** Undo the last step of the turn. */
  type UndoStep = {
    kind: "undo_step";
  };

  /** Undo all steps of the turn that can be undone. */
  type RestartTurn = {
    kind: "restart_turn";
  };

  /** Ask the other players to take back the last confirmed turn. */
  type AskTakeback = {
    kind: "ask_takeback";
  };

  /** Agree to a takeback or refuse it. The player who asked withdraws it by refusing. */
  type AnswerTakeback = {
    kind: "answer_takeback";
    agree: boolean;
  };

  /** Pause the chess clock or let it run (players only). */
  type PauseClock = {
    kind: "pause_clock";
    paused: boolean;
  };

  /** Confirm the finished turn. */
  type ConfirmTurn = {
    kind: "confirm_turn";
  };

  /** Play again after a game, once a player with another phone at this table agrees: by `AnswerRematch`, or by the
  same wish. It begins at once where one phone has all seats for which people play here; so does the lobby, where a
  next game has to be begun anyway. */
  type Rematch = {
    kind: "rematch";
    again: RematchKind;
  };

  /** What follows a game: the ``lobby``; a new ``draft``; the ``same`` cards for everybody, and the next player starts
  if the cards allow it; or ``swapped``, the cards and the place in the turn order of the player before. */
  type RematchKind = "lobby" | "draft" | "same" | "swapped";

  /** Agree to a rematch that another player asks for, which begins it, or refuse it. The player who asked withdraws
  it by refusing. */
  type AnswerRematch = {
    kind: "answer_rematch";
    agree: boolean;
  };

  /** End the game or the draft without a result (host only). It is not stored. */
  type AbandonGame = {
    kind: "abandon_game";
  };

  /** Continue the game that the table found when it started. */
  type ResumeGame = {
    kind: "resume_game";
  };

  /** Take the game to the board that the snapshot's ``boards`` offer (players only). */
  type UseBoard = {
    kind: "use_board";
    board: BoardKind;
  };

  /** The two boards of a table: one of wood, which may be plugged in and out, and the virtual one. */
  type BoardKind = "real" | "virtual";

  /** Have the table play at once (players only): it thinks no longer about its turn, and its announced steps count as
  done without waiting for hands. */
  type PlayNow = {
    kind: "play_now";
  };

  /** Show a finished game on the lights, as it stood after so many actions; before or after a game (players only).
  ``better``: as it would stand after this step, from 0, of the better turn that its review found there. */
  type ShowGame = {
    kind: "show_game";
    game: string;
    ply: number;
    better?: number | null;
  };

  /** Stop showing a finished game. */
  type StopShowing = {
    kind: "stop_showing";
  };

  /** Delete finished games and their share of the statistics (host only). */
  type DeleteGames = {
    kind: "delete_games";
    games: Array<string>;
  };

  /** Let a finished game count in the statistics, or not (host only). Until this is chosen, games of this table count
  and imported ones do not. */
  type CountGame = {
    kind: "count_game";
    game: string;
    counted: boolean;
  };

  /** Put the puzzle of this number on the board, in place of any other; before or after a game (players only). */
  type PutPuzzle = {
    kind: "put_puzzle";
    number: number;
  };

  /** Take the puzzle off the board (players only). */
  type PutPuzzleAway = {
    kind: "put_puzzle_away";
  };

  /** Say that the blocks of the puzzle on the board are laid, which no sensor sees (players only). */
  type FinishBlocks = {
    kind: "finish_blocks";
  };

  /** Have the solution of the puzzle on the board shown, step by step (players only). */
  type GiveUpPuzzle = {
    kind: "give_up_puzzle";
  };

  /** Show this step, from 0, of what refutes a wrong turn of the puzzle on the board, or of its solution (players
  only). */
  type ShowReply = {
    kind: "show_reply";
    step: number;
  };

  /** Open a match with other tables, in the lobby (host only): the seats that each of them will play. For each there
  is a code. At any time in a match that this table opened: codes for more tables, for seats that nobody has. */
  type OpenMatch = {
    kind: "open_match";
    tables: Array<Array<Seat>>;
  };

  /** Join a match by the code that another table shows, in the lobby (host only). */
  type JoinMatch = {
    kind: "join_match";
    code: string;
  };

  /** Leave the match, or stop waiting to be let in (host only). A game of the match ends here without a result; at the
  table that opened the match it ends for all. */
  type LeaveMatch = {
    kind: "leave_match";
  };

  /** Take its seats from a table of the match that this table opened (host only). */
  type RevokeTable = {
    kind: "revoke_table";
    table: number;
  };

  /** Take the board into the workshop (host only). ``anew`` discards an unfinished calibration. */
  type OpenWorkshop = {
    kind: "open_workshop";
    task: Task;
    anew: boolean;
  };

  /** What can be done with the board in the workshop. ``calibrate``: measure its sensors; ``scale``: measure its load
  cells and its pieces, on a board that weighs; ``selftest``: look for wires on wrong squares; ``monitor``: look at
  what it measures. */
  type Task = "calibrate" | "scale" | "selftest" | "monitor";

  /** Answer what the workshop asks, with one of its ``answers`` (host only). */
  type AnswerWorkshop = {
    kind: "answer_workshop";
    answer: ProcedureAnswer;
  };

  /** The answers of a person. ``next``: yes, continue; ``undo``: undo the last step; ``skip``: no, or leave this one
  out; ``again``: repeat it; ``stop``: end the task. */
  type ProcedureAnswer = "next" | "undo" | "skip" | "again" | "stop";

  /** Name the square that the workshop asks for, while it ``names`` one (host only). */
  type NameSquareForm = {
    kind: "name_square";
    square: string;
  };

  /** Name the mass in g that the workshop asks for, while it has ``masses``; it says so if it is not among them (host
  only). */
  type NameMass = {
    kind: "name_mass";
    mass: number;
  };

  /** Give the board back to the game (players only). */
  type CloseWorkshop = {
    kind: "close_workshop";
  };

  /** What the judge is asked: ``b2-c3`` whether that may be done and why not, ``b2`` what the worker there can do, or
  why nothing leads there. It is about the game that stands, or a position of its own; there actions may come before
  it, with spaces between (docs/notation.md). */
  type QuestionAskedForm = {
    asked: string;
    position?: string | null;
  };

  /** A position to be read: a ``line`` of notation, with the steps of its turn after it (docs/notation.md); null
  asks for that of the game that stands, as everybody knows it. */
  type PositionAskedForm = {
    line: string | null;
  };

  /** A player asks for a hint in the own turn. It can be shown on the board in a game without secrets. */
  type HintAskedForm = {
    strength: HintStrength;
    place?: HintPlace;
  };

  /** How much a hint says: which workers and squares are good, or which turn is best. */
  type HintStrength = "good" | "best";

  /** Where a hint is shown: on the phone that asks, or also on the lights of the board, which everybody sees. */
  type HintPlace = "phone" | "board";

  /** A player asks whether the turn that waits to be confirmed loses at once. */
  type GuardAskedForm = {
  };

  /** The player's ``steps`` so far, those of all turns one after the other, in writing (docs/notation.md). */
  type PuzzleAskedForm = {
    steps: Array<string>;
  };

  /** The newest snapshot; and why the command was not carried out, if it was not. */
  type CommandAnswer = {
    snapshot: SnapshotForm;
    error?: string;
    message?: MessageForm;
  };

  /** All that a phone shows. ``kept`` is the name of the stored game that is over; null until it is stored, and
  after a game that was abandoned, which is not. */
  type SnapshotForm = {
    version: number;
    phase: Phase;
    seats: Array<SeatView>;
    seats_held: Array<Seat>;
    host: boolean;
    options: ShownOptions;
    powers_needed: boolean;
    draft: DraftForm | null;
    game: ViewForm | null;
    prompt: Prompt | null;
    confirming: Seat | null;
    can_undo: boolean;
    dark: Record<string, MessageForm>;
    choices: Array<Array<ShownAction>>;
    board: BoardForm;
    offers: Array<TrustOffer | AdoptOffer | TurnOffer>;
    log: Array<LogLineForm>;
    size: number;
    can_restart: boolean;
    can_take_back: boolean;
    takeback: TakebackView | null;
    rematch: RematchView | null;
    clock: ClockForm | null;
    gods: number;
    sets: Array<SetForm>;
    obstacle: MessageForm | null;
    claims: Array<ClaimForm>;
    turned_away: TurnedAwayView | null;
    leader: Seat | null;
    host_gone: boolean;
    found: boolean;
    settings: SettingsForm;
    corner: CornerForm | null;
    colours: boolean;
    kept: string | null;
    unkept: MessageForm | null;
    showing: ShowingView | null;
    unwritten: MessageForm | null;
    mended: MessageForm | null;
    secret: SecretForm | null;
    workshop: WorkshopForm | null;
    wifi: WifiForm | null;
    configured: ConfiguredForm | null;
    names: Array<string>;
    boards: BoardsForm | null;
    levels: Array<LevelName>;
    table_turn: TableTurnForm | null;
    remark: RemarkForm | null;
    puzzle: PuzzleOnBoardForm | null;
    match: MatchForm | null;
  };

  /** What the table does now. A ``puzzle`` is on the board before a game or after one. */
  type Phase = "lobby" | "draft" | "placing" | "playing" | "over" | "puzzle";

  /** A seat: its player's name (None: free, empty: the player has none), whether a phone of it listens, the power it
  has (None: none yet), the side it plays on as the players sit now (None: free), the level at which the table plays
  for it (None: it does not), what the other ``table`` is called at which it is played (None: it is played here,
  empty: no table has come yet), and whether the table ``adapts`` to the people who play against it there: then the
  level is that of this game. */
  type SeatView = {
    seat: Seat;
    name: string | null;
    connected: boolean;
    power: string | null;
    team?: number | null;
    level?: LevelName | null;
    table?: string | null;
    adapts?: boolean;
  };

  /** What is chosen for games at this table; of the ``rules`` only what is not as usual (docs/rules.md). */
  type ShownOptions = {
    powers: boolean;
    mode: DraftMode;
    sets: Array<PowerSet>;
    open_information: boolean;
    first_games: boolean;
    fleece: boolean;
    confirm: Confirm;
    clock: ClockRule | null;
    hints: boolean;
    talks: boolean;
    left_out: Array<Power>;
    rules: Record<string, boolean | number | string | Array<boolean | number | string> | null>;
  };

  /** Who chooses which powers. ``taken`` is known to all, ``own`` to this phone; ``chooser`` is the seat for which
  this phone chooses now. ``picked`` is what the Challenger has picked so far; ``beginners``: no game with powers was
  finished at this table. */
  type DraftForm = {
    stage: DraftStep;
    challenger: Seat;
    to_act: Seat;
    cards: Array<DraftCardForm>;
    taken: Array<TakenForm>;
    starters: Array<Seat>;
    choosing: Array<Seat>;
    chooser: Seat | null;
    own: Array<TakenForm>;
    wanted: number;
    at_once: boolean;
    gods: number;
    fleece: boolean;
    votes: Array<VotesForm>;
    picked: Array<Power>;
    beginners: boolean;
  };

  /** What the draft waits for. */
  type DraftStep = "vote" | "offer" | "choose" | "start";

  /** A power, why it cannot be taken, what there is to know about it, and what it cannot be offered with. */
  type DraftCardForm = {
    power: Power;
    refused: MessageForm | null;
    warnings: Array<MessageForm>;
    conflicts: Array<MessageForm>;
  };

  /** A key of the catalogue, and its arguments. */
  type MessageForm = {
    key: string;
    args: Record<string, string>;
  };

  /** A seat and its power. */
  type TakenForm = {
    seat: Seat;
    power: string;
  };

  /** Who votes for a power, and why it is not on offer though it has as many votes as one that is. */
  type VotesForm = {
    power: Power;
    seats: Array<Seat>;
    passed_over: MessageForm | null;
  };

  /** The game as this viewer may see it. ``secrets`` are the tokens on secret maps that this viewer knows;
  ``revealed``: the game is over, and what was kept secret in it is told. */
  type ViewForm = {
    viewer: "blue" | "orange" | "white" | "purple" | "public" | "hindsight";
    size: number;
    levels: Record<string, number>;
    domes: Array<string>;
    workers: Array<WorkerForm>;
    tokens: Array<TokenForm>;
    secrets: Array<TokenForm>;
    players: Array<PlayerForm>;
    beside: Array<CardBesideForm>;
    stock: Stock;
    active: Seat | null;
    driven: boolean;
    options: Array<ShownAction>;
    outcome: OutcomeForm | null;
    revealed: boolean;
  };

  /** A worker that this viewer sees. */
  type WorkerForm = {
    seat: Seat;
    square: string;
    marked: boolean;
  };

  /** A token. */
  type TokenForm = {
    power: Power;
    square: string;
  };

  /** A player of the game; ``hidden`` is how many workers stand where this viewer cannot see them. */
  type PlayerForm = {
    seat: Seat;
    team: number;
    power: string;
    second: string;
    uses: Array<string>;
    memory: Record<string, string>;
    reserve: number;
    hidden: number;
    eliminated: boolean;
  };

  /** A card beside the board. */
  type CardBesideForm = {
    power: Power;
    holders: Array<Seat>;
    memory: Record<string, string>;
  };

  /** Pieces left beside the board: blocks by size (one number for like tiles), and domes; below zero when stand-ins
  are on the board. */
  type Stock = {
    blocks: Array<number>;
    domes: number;
  };

  /** An action in the form in which it is sent. ``worker``, ``square`` and ``piece`` are null where it has none;
  ``direction``, ``power``, ``seat`` and ``by`` are there only where it has them, ``wins`` where it wins the game at
  once as far as this viewer can know. */
  type ShownAction = {
    kind: "place" | "move" | "build" | "force" | "swap" | "remove" | "take" | "token" | "point" | "choose" | "recycle" | "use" | "done" | "resign" | "correct" | "unseen";
    worker: string | null;
    square: string | null;
    piece: Piece | null;
    direction?: Direction | null;
    power?: string;
    seat?: Seat;
    by?: string;
    wins?: true;
  };

  /** The end of a game. */
  type OutcomeForm = {
    winners: Array<Seat>;
    reason: MessageForm;
  };

  /** The open step: who is asked, for what, by which power (``mortal``: the base rules), and if it may be declined.
  ``in_a_row`` counts the steps of this kind that the player takes one after the other from here, this one included. */
  type Prompt = {
    seat: Seat;
    kind: StepKind;
    power: string;
    optional: boolean;
    in_a_row: number;
  };

  /** What the seat to act is asked for. */
  type StepKind = "place" | "move" | "build" | "force" | "swap" | "remove" | "take" | "token" | "point" | "choose" | "recycle" | "order";

  /** The board as it is read. ``link`` is search, open, hello, sync, ready or degraded. */
  type BoardForm = {
    link: string;
    mode: BoardMode;
    lifted: string | null;
    differences: Array<DifferenceForm>;
    message: MessageForm | null;
    issue: BoardIssue | null;
    warnings: Array<MessageForm>;
    weighs: boolean;
  };

  /** How the reading of the board stands. ``following``: all as expected; ``in_hand``: a worker is in a hand;
  ``unsure``: not sure; ``restore``: pieces are to be put right. */
  type BoardMode = "following" | "in_hand" | "unsure" | "restore";

  /** Where board and game disagree. ``seat``: whose worker is missing, or stands or lies there (null: not known);
  ``seen`` and ``wanted`` are heights in pieces, of a tower that is too low or too high. */
  type DifferenceForm = {
    square: string;
    kind: DifferenceKind;
    seat: Seat | null;
    seen: number | null;
    wanted: number | null;
  };

  /** How a square differs from what the game expects.

  ``missing``: a worker is to stand there; ``extra``: one stands there and none is to; ``wrong_seat``: one of
  another player stands there; ``fallen``: one lies there on its side; ``too_low`` and ``too_high``: the tower is not
  as high as the game has it. */
  type DifferenceKind = "missing" | "extra" | "wrong_seat" | "fallen" | "too_low" | "too_high";

  /** What the reading of the board has found, where that decides what comes next. The message says it to people.

  ``forbidden``: a rule forbids the change; the message is its reason. ``one_change``: the message says the only
  change that is left to make. ``missing``: workers have been off the board for long. ``fallen``: a worker lies on a
  square. ``which_steps``: several step sequences explain the pieces. ``steps_unknown``: it is unknown how they came
  to stand as they do. ``perhaps_touched``: it is not clear whether a worker touched a square; ``perhaps_built``: the
  same where Done says so; ``touched_height``: the same, and the tower then has another height. ``not_done``: Done
  was pressed, and is no answer to what is asked. ``turned``: the board lies turned. ``wrong_height``: a tower has
  another height. */
  type BoardIssue = "forbidden" | "one_change" | "missing" | "fallen" | "which_steps" | "steps_unknown" | "perhaps_touched" | "perhaps_built" | "touched_height" | "not_done" | "turned" | "wrong_height";

  /** The pieces stand as the game has them. */
  type TrustOffer = {
    kind: "trust";
  };

  /** The game takes over what stands. */
  type AdoptOffer = {
    kind: "adopt";
    workers: Record<string, Seat>;
    heights: Record<string, number>;
  };

  /** The board is read turned. */
  type TurnOffer = {
    kind: "turn";
    degrees: number;
  };

  /** A line of the log. A secret one has ``instead``, which all others see (null: nothing). */
  type LogLineForm = {
    kind: EventKind;
    message: MessageForm;
    number: number;
    secret?: boolean;
    instead?: LoggedEventForm | null;
  };

  /** The events of the engine (`engine.events`) by name, as phones and clubs are told of them. */
  type EventKind = "worker_placed" | "worker_moved" | "worker_forced" | "worker_removed" | "worker_chosen" | "built" | "block_taken" | "tower_recycled" | "token_placed" | "direction_set" | "card_drawn" | "demand_void" | "step_declined" | "acted_in_secret" | "action_cancelled" | "power_changed_hands" | "turn_began" | "win_denied" | "no_turn_left" | "position_repeated" | "position_corrected" | "player_eliminated" | "game_ended";

  /** Something that happened in a game: what it was, and its text. */
  type LoggedEventForm = {
    kind: EventKind;
    message: MessageForm;
  };

  /** A player's wish to take back the last turn that stands: who asked, whose consent is missing, and who would
  rather not (None: nobody has said so). */
  type TakebackView = {
    asker: Seat;
    missing: Array<Seat>;
    refused?: Seat | null;
  };

  /** A player's wish to play ``again``: who asked, and who would rather not (None: nobody has said so). */
  type RematchView = {
    asker: Seat;
    again: RematchKind;
    refused?: Seat | null;
  };

  /** The chess clock as it stood ``age`` ms ago; ``left`` is what each seat has. */
  type ClockForm = {
    minutes: number;
    increment: number;
    left: Record<string, number>;
    running: Seat | null;
    paused: boolean;
    age: number;
  };

  /** A set of powers: the number of them that the seated players can play with if it is chosen, and why there are
  none. */
  type SetForm = {
    group: PowerSet;
    count: number;
    none: MessageForm | null;
  };

  /** Somebody who asks for a seat. The ``code`` answers the claim. A claim of this phone (``mine``) is proved by
  touching the ``corners`` one after the other or by the ``presses`` at the rim, whichever is done first; what is
  empty does not count now. The phones of the seats in ``asked`` may answer it. */
  type ClaimForm = {
    seat: Seat;
    name: string;
    code: string;
    mine: boolean;
    answers: boolean;
    corners: Array<string>;
    presses: Array<Button>;
    asked: Array<Seat>;
  };

  /** This phone asked for a seat and did not get it. */
  type TurnedAwayView = {
    seat: Seat;
    why: ClaimEnd;
  };

  /** Why somebody who asked for a seat did not get it. ``refused``: by somebody at the table; ``late``: nobody
  answered for too long; ``quicker``: somebody else sat down first; ``freed``: the player has left the seat, which is
  free now; ``begun``: the game has begun; ``crowded``: too many asked from the same address. */
  type ClaimEnd = "refused" | "late" | "quicker" | "freed" | "begun" | "crowded";

  /** The corner that was touched last. */
  type CornerForm = {
    touched: string | null;
  };

  /** The lights show a finished game, after ``ply`` of its ``plies`` actions. ``better``: after this step, from 0, of
  a better turn from there (None: as it was played). */
  type ShowingView = {
    game: string;
    ply: number;
    plies: number;
    better?: number | null;
  };

  /** What this phone keeps covered. */
  type SecretForm = {
    workers: Array<WorkerForm>;
    memory: Record<string, string>;
    step: boolean;
  };

  /** What is done in the workshop: ``message`` says what to do, ``answers`` are those that may be sent now, ``names``
  whether a square may be named, ``masses`` which masses in g (null: none). ``expected`` is the square that should be
  named or touched, ``level`` on how many blocks a worker is to stand there; ``stores``: the answer ``next`` stores
  something. ``done`` of ``total`` steps are done, ``resumed`` of them before a break. At ``over`` nothing more is
  asked. docs/http.md has the steps. */
  type WorkshopForm = {
    task: Task;
    step: string;
    message: MessageForm;
    lit: Record<string, string>;
    notes: Array<MessageForm>;
    done: number;
    total: number;
    answers: Array<ProcedureAnswer>;
    names: boolean;
    masses: MassesForm | null;
    expected: string | null;
    level: number | null;
    stores: boolean;
    resumed: number;
    over: boolean;
  };

  /** The least and the largest mass in g that may be named. */
  type MassesForm = {
    least: number;
    most: number;
  };

  /** The network for guests, or the table's own while that is open; for players. */
  type WifiForm = {
    name: string;
    password: string | null;
    own: boolean;
  };

  /** What the owner has configured, for the host; ``file`` is what was read. */
  type ConfiguredForm = {
    file: string | null;
    own_network: boolean;
    values: Array<ValueForm>;
  };

  /** A configured value; ``here``: for a new table, whose host changes it on the page. */
  type ValueForm = {
    key: string;
    value: string | number | boolean | null;
    source: ValueSource;
    here: boolean;
  };

  /** Where a configured value comes from. */
  type ValueSource = "default" | "file" | "option";

  /** The boards of a table that has two: the one in use, and the one to which players may take their game with
  ``use_board``. ``moved``: the game is to be set up on the one in use. ``troubles`` are those with what is
  plugged in. */
  type BoardsForm = {
    in_use: BoardKind;
    offered: BoardKind | null;
    moved: boolean;
    troubles: Array<MessageForm>;
  };

  /** What the table does for a seat that it plays: it ``thinks``, or these are its next steps, of which hands are to
  carry out the first (``by_hand``). */
  type TableTurnForm = {
    seat: Seat;
    thinks: boolean;
    actions: Array<ShownAction>;
    by_hand: boolean;
  };

  /** What the table says as the player of a seat, until the next turn is over. */
  type RemarkForm = {
    seat: Seat;
    message: MessageForm;
  };

  /** The puzzle on the board, won in so many ``turns`` of which ``left`` remain. After a wrong turn ``reply`` are the
  steps that refute it, and ``reason`` says how; in the stage ``solution`` they are the solution. The lights show the
  one with the index ``shown``. */
  type PuzzleOnBoardForm = {
    number: number;
    turns: number;
    grade: Grade;
    stage: PuzzleStage;
    left: number;
    reply: Array<HistoryPositionForm>;
    shown: number;
    reason: MessageForm | null;
  };

  /** How hard puzzles are, the easiest first. */
  type Grade = "easy" | "medium" | "hard";

  /** How far a puzzle on the board is: its blocks are laid, then its workers are placed; turns are taken; a turn of
  the player is judged, was wrong, or has won; the solution is shown. */
  type PuzzleStage = "blocks" | "workers" | "turns" | "judging" | "wrong" | "won" | "solution";

  /** How a game stood after an action. */
  type HistoryPositionForm = {
    turn: number;
    seat: Seat | null;
    action: ShownAction | null;
    log: Array<LoggedEventForm>;
    view: ViewForm;
  };

  /** The match: the number of this table (null: it is in none), the tables, the codes (for the host), whether this
  table waits to be let in, why nothing more is played, whether the turn waits until all tables have it (``offered``),
  and why they did not take the last one. ``able``: there is a broker, without which there is no match. */
  type MatchForm = {
    here: number | null;
    tables: Array<MatchTableView>;
    codes: Array<MatchCodeView>;
    joining: boolean;
    trouble: MessageForm | null;
    offered: boolean;
    refused: MessageForm | null;
    able: boolean;
  };

  /** A table of the match: its number, what it is called, its seats, whether it is ``gone``, and the ``words`` that it
  shows, too, if nobody is between (empty: there are none). */
  type MatchTableView = {
    number: number;
    title: string;
    seats: Array<Seat>;
    words: Array<string>;
    gone: boolean;
  };

  /** A code with which another table can come for these seats: its words, and what its QR code holds. */
  type MatchCodeView = {
    seats: Array<Seat>;
    words: Array<string>;
    scanned: string;
  };

  /** What is wrong, in one line. */
  type ErrorAnswer = {
    error: string;
    message?: MessageForm;
  };

  /** The virtual board after the gesture. */
  type GestureAnswer = {
    bench: BenchForm;
  };

  /** The virtual board from above. */
  type BenchForm = {
    may_act: boolean;
    version: number;
    size: number;
    levels: Record<string, number>;
    domes: Array<string>;
    pieces: Array<PieceForm>;
    lights: Record<string, string>;
    phone: PlaceForm | null;
    follows: boolean;
  };

  /** A worker; its place in mm from the middle of a1. */
  type PieceForm = {
    piece: string;
    seat: Seat;
    square: string | null;
    x: number;
    y: number;
    in_hand: boolean;
    lying: boolean;
  };

  /** A phone near the board, in mm from the middle of a1. */
  type PlaceForm = {
    x: number;
    y: number;
  };

  /** Some of the finished games, the newest first; ``before`` asks for those that come next, ``count`` is how many
  there are, ``set_aside`` the files that could not be read. */
  type GamesForm = {
    games: Array<GameForm>;
    before: string | null;
    count: number;
    set_aside: Array<string>;
  };

  /** A finished game in short. */
  type GameForm = {
    game: string;
    began: string | null;
    ended: string | null;
    players: Array<Contestant>;
    fleece: string | null;
    size: number;
    winners: Array<Seat> | null;
    reason: MessageForm | null;
    turns: number;
    imported: boolean;
    counted: boolean;
  };

  /** A player of a game: the seat, the name (None: not known), the power or both powers, and the team. A table that
  played for the seat did so at a ``level``. */
  type Contestant = {
    seat: Seat;
    name: string | null;
    powers: Array<string>;
    team: number;
    level?: LevelName | null;
  };

  /** A game to step through. */
  type ReplayForm = {
    game: GameForm;
    moments: Array<HistoryPositionForm>;
  };

  /** What is counted of the finished games; ``others`` is how many players are not listed, who played less. */
  type StatisticsForm = {
    players: Array<PlayerTallyForm>;
    others: number;
    powers: Array<PowerTallyForm>;
  };

  /** Games of a player. */
  type PlayerTallyForm = {
    name: string;
    games: number;
    wins: number;
    turns: number;
    powers: Array<PowerTallyForm>;
  };

  /** Games with a power. */
  type PowerTallyForm = {
    power: string;
    games: number;
    wins: number;
    turns: number;
  };

  /** The review of a game, or how far it is: ``turns`` once it is there; else whether it was ``asked`` for, how many
  turns of how many are ``done``, whether it is ``paused`` while somebody plays, and whether it ``failed``. */
  type ReviewForm = {
    asked: boolean;
    done: number;
    count: number;
    paused: boolean;
    failed: boolean;
    turns: Array<ReviewedTurnForm> | null;
  };

  /** A turn. It began after ``ply`` steps of the game; ``shares`` are the games of a thousand that each side would win
  from there, in the order of the sides. ``loss`` is how many of these the turn lost to the player, ``better`` how a
  better turn would have gone on from there, step by step, and ``reason`` what makes that one good; only turns that
  lost much have them. */
  type ReviewedTurnForm = {
    ply: number;
    turn: number;
    seat: Seat;
    shares: Array<number>;
    loss: number;
    better: Array<HistoryPositionForm>;
    reason: MessageForm | null;
  };

  /** A hint. ``squares`` are the workers and squares with which good turns begin; of the ``best`` strength, ``turn``
  is what is left of the best turn, step by step, and ``reason`` why. ``open``: the lights may show it, since the game
  has no secrets. */
  type HintForm = {
    strength: HintStrength;
    open: boolean;
    squares: Array<string>;
    turn: Array<ShownAction>;
    reason: MessageForm | null;
  };

  /** Why the turn should not be confirmed; null: nothing was found against it. */
  type GuardForm = {
    warning: MessageForm | null;
  };

  /** All puzzles; the number of that of ``today``, and whether it was ``solved`` at this table; on how many ``days``
  in a row one was, and the ``longest`` such time. */
  type PuzzlesForm = {
    groups: Array<PuzzleGroupForm>;
    day: string;
    today: number;
    solved: boolean;
    days: number;
    longest: number;
  };

  /** Puzzles of one length that are alike in difficulty, by their numbers. */
  type PuzzleGroupForm = {
    turns: number;
    grade: Grade;
    numbers: Array<number>;
  };

  /** A puzzle after some steps: the player is to win in so many ``turns``, of which ``left`` remain. ``written`` has
  the options of the ``view`` in writing, as steps are sent. The first ``kept`` of the steps are those of right turns.
  ``reply`` are the steps of the other player since the last turn; of a ``wrong`` turn they are what refutes it, and
  ``reason`` says how. */
  type PuzzleForm = {
    number: number;
    turns: number;
    grade: Grade;
    verdict: PuzzleVerdict;
    left: number;
    kept: number;
    view: ViewForm;
    written: Array<string>;
    prompt: Prompt | null;
    reply: Array<HistoryPositionForm>;
    reason: MessageForm | null;
  };

  /** What came of an attempt so far: it goes on, the player has won, or the last turn does not win in time. */
  type PuzzleVerdict = "open" | "won" | "wrong";

  /** The positions from the puzzle to the win, with the best defence. */
  type PuzzleSolutionForm = {
    moments: Array<HistoryPositionForm>;
  };

  /** What the board measures, in mT; ``fields`` is null while nobody looks, ``scale`` on a board without one. */
  type ReadingsForm = {
    version: number;
    fields: Record<string, number> | null;
    clipped: Array<string>;
    noisy: Array<string>;
    noise: number;
    rate: number;
    missed: number;
    button: string | null;
    further: Array<FurtherForm>;
    scale: LoadsForm | null;
  };

  /** What a sensor outside the squares measures along its axes, in mT. ``clipped``: one axis is at the end of its
  range. */
  type FurtherForm = {
    axes: Array<Axis>;
    fields: Array<number>;
    clipped: boolean;
  };

  /** A direction in which a sensor measures. A field is positive if it points there: that of a worker with the north
  pole of its magnet down is positive downwards, right under it. */
  type Axis = "east" | "north" | "down" | "west" | "south" | "up";

  /** What the scale measures: the ``loads`` of its cells and their ``sum``, by how much it has ``changed`` since the
  look began, all in g, and where the centre of that change is. ``near`` is the square there. */
  type LoadsForm = {
    loads: Array<number>;
    sum: number;
    changed: number | null;
    centre: CentreForm | null;
    near: string | null;
  };

  /** A place in mm east and north of the middle of a1. */
  type CentreForm = {
    east: number;
    north: number;
  };

  /** The state of the link (`hardware.board.LinkState`) with a line in English, the port or where one is looked for,
  what the board last said about itself (None: nothing yet, or a board that does not), and what the link has counted
  since it was made (`hardware.board.Counters`); ``round_trip_ms`` is the mean. */
  type LinkView = {
    state: string;
    detail: string;
    place: string;
    name: string | null;
    unique_id: string | null;
    firmware: string | null;
    boots: number | null;
    protocol: string | null;
    revision: number | null;
    faults: Array<string>;
    abilities: Array<string>;
    calibration_stored: boolean | null;
    wiring_stored: boolean | null;
    frames: number;
    missed: number;
    broken: number;
    repeated: number;
    reconnects: number;
    board_broken: number;
    board_dropped: number;
    round_trip_ms: number | null;
  };

  /** The state, what went wrong last (None: nothing since it was connected), and the words of whatever failed. */
  type BrokerStatus = {
    state?: BrokerState;
    trouble?: BrokerTrouble | null;
    detail?: string;
  };

  /** ``off``: closed or not started; ``connecting``: not connected, and trying; ``connected``; ``refused``: by the
  broker, and tried again later. */
  type BrokerState = "off" | "connecting" | "connected" | "refused";

  /** What went wrong last. */
  type BrokerTrouble = "files" | "name_unknown" | "unreachable" | "certificate" | "tls" | "not_mqtt" | "credentials" | "taken_over" | "refused" | "lost" | "denied" | "too_large";

  /** All powers in the order of the rulebook. */
  type CardsForm = {
    cards: Array<CardForm>;
  };

  /** What there is to know about a power; its texts are in the catalogue. */
  type CardForm = {
    power: Power;
    number: number;
    set: PowerSet;
    players: Array<number>;
    timing: Array<Timing>;
    fleece: boolean;
    first_games: boolean;
    banned: Array<Power>;
    impossible: Array<Power>;
    rulings: Array<MessageForm>;
    against: Record<string, Array<MessageForm>>;
    diagram?: DiagramForm;
  };

  /** When a card acts: the words that its text begins with. */
  type Timing = "setup" | "your_turn_start" | "your_turn" | "your_move" | "your_build" | "your_turn_end" | "any_move" | "any_build" | "any_time" | "opponent_turn_start" | "opponent_turn" | "win_condition" | "lose_condition";

  /** What a power does, as two pictures of the squares from a1 on, ``size`` on each side. */
  type DiagramForm = {
    kind: DiagramKind;
    size: number;
    before: PictureForm;
    after: PictureForm;
  };

  /** How the two pictures of a diagram are related. */
  type DiagramKind = "act" | "limits" | "wins";

  /** A picture of a few squares; what is empty is left out. ``marks`` are lit squares, ``power`` is the power in
  force on it. */
  type PictureForm = {
    levels?: Record<string, number>;
    domes?: Array<string>;
    workers?: Array<PictureWorker>;
    tokens?: Array<PictureToken>;
    arrows?: Array<PictureArrow>;
    marks?: Array<string>;
    power?: Power;
  };

  /** A worker on a square of a picture; a ``ghost`` is seen by its player alone. */
  type PictureWorker = {
    square: string;
    seat: Seat;
    ghost?: boolean;
  };

  /** What a power has laid on a square of a picture, in secret if its card says so. */
  type PictureToken = {
    square: string;
    power: Power;
  };

  /** Where something goes. */
  type PictureArrow = {
    from: string;
    to: string;
  };

  /** The values of each rule, the usual ones first. */
  type ChoicesForm = {
    edition: Array<Edition>;
    bans: Array<Bans>;
    supply: Array<Supply>;
    gods_per_player: Array<number>;
    revised: Array<Power>;
    questions: Array<QuestionForm>;
    minutes: Array<number>;
    increment: Array<number>;
  };

  /** Whose printed rules are in force. */
  type Edition = "roxley" | "spin_master" | "original_2007";

  /** What the printed "banned vs." pairs do (the rulebook strongly suggests them; it does not forbid). */
  type Bans = "warn" | "enforce" | "off";

  /** Whether pieces can run out: never; counted and pointed out only; or with the rule for taking towers back. */
  type Supply = "unlimited" | "advisory" | "physical";

  /** A question that no rulebook settles, and its answers. ``usual`` null: as the edition or the wording in use has
  it. */
  type QuestionForm = {
    name: string;
    usual: boolean | number | string | null;
    values: Array<boolean | number | string | null>;
  };

  /** What the lights mean and look like, with the colours of the seats. */
  type LightsForm = {
    lights: Array<LightForm>;
    seats: Record<string, string>;
  };

  /** A light over one period of so many ms; 0: it does not change. */
  type LightForm = {
    light: LegendLight;
    period: number;
    samples: Array<LightSampleForm>;
  };

  /** The lights that people meet, in the order in which they meet them. */
  type LegendLight = "free" | "asking" | "turn" | "place" | "lift" | "put" | "build" | "hint" | "carry_lift" | "carry_put" | "carry_build" | "confirm" | "missing" | "extra" | "wrong_seat" | "fallen" | "too_low" | "too_high" | "unsure" | "stray" | "tower" | "hidden" | "won";

  /** What a light is like from ``ms`` on: its colour at full strength (null: a player's), and its brightness, of 1. */
  type LightSampleForm = {
    ms: number;
    colour: string | null;
    share: number;
  };

  /** The book. ``reasons`` has the section that explains each reason, by its key or by what that begins with before
  the dot. */
  type BookForm = {
    sections: Array<SectionForm>;
    reasons: Record<string, string>;
  };

  /** A section by the number that the code cites; ``title`` is a key as ``texts`` are, and an open question has the
  names of its switches. */
  type SectionForm = {
    number: string;
    title: string;
    page: "general" | "powers" | "questions";
    switches: Array<string>;
    blocks: Array<BlockForm>;
  };

  /** A piece of a section: a paragraph, an item, or the cells of a row, with the powers that it names. ``texts`` are
  keys of the part ``rulings`` of the texts. In these, a number in braces leads to another section, and a letter in
  brackets says what the ruling rests on. */
  type BlockForm = {
    kind: "head" | "item" | "row" | "step" | "text";
    texts: Array<string>;
    powers: Array<Power>;
  };

  /** The answer. ``seat`` is to act, in a step of this ``kind``; ``legal`` says whether the act, or anything there,
  may be done, ``reason`` why not; ``options`` are what may be done, ``dark`` the squares around a worker where it
  can do nothing. ``sections`` are the rulings that explain it. */
  type JudgementForm = {
    asked: string;
    seat: Seat | null;
    kind: StepKind | null;
    legal: boolean;
    reason: MessageForm | null;
    options: Array<ShownAction>;
    dark: Record<string, MessageForm>;
    sections: Array<string>;
  };

  /** A position. ``line`` and ``steps`` are how it is written; everything else describes what stands after the steps.
  ``rules`` are those that differ from the usual ones, as the line has them. ``seat`` is to act. */
  type PositionForm = {
    line: string;
    steps: Array<string>;
    size: number;
    levels: Record<string, number>;
    domes: Array<string>;
    sides: Array<PositionSideForm>;
    to_move: Seat;
    extra: string | null;
    fleece: PositionCardForm | null;
    ram: string | null;
    rules: string;
    seat: Seat | null;
  };

  /** A player with workers (in a team of two they stand with the first one), of which there may be ``most``.
  ``climbs`` says whether it matters that the player moved up in the last turn, ``marks`` whether a worker is
  marked. */
  type PositionSideForm = {
    seat: Seat;
    cards: Array<PositionCardForm>;
    workers: Array<string>;
    most: number;
    marks: boolean;
    marked: Array<string>;
    climbs: boolean;
    moved_up: boolean;
    out: boolean;
    resigned: boolean;
  };

  /** A card: all that it remembers, as text, and of which kind each of these is (a ``corner`` is the south-west one of
  four squares); whether its squares lie on a ``secret`` map; who has the use of it, where that is not its owner. */
  type PositionCardForm = {
    power: string;
    memory: Record<string, string>;
    kinds: Record<string, FieldKind>;
    secret: boolean;
    holders: Array<Seat> | null;
  };

  /** What a field holds. */
  type FieldKind = "square" | "squares" | "corner" | "number" | "yes_no" | "direction" | "power" | "powers" | "seats" | "word";

  /** The workers on the board; blocks and domes have no magnets. ``disturbed``: something else is measured, too, and
  no worker is sure; ``moving``: hands move, ask again. */
  type WorkersForm = {
    state: SurveyState;
    workers: Array<SurveyedWorkerForm>;
  };

  /** How the board could be read. ``disturbed``: what is measured is not explained by workers on squares alone;
  ``moving``: hands move, or no frame has come for a moment. */
  type SurveyState = "clear" | "disturbed" | "moving";

  /** A worker, one of these ``seats``: the magnets of all of them point the same way. ``level`` is how many blocks it
  stands on (null: that is not certain), ``sure`` whether it stands there at all. */
  type SurveyedWorkerForm = {
    square: string;
    seats: Array<Seat>;
    level: number | null;
    sure: boolean;
  };

  type Gesture = LiftGesture | CarryGesture | PutGesture | TapGesture | PutBesideGesture | KnockGesture | LayPhoneGesture | TakePhoneGesture | BoxGesture | StackGesture | UnstackGesture | ArrangeGesture | SetUpGesture | FollowGesture | ClearGesture | PressGesture;

  type Power = string;
}
