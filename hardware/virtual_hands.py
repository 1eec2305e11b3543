"""The hands on a virtual board, for the page, procedures and simulated players. They move wood and magnets and know
nothing of the game.

``hardware.virtual`` implements these ports; their users only know this file and `hardware.hand_actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, Protocol

from hardware import geometry
from hardware.hand_actions import HandAction, MagnetVisit, SetUp

REACH: Final = geometry.REACH
"""The reach of hands to each side of the middle of a1, in mm."""


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A worker seen from above the board: ``square`` is 0 to 24 if it stands or lies there, None in a hand, beside the
    board or in the box; ``x`` and ``y`` are its place in mm east and north of the middle of a1 (0 in the box);
    ``in_hand`` while a hand holds or pushes it, ``lying`` if it has fallen."""

    piece: str
    seat: str
    square: int | None
    x: float = 0.0
    y: float = 0.0
    in_hand: bool = False
    lying: bool = False


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The virtual board from above: blocks and domes of the 25 squares, all workers, always in the same order, and the
    lights as (red, green, blue), 0 to 255, on a board of ``size`` squares a side. ``phone`` is the place of a phone, in
    mm east and north of the middle of a1, or None if none is near. ``follows``: the pieces follow the game by
    themselves. ``version`` differs after each change."""

    version: int
    size: int
    levels: tuple[int, ...]
    domes: tuple[bool, ...]
    pieces: tuple[PieceSeen, ...]
    lights: tuple[tuple[int, int, int], ...]
    phone: tuple[float, float] | None = None
    follows: bool = True


class SettingUp(Protocol):
    """A position that hands set up."""

    @property
    def scans_before(self) -> int | None:
        """The number of scans before the position stood; all later ones show it. None until it stands."""


class VirtualHands(Protocol):
    """Hands whose calls return when their motion has ended."""

    def act(self, action: HandAction) -> None:
        """Carry out an action.

        :raises ValueError: if hands cannot carry it out (lift a piece that is in a hand, stack on a dome, put a worker
            on another, reach a place farther than ``REACH`` from a1 to any side); the message gives the reason.
        """

    def arrange(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> None:
        """Change the wood on the 25 squares to this. Workers on changed squares are lifted meanwhile and put back; one
        that would stand on a dome goes into the box.

        :raises ValueError: as `act` does.
        """

    def clear(self) -> None:
        """Put all workers and all wood into the box, as soon as the hands are free. Returns at once."""

    def set_up(self, position: SetUp) -> SettingUp:
        """Set up this position, as soon as the hands are free. Returns at once."""

    def follow_game(self, *, on: bool) -> None:
        """Let the pieces follow the game by themselves from now on, or not."""

    def look(self) -> BoardPicture:
        """Return the pieces, where they stand, and the lights that are on now."""

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """While the context is open, call ``wake`` whenever the board may look different, in any thread, without
        blocking."""

    def wait(self, version: int, timeout: float) -> BoardPicture:
        """As ``look``, but wait up to ``timeout`` seconds for a version other than ``version``."""


class VisitingHand(Protocol):
    """A hand that brings magnets to the board while another part scans it."""

    @property
    def idle(self) -> bool:
        """Whether it has carried out everything."""

    @property
    def now(self) -> int:
        """The board's clock in ms."""

    def visit(self, visit: MagnetVisit) -> None:
        """Bring a stray magnet, leave it there for its time, and take it away."""


class HandQueue(VisitingHand, Protocol):
    """A hand that carries out actions in turn while another part scans the board. It skips impossible ones."""

    def do(self, action: HandAction) -> None:
        """Carry out an action after the earlier ones."""

    def check(self) -> None:
        """Check the actions since the last check.

        :raises ValueError: if one of them failed; the message gives the reason.
        """

    def look(self) -> BoardPicture:
        """Return the board from above now."""

    def lifted_at(self) -> tuple[float, ...]:
        """Return the times at which workers were lifted by the checked actions, in ms of the board's clock."""

    def landed_at(self) -> tuple[float, ...]:
        """Return the times at which workers were put down on the board, likewise."""

    def built_at(self) -> tuple[float, ...]:
        """Return the times at which blocks and domes came down on a board that weighs, likewise."""
