"""A virtual board with workers on towers, and a tracker that watches what befalls it: no game, no seat."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import Frame
from hardware.geometry import Geometry
from hardware.hand_actions import HandAction, Lift, Put, Stack
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from perception.arrangements import Arrangement, ExpectedArrangements, StandingMagnet
from perception.findings import Interference, SensorFault
from perception.limits import DecisionThresholds
from perception.tracking.tracker import Tracker
from tests.perception.landings import GEOMETRY, recogniser

POLARITY = {"blue-1": 1, "blue-2": 1, "orange-1": -1, "orange-2": -1}
SPREAD = SensorSpread(placement=4.0, gain=0.05)


@dataclass(frozen=True, slots=True)
class Setting:
    """Where workers stand and how high the towers are."""

    spots: tuple[tuple[str, int], ...] = (("blue-1", 6), ("blue-2", 18), ("orange-1", 8), ("orange-2", 16))
    towers: tuple[tuple[int, int], ...] = ((6, 1), (8, 2), (13, 3), (22, 1))


class WatchedBoard:
    """Hands act, frames go to the tracker, and the tracker expects what stands when it is last told. It notes all that
    the tracker ``believed``."""

    def __init__(
        self,
        setting: Setting | None = None,
        *,
        spread: SensorSpread = SPREAD,
        surroundings: AmbientConditions | None = None,
        period: int = 20,
        seed: int = 3,
        style: HandStyle | None = None,
        geometry: Geometry = GEOMETRY,
    ) -> None:
        setting = setting or Setting()
        self.board = VirtualDevice(
            geometry, spread, seed=seed, scan_period=period, surroundings=surroundings, style=style
        )
        self.tracker = Tracker(recogniser(geometry), DecisionThresholds())
        self.believed: set[Arrangement | None] = set()
        self.heights = dict(setting.towers)
        self.spots = dict(setting.spots)
        for square, height in setting.towers:
            for _ in range(height):
                self.board.enqueue(Stack(square, dome=False))
        for piece, square in setting.spots:
            self.board.enqueue(Lift(piece))
            self.board.enqueue(Put(piece, square))
        while not self.board.idle:
            self.board.scan()
        self.tracker.trust(self.arrangement())
        self.expect()
        self.rest(600)

    def arrangement(self, **places: int | None) -> Arrangement:
        """What stands, with some workers elsewhere (None: nowhere): ``blue_1=7``."""
        spots: dict[str, int | None] = {**self.spots, **{name.replace("_", "-"): at for name, at in places.items()}}
        return frozenset(
            StandingMagnet(square, self.heights.get(square, 0), POLARITY[piece])
            for piece, square in spots.items()
            if square is not None
        )

    def expect(self, *likely: Arrangement, box: tuple[int, ...] = ()) -> None:
        """Expect the workers where they are noted, or one of these arrangements."""
        levels = tuple(self.heights.get(square, 0) for square in range(25))
        spots = frozenset(each.square for arrangement in likely for each in arrangement - self.arrangement())
        self.expected = ExpectedArrangements(self.arrangement(), levels, likely, spots, box=box)
        self.tracker.reconsider()

    def hands(self, *actions: HandAction, rest: int = 1000) -> None:
        """Let hands do this, and then nothing for so many ms."""
        errands = [self.board.enqueue(action) for action in actions]
        while not self.board.idle:
            self.feed(self.board.frame())
        for errand in errands:
            errand.check()
        self.rest(rest)

    def rest(self, ms: int) -> None:
        """Let time pass."""
        until = self.board.now + ms
        while self.board.now < until:
            self.feed(self.board.frame())

    def miss(self, frames: int) -> None:
        """Lose some frames."""
        for _ in range(frames):
            self.board.scan()

    def feed(self, frame: Frame) -> None:
        self.tracker.feed(frame, self.expected)
        self.believed.add(self.tracker.arrangement)

    @property
    def read(self) -> Arrangement | None:
        """The arrangement that is believed; None while the board is not understood."""
        return self.tracker.arrangement if self.tracker.settled else None

    @property
    def disturbances(self) -> tuple[Interference, ...]:
        return self.tracker.findings.disturbances

    @property
    def faults(self) -> tuple[SensorFault, ...]:
        return self.tracker.findings.faults
