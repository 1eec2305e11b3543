"""Chooses the board of a table that has a real one and a virtual one.

A game stays on the board on which it was begun until a player changes that: its wood stands there. The table changes by
itself only while nothing stands on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.message import Message

PATIENCE = 3.0
"""The seconds without the real board after which the table changes to the virtual one by itself. A board that restarts
is back sooner."""


class BoardKind(StrEnum):
    """The two boards of a table: one of wood, which may be plugged in and out, and the virtual one."""

    REAL = "real"
    VIRTUAL = "virtual"


@dataclass(frozen=True, slots=True)
class BoardPresence:
    """The board that is ``in_use``, whether the real one is ``plugged_in`` and works, and the ``troubles`` with it."""

    in_use: BoardKind
    plugged_in: bool = False
    troubles: tuple[Message, ...] = ()


def wanted_board(presence: BoardPresence, *, bound: bool, away: float) -> BoardKind:
    """Return the board to play at. ``bound``: the present game or puzzle belongs to the board in use. The real board
    has been ``away`` for this number of seconds."""
    if bound:
        return presence.in_use
    if presence.plugged_in or (presence.in_use is BoardKind.REAL and away < PATIENCE):
        return BoardKind.REAL
    return BoardKind.VIRTUAL


def offered_board(presence: BoardPresence, *, setting_up: bool) -> BoardKind | None:
    """Return the board to which players may take their game, if there is one. ``setting_up``: the game has to be set up
    on the board in use before it goes on."""
    if presence.in_use is BoardKind.VIRTUAL:
        return BoardKind.REAL if presence.plugged_in else None
    return BoardKind.VIRTUAL if setting_up or not presence.plugged_in else None
