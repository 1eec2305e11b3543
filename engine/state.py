"""The state of a game: one immutable, hashable value.

Two states that allow the same future are equal, so a turn can be searched as a graph. Workers get new numbers at the
start of each turn (by team and square), since the rules never ask which of two like workers acted earlier.

The look-ahead makes thousands of these values; named tuples are made and compared several times as fast as dataclasses.
Read them by name only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName, Setup
from engine.squares import BITS, NO_SQUARES, SQUARE_COUNT, Mask, Square

if TYPE_CHECKING:
    from engine.casting.cast import Cast, Roles

NO_LEVELS = (0,) * SQUARE_COUNT

NOBODY: Final = -1
"""As ``Step.worker``: no worker of the base rules; only the granting power says which one acts."""


class Memory:
    """Base of what a power remembers: each power with a memory has its own frozen dataclass.

    The fields are squares, tuples of squares, numbers, booleans, directions or names, so that positions can be written.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reserve(Memory):
    """Workers that wait on a power card until its text brings them in."""

    workers: int


class StepKind(StrEnum):
    """What the seat to act is asked for."""

    PLACE = "place"
    MOVE = "move"
    BUILD = "build"
    FORCE = "force"
    SWAP = "swap"
    REMOVE = "remove"
    TAKE = "take"
    TOKEN = "token"  # noqa: S105 - a piece of the game
    POINT = "point"
    CHOOSE = "choose"
    RECYCLE = "recycle"
    ORDER = "order"


class Rise(StrEnum):
    """The moves that a step allows, by the levels they gain."""

    ANY = "any"
    LEVEL = "level"
    NOT_UP = "not_up"


class Worker(NamedTuple):
    """A worker on the board. ``number`` identifies it within a turn; ``marked`` is the one of a player's workers that a
    power's text treats differently."""

    number: int
    team: int
    square: Square
    marked: bool = False


class PowerState(NamedTuple):
    """A power card in the game: its owner, the seats that use it now, and its memory.

    ``memory`` lasts for the game, ``notes`` for the current turn only. ``owner`` is None for cards that lie beside the
    board.
    """

    power: PowerName
    owner: Seat | None
    holders: tuple[Seat, ...]
    memory: Memory | None = None
    notes: Memory | None = None


class Step(NamedTuple):
    """A due decision: the seat that decides, the question, and the power whose text asks (``mortal``: the base rules).

    ``worker`` limits the step to one worker; ``anchor`` is the square that the granting text refers to; ``rise`` limits
    a move.
    """

    kind: StepKind
    seat: Seat
    power: PowerName = MORTAL
    optional: bool = False
    worker: int | None = None
    anchor: Square | None = None
    rise: Rise = Rise.ANY

    @property
    def relocates(self) -> bool:
        """Whether the step can relocate a worker."""
        return self.kind in (StepKind.MOVE, StepKind.FORCE, StepKind.SWAP, StepKind.PLACE)

    @property
    def opens_turn(self) -> bool:
        """Whether this is the first move of a normal turn, in which nothing was done before."""
        return self.kind is StepKind.MOVE and self.power == MORTAL and self.worker is None


class Turn(NamedTuple):
    """The present turn.

    ``starts`` holds each worker's square at the start (by number), ``actor`` the worker that acts and will build,
    ``moved`` the workers that made a move and ``climbed`` whether one of those moves went up (both where any power
    asks). ``domed`` says whether domes were built, ``towers`` counts Complete Towers, where a power asks. ``demands``
    are the powers (by index) whose "must" binds this turn, ``concluded`` those whose effect at the end of the turn was
    carried out. ``driven`` marks an additional turn in which the seat moves an opponent's worker and nobody wins.
    """

    seat: Seat
    starts: tuple[Square, ...]
    actor: int | None = None
    moved: frozenset[int] = frozenset()
    climbed: bool = False
    domed: bool = False
    towers: int = 0
    demands: tuple[int, ...] = ()
    concluded: frozenset[int] = frozenset()
    driven: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winners and the reason (``win.moved_up``, ``win.last_standing``, ``pan.win`` ...)."""

    winners: tuple[Seat, ...]
    reason: Reason


class State(NamedTuple):
    """A position with everything that the rest of the game depends on.

    ``levels`` are the blocks on the 25 squares, ``domes`` the set of domed squares, ``obstacles`` the set of squares
    that count as domed in this turn because of a token. ``climbed`` are the seats with a move up in their last own turn
    (only seats that some power may ask about). ``agenda`` holds the steps to come, the open one first; ``turn`` is None
    while workers are placed. ``recycled`` counts towers returned to the supply.
    """

    cast: Cast
    roles: Roles
    levels: tuple[int, ...] = NO_LEVELS
    domes: Mask = NO_SQUARES
    obstacles: Mask = NO_SQUARES
    workers: tuple[Worker, ...] = ()
    powers: tuple[PowerState, ...] = ()
    climbed: frozenset[Seat] = frozenset()
    eliminated: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    recycled: int = 0
    turn: Turn | None = None
    agenda: tuple[Step, ...] = ()
    outcome: Outcome | None = None

    def __repr__(self) -> str:
        return f"<State turn={self.turn} agenda={self.agenda} workers={self.workers} outcome={self.outcome}>"

    @property
    def setup(self) -> Setup:
        """The players and the rule profile."""
        return self.cast.setup

    @property
    def size(self) -> int:
        """The squares on a side of the board."""
        return self.cast.size

    @property
    def step(self) -> Step | None:
        """The open step; None when the turn or the game is over."""
        return self.agenda[0] if self.agenda and self.outcome is None else None

    @property
    def standing(self) -> Mask:
        """The squares with a worker."""
        mask = 0
        for worker in self.workers:
            mask |= BITS[worker.square]
        return Mask(mask)

    @property
    def occupied(self) -> Mask:
        """The occupied squares of this turn: workers, domes, and tokens that act as a dome."""
        return Mask(self.standing | self.domes | self.obstacles)

    def is_unoccupied(self, square: Square) -> bool:
        """Whether a square has neither a worker nor a dome nor a token that acts as one in this turn (rulings G1)."""
        return not self.occupied & BITS[square]

    def is_domed(self, square: Square) -> bool:
        """Whether a square has a dome, or a token that acts as one in this turn."""
        return bool((self.domes | self.obstacles) & BITS[square])

    def is_complete_tower(self, square: Square) -> bool:
        """Whether a square holds three blocks with a dome on top (rulebook: Complete Tower)."""
        return self.levels[square] == 3 and bool(self.domes & BITS[square])

    @property
    def complete_towers(self) -> int:
        """The number of Complete Towers."""
        return sum(level == 3 and bool(self.domes & bit) for level, bit in zip(self.levels, BITS, strict=True))

    def worker_on(self, square: Square) -> Worker | None:
        """Return the worker that stands on a square, if any."""
        for worker in self.workers:
            if worker.square == square:
                return worker
        return None

    def worker(self, number: int) -> Worker:
        """Return the worker with this number.

        :raises LookupError: if there is none (it was removed).
        """
        for worker in self.workers:
            if worker.number == number:
                return worker
        raise LookupError(f"no worker has the number {number}")

    @property
    def next_number(self) -> int:
        """The number of the next worker that enters the board in this turn."""
        return 1 + max((worker.number for worker in self.workers), default=-1)

    def team_squares(self, team: int) -> tuple[Square, ...]:
        """Return the squares of a team's workers."""
        return tuple(worker.square for worker in self.workers if worker.team == team)

    def with_worker_at(self, number: int, square: Square) -> State:
        """Return the state with one worker relocated."""
        workers = tuple(
            worker._replace(square=square) if worker.number == number else worker for worker in self.workers
        )
        return self._replace(workers=workers)

    def with_move(self, workers: tuple[Worker, ...], turn: Turn, agenda: tuple[Step, ...]) -> State:
        """Return the state after a move: relocated workers, and the steps that are due then."""
        return State(
            self.cast,
            self.roles,
            self.levels,
            self.domes,
            self.obstacles,
            workers,
            self.powers,
            self.climbed,
            self.eliminated,
            self.resigned,
            self.recycled,
            turn,
            agenda,
            self.outcome,
        )

    def with_piece(self, levels: tuple[int, ...], domes: Mask, turn: Turn | None, agenda: tuple[Step, ...]) -> State:
        """Return the state after a build in a turn, and the steps that are due then."""
        return State(
            self.cast,
            self.roles,
            levels,
            domes,
            self.obstacles,
            self.workers,
            self.powers,
            self.climbed,
            self.eliminated,
            self.resigned,
            self.recycled,
            turn,
            agenda,
            self.outcome,
        )

    def with_agenda(self, agenda: tuple[Step, ...]) -> State:
        """Return the state with other due steps."""
        return State(
            self.cast,
            self.roles,
            self.levels,
            self.domes,
            self.obstacles,
            self.workers,
            self.powers,
            self.climbed,
            self.eliminated,
            self.resigned,
            self.recycled,
            self.turn,
            agenda,
            self.outcome,
        )

    def with_power(self, index: int, power: PowerState) -> State:
        """Return the state with one power card replaced, and unchanged roles and obstacles."""
        return self._replace(powers=(*self.powers[:index], power, *self.powers[index + 1 :]))

    def with_level(self, square: Square, level: int) -> State:
        """Return the state with ``level`` blocks on a square."""
        return self._replace(levels=(*self.levels[:square], level, *self.levels[square + 1 :]))
