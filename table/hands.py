"""Hands on a virtual board, as the page and simulated players use them. What moves is wood and magnets, not the game.

``hardware.virtual`` implements the port; the web page and `thera simulate` only know this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PieceView:
    """A worker as an eye above the board sees it: ``piece`` is its name (``blue-1``), ``square`` 0 to 24 if it
    stands, None in a hand or in the box; ``x`` and ``y`` are its place in mm from the centre of a1, east and north."""

    piece: str
    seat: str
    square: int | None
    x: float
    y: float
    in_hand: bool


@dataclass(frozen=True, slots=True)
class BenchView:
    """The virtual board from above: blocks and domes on the 25 squares, workers, and the lights as RGB triples."""

    version: int
    levels: tuple[int, ...]
    domes: tuple[bool, ...]
    pieces: tuple[PieceView, ...]
    lights: tuple[tuple[int, int, int], ...]


class HandError(ValueError):
    """A thing that hands cannot do: lift a piece that is in the box, stack on a dome, put where a worker stands."""


class Hands(Protocol):
    """What hands can do at a virtual board. Squares are 0 (a1) to 24 (e5); every call may raise HandError."""

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

    def box(self, piece: str) -> None:
        """Take a worker off the board, back into the box."""

    def stack(self, square: int, dome: bool) -> None:  # noqa: FBT001 - a piece is a block or a dome
        """Put a block or a dome from the supply on top of a square."""

    def unstack(self, square: int) -> None:
        """Take the top piece off a square."""

    def press(self, button: str) -> None:
        """Press a rim button: ``done`` or ``undo``."""

    def look(self) -> BenchView:
        """What stands where, and which lights are on, now."""

    def wait(self, version: int, timeout: float) -> BenchView:
        """As ``look``, but waits up to ``timeout`` seconds for a version other than ``version``."""
