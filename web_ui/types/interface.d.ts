// Written by `python -m web_ui.interface` from the forms of docs/openapi.json. Do not edit.

declare namespace Api {
  type Square = string;

  type Seat = "blue" | "orange" | "white" | "purple";

  type Power = string;

  /** A command about the version that the phone shows. */
  type Request = {
    version: number;
    command: Command;
  };

  type Command = {
    kind: "claim_seat";
    seat: Seat;
    name: string;
  } | {
    kind: "withdraw_claim";
    seat: Seat;
  } | {
    kind: "answer_claim";
    code: string;
    accept: boolean;
  } | {
    kind: "leave_seat";
    seat: Seat;
  } | {
    kind: "choose_options";
    options: Options;
  } | {
    kind: "hand_host";
    seat: Seat;
  } | {
    kind: "choose_settings";
    settings: Settings;
  } | {
    kind: "watch_corner";
    watching: boolean;
  } | {
    kind: "show_colours";
    showing: boolean;
  } | {
    kind: "begin_game";
  } | {
    kind: "vote_for_powers";
    seat: Seat;
    powers: Array<string>;
    done: boolean;
  } | {
    kind: "count_votes";
  } | {
    kind: "draw_lots";
  } | {
    kind: "offer_powers";
    powers: Array<string>;
  } | {
    kind: "choose_power";
    power: string;
    seat?: Seat;
  } | {
    kind: "name_start_player";
    seat: Seat;
  } | {
    kind: "act";
    action: ActionAsked;
  } | {
    kind: "choose_reading";
    index: number;
  } | {
    kind: "take_offer";
    offer: "trust" | "adopt" | "turn";
  } | {
    kind: "undo_step";
  } | {
    kind: "restart_turn";
  } | {
    kind: "confirm_turn";
  } | {
    kind: "ask_takeback";
  } | {
    kind: "answer_takeback";
    agree: boolean;
  } | {
    kind: "pause_clock";
    paused: boolean;
  } | {
    kind: "rematch";
    again: "lobby" | "draft" | "same" | "swapped";
  } | {
    kind: "abandon_game";
  } | {
    kind: "resume_game";
  } | {
    kind: "dismiss_mending";
  } | {
    kind: "open_workshop";
    task: "calibrate" | "selftest" | "monitor";
    anew: boolean;
  } | {
    kind: "answer_workshop";
    answer: "next" | "undo" | "skip" | "again" | "stop";
  } | {
    kind: "name_square";
    square: Square;
  } | {
    kind: "close_workshop";
  } | {
    kind: "show_game";
    game: string;
    ply: number;
  } | {
    kind: "stop_showing";
  } | {
    kind: "delete_games";
    games: Array<string>;
  } | {
    kind: "count_game";
    game: string;
    counted: boolean;
  };

  type ActionAsked = {
    kind: "place";
    square: Square;
    by?: string;
  } | {
    kind: "move";
    worker: Square;
    square: Square;
    by?: string;
  } | {
    kind: "build";
    worker: Square;
    square: Square;
    piece: "block" | "dome";
    by?: string;
  } | {
    kind: "force";
    worker: Square;
    square: Square;
    by?: string;
  } | {
    kind: "swap";
    worker: Square;
    square: Square;
    by?: string;
  } | {
    kind: "remove";
    square: Square;
    by?: string;
  } | {
    kind: "take";
    square: Square;
    by?: string;
  } | {
    kind: "token";
    square: Square;
    by?: string;
  } | {
    kind: "point";
    direction: "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw" | null;
    by?: string;
  } | {
    kind: "choose";
    square: Square;
    by?: string;
  } | {
    kind: "recycle";
    square: Square;
    by?: string;
  } | {
    kind: "use";
    power: string;
  } | {
    kind: "done";
    by?: string;
  } | {
    kind: "resign";
    seat: Seat;
  };

  /** What is chosen for games at this table; what is not told is as usual. */
  type Options = {
    powers?: boolean;
    mode?: "full" | "vote" | "dealt" | "quick";
    sets?: Array<"simple" | "advanced" | "golden_fleece" | "hero">;
    open_information?: boolean;
    first_games?: boolean;
    fleece?: boolean;
    confirm?: "ask" | "at_once";
    clock?: {
      minutes: number;
      increment: number;
    } | null;
    rules?: Record<string, string | boolean | number | Array<unknown> | null>;
  };

  /** How the table is set up. */
  type Settings = {
    name: string;
    language: string | null;
    brightness: number;
    greeted: boolean;
  };

  type Gesture = {
    do: "lift";
    piece: string;
  } | {
    do: "carry";
    piece: string;
    x: number;
    y: number;
  } | {
    do: "put";
    piece: string;
    square: Square;
  } | {
    do: "tap";
    piece: string;
    square: Square;
  } | {
    do: "put_beside";
    piece: string;
    x: number;
    y: number;
  } | {
    do: "knock";
    piece: string;
  } | {
    do: "lay_phone";
    x: number;
    y: number;
  } | {
    do: "take_phone";
  } | {
    do: "box";
    piece: string;
  } | {
    do: "stack";
    square: Square;
    dome: boolean;
  } | {
    do: "unstack";
    square: Square;
  } | {
    do: "arrange";
    levels: Record<string, number>;
    domes: Array<Square>;
  } | {
    do: "clear";
  } | {
    do: "press";
    button: "done" | "undo";
  };

  /** A key of the catalogue, and its arguments. */
  type Message = {
    key: string;
    args: Record<string, string>;
  };

  /** An action of the game, in the form in which it is asked for; null where it has none of it. */
  type Action = {
    kind: "place" | "move" | "build" | "force" | "swap" | "remove" | "take" | "token" | "point" | "choose" | "recycle" | "use" | "done" | "resign" | "correct";
    worker: Square | null;
    square: Square | null;
    piece: "block" | "dome" | null;
    direction?: "n" | "ne" | "e" | "se" | "s" | "sw" | "w" | "nw" | null;
    power?: string;
    seat?: Seat;
    by?: string;
  };

  /** A worker that this viewer sees. */
  type Worker = {
    seat: Seat;
    square: Square;
    marked: boolean;
  };

  /** The game as this viewer may see it. */
  type View = {
    viewer: "blue" | "orange" | "white" | "purple" | "public" | "hindsight";
    size: number;
    levels: Record<string, number>;
    domes: Array<Square>;
    workers: Array<Worker>;
    tokens: Array<{
      power: Power;
      square: Square;
    }>;
    players: Array<{
      seat: Seat;
      team: number;
      power: string;
      second: string;
      uses: Array<string>;
      memory: Record<string, string>;
      reserve: number;
      hidden: number;
      eliminated: boolean;
    }>;
    beside: Array<{
      power: Power;
      holders: Array<Seat>;
      memory: Record<string, string>;
    }>;
    stock: {
      blocks: Array<number>;
      domes: number;
    };
    active: Seat | null;
    driven: boolean;
    options: Array<Action>;
    outcome: {
      winners: Array<Seat>;
      reason: Message;
    } | null;
  };

  /** All that a phone shows. */
  type Snapshot = {
    version: number;
    phase: "lobby" | "draft" | "placing" | "playing" | "over";
    seats: Array<{
      seat: Seat;
      name: string | null;
      connected: boolean;
      power: string | null;
      team: number | null;
    }>;
    seats_held: Array<Seat>;
    host: boolean;
    options: {
      powers: boolean;
      mode: "full" | "vote" | "dealt" | "quick";
      sets: Array<"simple" | "advanced" | "golden_fleece" | "hero">;
      open_information: boolean;
      first_games: boolean;
      fleece: boolean;
      confirm: "ask" | "at_once";
      clock: {
        minutes: number;
        increment: number;
      } | null;
      rules: Record<string, string | boolean | number | Array<unknown> | null>;
    };
    powers_needed: boolean;
    draft: {
      stage: "vote" | "offer" | "choose" | "start";
      challenger: Seat;
      to_act: Seat;
      cards: Array<{
        power: Power;
        refused: Message | null;
        warnings: Array<Message>;
        conflicts: Array<Message>;
      }>;
      taken: Array<{
        seat: Seat;
        power: string;
      }>;
      starters: Array<Seat>;
      choosing: Array<Seat>;
      chooser: Seat | null;
      own: Array<{
        seat: Seat;
        power: string;
      }>;
      wanted: number;
      at_once: boolean;
      gods: number;
      fleece: boolean;
      votes: Array<{
        power: Power;
        seats: Array<Seat>;
        passed_over: Message | null;
      }>;
    } | null;
    game: View | null;
    prompt: {
      seat: Seat;
      kind: "place" | "move" | "build" | "force" | "swap" | "remove" | "take" | "token" | "point" | "choose" | "recycle" | "order";
      power: string;
      optional: boolean;
    } | null;
    confirming: Seat | null;
    can_undo: boolean;
    dark: Record<string, Message>;
    choices: Array<Array<Action>>;
    board: {
      link: string;
      mode: "following" | "in_hand" | "unsure" | "restore";
      lifted: Square | null;
      differences: Array<{
        square: Square;
        kind: "missing" | "extra" | "wrong_seat" | "fallen" | "too_low" | "too_high";
        seat: Seat | null;
        seen: number | null;
        wanted: number | null;
      }>;
      message: Message | null;
      warnings: Array<Message>;
    };
    offers: Array<{
      kind: "trust";
    } | {
      kind: "adopt";
      workers: Record<string, Seat>;
      heights: Record<string, number>;
    } | {
      kind: "turn";
      degrees: number;
    }>;
    log: Array<{
      number: number;
      message: Message;
      secret?: boolean;
      instead?: Message | null;
    }>;
    size: number;
    can_restart: boolean;
    can_take_back: boolean;
    takeback: {
      asker: Seat;
      missing: Array<Seat>;
      refused: Seat | null;
    } | null;
    clock: {
      minutes: number;
      increment: number;
      left: Record<string, number>;
      running: Seat | null;
      paused: boolean;
      age: number;
    } | null;
    gods: number;
    obstacle: Message | null;
    claims: Array<{
      seat: Seat;
      name: string;
      code: string;
      mine: boolean;
      answers: boolean;
      corners: Array<Square>;
      presses: Array<"done" | "undo">;
      asked: Array<Seat>;
    }>;
    turned_away: {
      seat: Seat;
      why: "refused" | "late" | "quicker" | "freed" | "begun" | "crowded";
    } | null;
    leader: Seat | null;
    host_gone: boolean;
    found: boolean;
    settings: Settings;
    corner: {
      touched: Square | null;
    } | null;
    colours: boolean;
    kept: string | null;
    unkept: Message | null;
    showing: {
      game: string;
      ply: number;
      plies: number;
    } | null;
    unwritten: Message | null;
    mended: Message | null;
    secret: {
      workers: Array<Worker>;
      memory: Record<string, string>;
      step: boolean;
    } | null;
    workshop: {
      task: "calibrate" | "selftest" | "monitor";
      step: string;
      message: Message;
      lit: Record<string, string>;
      notes: Array<Message>;
      done: number;
      total: number;
      answers: Array<string>;
      names: boolean;
      expected: Square | null;
      level: number | null;
      resumed: number;
      over: boolean;
    } | null;
    wifi: {
      name: string;
      password: string | null;
      own: boolean;
    } | null;
    configured: {
      file: string | null;
      own_network: boolean;
      values: Array<{
        key: "board.link" | "board.file" | "board.seed" | "web.host" | "web.port" | "web.address" | "keeping.folder" | "keeping.record" | "table.name" | "table.language" | "table.brightness" | "wifi.name" | "wifi.password" | "log.level";
        value: string | number | null;
        source: "default" | "file" | "option";
        here: boolean;
      }>;
    } | null;
  };

  /** What came of a command: the newest snapshot, and where it was not carried out why not. */
  type Answer = {
    snapshot: Snapshot;
    error?: string;
    message?: Message;
  };

  /** What is wrong, in one line. */
  type Error = {
    error: string;
    message?: Message;
  };

  /** What the board measures, in mT; null while nobody looks. */
  type Readings = {
    version: number;
    fields: Record<string, number> | null;
    clipped: Array<Square>;
    noisy: Array<Square>;
    noise: number;
    rate: number;
    missed: number;
    button: string | null;
  };

  /** The virtual board from above. */
  type Bench = {
    may_act: boolean;
    version: number;
    size: number;
    levels: Record<string, number>;
    domes: Array<Square>;
    pieces: Array<{
      piece: string;
      seat: Seat;
      square: Square | null;
      x: number;
      y: number;
      in_hand: boolean;
      lying: boolean;
    }>;
    lights: Record<string, string>;
    phone: {
      x: number;
      y: number;
    } | null;
  };

  /** All powers in the order of the rulebook. */
  type Cards = {
    cards: Array<{
      power: Power;
      number: number;
      set: "simple" | "advanced" | "golden_fleece" | "hero";
      players: Array<number>;
      timing: Array<"setup" | "your_turn_start" | "your_turn" | "your_move" | "your_build" | "your_turn_end" | "any_move" | "any_build" | "any_time" | "opponent_turn_start" | "opponent_turn" | "win_condition" | "lose_condition">;
      fleece: boolean;
      first_games: boolean;
      banned: Array<Power>;
      impossible: Array<Power>;
      rulings: Array<Message>;
      against: Record<string, Array<Message>>;
    }>;
  };

  /** The values of each rule, those that are usual first. */
  type Choices = {
    edition: Array<string>;
    bans: Array<string>;
    supply: Array<string>;
    gods_per_player: Array<number>;
    revised: Array<Power>;
    questions: Array<{
      name: string;
      usual: unknown;
      values: Array<unknown>;
    }>;
    minutes: Array<number>;
    increment: Array<number>;
  };

  /** A finished game in short. */
  type Game = {
    game: string;
    began: string | null;
    ended: string | null;
    players: Array<{
      seat: Seat;
      name: string | null;
      powers: Array<string>;
      team: number | null;
    }>;
    fleece: string | null;
    size: number;
    winners: Array<Seat> | null;
    reason: Message | null;
    turns: number;
    imported: boolean;
    counted: boolean;
  };

  /** Some of the finished games, the newest first; ``before`` asks for those that come next, ``count`` is how many there are, ``set_aside`` the files that could not be read. */
  type Games = {
    games: Array<Game>;
    before: string | null;
    count: number;
    set_aside: Array<string>;
  };

  /** What is counted of the finished games; ``others`` is how many players are not listed, who played less. */
  type Statistics = {
    players: Array<{
      name: string;
      powers: Array<{
        power: string;
        games: number;
        wins: number;
        turns: number;
      }>;
      games: number;
      wins: number;
      turns: number;
    }>;
    others: number;
    powers: Array<{
      power: string;
      games: number;
      wins: number;
      turns: number;
    }>;
  };

  /** A game to step through. */
  type Moments = {
    game: Game;
    moments: Array<{
      turn: number;
      seat: Seat | null;
      action: Action | null;
      log: Array<Message>;
      view: View;
    }>;
  };

  /** How the link to the board stands, what the board said last of itself (null: nothing yet), and what was counted. */
  type Link = {
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
}
