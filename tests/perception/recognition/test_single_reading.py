"""A board decoded from one reading by itself, beginning with what is expected."""

from __future__ import annotations

from dataclasses import replace
from operator import add
from random import Random

import pytest

from hardware.geometry import Geometry
from perception.arrangements import Arrangement, PlacedMagnet, Verdict
from perception.counted_work import run_to_end
from perception.limits import DecisionThresholds
from tests.perception.exact_readings import arrangement, magnet, reading
from tests.perception.landings import BOARDS, Faults, magnet_name, reading_of, recogniser

LIMITS = DecisionThresholds()
ZERO = 0.06
"""How far off the zeros of sensors may be, in mT."""
FLAT = (0,) * 25
WORKERS = (magnet(6, east=3.0), magnet(18, north=-4.0), magnet(8, polarity=-1), magnet(16, polarity=-1, east=-2.0))


def decoded(expected: Arrangement, *there: PlacedMagnet, levels: tuple[int, ...] = FLAT) -> Verdict:
    return run_to_end(recogniser().decode(reading(*there), expected, levels))


def test_what_stands_as_expected_is_clear() -> None:
    verdict = decoded(arrangement(*WORKERS), *WORKERS)
    assert verdict.best.arrangement == arrangement(*WORKERS)
    assert LIMITS.is_clear(verdict)


@pytest.mark.parametrize("there", [WORKERS[1:], (magnet(12), *WORKERS[1:]), (magnet(6, polarity=-1), *WORKERS[1:])])
def test_one_magnet_less_elsewhere_or_turned_over_is_found(there: tuple[PlacedMagnet, ...]) -> None:
    verdict = decoded(arrangement(*WORKERS), *there)
    assert verdict.best.arrangement == arrangement(*there)
    assert LIMITS.is_clear(verdict)


def test_a_board_is_found_to_be_empty_and_an_empty_one_to_be_full() -> None:
    two = WORKERS[:2]
    assert decoded(arrangement(*two)).best.arrangement == arrangement()
    assert decoded(arrangement(), *two).best.arrangement == arrangement(*two)


def test_an_unknown_magnet_has_to_make_up_for_it() -> None:
    known, unknown = decoded(arrangement(WORKERS[0]), WORKERS[0]), decoded(arrangement(), WORKERS[0])
    assert known.best.arrangement == unknown.best.arrangement
    assert known.best.likelihood - unknown.best.likelihood == pytest.approx(10.0, abs=0.1)


@pytest.mark.parametrize("geometry", BOARDS, ids=magnet_name)
@pytest.mark.parametrize("seed", range(4))
def test_no_further_worker_is_suspected_on_three_blocks_beside_one_on_the_ground(geometry: Geometry, seed: int) -> None:
    """A tenth of a millitesla there, as much as zeros are off, is explained nearly as well by one that is far up."""
    b5, c5 = 21, magnet(22, polarity=-1, east=2.0, north=-2.0)
    faults, chance = Faults(truth=geometry, frames=50), Random(seed)  # noqa: S311 - noise, no secret
    levels = tuple(3 * (square == b5) for square in range(25))
    there = (*WORKERS[:2], c5)
    off = tuple(chance.gauss(0.0, ZERO) for _ in range(25))
    shown = reading_of(there, [1.0] * 25, faults, chance)
    shown = replace(shown, fields=tuple(map(add, shown.fields, off)))
    verdict = run_to_end(recogniser(geometry).decode(shown, arrangement(*there), levels))
    assert verdict.best.arrangement == arrangement(*there)
    assert LIMITS.is_clear(verdict)


def test_an_arrangement_is_explained_with_its_positions() -> None:
    found = run_to_end(recogniser().explain_alone(reading(*WORKERS), arrangement(*WORKERS)))
    assert found.misfit < LIMITS.doubtful
    places = {each.standing: (each.east, each.north) for each in found.placed}
    for each in WORKERS:
        assert places[each.standing] == pytest.approx((each.east, each.north), abs=2.0)  # their own sensors are clipped
