"""The whole state of the table as one viewer may see it; the stream sends it to each phone.

A snapshot is complete: a phone that missed any number of them is up to date after one. It holds keys with arguments,
never rendered text: each phone words them in its own language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from common.message import Message
from engine.actions import Action
from engine.casting.catalogue import PowerSet
from engine.game import Game
from engine.seats import Seat
from engine.squares import Square
from engine.views import Prompt, SeenWorker, View
from hardware.board import Button
from opponent.levels import LevelName
from opponent.puzzles import Grade
from perception.calibration.procedure import WorkshopView
from table.session.board_choice import BoardKind
from table.session.game_history import HistoryPosition
from table.session.match_part import MatchView
from table.session.rematch import RematchKind
from table.settings.configuration import Configured, Wifi
from table.settings.options import ClockRule, GameOptions, TableSettings
from table.settings.page_addresses import OwnNetwork


class Phase(StrEnum):
    """What the table does now. A ``puzzle`` is on the board before a game or after one."""

    LOBBY = "lobby"
    DRAFT = "draft"
    PLACING = "placing"
    PLAYING = "playing"
    OVER = "over"
    PUZZLE = "puzzle"


class PuzzleStage(StrEnum):
    """How far a puzzle on the board is: its blocks are laid, then its workers are placed; turns are taken; a turn of
    the player is judged, was wrong, or has won; the solution is shown."""

    BLOCKS = "blocks"
    WORKERS = "workers"
    TURNS = "turns"
    JUDGING = "judging"
    WRONG = "wrong"
    WON = "won"
    SOLUTION = "solution"


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its player's name (None: free, empty: the player has none), whether a phone of it listens, the power it
    has (None: none yet), the side it plays on as the players sit now (None: free), the level at which the table plays
    for it (None: it does not), what the other ``table`` is called at which it is played (None: it is played here,
    empty: no table has come yet), and whether the table ``adapts`` to the people who play against it there: then the
    level is that of this game."""

    seat: Seat
    name: str | None
    connected: bool
    power: str | None
    team: int | None = None
    level: LevelName | None = None
    table: str | None = None
    adapts: bool = False


class DraftStep(StrEnum):
    """What the draft waits for."""

    VOTE = "vote"
    OFFER = "offer"
    CHOOSE = "choose"
    START = "start"


@dataclass(frozen=True, slots=True)
class DraftCardView:
    """A power in the draft, with the reason why it cannot be taken now (None: it can), warnings about the others, and
    while the offer is made the others with which it cannot be offered (``other`` in each message)."""

    power: str
    refused: Message | None
    warnings: tuple[Message, ...]
    conflicts: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerVotes:
    """The voters of a power; once all have voted, the reason why it is not on offer though it has as many votes as one
    that is, if so."""

    power: str
    seats: tuple[Seat, ...]
    passed_over: Message | None = None


@dataclass(frozen=True, slots=True)
class DraftView:
    """The draft: whose choice it is, the cards to choose from, and who has what already, as far as this phone may know.

    ``choosing`` are the seats that may choose a power now, or vote: several where all choose at once (``at_once``).
    ``chooser`` is the seat for which this phone chooses (None: for none), ``own`` what its seats have chosen, told or
    not. The Challenger offers ``wanted`` powers, more of them too where all choose at once; in a vote each player names
    up to so many, and ``votes`` has those with the most first. Each player gets ``gods`` of them, with ``fleece``
    nobody does: one lies beside the board. ``picked`` is what the Challenger has picked so far and may still put back.
    ``beginners``: no game with powers was finished at this table, so that lots had better give powers for first games.
    """

    stage: DraftStep
    challenger: Seat
    to_act: Seat
    cards: tuple[DraftCardView, ...]
    taken: tuple[tuple[Seat, str], ...]
    starters: tuple[Seat, ...]
    choosing: tuple[Seat, ...] = ()
    chooser: Seat | None = None
    own: tuple[tuple[Seat, str], ...] = ()
    wanted: int = 0
    at_once: bool = False
    gods: int = 1
    fleece: bool = False
    votes: tuple[PowerVotes, ...] = ()
    picked: tuple[str, ...] = ()
    beginners: bool = False


class DifferenceKind(StrEnum):
    """How a square differs from what the game expects.

    ``missing``: a worker is to stand there; ``extra``: one stands there and none is to; ``wrong_seat``: one of
    another player stands there; ``fallen``: one lies there on its side; ``too_low`` and ``too_high``: the tower is not
    as high as the game has it.
    """

    MISSING = "missing"
    EXTRA = "extra"
    WRONG_SEAT = "wrong_seat"
    FALLEN = "fallen"
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """A square where the board and the game disagree: ``seat`` is whose worker is missing, or stands or lies there
    (None: not known). For a tower, ``seen`` and ``wanted`` are its heights in pieces, as measured and as in the
    game."""

    square: int
    kind: DifferenceKind
    seat: Seat | None
    seen: int | None = None
    wanted: int | None = None


class BoardMode(StrEnum):
    """How the reading of the board stands. ``following``: all as expected; ``in_hand``: a worker is in a hand;
    ``unsure``: not sure; ``restore``: pieces are to be put right."""

    FOLLOWING = "following"
    IN_HAND = "in_hand"
    UNSURE = "unsure"
    RESTORE = "restore"


class BoardIssue(StrEnum):
    """What the reading of the board has found, where that decides what comes next. The message says it to people.

    ``forbidden``: a rule forbids the change; the message is its reason. ``one_change``: the message says the only
    change that is left to make. ``missing``: workers have been off the board for long. ``fallen``: a worker lies on a
    square. ``which_steps``: several step sequences explain the pieces. ``steps_unknown``: it is unknown how they came
    to stand as they do. ``perhaps_touched``: it is not clear whether a worker touched a square; ``perhaps_built``: the
    same where Done says so; ``touched_height``: the same, and the tower then has another height. ``not_done``: Done
    was pressed, and is no answer to what is asked. ``turned``: the board lies turned. ``wrong_height``: a tower has
    another height.
    """

    FORBIDDEN = "forbidden"
    ONE_CHANGE = "one_change"
    MISSING = "missing"
    FALLEN = "fallen"
    WHICH_STEPS = "which_steps"
    STEPS_UNKNOWN = "steps_unknown"
    PERHAPS_TOUCHED = "perhaps_touched"
    PERHAPS_BUILT = "perhaps_built"
    TOUCHED_HEIGHT = "touched_height"
    NOT_DONE = "not_done"
    TURNED = "turned"
    WRONG_HEIGHT = "wrong_height"


TOUCH_QUESTIONS = (BoardIssue.PERHAPS_TOUCHED, BoardIssue.PERHAPS_BUILT, BoardIssue.TOUCHED_HEIGHT)
"""The issues about a square that a worker may have touched."""


@dataclass(frozen=True, slots=True)
class TrustGame:
    """ "The pieces stand as the phone shows them": what the sensors read now is taken to be the game's position, and
    the reading goes on from there."""


@dataclass(frozen=True, slots=True)
class AdoptBoard:
    """ "What stands on the board is right": the game takes over these workers and these heights (in pieces) of these
    squares; what was done in this turn is forgotten, and the turn of the same player begins again."""

    workers: tuple[tuple[int, Seat], ...]
    heights: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """ "We play with the board turned": from now on it is read and lit turned clockwise by so many quarters."""

    quarters: int


Offer = TrustGame | AdoptBoard | TurnBoard
"""A way out that a phone may take with ``TakeOffer``; the consequence is shown before it is taken."""


class OfferKind(StrEnum):
    """The offers by name, as a phone sends them."""

    TRUST = "trust"
    ADOPT = "adopt"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board by its reading. ``lifted`` is the square that the worker in the hand came from, if one is. ``offers``
    are the ways out that a phone has; ``warnings`` last (a sensor that fails, a stray magnet) and stop nothing.
    ``issue`` is what the message says, where that decides something; ``doubtful`` are the squares that are not clear,
    ``stray`` those with a magnet that is no worker. ``weighs``: its board file has a scale."""

    link: str
    mode: BoardMode
    lifted: int | None
    differences: tuple[BoardDifference, ...]
    message: Message | None
    offers: tuple[Offer, ...] = ()
    warnings: tuple[Message, ...] = ()
    issue: BoardIssue | None = None
    doubtful: tuple[Square, ...] = ()
    stray: tuple[Square, ...] = ()
    weighs: bool = False


@dataclass(frozen=True, slots=True)
class BoardsView:
    """The two boards of a table: the one ``in_use``, the one to which the game may be taken with ``UseBoard`` (None: to
    none), whether the game was ``moved`` to the one in use and is to be set up there, and the ``troubles`` with what
    is plugged in."""

    in_use: BoardKind
    offered: BoardKind | None
    moved: bool
    troubles: tuple[Message, ...]


class ClaimEnd(StrEnum):
    """Why somebody who asked for a seat did not get it. ``refused``: by somebody at the table; ``late``: nobody
    answered for too long; ``quicker``: somebody else sat down first; ``freed``: the player has left the seat, which is
    free now; ``begun``: the game has begun; ``crowded``: too many asked from the same address."""

    REFUSED = "refused"
    LATE = "late"
    QUICKER = "quicker"
    FREED = "freed"
    BEGUN = "begun"
    CROWDED = "crowded"


@dataclass(frozen=True, slots=True)
class TurnedAwayView:
    """This phone asked for a seat and did not get it."""

    seat: Seat
    why: ClaimEnd


@dataclass(frozen=True, slots=True)
class ClaimView:
    """Somebody asks for a seat under a name (empty: none), on a phone of their own: ``mine`` if on this one. ``code``
    are four letters to compare, by which a claim is answered. ``corners`` are to be touched one after the other and
    ``presses`` to be done at the rim, to prove a claim of this phone (empty: that proves nothing now). ``asked`` are
    the seats whose phones are there and may say yes or no, ``answers``: this phone may."""

    seat: Seat
    name: str
    code: str
    mine: bool
    answers: bool
    corners: tuple[Square, ...] = ()
    presses: tuple[Button, ...] = ()
    asked: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Corner:
    """The host looks for the corner that people want to call a1: the corner that was touched last, by the table's name,
    or None so far."""

    touched: int | None = None


class EventKind(StrEnum):
    """The events of the engine (`engine.events`) by name, as phones and clubs are told of them."""

    WORKER_PLACED = "worker_placed"
    WORKER_MOVED = "worker_moved"
    WORKER_FORCED = "worker_forced"
    WORKER_REMOVED = "worker_removed"
    WORKER_CHOSEN = "worker_chosen"
    BUILT = "built"
    BLOCK_TAKEN = "block_taken"
    TOWER_RECYCLED = "tower_recycled"
    TOKEN_PLACED = "token_placed"  # noqa: S105 (a piece of the game)
    DIRECTION_SET = "direction_set"
    CARD_DRAWN = "card_drawn"
    DEMAND_VOID = "demand_void"
    STEP_DECLINED = "step_declined"
    ACTED_IN_SECRET = "acted_in_secret"  # noqa: S105 (an event)
    ACTION_CANCELLED = "action_cancelled"
    POWER_CHANGED_HANDS = "power_changed_hands"
    TURN_BEGAN = "turn_began"
    WIN_DENIED = "win_denied"
    NO_TURN_LEFT = "no_turn_left"
    POSITION_REPEATED = "position_repeated"
    POSITION_CORRECTED = "position_corrected"
    PLAYER_ELIMINATED = "player_eliminated"
    GAME_ENDED = "game_ended"


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """Something that happened in a game: what it was, and its text."""

    kind: EventKind
    message: Message


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the game's log, for this viewer. A ``secret`` line is not for everybody; ``instead`` is what the others
    see, if anything."""

    number: int
    event: LoggedEvent
    secret: bool = False
    instead: LoggedEvent | None = None


@dataclass(frozen=True, slots=True)
class SecretView:
    """The secrets that this viewer sees: workers, and the memory of cards. ``step``: the viewer's present choice is
    secret."""

    workers: tuple[SeenWorker, ...]
    memory: tuple[tuple[str, str], ...]
    step: bool


@dataclass(frozen=True, slots=True)
class TakebackView:
    """A player's wish to take back the last turn that stands: who asked, whose consent is missing, and who would
    rather not (None: nobody has said so)."""

    asker: Seat
    missing: tuple[Seat, ...]
    refused: Seat | None = None


@dataclass(frozen=True, slots=True)
class RematchView:
    """A player's wish to play ``again``: who asked, and who would rather not (None: nobody has said so)."""

    asker: Seat
    again: RematchKind
    refused: Seat | None = None


@dataclass(frozen=True, slots=True)
class TableTurnView:
    """The table, or another one, acts for this seat. It ``thinks`` until there are ``actions``, its next public steps.
    ``by_hand``: hands carry out the first."""

    seat: Seat
    thinks: bool
    actions: tuple[Action, ...]
    by_hand: bool


@dataclass(frozen=True, slots=True)
class RemarkView:
    """What the table says as the player of a seat about the last turn that stands, the beginning or the end."""

    seat: Seat
    message: Message


@dataclass(frozen=True, slots=True)
class ClockView:
    """The chess clock at the time of the snapshot: ``left`` is the time of each player in ms, negative if it has run
    out; ``running`` is the player whose clock runs, if any, ``since`` this time in seconds of `time.monotonic`."""

    rule: ClockRule
    left: tuple[tuple[Seat, int], ...]
    running: Seat | None
    paused: bool
    since: float


@dataclass(frozen=True, slots=True)
class ShowingView:
    """The lights show a finished game, after ``ply`` of its ``plies`` actions. ``better``: after this step, from 0, of
    a better turn from there (None: as it was played)."""

    game: str
    ply: int
    plies: int
    better: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzleOnBoardView:
    """The puzzle on the board: its number, in how many turns it is won and how hard it is, its stage, and in how many
    turns the player now has to win. After a wrong turn ``reply`` are the steps that refute it, and ``reason`` says how
    they do; for who gave up they are the solution. The lights show the one with the index ``shown``."""

    number: int
    turns: int
    grade: Grade
    stage: PuzzleStage
    left: int
    reply: tuple[HistoryPosition, ...] = ()
    shown: int = 0
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class SetView:
    """A set of powers: the number of them that the seated players can play with if the host chooses the set, and why
    there are none."""

    group: PowerSet
    count: int
    none: Message | None


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """The table: its players and its setup."""

    version: int
    """The version of the table's state."""
    phase: Phase
    seats: tuple[SeatView, ...]
    leader: Seat | None = None
    """The host's seat."""
    host_gone: bool = False
    """Whether the host's phone has been gone so long that any player may take over as host."""
    options: GameOptions
    """The options of games at this table."""
    powers_needed: bool = False
    """Whether powers are required for the number of seated players, whatever the options."""
    gods: int = 0
    """The number of powers that the options leave for the seated players (at least two)."""
    sets: tuple[SetView, ...] = ()
    """The sets of powers, in the order of the rulebook."""
    obstacle: Message | None = None
    """The reason in the lobby why a game cannot begin; None if it can."""
    settings: TableSettings = field(default_factory=TableSettings)
    names: tuple[str, ...] = ()
    """The recent players, the latest first; empty outside the lobby."""
    match: MatchView | None = None
    """The match with other tables."""


@dataclass(frozen=True, kw_only=True)
class PhoneRights:
    """The seats, rights and private news of this phone."""

    seats_held: tuple[Seat, ...]
    """The seats that this phone may act for."""
    host: bool
    """Whether this phone is the host's."""
    claims: tuple[ClaimView, ...] = ()
    """The claims for seats; for a phone without a seat only its own. Those of addresses with many claims come last."""
    turned_away: TurnedAwayView | None = None
    """The claim of this phone that did not get a seat."""
    can_undo: bool
    """Whether this phone may take back a step now."""
    can_restart: bool = False
    """Whether several steps can be taken back at once."""
    can_take_back: bool = False
    """Whether this phone may ask to take back the last confirmed turn."""
    offers: tuple[Offer, ...] = ()
    """The board's ways out that this phone may take with ``TakeOffer``."""
    levels: tuple[LevelName, ...] = ()
    """The levels at which this phone may let the table play for a seat, the weakest first; empty if it may not."""
    mended: Message | None = None
    """Tells the host that the journal was damaged; None if it was not, or the host has read that."""
    wifi: Wifi | OwnNetwork | None = None
    """The network for guests, or the table's own while that is open; None without one, or if this phone has no seat."""
    configured: Configured | None = None
    """The owner's configuration; None if this phone is not the host's."""


@dataclass(frozen=True, kw_only=True)
class GameShown:
    """The draft and the game, as far as this phone may know them."""

    draft: DraftView | None
    game: View | None
    prompt: Prompt | None
    """The open choice; None while a turn waits to be confirmed."""
    confirming: Seat | None
    """The seat whose finished turn waits to be confirmed. No seat can choose until then, and the view has no
    options."""
    dark: tuple[Message | None, ...]
    """For each of the 25 squares why it is not among the options; None if it is, or if this viewer has no choice."""
    log: tuple[LogLine, ...]
    secret: SecretView | None = None
    """The secrets that this phone sees, if any."""
    takeback: TakebackView | None = None
    """A request to take back the last turn."""
    rematch: RematchView | None = None
    """A wish to play again after this game."""
    clock: ClockView | None = None
    """The chess clock, if one is played with."""
    table_turn: TableTurnView | None = None
    """The table's act for the seat to act, if any."""
    remark: RemarkView | None = None
    """What the table says as a player, if it does."""
    known: Game | None = field(default=None, compare=False, repr=False)
    """The game as this phone knows it, for questions to the judge; None without a game, or while the present act is
    secret to it. It is not sent."""


@dataclass(frozen=True, kw_only=True)
class BoardShown:
    """The board, and its lights besides the game."""

    size: int = 5
    """The number of squares a side."""
    board: BoardView
    boards: BoardsView | None = None
    """The two boards of a table, or None if it has one."""
    choices: tuple[tuple[Action, ...], ...]
    """The readings of the board between which this phone has to choose with ``ChooseReading``, each a chain of actions;
    empty without a question, or if it is for another phone."""
    found: bool = False
    """Whether the game was found at the start of the table, and no player has resumed it yet."""
    corner: Corner | None = None
    """The host's view of the corners; None while the host does not look for one."""
    colours: bool = False
    """Whether the host looks at the seats' colours."""
    showing: ShowingView | None = None
    """The position of a finished game on the lights, if any."""
    workshop: WorkshopView | None = None
    """The workshop, while the board is in it."""
    puzzle: PuzzleOnBoardView | None = None
    """The puzzle on the board, if there is one. For a phone with a seat its game replaces the game."""


@dataclass(frozen=True, kw_only=True)
class StorageShown:
    """The storage of games, and its troubles."""

    kept: str | None = None
    """The archive's name for the game that is over; None if it is not stored."""
    unkept: Message | None = None
    """Why a game could not be stored."""
    unwritten: Message | None = None
    """Why nothing can be written now, so that the game stands still; None if it can."""


@dataclass(frozen=True, kw_only=True)
class Snapshot(TableShown, PhoneRights, GameShown, BoardShown, StorageShown):
    """Everything that a phone shows, in parts."""

    @property
    def waits_for(self) -> Seat | None:
        """The seat whose step or confirmation the table waits for, as far as this viewer may know it."""
        if self.confirming is not None or self.game is None:
            return self.confirming
        return self.game.active if self.prompt is None else self.prompt.seat
