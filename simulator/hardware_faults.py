"""Faults of the board and its surroundings in a simulated game: when each begins, what it does, and when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from common.numbers import seeded
from hardware.board import BoardEvent, Frame, LinkChanged, LinkState
from hardware.hand_actions import PHONE, Break, Failure, FailureKind, Mend, PutStray, TakeStray, Tilt, phone
from hardware.virtual_hands import HandQueue
from perception.orientation import Orientation
from simulator.simulated_board import Conditions, Physics, WorldFault

FIRST_TURN, LAST_TURN = 2, 14
"""Between these turns it begins."""
LASTING = (4, 12)
"""So many turns it lasts, if it does not stay."""
STAYS = 0.5
MISSED = 0.15
"""How many frames are lost, one by one, while frames are lost; and now and then some in a row."""
BURST = 0.01
LOST = 0.01
"""How many frames are always lost, with real physics."""
SENSORS = {WorldFault.DEAD, WorldFault.STUCK, WorldFault.NOISY, WorldFault.SWAPPED}


class HardwareFaults:
    """The trouble of one game, of the kind that its conditions name (none: no trouble)."""

    def __init__(self, conditions: Conditions) -> None:
        self._chance = seeded("troubles", conditions.seed)
        kinds = sorted(conditions.faults)
        self._kind = self._chance.choice(kinds) if kinds else None
        self._lost = LOST if conditions.physics is Physics.REAL else 0.0
        self._losses = seeded("lost frames", conditions.seed)
        self._size = conditions.size
        self._pitch = conditions.pitch
        self._begins = self._chance.randint(FIRST_TURN, LAST_TURN)
        stays = self._chance.random() < STAYS or self._kind is WorldFault.TURNED
        self._ends = None if stays else self._begins + self._chance.randint(*LASTING)
        self._square = self._any_square()
        self._lost_until: float | None = None
        self._lost_from: float | None = None
        self._burst = 0
        self._orientation = Orientation()
        self.active = False

    @property
    def kind(self) -> WorldFault | None:
        """What is wrong now."""
        return self._kind if self.active or self._kind in (WorldFault.DRIFT, WorldFault.LED) else None

    @property
    def planned(self) -> bool:
        """Whether anything goes wrong with the world in this game, sooner or later."""
        return self._kind is not None

    @property
    def turned(self) -> bool:
        """Whether the board lies turned."""
        return self._orientation.quarters != 0

    def set_up(self, now: float, world: HandQueue) -> None:
        """What was wrong when the board was built is so before the first worker is placed."""
        if self._kind is WorldFault.SWAPPED:
            self.active, self._ends = True, None
            self._begin(self._kind, now, world)
            world.check()

    def turn_began(self, turn: int, now: float, world: HandQueue) -> None:
        """Begin or end what is wrong, at the beginning of this turn of the game."""
        if self._kind is None:
            return
        if not self.active and turn == self._begins:
            self.active = True
            self._begin(self._kind, now, world)
        elif self.active and turn == self._ends:
            self.active = False
            self._end(self._kind, world)
        world.check()

    def hands_carry(self, now: float) -> None:
        """A hand begins to carry a worker to another square: the link may be lost in the middle of it."""
        if self.kind is WorldFault.LINK and self._chance.random() < 0.25:
            self._lost_from = now + self._chance.uniform(0, 800)
            self._lost_until = self._lost_from + self._chance.uniform(200, 3000)

    def spoil(self, event: BoardEvent) -> tuple[BoardEvent, ...]:
        """What comes to the table of an event of the board."""
        return tuple(self._spoilt(event))

    def _spoilt(self, event: BoardEvent) -> Iterator[BoardEvent]:
        if not isinstance(event, Frame):
            yield event
            return
        if self._lost_from is not None and event.at >= self._lost_from:
            self._lost_from = None
            yield LinkChanged(LinkState.LOST, "unplugged")
        elif self._lost_from is None and self._lost_until is not None and event.at >= self._lost_until:
            self._lost_until = None
            yield LinkChanged(LinkState.READY)
        if self._lost_until is not None and self._lost_from is None:
            return
        if self.kind is WorldFault.MISSED and self._is_missed():
            return
        if self._lost and self._losses.random() < self._lost:
            return
        yield self._orientation.frame(event)

    def _is_missed(self) -> bool:
        if self._burst:
            self._burst -= 1
            return True
        if self._chance.random() < BURST:
            self._burst = self._chance.randint(3, 15)
        return self._chance.random() < MISSED

    def _begin(self, kind: WorldFault, now: float, world: HandQueue) -> None:
        match kind:
            case WorldFault.EARTH:
                self._tilt(world)
            case WorldFault.STRAY:
                world.do(PutStray(phone(*self._beside())))
            case WorldFault.TURNED:
                # Put away and set up again with another side towards the players.
                self._orientation = Orientation(self._chance.choice((1, 2, 3)), self._size)
                self._lost_from, self._lost_until = now, now + 1500
            case _ if kind in SENSORS:
                other = self._any_square() if kind is WorldFault.SWAPPED else None
                if other == self._square:
                    other = next(each for each in range(3) if each != self._square)
                world.do(Break(Failure(self._square, FailureKind(kind.value), other)))
            case _:
                pass

    def _end(self, kind: WorldFault, world: HandQueue) -> None:
        match kind:
            case WorldFault.EARTH:
                self._tilt(world)
            case WorldFault.STRAY:
                world.do(TakeStray(PHONE))
            case _ if kind in SENSORS:
                world.do(Mend(self._square))
            case _:
                pass

    def _tilt(self, world: HandQueue) -> None:
        world.do(Tilt(self._chance.choice((-1, 1)) * self._chance.uniform(0.02, 0.1), self._chance.gauss(0.0, 0.0001)))

    def _beside(self) -> tuple[float, float]:
        """A place beside the board."""
        edge = (self._size - 0.5) * self._pitch
        away = self._chance.uniform(25, 70)
        along = self._chance.uniform(-0.5 * self._pitch, edge)
        return self._chance.choice(
            (
                (along, edge + away),
                (along, -0.5 * self._pitch - away),
                (edge + away, along),
                (-0.5 * self._pitch - away, along),
            )
        )

    def _any_square(self) -> int:
        return 5 * self._chance.randrange(self._size) + self._chance.randrange(self._size)
