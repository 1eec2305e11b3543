"""Readings without noise or errors of gain, and bare explanations, for tests of single modules."""

from __future__ import annotations

from random import Random

from hardware.board import SQUARE_COUNT
from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
)
from perception.counted_work import run_to_end
from tests.perception.landings import Faults, reading_of, recogniser

EXACT = Faults(noise=0.0, gain=0.0, frames=50)
ALIKE = (1.0,) * SQUARE_COUNT


def magnet(square: int, level: int = 0, polarity: int = 1, east: float = 0.0, north: float = 0.0) -> PlacedMagnet:
    return PlacedMagnet(StandingMagnet(square, level, polarity), east, north)


def reading(*placed: PlacedMagnet, hands: tuple[MagnetInHand, ...] = ()) -> Reading:
    """What the sensors show of these magnets."""
    return reading_of(placed, ALIKE, EXACT, Random(0), hands)  # noqa: S311 - nothing is drawn


def arrangement(*placed: PlacedMagnet) -> Arrangement:
    return frozenset(each.standing for each in placed)


def reference(*placed: PlacedMagnet) -> ReferenceReading:
    """A reading of these magnets, with their fitted positions."""
    measured = reading(*placed)
    return ReferenceReading(measured, run_to_end(recogniser().explain_alone(measured, arrangement(*placed))).placed)


def explanation(
    *placed: PlacedMagnet, likelihood: float = 0.0, misfit: float = 10.0, hands: tuple[MagnetInHand, ...] = ()
) -> Explanation:
    return Explanation(arrangement(*placed), likelihood, misfit, placed, hands)
