"""What the board shows where no game is read: workers, whose they may be, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.seats import Seat
from engine.squares import Square


class SurveyState(StrEnum):
    """How the board could be read. ``DISTURBED``: what is measured is not explained by workers on squares alone;
    ``MOVING``: hands move, or no frame has come for a moment."""

    CLEAR = "clear"
    DISTURBED = "disturbed"
    MOVING = "moving"


@dataclass(frozen=True, slots=True)
class SurveyedWorker:
    """A worker on a square, one of these ``seats``, whose magnets point the same way. ``level`` is how many blocks it
    stands on (None: that is not certain), ``sure`` whether it stands there at all."""

    square: Square
    seats: tuple[Seat, ...]
    level: int | None
    sure: bool


@dataclass(frozen=True, slots=True)
class WorkerSurvey:
    """The workers on the board. Blocks and domes have no magnets."""

    state: SurveyState
    workers: tuple[SurveyedWorker, ...] = ()
