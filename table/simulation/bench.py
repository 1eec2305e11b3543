"""What a simulated game is played on. The composition root makes it, so that nothing here knows a board's kind."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from hardware.board import Board, Button
from hardware.geometry import Magnet
from table.hands import BenchView
from table.runtime import Reads, Shines


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


@dataclass(frozen=True, slots=True)
class Conditions:
    """Chance and faults of one game.

    ``placement`` is how far in mm hands put a worker off the middle (root mean square of the distance), ``noise`` the
    standard deviation of a reading in mT, ``gain_spread`` that of what calibration left of the sensors' gains, as a
    fraction. ``height_error`` is how much higher in mm each real block is than the decoder's board file says.
    ``clumsiness`` is how often, from 0 to 1, hands do a step in one of the ways of sloppy hands.
    """

    seed: int
    placement: float = 2.0
    noise: float = 0.03
    gain_spread: float = 0.005
    height_error: float = 0.0
    pitch: float = 45.0
    magnet: Magnet = field(default_factory=Magnet)
    size: int = 5
    clumsiness: float = 0.0
    faults: frozenset[WorldFault] = frozenset()


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

    def look(self) -> BenchView:
        """What stands where now."""

    def lift(self, piece: str) -> None:
        """Take a worker into the hand, from the board or from the box."""

    def put(self, piece: str, square: int) -> None:
        """Put a lifted worker on a square."""

    def slide(self, piece: str, squares: tuple[int, ...]) -> None:
        """Push a worker over these squares; its own square alone is a nudge."""

    def tap(self, piece: str, square: int) -> None:
        """Touch a square with a worker and put it back."""

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


@dataclass(frozen=True, slots=True)
class Bench:
    """A board with hands at it, and the table's own way to read it and to light it.

    ``scan`` lets the board scan so many times more, each a period of its clock after the one before.
    """

    board: Board
    hands: SimulatedHands
    reader: Reads
    shines: Shines
    scan: Callable[[int], None]


OpenBench = Callable[[Conditions], AbstractContextManager[Bench]]
