"""The whole state of the table as one viewer may see it: what the stream sends to each phone.

A snapshot is complete (a phone that missed any number of them is right again after one), and it holds keys with
arguments, never rendered text: each phone puts them into its own language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from calibration.procedure_view import WorkshopView
from common.message import Message
from engine.actions import Action
from engine.game import Game
from engine.seats import Seat
from engine.squares import Square
from engine.views import Prompt, SeenWorker, View
from hardware.board import Button
from opponent.levels import LevelName
from opponent.puzzles import Grade
from table.session.board_choice import BoardKind
from table.session.game_history import HistoryPosition
from table.session.match_part import MatchView
from table.settings.configuration import Configured, Wifi
from table.settings.game_options import ClockRule, GameOptions
from table.settings.page_addresses import OwnNetwork
from table.settings.table_settings import TableSettings


class Phase(StrEnum):
    """What the table does now. A ``PUZZLE`` is on the board before a game or after one."""

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
    for it (None: it does not), and what the other ``table`` is called at which it is played (None: it is played here,
    empty: no table has come yet)."""

    seat: Seat
    name: str | None
    connected: bool
    power: str | None
    team: int | None = None
    level: LevelName | None = None
    table: str | None = None


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
    """Who votes for a power; once all have voted, why it is not on offer though it has as many votes as one that is
    (None: it is on offer, or has fewer votes)."""

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
    nobody does: one lies beside the board.
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


class DifferenceKind(StrEnum):
    """How a square differs from what the game expects.

    ``FALLEN``: a worker lies there on its side. ``TOO_LOW`` and ``TOO_HIGH``: the tower is not as high as the game
    has it.
    """

    MISSING = "missing"
    EXTRA = "extra"
    WRONG_SEAT = "wrong_seat"
    FALLEN = "fallen"
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """A square where the board and the game disagree: ``seat`` is the worker that is missing, too many, lying or
    standing too low or too high there (None: not known). For a tower, ``seen`` and ``wanted`` are its heights in
    pieces, as measured and as in the game."""

    square: int
    kind: DifferenceKind
    seat: Seat | None
    seen: int | None = None
    wanted: int | None = None


class BoardMode(StrEnum):
    """How the reading of the board stands: all as expected, a worker in a hand, not sure, or pieces to put right."""

    FOLLOWING = "following"
    IN_HAND = "in_hand"
    UNSURE = "unsure"
    RESTORE = "restore"


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
    """The board as the table reads it. ``lifted`` is the square that the worker in the hand came from, if one is.
    ``offers`` are the ways out that a phone has; ``warnings`` last (a sensor that fails, a stray magnet) and stop
    nothing."""

    link: str
    mode: BoardMode
    lifted: int | None
    differences: tuple[BoardDifference, ...]
    message: Message | None
    offers: tuple[Offer, ...] = ()
    warnings: tuple[Message, ...] = ()


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
    """Why somebody who asked for a seat did not get it: somebody at the table refused, nobody answered for too long,
    somebody else sat down first, the player has left the seat (it is free now), the game has begun, or too many asked
    from the same address."""

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
    """The host looks for the corner that people want to call a1: the corner that was touched last, as the table calls
    it (None: none yet)."""

    touched: int | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the game's log, for this viewer. What is ``secret`` is not for everybody; ``instead`` is what the
    others see (None: nothing)."""

    number: int
    message: Message
    secret: bool = False
    instead: Message | None = None


@dataclass(frozen=True, slots=True)
class SecretView:
    """What this viewer sees and not everybody does: workers, and what cards remember. ``step``: what is asked of the
    viewer now is done in secret."""

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
class TableTurnView:
    """Nobody here acts for this seat, but the table or another one. It thinks until there are ``actions``, its next
    steps as far as everybody may see them (``thinks``: none are known yet). ``by_hand``: hands carry out the first."""

    seat: Seat
    thinks: bool
    actions: tuple[Action, ...]
    by_hand: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The chess clock when this was made: ``left`` is what each player has in ms (below zero: it has run out), whose
    clock is ``running`` (None: nobody's), and ``since`` when, in seconds of `time.monotonic`."""

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
class Snapshot:
    """Everything a phone shows.

    ``seats_held`` are the seats this phone may act for; ``host`` whether it may lead the table; ``options`` what
    was chosen for games at this table, ``powers_needed`` whether so many sit that powers are played with whatever was
    chosen; ``confirming`` the seat whose finished turn waits to be confirmed (nothing is asked of anyone until then:
    ``prompt`` is None and the view has no options); ``can_undo`` whether this phone may take back a step now,
    ``can_restart`` whether several are to be taken back at once, ``can_take_back`` whether it may ask for the last turn
    that stands to be taken back, and ``takeback`` that somebody has asked so; ``clock`` is the chess clock, if one is
    played with; ``secret`` is
    what this phone sees and not everybody does (None: nothing); ``dark`` gives for each of the 25
    squares the reason why it is not among the options (None: it is, or nothing is asked of this viewer); ``choices``
    are the readings of the board between which this phone is to choose with ``ChooseReading``, each a chain of
    actions (empty: nothing is asked, or not of this phone); ``offers`` are those of the board's ways out that this
    phone may take with ``TakeOffer``; ``size`` is how many squares a side the board has; ``workshop`` is what is done
    there while the board is in it (None: it is not); ``obstacle`` is what stands in the lobby against beginning a game
    (None: nothing does), ``gods`` how many powers the options leave for those who sit there (at least two);
    ``claims`` are those who ask for a seat (for a phone that has none: only its own), from addresses with many claims
    the last; ``turned_away`` is the one that this phone did not get,
    ``leader`` is the host's seat, ``host_gone`` whether its phone has been gone for so long that whoever sits may go on
    as host; ``found`` is whether the game was found when
    the table was started and nobody has gone on with it yet; ``settings`` are the table's; ``corner`` is what the host
    sees of the corners (None: nobody looks for one), ``colours`` whether they look at the seats'
    colours. ``kept`` is the name under which the game that is over is kept
    (None: it is not), ``unkept`` why a game could not be, ``showing`` what the lights show of a finished game (None:
    nothing). ``unwritten`` is why nothing can be written down now, so that the game stands still (None: it can be),
    ``mended`` says to the host that the journal was damaged (None: it was not, or the host has read that).
    ``wifi`` is the network for guests, or the table's own while that is open (None: there is none, or this
    phone has no seat),
    ``names`` are those of the players who sat down last, the latest first (empty outside the lobby),
    ``configured`` what the owner of the table has configured (None: this phone does not lead the table),
    ``boards`` are the two boards of a table that has them (None: it has one),
    ``levels`` are those at which this phone may let the table play for a seat, the weakest first (empty:
    it may not),
    ``table_turn`` what it does for a seat that is to act now (None: nothing),
    ``puzzle`` is the puzzle on the board (None: there is none); to a phone with a seat its game is the game,
    ``match`` is the match with other tables,
    ``known`` the game as this phone knows it, for questions to the judge (None: there is none, or what is done now is
    secret to it); it is not sent.
    """

    version: int
    phase: Phase
    seats: tuple[SeatView, ...]
    seats_held: tuple[Seat, ...]
    host: bool
    options: GameOptions
    draft: DraftView | None
    game: View | None
    prompt: Prompt | None
    confirming: Seat | None
    can_undo: bool
    dark: tuple[Message | None, ...]
    choices: tuple[tuple[Action, ...], ...]
    board: BoardView
    log: tuple[LogLine, ...]
    powers_needed: bool = False
    offers: tuple[Offer, ...] = ()
    size: int = 5
    workshop: WorkshopView | None = None
    can_restart: bool = False
    can_take_back: bool = False
    takeback: TakebackView | None = None
    clock: ClockView | None = None
    obstacle: Message | None = None
    claims: tuple[ClaimView, ...] = ()
    turned_away: TurnedAwayView | None = None
    leader: Seat | None = None
    host_gone: bool = False
    found: bool = False
    settings: TableSettings = field(default_factory=TableSettings)
    corner: Corner | None = None
    colours: bool = False
    kept: str | None = None
    unkept: Message | None = None
    showing: ShowingView | None = None
    gods: int = 0
    secret: SecretView | None = None
    unwritten: Message | None = None
    mended: Message | None = None
    wifi: Wifi | OwnNetwork | None = None
    configured: Configured | None = None
    names: tuple[str, ...] = ()
    boards: BoardsView | None = None
    levels: tuple[LevelName, ...] = ()
    table_turn: TableTurnView | None = None
    puzzle: PuzzleOnBoardView | None = None
    match: MatchView | None = None
    known: Game | None = field(default=None, compare=False, repr=False)

    @property
    def waits_for(self) -> Seat | None:
        """The seat whose step or confirmation the table waits for, as far as this viewer may know it."""
        if self.confirming is not None or self.game is None:
            return self.confirming
        return self.game.active if self.prompt is None else self.prompt.seat
