"""The state of a game: one immutable, hashable value.

Two states that allow the same future are equal, so a turn can be searched as a graph. Workers are numbered afresh at
the start of each turn (by team and square), for the rules never ask which of two like workers did something earlier.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.seats import Seat
from engine.setup import MORTAL, PowerName, Setup
from engine.squares import SQUARE_COUNT, Square
from engine.views import Outcome, StepKind

if TYPE_CHECKING:
    from engine.cast import Cast

NO_LEVELS = (0,) * SQUARE_COUNT


class Memory:
    """Base of what a power remembers: each power that needs one has a frozen dataclass of its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reserve(Memory):
    """Workers that wait on a power card until its text brings them in."""

    workers: int


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker on the board; ``number`` identifies it within a turn."""

    number: int
    team: int
    square: Square


@dataclass(frozen=True, slots=True)
class PowerState:
    """A power card in the game: whose card it is, who has the use of it now, what it remembers.

    ``memory`` lasts for the game, ``notes`` for the current turn only.
    """

    power: PowerName
    owner: Seat | None
    holders: tuple[Seat, ...]
    memory: Memory | None = None
    notes: Memory | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A decision that is due: who decides what, and by which power's text (``mortal``: the base rules).

    ``worker`` limits the step to one worker; ``anchor`` is the square that the granting text refers to.
    """

    kind: StepKind
    seat: Seat
    power: PowerName = MORTAL
    optional: bool = False
    worker: int | None = None
    anchor: Square | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn that is being taken.

    ``starts`` holds each worker's square at the start (by number), ``actor`` the worker that acts and will build,
    ``moved`` the workers that made a move, ``climbed`` whether one of those moves went up (where any power asks).
    ``demands`` are the powers (by index) whose "must" binds this turn. ``ending`` is set once the effects at the end
    of the turn are due.
    """

    seat: Seat
    starts: tuple[Square, ...]
    actor: int | None = None
    moved: frozenset[int] = frozenset()
    climbed: bool = False
    demands: tuple[int, ...] = ()
    ending: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A position with everything that bears on the future.

    ``levels`` are the blocks on the 25 squares, ``climbed`` the seats whose last own turn held a move up (kept only
    for seats that some power may ask about). ``agenda`` holds the steps to come, the open one first; ``turn`` is None
    while workers are placed.
    """

    cast: Cast = field(compare=False, repr=False)
    levels: tuple[int, ...] = NO_LEVELS
    domes: frozenset[Square] = frozenset()
    workers: tuple[Worker, ...] = ()
    powers: tuple[PowerState, ...] = ()
    climbed: frozenset[Seat] = frozenset()
    eliminated: frozenset[Seat] = frozenset()
    turn: Turn | None = None
    agenda: tuple[Step, ...] = ()
    outcome: Outcome | None = None

    def evolve(  # noqa: PLR0913 - the fields of a state, each by its name
        self,
        *,
        levels: tuple[int, ...] | None = None,
        domes: frozenset[Square] | None = None,
        workers: tuple[Worker, ...] | None = None,
        powers: tuple[PowerState, ...] | None = None,
        turn: Turn | None = None,
        agenda: tuple[Step, ...] | None = None,
    ) -> State:
        """The state with some fields replaced; what the look-ahead does most, so without ``replace``'s detours."""
        return State(
            self.cast,
            self.levels if levels is None else levels,
            self.domes if domes is None else domes,
            self.workers if workers is None else workers,
            self.powers if powers is None else powers,
            self.climbed,
            self.eliminated,
            self.turn if turn is None else turn,
            self.agenda if agenda is None else agenda,
            self.outcome,
        )

    @property
    def setup(self) -> Setup:
        """The players and the rule profile."""
        return self.cast.setup

    @property
    def size(self) -> int:
        """Squares along one side of the board."""
        return self.cast.setup.profile.size

    @property
    def step(self) -> Step | None:
        """The open step; None when the turn or the game is over."""
        return self.agenda[0] if self.agenda and self.outcome is None else None

    def worker_on(self, square: Square) -> Worker | None:
        """The worker that stands on a square, if any."""
        for worker in self.workers:
            if worker.square == square:
                return worker
        return None

    def worker(self, number: int) -> Worker:
        """The worker with this number.

        :raises LookupError: if there is none (it was removed).
        """
        for worker in self.workers:
            if worker.number == number:
                return worker
        raise LookupError(f"no worker has the number {number}")

    def team_squares(self, team: int) -> tuple[Square, ...]:
        """Where the workers of a team stand."""
        return tuple(worker.square for worker in self.workers if worker.team == team)

    def is_unoccupied(self, square: Square) -> bool:
        """Whether a square holds neither a worker nor a dome (rulebook: unoccupied space)."""
        return square not in self.domes and all(worker.square != square for worker in self.workers)

    def with_worker_at(self, number: int, square: Square) -> State:
        """The state with one worker relocated."""
        workers = tuple(
            Worker(worker.number, worker.team, square) if worker.number == number else worker for worker in self.workers
        )
        return self.evolve(workers=workers)

    def with_power(self, index: int, power: PowerState) -> State:
        """The state with one power card replaced."""
        return self.evolve(powers=(*self.powers[:index], power, *self.powers[index + 1 :]))
