"""Hands on a virtual board, as the page, procedures and simulated players use them. What moves is wood and magnets, not
the game.

``hardware.virtual`` implements these ports; whoever uses them only knows this file and `hardware.hand_actions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from hardware import geometry
from hardware.hand_actions import HandAction, MagnetVisit, SetUp

REACH: Final = geometry.REACH
"""How far hands reach to each side of the middle of a1, in mm."""


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A worker as an eye above the board sees it: ``square`` is 0 to 24 if it stands or lies there, None in a hand,
    beside the board or in the box; ``x`` and ``y`` are its place in mm east and north of the middle of a1 (0 in the
    box); ``in_hand`` while a hand holds or pushes it, ``lying`` if it has fallen."""

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
    lights as (red, green, blue), 0 to 255, on a board of ``size`` squares a side. ``phone`` is where a phone lies, in
    mm east and north of the middle of a1 (None: nowhere near). ``follows``: the pieces follow the game by themselves.
    ``version`` is another number after each change."""

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
        """How many scans the board had made when it stood so; all later ones show it. None: it does not stand yet."""


class VirtualHands(Protocol):
    """Hands whose calls return when their motion has come to its end."""

    def act(self, action: HandAction) -> None:
        """Carry out an action.

        :raises ValueError: if hands cannot do it (lift a piece that is in a hand, stack on a dome, put where a worker
            stands, reach a place that is further than ``REACH`` from a1 to any side); the message says why.
        """

    def arrange(self, levels: tuple[int, ...], domes: tuple[bool, ...]) -> None:
        """Make the wood on the 25 squares so, whatever is there. Workers that stand on what changes are lifted
        meanwhile and put back; one that would stand on a dome goes into the box.

        :raises ValueError: as `act`.
        """

    def clear(self) -> None:
        """Put all workers and all wood into the box, as soon as the hands have done what they do. Returns at once."""

    def set_up(self, position: SetUp) -> SettingUp:
        """Set up this position, as soon as the hands have done what they do. Returns at once."""

    def follow_game(self, *, on: bool) -> None:
        """Have the pieces follow the game by themselves from now on, or not."""

    def look(self) -> BoardPicture:
        """What stands where, and which lights are on, now."""

    def wait(self, version: int, timeout: float) -> BoardPicture:
        """As ``look``, but waits up to ``timeout`` seconds for a version other than ``version``."""


class VisitingHand(Protocol):
    """A hand that brings magnets to the board while somebody scans it."""

    @property
    def idle(self) -> bool:
        """Whether it has done all."""

    @property
    def now(self) -> int:
        """The board's clock in ms."""

    def visit(self, visit: MagnetVisit) -> None:
        """Bring a stray magnet, leave it there for its time, and take it away."""


class HandQueue(VisitingHand, Protocol):
    """A hand that does one action after another while somebody scans the board. What it cannot do it leaves out."""

    def do(self, action: HandAction) -> None:
        """Carry out an action after those that it was given before."""

    def check(self) -> None:
        """Check the actions since the last check.

        :raises ValueError: if one of them could not be done; the message says why.
        """

    def look(self) -> BoardPicture:
        """The board from above now."""

    def lifted_at(self) -> tuple[float, ...]:
        """When workers were lifted, in ms of the board's clock: in the actions that were checked."""

    def landed_at(self) -> tuple[float, ...]:
        """When workers were put down on the board, likewise."""
