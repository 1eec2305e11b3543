"""A board with sensors outside its squares is read with their evidence, too."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from statistics import fmean

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from perception.arrangements import PlacedMagnet, StandingMagnet
from perception.counted_work import run_to_end
from perception.limits import DecisionThresholds
from tests.perception.landings import GEOMETRY, RING, Deed, Faults, cases, reading_of, recogniser

PACE = DecisionThresholds()
ALIKE = (1.0,) * SQUARE_COUNT


def faults(board: Geometry) -> Faults:
    return Faults(4.0, gain=0.05, truth=board, belief=board)


def test_the_ring_has_as_many_channels_as_axes() -> None:
    assert (GEOMETRY.channel_count, RING.channel_count) == (25, 49)


def miss(board: Geometry, level: int) -> float:
    """How far off its true place a single magnet is found in mm, on average over all squares; each is found on its
    square, on its level and with its pole down."""
    chance = seeded("anywhere", level)
    exact = Faults(noise=0.0, gain=0.0, frames=50, truth=board, belief=board)
    misses = []
    for square in board.squares:
        standing = StandingMagnet(square, level, chance.choice((1, -1)))
        true = PlacedMagnet(standing, chance.uniform(-6.0, 6.0), chance.uniform(-6.0, 6.0))
        reading = reading_of((true,), ALIKE, exact, chance)
        verdict = run_to_end(recogniser(board).decode(reading, frozenset(), (level,) * SQUARE_COUNT))
        assert verdict.best.arrangement == {standing}
        (found,) = verdict.best.placed
        misses.append(hypot(found.east - true.east, found.north - true.north))
    return fmean(misses)


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_a_magnet_is_found_wherever_it_stands_and_no_less_exactly_with_a_ring(level: int) -> None:
    assert miss(RING, level) <= miss(GEOMETRY, level) < 5.0


@pytest.mark.parametrize("deed", [Deed.LANDING, Deed.LIFT, Deed.CARRY, Deed.TAP, Deed.HOVER, Deed.TWO])
def test_with_a_ring_readings_are_right_and_on_average_clearer(deed: Deed) -> None:
    margins: dict[int, list[float]] = {}
    for board in (GEOMETRY, RING):
        for case in cases(deed, 12, faults(board)):
            verdict = case.judged()
            assert case.is_right(verdict) or verdict.margin < PACE.margin
            margins.setdefault(board.channel_count, []).append(min(verdict.margin, 100.0))
    assert fmean(margins[49]) >= fmean(margins[25])


def test_what_a_ring_shows_counts() -> None:
    """The same fields at the squares, and a ring that feels a worker at the other rim: that fits badly."""
    chance, exact = seeded("ring", 1), faults(RING)
    here, elsewhere = (PlacedMagnet(StandingMagnet(square, 0, 1)) for square in (10, 14))
    reading, other = (reading_of((each,), ALIKE, exact, chance) for each in (here, elsewhere))
    mixed = replace(reading, fields=reading.fields[:SQUARE_COUNT] + other.fields[SQUARE_COUNT:])
    right, wrong = (
        run_to_end(recogniser(RING).explain_alone(shown, frozenset({here.standing}))).misfit
        for shown in (reading, mixed)
    )
    assert wrong > right + 25
