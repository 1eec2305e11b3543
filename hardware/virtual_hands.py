"""Hands on a virtual board, as the page and simulated players use them. What moves is wood and magnets, not the game.

``hardware.virtual`` implements the port; the web page and `thera simulate` only know this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from hardware import geometry

REACH: Final = geometry.REACH
"""How far hands reach to each side of the middle of a1, in mm."""


@dataclass(frozen=True, slots=True)
class MagnetVisit:
    """A magnet that lies for ``stay`` ms at ``x`` and ``y`` in mm east and north of the middle of a1, ``height`` mm
    above the sensors, and is felt there with ``field`` mT by the sensor that feels it most. ``heading`` (from east
    towards north) and ``dip`` (downwards), in radians, are the direction of its moment; one that is ``worn`` trembles.
    """

    x: float
    y: float
    height: float
    field: float
    heading: float
    dip: float
    stay: float
    worn: bool


class PieceView(Protocol):
    """A worker as an eye above the board sees it."""

    @property
    def piece(self) -> str:
        """Its name: ``blue-1``."""

    @property
    def seat(self) -> str:
        """The seat whose worker it is."""

    @property
    def square(self) -> int | None:
        """0 to 24 if it stands or lies there; None in a hand, beside the board or in the box."""

    @property
    def x(self) -> float:
        """Its place in mm east of the centre of a1; 0 in the box."""

    @property
    def y(self) -> float:
        """Its place in mm north of the centre of a1; 0 in the box."""

    @property
    def in_hand(self) -> bool:
        """Whether a hand holds or pushes it."""

    @property
    def lying(self) -> bool:
        """Whether it has fallen."""


class VirtualBoardView(Protocol):
    """The virtual board from above."""

    @property
    def version(self) -> int:
        """Another number after each visible change."""

    @property
    def size(self) -> int:
        """How many squares a side the board has."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The blocks on each of the 25 squares."""

    @property
    def domes(self) -> tuple[bool, ...]:
        """Whether a dome is on top of each of the 25 squares."""

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        """All workers, also those in the box, always in the same order."""

    @property
    def lights(self) -> tuple[tuple[int, int, int], ...]:
        """Red, green and blue of the light under each square, 0 to 255."""

    @property
    def phone(self) -> tuple[float, float] | None:
        """Where a phone lies, in mm east and north of the centre of a1; None if none is near."""


class VirtualHands(Protocol):
    """What hands can do at a virtual board. Squares are 0 (a1) to 24 (e5); a call for a thing that hands
    cannot do (lift a piece that is in a hand, stack on a dome, put where a worker stands) raises ValueError with a
    sentence that says why: also for a place that is further than ``REACH`` from a1 to any side. A call returns when its
    motion has come to its end."""

    def lift(self, piece: str) -> None:
        """Take a standing worker, or one from the box, into the hand."""

    def carry(self, piece: str, x: float, y: float) -> None:
        """Hold a lifted worker over a place, in mm from the centre of a1."""

    def put(self, piece: str, square: int) -> None:
        """Put a lifted worker down on a square, off-centre by the board's placement error."""

    def slide(self, piece: str, squares: tuple[int, ...]) -> None:
        """Push a standing worker over these squares without lifting it; it ends on the last."""

    def tap(self, piece: str, square: int) -> None:
        """Lift a standing worker, touch ``square`` with it and put it back where it stood."""

    def put_beside(self, piece: str, x: float, y: float) -> None:
        """Put a lifted worker on the table beside the board, in mm from the centre of a1."""

    def knock(self, piece: str) -> None:
        """Knock a standing worker over; it lies on its square until it is lifted."""

    def lay_phone(self, x: float, y: float) -> None:
        """Lay the one phone that there is, and with it a magnet, to a place in mm from the centre of a1."""

    def take_phone(self) -> None:
        """Take the phone away from the board."""

    def box(self, piece: str) -> None:
        """Take a worker off the board, back into the box."""

    def stack(self, square: int, dome: bool) -> None:  # noqa: FBT001 - a piece is a block or a dome
        """Put a block or a dome from the supply on top of a square."""

    def unstack(self, square: int) -> None:
        """Take the top piece off a square."""

    def arrange(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> None:
        """Make the wood on the 25 squares so, whatever is there. Workers that stand on what changes are lifted
        meanwhile and put back; one that would stand on a dome goes into the box."""

    def clear(self) -> None:
        """Put all workers and all wood into the box, as soon as the hands have done what they do. Returns at once."""

    def press(self, button: str) -> None:
        """Press a rim button: ``done`` or ``undo``."""

    def look(self) -> VirtualBoardView:
        """What stands where, and which lights are on, now."""

    def wait(self, version: int, timeout: float) -> VirtualBoardView:
        """As ``look``, but waits up to ``timeout`` seconds for a version other than ``version``."""
