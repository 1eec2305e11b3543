"""A turn on a handmade board in which a worker has moved and is to touch a tower, as often and as badly as hands do."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game, square
from engine.notation import parse_position, state_of
from hardware.geometry import Geometry
from hardware.hand_actions import HandAction, Hover, Lift, MagnetVisit, Put, PutStray, Stack, TakeStray, Tap
from hardware.virtual.journey import HandStyle
from hardware.virtual.magnets import VISITOR, outside, stray_of
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from table.session.at_board import BoardReport
from tests.engine.cases import NO_TOWERS, line
from tests.perception.landings import GEOMETRY
from tests.table.moves.followed_game import FollowedGame, actions, steps

HOME, TOWER = square("b3"), square("c3")
MOVED, BUILT = actions("b2-b3"), actions("b3+c3")
CAREFUL, SLOPPY = 3.0, 5.0
"""How far off the middle hands put a worker, in mm: root mean square."""


@dataclass(frozen=True, slots=True)
class MagnetBesideBoard:
    """A magnet that comes to lie ``away`` mm outside the rim on a ``side``, ``along`` mm from the middle of its first
    square and ``height`` mm over the sensors, with ``field`` mT at the sensor that feels it most."""

    field: float
    away: float
    side: str
    heading: float
    dip: float
    along: float = 90.0
    height: float = 20.0

    def coming(self, geometry: Geometry) -> PutStray:
        """A hand brings it."""
        first, last = -0.5 * geometry.pitch, (geometry.size - 0.5) * geometry.pitch
        x, y = {
            "west": (first - self.away, self.along),
            "east": (last + self.away, self.along),
            "south": (self.along, first - self.away),
            "north": (self.along, last + self.away),
        }[self.side]
        visit = MagnetVisit(
            x, y, height=self.height, field=self.field, heading=self.heading, dip=self.dip, stay=0.0, worn=False
        )
        return PutStray(stray_of(visit, geometry), start=outside(visit, geometry))

    def going(self, geometry: Geometry) -> TakeStray:
        """A hand takes it away again."""
        start = self.coming(geometry).start
        assert start is not None
        return TakeStray(VISITOR, start)


class TowerGame(FollowedGame):
    """Blue is to move on a handmade board; on c3 the game has a tower of ``level`` blocks and the board one of
    ``blocks`` (None: as many). Hands are ``placement`` mm off, with a frame every ``period`` ms."""

    def __init__(
        self,
        level: int,
        *,
        seed: int,
        blocks: int | None = None,
        placement: float = CAREFUL,
        period: int = 40,
        geometry: Geometry = GEOMETRY,
    ) -> None:
        spread, style = SensorSpread.handmade(placement), HandStyle.natural()
        super().__init__(board=VirtualDevice(geometry, spread, seed=seed, style=style, scan_period=period))
        tower = f"c3:{level}" if level else NO_TOWERS
        self.game = Game.at(state_of(parse_position(line("mortal:b2,d5", "mortal:d2,e4", tower))))
        self._turn = self.game.turn
        self.expect()
        for _ in range(level if blocks is None else blocks):
            self.put_block()
        for piece, name in (("blue-1", "b2"), ("blue-2", "d5"), ("orange-1", "d2"), ("orange-2", "e4")):
            self.hands(Lift(piece), Put(piece, square(name)), rest=0)
        self.follower.trust()
        self.hands(rest=800)
        self._begin()

    def _begin(self) -> None:
        """What is played before the test."""

    def expect(self, *, locked: bool = False) -> None:
        """As a table does: a finished turn waits to be confirmed, and may be taken back."""
        over = locked or (len(self.game.plies) > 0 and self.game.turn != self._turn)
        self.follower.expect(self.game, locked=over, undoable=len(self.game.plies))

    def put_block(self) -> None:
        """A block comes on the tower."""
        self.hands(Stack(TOWER, dome=False), rest=0)

    def touch(self, ms: float, *, wobble: float = 0.0, rest: int = 1600) -> list[BoardReport]:
        """A touch of so many ms, in which the worker rocks by so many degrees."""
        return self.hands(Tap("blue-1", TOWER, duration=ms, wobble=wobble), rest=rest)

    def hover(self, height: float, ms: float, rest: int = 1600) -> list[BoardReport]:
        """The worker is held so many mm over the tower, and put home."""
        return self.hands(Lift("blue-1"), Hover("blue-1", TOWER, height, ms), Put("blue-1", HOME), rest=rest)

    def bring_magnet(self, magnet: MagnetBesideBoard) -> None:
        """A magnet comes to lie beside the board."""
        self.hands(magnet.coming(self.board.geometry), rest=0)

    def move_as_magnet_goes(self, magnet: MagnetBesideBoard, *, later: int) -> list[BoardReport]:
        """Blue moves to b3, until that is read. Another hand begins to take a magnet away so many ms ``later``."""
        for action in (Lift("blue-1"), Put("blue-1", HOME)):
            self.board.enqueue(action)
        said = self.wait(later)
        self.board.enqueue(magnet.going(self.board.geometry), hand=1)
        while not steps(said):
            said += self.feed(self.board.frame())
        return said


class TouchedGame(TowerGame):
    """The same game, in which Blue has moved from b2 to b3 and may build on c3."""

    def _begin(self) -> None:
        assert steps(self.hands(Lift("blue-1"), Put("blue-1", HOME))) == [MOVED]

    def touch_as_magnet_comes(self, magnet: MagnetBesideBoard, *, sooner: int, ms: float) -> list[BoardReport]:
        """A touch of so many ms. Another hand began to bring a magnet so many ms ``sooner``."""
        return self._touch_after(magnet.coming(self.board.geometry), sooner, ms)

    def hover_as_magnet_comes(
        self, magnet: MagnetBesideBoard, *, sooner: int, height: float, ms: float
    ) -> list[BoardReport]:
        """The worker is held over the tower for so many ms, and put home. Another hand began to bring a magnet so many
        ms ``sooner``."""
        self.board.enqueue(magnet.coming(self.board.geometry), hand=1)
        return self.wait(sooner) + self.hover(height, ms)

    def touch_as_magnet_goes(self, magnet: MagnetBesideBoard, *, sooner: int, ms: float) -> list[BoardReport]:
        """A touch of so many ms. Another hand began to take a magnet away so many ms ``sooner``."""
        return self._touch_after(magnet.going(self.board.geometry), sooner, ms)

    def _touch_after(self, other: HandAction, sooner: int, ms: float) -> list[BoardReport]:
        self.board.enqueue(other, hand=1)
        return self.wait(sooner) + self.touch(ms)
