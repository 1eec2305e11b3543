"""What a power can say: the facets, named for the timing words of the cards.

A power overrides the few facets that its card needs and leaves the rest. Facets are pure: they look at a ``Holding``
(the power as somebody holds it in a state) and answer with values. The base rules are a power too (``engine.mortal``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from engine.effects import NOTHING, BuiltPiece, Effect, Moved, Option
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, PowerName
from engine.state import Memory, PowerState, State, Step, Turn, Worker


class Placement(Enum):
    """When the holder's workers are placed, among all players."""

    FIRST = 0
    IN_TURN = 1
    LAST = 2


class Demand(Enum):
    """A claim on the whole turn of an opponent: to be met always, or only if some legal turn meets it."""

    MUST = "must"
    IF_POSSIBLE = "if_possible"


@dataclass(frozen=True, slots=True)
class Holding:
    """A power as ``seat`` has the use of it in ``state``. Facets speak from this seat's point of view."""

    state: State
    index: int
    seat: Seat

    @property
    def card(self) -> PowerState:
        """The power card."""
        return self.state.powers[self.index]

    @property
    def team(self) -> int:
        """The holder's team."""
        return self.state.cast.team(self.seat)

    @property
    def turn(self) -> Turn:
        """The turn that is being taken.

        :raises LookupError: while workers are placed.
        """
        if self.state.turn is None:
            raise LookupError("no turn has begun")
        return self.state.turn

    @property
    def my_workers(self) -> tuple[Worker, ...]:
        """The workers of the holder's team."""
        team = self.team
        return tuple(worker for worker in self.state.workers if worker.team == team)

    @property
    def opponent_workers(self) -> tuple[Worker, ...]:
        """The workers of all opponents that the holder's effects may name."""
        team = self.team
        return tuple(worker for worker in self.state.workers if worker.team != team)

    def is_mine(self, seat: Seat) -> bool:
        """Whether a seat is the holder's own (not a teammate's)."""
        return seat == self.seat

    def opposes(self, seat: Seat) -> bool:
        """Whether a seat is an opponent's."""
        return self.state.cast.team(seat) != self.team


class Power:
    """A power. Subclasses set ``name`` and override what their card speaks about."""

    name: ClassVar[PowerName] = MORTAL
    workers: ClassVar[int] = 2
    """Workers placed in the setup."""
    placement: ClassVar[Placement] = Placement.IN_TURN
    recalls_climbs: ClassVar[bool] = False
    """Whether the power asks if its holder moved up in the last own turn."""
    counts_climbs: ClassVar[bool] = False
    """Whether the power asks if a worker moved up in the turn being taken."""
    takes_powers: ClassVar[bool] = False
    """Whether the power can bring its holder the use of other cards."""
    demand: ClassVar[Demand | None] = None
    demand_reason: ClassVar[str] = ""

    def memory_at_start(self) -> Memory | None:
        """Setup: what the card holds when the game begins."""
        return None

    def take_powers(self, h: Holding) -> Iterable[Effect]:
        """Start of Your Turn, before anything else: whose powers the holder has from now on."""
        del h
        return NOTHING

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """Start of Opponent's Turn: what is fixed before the opponent chooses anything."""
        del h
        return NOTHING

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Your Move, Your Build, Your Turn: options that the text adds to an open step of the holder."""
        del h, step
        return ()

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Cannot: the reason why an option, anybody's, is not allowed; None if this power allows it."""
        del h, step, option
        return None

    def witness_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """What the power notes of a move before anything follows from it."""
        del h, moved
        return NOTHING

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """Win Condition: the reason why a move of the holder wins, if it does."""
        del h, moved
        return None

    def after_move(self, h: Holding, moved: Moved) -> Iterable[Effect]:
        """What follows from a move, anybody's."""
        del h, moved
        return NOTHING

    def after_build(self, h: Holding, built: BuiltPiece) -> Iterable[Effect]:
        """What follows from a build, anybody's."""
        del h, built
        return NOTHING

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """End of Your Turn."""
        del h
        return NOTHING

    def meets_demand(self, h: Holding) -> bool:
        """Whether the turn, as far as it went, meets the power's demand. Asked when the turn or the game ends."""
        del h
        return True

    def can_still_meet_demand(self, h: Holding) -> bool:
        """False as soon as no continuation can meet the demand; saves the look-ahead from searching in vain."""
        del h
        return True

    def conceals(self, h: Holding, worker: Worker) -> bool:
        """Whether the holder's opponents do not know where this worker stands."""
        del h, worker
        return False

    def public_memory(self, h: Holding) -> tuple[tuple[str, str], ...]:
        """What anybody may read off the card: names and values."""
        del h
        return ()
