"""What a power can say: the facets, named for the timing words of the cards.

A power overrides the few facets that its card needs and leaves the rest. Facets are pure: they look at a ``Holding``
(the power as somebody holds it in a state) and answer with values. The base rules are a power too (``engine.mortal``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import ClassVar

from engine.actions import Action, Piece
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName, Setup
from engine.squares import Square
from engine.state import Memory, PowerState, State, Step, Turn, Worker

NOTHING: tuple[Effect, ...] = ()


class Clause(Enum):
    """A clause of the base rules that a power's text may lift for an option; all the others stay in force."""

    PIECE = "piece"


@dataclass(frozen=True, slots=True)
class Option:
    """An action as a rule text offers it.

    ``worker`` is the one that acts, ``power`` whose text offers it, ``forced`` the workers that make room and where
    to, ``waives`` the base clauses lifted. ``then`` are steps that follow at once, ``effects`` what else it does.
    """

    action: Action
    worker: int | None = None
    power: PowerName = MORTAL
    forced: tuple[tuple[int, Square], ...] = ()
    waives: frozenset[Clause] = frozenset()
    then: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that was just carried out, and the step that it answered."""

    seat: Seat
    worker: int
    origin: Square
    to: Square
    from_level: int
    to_level: int
    step: Step

    @property
    def rise(self) -> int:
        """Levels gained by the move; negative when it went down."""
        return self.to_level - self.from_level


@dataclass(frozen=True, slots=True)
class BuiltPiece:
    """A build that was just carried out, and the step that it answered; ``level`` counts the blocks before."""

    seat: Seat
    worker: int
    on: Square
    piece: Piece
    level: int
    step: Step


@dataclass(frozen=True, slots=True)
class Grant:
    """A further step, due before the rest of the turn."""

    step: Step


@dataclass(frozen=True, slots=True)
class Force:
    """Relocate a worker; a forced worker has not moved."""

    worker: int
    to: Square


@dataclass(frozen=True, slots=True)
class Remember:
    """Replace what the power remembers for the game."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Note:
    """Replace what the power notes for the current turn."""

    notes: Memory


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give the use of a power card (by index) to these seats."""

    index: int
    holders: tuple[Seat, ...]


Effect = Grant | Force | Remember | Note | HandOver


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


Facet = Callable[..., object]


class Cast:
    """The powers of a game by the index of their cards, with the players: constant while the game lasts."""

    def __init__(self, setup: Setup, powers: tuple[Power, ...]) -> None:
        self.setup = setup
        self.powers = powers
        self._teams = {player.seat: player.team for player in setup.players}
        self._having: dict[str, tuple[int, ...]] = {}

    def team(self, seat: Seat) -> int:
        """The team of a seat."""
        return self._teams[seat]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return tuple(player.seat for player in self.setup.players)

    def owner_of_team(self, team: int) -> Player:
        """The first player of a team, who stands for its workers."""
        return next(player for player in self.setup.players if player.team == team)

    def having(self, facet: Facet) -> tuple[int, ...]:
        """The indices of the powers that override a facet, such as ``Power.forbid``."""
        name = facet.__name__
        found = self._having.get(name)
        if found is None:
            found = tuple(i for i, power in enumerate(self.powers) if getattr(type(power), name) is not facet)
            self._having[name] = found
        return found

    @cached_property
    def notes_climbs(self) -> bool:
        """Whether it matters to any power that a worker moves up; if not, turns with and without are alike."""
        return any(power.counts_climbs or power.recalls_climbs for power in self.powers)

    def asks_about_climbs(self, seat: Seat) -> bool:
        """Whether a power that recalls climbs is, or may come to be, in the hands of this seat."""
        return seat in self._climb_seats

    @cached_property
    def _climb_seats(self) -> frozenset[Seat]:
        by_seat = [player.seat for player in self.setup.players]
        owners = {seat for seat, power in zip(by_seat, self.powers, strict=False) if power.recalls_climbs}
        takers = {seat for seat, power in zip(by_seat, self.powers, strict=False) if power.takes_powers}
        return frozenset(owners | takers) if owners else frozenset()


def holdings(state: State, facet: Facet) -> Iterable[tuple[Power, Holding]]:
    """The powers in use that say something under a facet, with their holders: the active player's first, then the
    teammate's, then the opponents' in turn order (rulings 3)."""
    cast = state.cast
    indices = cast.having(facet)
    if not indices:
        return ()
    found = [
        Holding(state, index, seat)
        for index in indices
        for seat in state.powers[index].holders
        if seat not in state.eliminated
    ]
    if len(found) > 1 and state.turn is not None:
        active = state.turn.seat
        team, start, count = cast.team(active), cast.seats.index(active), len(cast.seats)
        found.sort(
            key=lambda h: (h.seat != active, cast.team(h.seat) != team, (cast.seats.index(h.seat) - start) % count)
        )
    return [(cast.powers[holding.index], holding) for holding in found]
