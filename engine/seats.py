"""Seats at the table, and the viewers of a game."""

from __future__ import annotations

from enum import StrEnum


class Seat(StrEnum):
    """A seat, named by the colour of its workers. Colour-blind players can tell the four apart."""

    BLUE = "blue"
    ORANGE = "orange"
    WHITE = "white"
    PURPLE = "purple"


class Public(StrEnum):
    """The viewer without a seat: the lights, spectators, the log."""

    PUBLIC = "public"


PUBLIC = Public.PUBLIC


class Hindsight(StrEnum):
    """The viewer of a game that is over, won or given up: it sees all secrets."""

    HINDSIGHT = "hindsight"


HINDSIGHT = Hindsight.HINDSIGHT

Viewer = Seat | Public | Hindsight
