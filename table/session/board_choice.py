"""Which of its two boards a table plays at, where it has a real one and a virtual one.

A game stays on the board on which it was begun until somebody at the table says otherwise: its wood stands there. Only
while nothing stands on a board does the table go over by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.message import Message

PATIENCE = 3.0
"""So many seconds the real board may be away before the table goes over to the virtual one by itself. A board that
restarts is back sooner."""


class BoardKind(StrEnum):
    """The two boards of a table: one of wood, which may be plugged in and out, and the virtual one."""

    REAL = "real"
    VIRTUAL = "virtual"


@dataclass(frozen=True, slots=True)
class BoardPresence:
    """The board that is ``in_use``, whether the real one is ``plugged_in`` and works, and the ``troubles`` with what is
    plugged in."""

    in_use: BoardKind
    plugged_in: bool = False
    troubles: tuple[Message, ...] = ()


def wanted_board(presence: BoardPresence, *, bound: bool, away: float) -> BoardKind:
    """The board to play at. ``bound``: what goes on now belongs to the board in use. ``away`` is for how many seconds
    the real board has been away."""
    if bound:
        return presence.in_use
    if presence.plugged_in or (presence.in_use is BoardKind.REAL and away < PATIENCE):
        return BoardKind.REAL
    return BoardKind.VIRTUAL


def offered_board(presence: BoardPresence, *, setting_up: bool) -> BoardKind | None:
    """The board to which players may take their game; None: to none. ``setting_up``: the game has to be set up on the
    board in use before it goes on."""
    if presence.in_use is BoardKind.VIRTUAL:
        return BoardKind.REAL if presence.plugged_in else None
    return BoardKind.VIRTUAL if setting_up or not presence.plugged_in else None
