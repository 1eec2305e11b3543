// The forms that only the page's own scripts know. What comes from the table is in interface.d.ts.

declare namespace Page {
  type SeatRow = Api.SnapshotForm["seats"][number];
  type Drafting = NonNullable<Api.SnapshotForm["draft"]>;
  type DraftCard = Drafting["cards"][number];
  type Prompt = NonNullable<Api.SnapshotForm["prompt"]>;
  type Board = Api.SnapshotForm["board"];
  /** What differs between the board and what is shown; "doubted" is not clear in a position that is set up. */
  type Difference = Omit<Board["differences"][number], "kind"> & {
    kind: Board["differences"][number]["kind"] | "doubted";
  };
  type Claim = Api.SnapshotForm["claims"][number];
  type Offer = Api.SnapshotForm["offers"][number];
  type LogLine = Api.SnapshotForm["log"][number];
  /** Something that happened, of a game at the table or a stored one. */
  type LoggedEvent = Pick<LogLine, "kind" | "message" | "secret">;
  type Clock = NonNullable<Api.SnapshotForm["clock"]>;
  type Workshop = NonNullable<Api.SnapshotForm["workshop"]>;
  type Options = Api.SnapshotForm["options"];
  type Rules = Options["rules"];
  type PowerSet = Options["sets"][number];
  type Player = Api.ViewForm["players"][number];
  type Card = Api.CardForm;
  type Question = Api.QuestionForm;
  type FinishedPlayer = Api.GameForm["players"][number];
  type Position = Api.ReplayForm["moments"][number];
  type ReviewedTurn = NonNullable<Api.ReviewForm["turns"]>[number];
  type Direction = NonNullable<Api.ShownAction["direction"]>;
  type Piece = Api.BenchForm["pieces"][number];

  /** A snapshot of a phase in which there is a game, a draft, or a task of the workshop. */
  type InGame = Api.SnapshotForm & { game: Api.ViewForm };
  type InDraft = Api.SnapshotForm & { draft: Drafting };
  type InPuzzle = Api.SnapshotForm & { puzzle: Api.PuzzleOnBoardForm };
  type InWorkshop = Api.SnapshotForm & { workshop: Workshop };

  /** What the drawing of a board needs of a snapshot. */
  type BoardShown = Pick<InGame, "game" | "prompt" | "seats_held"> & {
    log: LoggedEvent[];
    board: { differences: Difference[]; lifted: Board["lifted"] };
  };

  /** A line, or a circle around the middle. */
  type DrawnPart = { class?: string } & ({ d: string } | { r: number });
  /** A colour of the emblems (base.css). Each light one is seen on each deep one. */
  type Paint = LightPaint | DeepPaint;
  type LightPaint = "whitewash" | "foam" | "sun" | "leaf" | "rose";
  type DeepPaint = "terracotta" | "sea" | "olive" | "wine" | "cobalt" | "night";
  /** A shape of an emblem: its colour, or that it shades or lights up what is below; its path; a line has a width. */
  type EmblemShape = [paint: Paint | "shade" | "shine", path: string, width?: number];
  /** What is drawn of a power, by kinds. What it `shows` is told to readers of the file. */
  interface Drawn {
    /** A small picture on a grid of 48: shapes one above the other, on a ground of one colour. */
    emblems: { shows: string; ground: Paint; shapes: EmblemShape[] };
    /** What lies on the board, or stands there and hides what is behind it. */
    tokens: { shows: string; stands?: boolean; parts: DrawnPart[] };
    /** What marks a square on a secret map. */
    secrets: { shows: string; parts: DrawnPart[] };
    /** The shaft of the arrow of what blows or sings over the whole board. */
    winds: { shows: string; shaft: string };
  }
  /** What is drawn of all powers (drawings.json). */
  type Drawings = { [Kind in keyof Drawn]: Record<string, Drawn[Kind]> };

  /** What may stand inside an element; null, undefined and false are left out. */
  type Child = Node | string | null | undefined | false | Child[];
  type Value = string | number | boolean | null | undefined;
  /** The attributes of an element, and what it does when somebody taps it, chooses or types something in it, or sends it. */
  interface Attributes {
    onclick?: (() => unknown) | false | null;
    onchange?: (field: HTMLInputElement) => unknown;
    oninput?: (field: HTMLInputElement) => unknown;
    onsubmit?: (form: HTMLFormElement) => unknown;
    [name: string]: Value | ((element: never) => unknown);
  }

  /** What a message's arguments may be before they are put into words. */
  type Args = Record<string, unknown>;

  /** What may be tapped now; see choosing.js. */
  interface Reach {
    asked: boolean;
    options: Api.ShownAction[];
    workers: string[];
    picked: string | null;
    targets: Map<string, Api.ShownAction[]>;
    points: Api.ShownAction[];
    named: Api.ShownAction[];
    done: Api.ShownAction | null;
  }

  /** What somebody is advised to do, on a board: the squares of it, ways from square to square, and directions. */
  interface Advice {
    squares: string[];
    ways: Array<{ from: string; to: string }>;
    directions: Direction[];
    /** Whether it is what this phone's player guesses that another one will do. */
    guessed?: boolean;
  }

  /** What belongs to this phone alone, between two snapshots. */
  interface Ui {
    name: string;
    worker: string | null;
    between: Api.ShownAction[];
    /** The card that a player is about to take. */
    cards: Set<string>;
    /** What this page has made of the cards picked for an offer, as long as the table has not answered. */
    picking: Array<(before: string[]) => string[]>;
    /** Whether the host is about to go on with the draft without the players who still vote or choose. */
    hurrying: boolean;
    /** Whether the gods on offer turn over just now. */
    turning: boolean;
    /** The search among the cards of the draft: words, a set, or those that a lot has laid out. */
    sought: { words: string; set: string; laid: string[] | null };
    note: string | null;
    /** Why the last tap did nothing, and on which square. */
    reason: { square: string; text: string; why?: Api.MessageForm } | null;
    /** Whether the table has not been heard of for a while. */
    lost: boolean;
    /** What is asked, if it was too long for the band. */
    longAsk: string | null;
    /** Whether the end of this game was looked at and put away. */
    outcomeSeen: boolean;
    /** What is shown of the climb that decided the game, while it is played again. */
    replayed: "before" | "after" | null;
    /** Whether what the table said was taken away. */
    remarkRead: boolean;
    /** The end of the game before, which still stands here while the table has gone on; null: its owner has left it. */
    ended: InGame | null;
    /** The codes of claims that have just moved to their place on the page. */
    restless: Set<string>;
    focus: string;
    /** The free seat of which this phone's player is asked whether it is instead of the own one or besides it. */
    seating: Api.Seat | null;
    abandoning: boolean;
    resigning: Api.Seat | null;
    offer: Offer["kind"] | null;
    /** What the workshop asks to confirm. */
    sure: string | null;
    /** When the newest snapshot came, in ms. */
    heard: number;
    /** Whether this page was open when the game began. */
    begun: boolean;
    /** The phase before the present one; null if this page was opened in the present one. */
    cameFrom: Api.Phase | null;
    /** How the private map is uncovered; null while it is covered. */
    uncovered: "held" | "open" | null;
    /** What the board measures, while somebody looks. */
    readings: Api.ReadingsForm | null;
    /** Whether the board is shown from above. */
    flat: boolean;
  }

  /** A view of the page; see views.js. */
  interface View {
    title: (snapshot: Api.SnapshotForm, path: string[]) => string;
    panels: (snapshot: Api.SnapshotForm, ui: Ui, path: string[]) => Child[] | Child;
    drawn?: (path: string[]) => void;
    left?: () => void;
  }

  /** Where the page of the virtual board adds something to the phone's page, and what; see sheets.js. */
  type Addable = "board" | "status" | "ways" | "sheet";
  type Addition = (snapshot: Api.SnapshotForm, ui: Ui) => Child;

  /** What comes over the table from below; see sheets.js. Nothing to show: the sheet does not open. */
  interface Sheet {
    title: (snapshot: Api.SnapshotForm) => string;
    panels: (snapshot: Api.SnapshotForm, ui: Ui) => Child[] | Child;
  }

  /** An answer to something posted; status 0 is no answer. */
  interface Posted {
    status: number;
    body: {
      snapshot?: Api.SnapshotForm;
      bench?: Api.BenchForm;
      message?: Api.MessageForm;
      error?: string;
      game?: string;
    } & Partial<Api.HintForm & Api.GuardForm>;
  }

  /** What can be done with a card from its sheet; null: nothing can, and the text says why. */
  interface CardAction {
    text: string;
    run: (() => unknown) | null;
  }

  /** A press on the virtual board and where it went, in mm. */
  interface Drag {
    id: number;
    piece: string | undefined;
    square: string | undefined;
    phone: boolean;
    supply: string | undefined;
    start: Place;
    now: Place;
    moved: boolean;
    released: boolean;
    grabbed: boolean;
    lifting: Promise<unknown> | null;
    carrying: Promise<void> | null;
    carried: number;
  }

  /** A place on the virtual board: mm from the middle of a1, east and north. */
  interface Place {
    x: number;
    y: number;
  }
}

/** What tells a page that a person wants something closed: by Escape, or by a phone's Back. Not in all browsers. */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}
