"""What a simulated game is played on. The composition root makes it, so that nothing here knows a board's kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from engine.seats import Seat
from hardware.board import Board, Button
from hardware.field_model import FieldModel
from hardware.geometry import Magnet
from hardware.virtual_hands import MagnetVisit, VirtualBoardView
from table.runtime.trace_events import Recorder
from table.session.interfaces import BoardReader, LightChooser


class SimulatedWiring(StrEnum):
    """How the table is joined to the virtual board: in one thread; or as in play, by the link over a wire; or so that
    the firmware of a real board reads its sensors, under MicroPython on an emulated Pico."""

    DIRECT = "direct"
    WIRE = "wire"
    FIRMWARE = "firmware"


class Physics(StrEnum):
    """How the virtual board and its hands are made: as people make and play them, or nearly ideal."""

    REAL = "real"
    IDEAL = "ideal"


class WorldFault(StrEnum):
    """What may be wrong with the world of a simulated game, at a time that chance picks."""

    EARTH = "earth"
    DRIFT = "drift"
    STRAY = "stray"
    LED = "led"
    DEAD = "dead"
    STUCK = "stuck"
    NOISY = "noisy"
    SWAPPED = "swapped"
    MISSED = "missed"
    LINK = "link"
    TURNED = "turned"


GAMES_AT_A_BOARD = 4
"""So many games in a row are played at one board with real physics, so that it is calibrated once for all of them."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Chance and faults of one game.

    With real ``physics`` sensors, magnets and wood are uneven, the board is calibrated as its maker would, frames are
    lost, and hands have habits. ``placement`` is how far in mm hands put a worker off the middle (root mean square of
    the distance), ``noise`` the standard deviation of a reading in mT, and ``gain_spread``, with ideal physics, that of
    what calibration left of the sensors' gains, as a fraction. ``height_error`` is how much higher in mm each real
    block is than the decoder's board file says. ``clumsiness`` is how often, from 0 to 1, hands do a step in one of the
    ways of sloppy hands. ``frame_rate`` is the number of frames in a second of the board's clock, ``trace`` the file in
    which the game is recorded, if one is.
    """

    seed: int
    physics: Physics = Physics.REAL
    placement: float = 3.0
    noise: float = 0.03
    gain_spread: float = 0.005
    height_error: float = 0.0
    pitch: float = 45.0
    magnet: Magnet = field(default_factory=Magnet)
    size: int = 5
    clumsiness: float = 0.0
    faults: frozenset[WorldFault] = frozenset()
    wiring: SimulatedWiring = SimulatedWiring.DIRECT
    frame_rate: int = 25
    trace: Path | None = None

    @property
    def board(self) -> int:
        """The seed of the board itself, at which several games may be played."""
        return self.seed // GAMES_AT_A_BOARD if self.physics is Physics.REAL else self.seed


class SimulatedHands(Protocol):
    """Hands that do one thing after another while the board is scanned; what they cannot do they leave out."""

    @property
    def idle(self) -> bool:
        """Whether all is done."""

    @property
    def now(self) -> int:
        """The board's clock in ms."""

    def check(self) -> None:
        """Raises ValueError if something asked since the last check could not be done."""

    def look(self) -> VirtualBoardView:
        """What stands where now."""

    def lift(self, piece: str) -> None:
        """Take a worker into the hand, from the board or from the box."""

    def put(self, piece: str, square: int, spot: tuple[float, float] | None = None) -> None:
        """Put a lifted worker on a square, at a spot so many mm east and north of its middle or (None) near it."""

    def slide(self, piece: str, squares: tuple[int, ...], rest: float = 0.0) -> None:
        """Push a worker over these squares, with a rest of so many ms on each on the way; its own square alone is a
        nudge."""

    def tap(self, piece: str, square: int, *, duration: float | None = None, wobble: float = 0.0) -> None:
        """Touch a square with a worker, for so many ms (None: as hands are used to) and rocking by so many degrees, and
        put it back."""

    def box(self, piece: str) -> None:
        """Take a worker off the board, into the box."""

    def stack(self, square: int, *, dome: bool) -> None:
        """Put a block or a dome on top of a square."""

    def unstack(self, square: int) -> None:
        """Take the top piece off a square."""

    def press(self, button: Button) -> None:
        """Press a rim button."""

    def pause(self, ms: float) -> None:
        """Keep still."""

    def hover(self, piece: str, square: int, height: float, ms: float) -> None:
        """Hold a lifted worker over a square for so long, its foot ``height`` mm above the top of what is there."""

    def put_beside(self, piece: str, x: float, y: float) -> None:
        """Put a lifted worker on the table beside the board, in mm from the middle of a1."""

    def knock(self, piece: str) -> None:
        """Knock a worker over, so that it lies on its square; it is lifted as a standing one is."""

    def roll(self, piece: str, square: int) -> None:
        """Let a worker fall and roll to a neighbouring square that is not higher, where it lies."""

    def lifted_at(self) -> tuple[float, ...]:
        """When workers were lifted, on the board's clock in ms: by all that was checked since ``forget``."""

    def landed_at(self) -> tuple[float, ...]:
        """When workers were let go of on the board, likewise."""

    def forget(self) -> None:
        """Begin to keep anew when what was done."""


class SimulatedWorld(Protocol):
    """What can befall the board. Each thing happens at once, whatever the players' hands do; places are mm from the
    middle of a1."""

    def tilt(self, uniform: float, east: float) -> None:
        """Move the board in the earth's field, which then differs by so many mT, and by ``east`` mT per mm."""

    def put_phone(self, x: float, y: float) -> None:
        """Lay a phone there."""

    def take_stray(self, stray: str) -> None:
        """Take away what was laid there, by its name."""

    def break_sensor(self, square: int, kind: str, other: int | None = None) -> None:
        """Let the sensor of a square fail; ``other`` is the one with which a swapped one is exchanged."""

    def mend_sensor(self, square: int) -> None:
        """Let it read again as it should."""

    def check(self) -> None:
        """Raises ValueError if something could not befall the board."""


class SimulatedVisitor(Protocol):
    """Somebody who comes to the board with a magnet, whatever the players do."""

    @property
    def idle(self) -> bool:
        """Whether nobody is there."""

    @property
    def now(self) -> int:
        """The board's clock in ms."""

    def visit(self, visit: MagnetVisit) -> None:
        """Bring a magnet, leave it there for its time, and take it away."""


Scans = Callable[[int], None]
"""Lets a board at the end of a wire scan so many times more, each a period of its clock after the one before."""


@dataclass(frozen=True, slots=True)
class SimulatedBoard:
    """A board with hands at it, and the table's own way to read it and to light it.

    ``model`` and ``polarities`` are what the table believes about fields and magnets. ``scans`` is for a board behind
    a wire; one without (None) scans when the next of its events is asked for.
    """

    seed: int
    board: Board
    hands: SimulatedHands
    world: SimulatedWorld
    visitor: SimulatedVisitor
    reader: BoardReader
    choose_lights: LightChooser
    model: FieldModel
    polarities: Mapping[Seat, int]
    scans: Scans | None
    recorder: Recorder | None


OpenBench = Callable[[Conditions], AbstractContextManager[SimulatedBoard]]
