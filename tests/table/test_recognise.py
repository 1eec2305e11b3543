"""Worlds are told apart from whole frames: towers of all heights, workers off the middle, noise, gain, clipping."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from table.recognise.track import Pace
from table.recognise.worlds import Anchor, Placed, Reading, Standing, Verdict
from tests.table.landings import GEOMETRY, Case, Faults, cases, reading_of, recogniser

PACE = Pace()


@dataclass
class Tally:
    right: int = 0
    unsure: int = 0
    wrong: int = 0

    def add(self, case: Case, verdict: Verdict) -> None:
        if verdict.margin < PACE.margin or verdict.best.misfit > PACE.misfit:
            self.unsure += 1
        elif verdict.best.world == case.truth:
            self.right += 1
        else:
            self.wrong += 1


def judged(kind: str, count: int, faults: Faults) -> Tally:
    tally = Tally()
    for case in cases(kind, count, faults):
        tally.add(case, recogniser().weigh(case.reading, case.anchor, case.candidates, present=(1, 1, -1, -1)))
    return tally


@pytest.mark.parametrize("kind", ["landing", "carry", "lift", "same"])
@pytest.mark.parametrize("placement", [2.0, 5.0])
def test_random_boards_are_read_without_an_error(kind: str, placement: float) -> None:
    tally = judged(kind, 40, Faults(placement))
    assert tally.wrong == 0
    assert tally.unsure == 0


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", ["landing", "carry", "lift", "same"])
@pytest.mark.parametrize("placement", [2.0, 3.0, 5.0, 8.0])
def test_two_thousand_random_boards_of_each_kind(kind: str, placement: float) -> None:
    tally = judged(kind, 2000, Faults(placement))
    assert tally.wrong == 0
    assert tally.unsure <= (4 if placement <= 5 else 40)


def board(*placed: Placed) -> tuple[Reading, Anchor]:
    reading = reading_of(list(placed), [1.0] * 25, Faults(), Random(3))  # noqa: S311 - simulated noise
    return reading, Anchor(reading, placed)


def test_a_worker_on_a_third_level_is_seen_beside_one_on_the_ground() -> None:
    low, high = Standing(11, 0, -1), Standing(12, 3, 1)
    _, anchor = board(Placed(low))
    reading, _ = board(Placed(low), Placed(high, 4.0, -3.0))
    verdict = recogniser().weigh(reading, anchor, [frozenset({low}), frozenset({low, high})])
    assert verdict.best.world == {low, high}
    assert verdict.margin > PACE.margin


def test_the_place_of_a_worker_is_found_to_a_few_millimetres() -> None:
    standing = Standing(12, 1, 1)
    _, anchor = board()
    reading, _ = board(Placed(standing, 5.0, -4.0))
    found = recogniser().explain(reading, anchor, frozenset({standing})).placed[0]
    assert (found.east, found.north) == pytest.approx((5.0, -4.0), abs=1.5)


def test_a_worker_that_is_put_back_off_its_old_place_has_not_moved() -> None:
    here, other = Standing(12, 0, 1), Standing(8, 2, -1)
    _, anchor = board(Placed(here, 5.0, 5.0), Placed(other))
    reading, _ = board(Placed(here, -5.0, -4.0), Placed(other))
    worlds = [frozenset({here, other}), frozenset({other})]
    worlds += [frozenset({other, Standing(square, 0, 1)}) for square in (6, 7, 11, 13, 16, 17, 18)]
    verdict = recogniser().weigh(reading, anchor, worlds)
    assert verdict.best.world == {here, other}
    assert verdict.margin > PACE.margin
    assert verdict.best.misfit < PACE.misfit


def test_clipped_sensors_still_tell_north_from_south() -> None:
    _, anchor = board()
    reading, _ = board(Placed(Standing(6, 0, -1), 1.0, 1.0))
    assert 6 in reading.clipped
    worlds = [frozenset({Standing(6, 0, 1)}), frozenset({Standing(6, 0, -1)}), frozenset[Standing]()]
    assert recogniser().weigh(reading, anchor, worlds).best.world == {Standing(6, 0, -1)}


def test_a_worker_still_in_the_hand_is_not_taken_for_one_that_stands() -> None:
    """A hand that waits 20 mm above a tower of three is above the tower, not on it."""
    home, other = Standing(0, 0, 1), Standing(24, 0, -1)
    _, anchor = board(Placed(home), Placed(other))
    held = recogniser().model.held(94.0, 87.0, 82.0).fields
    rest = reading_of([Placed(other)], [1.0] * 25, Faults(), Random(4))  # noqa: S311 - simulated noise
    fields = tuple(field + more for field, more in zip(rest.fields, held, strict=True))
    reading = Reading(fields, rest.clipped, rest.count)
    lifted = frozenset({other})
    worlds = [frozenset({home, other}), lifted, frozenset({other, Standing(12, 3, 1)})]
    verdict = recogniser().weigh(reading, anchor, worlds, present=(1, -1))
    assert verdict.best.world == lifted
    assert verdict.best.held


def test_what_no_world_explains_leaves_a_large_misfit() -> None:
    """A magnet that lies on the rim, of a phone's cover perhaps."""
    here = Standing(12, 0, 1)
    _, anchor = board(Placed(here))
    reading, _ = board(Placed(here))
    fields = tuple(field + 2.0 * (sensor % 5 == 0) for sensor, field in enumerate(reading.fields))
    verdict = recogniser().weigh(Reading(fields, reading.clipped, 8), anchor, [frozenset({here})])
    assert verdict.best.misfit > PACE.misfit


def test_a_cold_board_that_looks_as_expected_is_confirmed() -> None:
    world = [Placed(Standing(6, 0, 1), 2, 1), Placed(Standing(13, 2, -1), -3, 1), Placed(Standing(21, 3, 1), 0, 2)]
    reading, _ = board(*world)
    levels = [0] * 25
    levels[13], levels[21] = 2, 3
    verdict = recogniser().look(reading, frozenset(each.standing for each in world), levels)
    assert verdict.best.world == {each.standing for each in world}
    assert verdict.margin > PACE.margin


@pytest.mark.parametrize(
    "expected",
    [
        {Standing(6, 0, 1)},
        {Standing(6, 0, 1), Standing(12, 1, -1), Standing(20, 0, 1)},
        {Standing(6, 0, -1), Standing(12, 1, -1)},
        {Standing(7, 0, 1), Standing(12, 1, -1)},
        set[Standing](),
    ],
    ids=["one is there too many", "one is missing", "of the other seat", "on another square", "nothing expected"],
)
def test_a_cold_board_that_looks_otherwise_is_read_as_it_is(expected: set[Standing]) -> None:
    truth = (Placed(Standing(6, 0, 1), 2.0, -2.0), Placed(Standing(12, 1, -1), 1.0, 3.0))
    reading, _ = board(*truth)
    levels = [0] * 25
    levels[12] = 1
    verdict = recogniser().look(reading, frozenset(expected), levels)
    assert verdict.best.world == {each.standing for each in truth}
    assert verdict.margin > PACE.margin


def test_no_world_to_weigh_is_an_error() -> None:
    reading, anchor = board()
    with pytest.raises(ValueError, match="at least one"):
        recogniser().weigh(reading, anchor, [])


def test_geometry_of_the_test_is_that_of_the_recogniser() -> None:
    assert recogniser().model.geometry == GEOMETRY
