"""Seats at the table, and who is looking."""

from __future__ import annotations

from enum import StrEnum


class Seat(StrEnum):
    """A seat, named by the colour of its workers. The four stay apart for colour-blind eyes."""

    BLUE = "blue"
    ORANGE = "orange"
    WHITE = "white"
    PURPLE = "purple"


class Public(StrEnum):
    """The viewer that is nobody in particular: the lights, spectators, the log."""

    PUBLIC = "public"


PUBLIC = Public.PUBLIC


class Hindsight(StrEnum):
    """The viewer who looks back on a game that nobody plays any more, won or given up: nothing is a secret then."""

    HINDSIGHT = "hindsight"


HINDSIGHT = Hindsight.HINDSIGHT

Viewer = Seat | Public | Hindsight
