"""Worlds are told apart from whole frames: towers of all heights, workers off the middle, noise, gain, clipping."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from hardware.field_model import FieldModel
from hardware.geometry import Geometry, Magnet
from perception.arrangements import PlacedMagnet, Reading, ReferenceReading, StandingMagnet, Verdict, outline
from perception.counted_work import run_to_end
from perception.findings import HeightFound
from perception.fitting.residual import BOUNDLESS
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser
from tests.perception.landings import GEOMETRY, Case, Deed, Faults, cases, reading_of, recogniser

PACE = DecisionThresholds()


@dataclass
class Tally:
    right: int = 0
    unsure: int = 0
    wrong: int = 0

    def add(self, case: Case, verdict: Verdict) -> None:
        if verdict.margin < PACE.margin or verdict.best.misfit > PACE.misfit:
            self.unsure += 1
        elif case.is_right(verdict):
            self.right += 1
        else:
            self.wrong += 1


def judged(deed: Deed, count: int, faults: Faults) -> Tally:
    tally = Tally()
    for case in cases(deed, count, faults):
        tally.add(case, case.judged())
    return tally


COMMON = [Deed.SAME, Deed.LIFT, Deed.LANDING, Deed.CARRY, Deed.BACK, Deed.TAP]
USUAL = Faults(4.0, gain=0.05)
BAD = Faults(8.0, gain=0.10)
TALLER = replace(GEOMETRY, block_heights=(20.0, 20.0, 20.0))
LOWER = replace(GEOMETRY, block_heights=(16.0, 16.0, 16.0))
DEEPER = replace(GEOMETRY, gap=9.5)


@pytest.mark.parametrize("boards", [15, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("deed", COMMON)
def test_random_boards_are_read_without_an_error(deed: Deed, boards: int) -> None:
    tally = judged(deed, boards, USUAL)
    assert (tally.wrong, tally.unsure) == (0, 0)


@pytest.mark.parametrize("boards", [4, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("deed", [*COMMON, Deed.HOVER, Deed.TWO])
@pytest.mark.parametrize("faults", [BAD, *(Faults(4.0, gain=0.05, truth=each) for each in (TALLER, LOWER, DEEPER))])
def test_hands_or_a_board_that_are_worse_than_believed_lead_to_doubt_but_not_to_an_error(
    deed: Deed, faults: Faults, boards: int
) -> None:
    assert judged(deed, boards, faults).wrong == 0


@pytest.mark.parametrize("deed", [Deed.HOVER, Deed.TWO])
def test_a_worker_in_a_hand_is_not_taken_for_one_that_stands(deed: Deed) -> None:
    assert judged(deed, 30, USUAL).wrong == 0


def small_magnets(diameter: float, thickness: float, pitch: float) -> Faults:
    geometry = Geometry(pitch=pitch, magnet=Magnet(diameter, thickness))
    return Faults(4.0, gain=0.05, truth=geometry, belief=geometry)


@pytest.mark.parametrize("deed", [Deed.LANDING, Deed.LIFT])
@pytest.mark.parametrize("faults", [small_magnets(10, 3, 45), small_magnets(20, 5, 40), small_magnets(15, 5, 50)])
def test_other_magnets_and_pitches_are_read_without_an_error(deed: Deed, faults: Faults) -> None:
    tally = judged(deed, 15, faults)
    assert tally.wrong == 0
    assert tally.right >= 12


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("deed", COMMON)
@pytest.mark.parametrize("faults", [USUAL, BAD])
def test_two_thousand_random_boards_of_each_kind(deed: Deed, faults: Faults) -> None:
    """None is read wrongly; of those twice as bad as believed, one at most. A single reading leaves more touches
    unclear than others, since a block may have been put before them."""
    tally = judged(deed, 2000, faults)
    assert tally.wrong <= (0 if faults is USUAL else 1)
    unsure = (20, 80) if deed is not Deed.TAP else (80, 120)
    assert tally.unsure <= unsure[faults is not USUAL]


def heights_found(level: int, believed: int, truth: Geometry) -> tuple[HeightFound, ...]:
    """A worker comes down on ``level`` where the game believes another height."""
    other = PlacedMagnet(StandingMagnet(11, 0, -1), 2.0, 1.0)
    faults = Faults(4.0, gain=0.05, truth=truth)
    chance = Random(7)  # noqa: S311 - simulated noise
    gains = [chance.gauss(1.0, 0.05) for _ in range(25)]
    before = reading_of([other], gains, faults, chance)
    reference = ReferenceReading(
        before, run_to_end(recogniser().explain_alone(before, frozenset({other.standing}))).placed
    )
    after = reading_of([other, PlacedMagnet(StandingMagnet(12, level, 1), 2.5, -3.0)], gains, faults, chance)
    believes = frozenset({other.standing, StandingMagnet(12, believed, 1)})
    verdict = run_to_end(recogniser().score(after, reference, [reference.arrangement, believes]))
    assert outline(verdict.best.arrangement) == outline(believes)
    return run_to_end(recogniser().heights(after, reference, verdict.best))


@pytest.mark.parametrize("believed", [0, 1, 2, 3])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_the_level_on_which_a_worker_came_down_is_found(level: int, believed: int) -> None:
    if abs(level - believed) <= 2:
        found = heights_found(level, believed, GEOMETRY)
        assert [(each.square, each.level) for each in found] == [(12, level)]
        assert found[0].margin > PACE.margin


@pytest.mark.parametrize("truth", [TALLER, LOWER, DEEPER])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_blocks_that_are_higher_than_believed_are_not_one_more(level: int, truth: Geometry) -> None:
    found = heights_found(level, level, truth)
    assert all(each.level == level or each.margin < PACE.margin for each in found)


def board(*placed: PlacedMagnet) -> tuple[Reading, ReferenceReading]:
    reading = reading_of(list(placed), [1.0] * 25, Faults(), Random(3))  # noqa: S311 - simulated noise
    return reading, ReferenceReading(reading, placed)


def test_a_worker_on_a_third_level_is_seen_beside_one_on_the_ground() -> None:
    low, high = StandingMagnet(11, 0, -1), StandingMagnet(12, 3, 1)
    _, reference = board(PlacedMagnet(low))
    reading, _ = board(PlacedMagnet(low), PlacedMagnet(high, 4.0, -3.0))
    verdict = run_to_end(recogniser().score(reading, reference, [frozenset({low}), frozenset({low, high})]))
    assert verdict.best.arrangement == {low, high}
    assert verdict.margin > PACE.margin


def test_the_place_of_a_worker_is_found_to_a_few_millimetres() -> None:
    standing = StandingMagnet(12, 1, 1)
    _, reference = board()
    reading, _ = board(PlacedMagnet(standing, 5.0, -4.0))
    found = run_to_end(recogniser().explain(reading, reference, frozenset({standing}))).placed[0]
    assert (found.east, found.north) == pytest.approx((5.0, -4.0), abs=1.5)


def test_a_worker_that_is_put_back_off_its_old_place_has_not_moved() -> None:
    here, other = StandingMagnet(12, 0, 1), StandingMagnet(8, 2, -1)
    _, reference = board(PlacedMagnet(here, 5.0, 5.0), PlacedMagnet(other))
    reading, _ = board(PlacedMagnet(here, -5.0, -4.0), PlacedMagnet(other))
    arrangements = [frozenset({here, other}), frozenset({other})]
    arrangements += [frozenset({other, StandingMagnet(square, 0, 1)}) for square in (6, 7, 11, 13, 16, 17, 18)]
    verdict = run_to_end(recogniser().score(reading, reference, arrangements))
    assert verdict.best.arrangement == {here, other}
    assert verdict.margin > PACE.margin
    assert verdict.best.misfit < PACE.misfit


def test_clipped_sensors_still_tell_north_from_south() -> None:
    _, reference = board()
    reading, _ = board(PlacedMagnet(StandingMagnet(6, 0, -1), 1.0, 1.0))
    assert 6 in reading.clipped
    arrangements = [
        frozenset({StandingMagnet(6, 0, 1)}),
        frozenset({StandingMagnet(6, 0, -1)}),
        frozenset[StandingMagnet](),
    ]
    assert run_to_end(recogniser().score(reading, reference, arrangements)).best.arrangement == {
        StandingMagnet(6, 0, -1)
    }


def test_a_hand_that_waits_over_a_tower_is_told_from_a_worker_on_it() -> None:
    """A hand that waits 20 mm above a tower of three is above the tower, not on it."""
    home, other = StandingMagnet(0, 0, 1), StandingMagnet(24, 0, -1)
    _, reference = board(PlacedMagnet(home), PlacedMagnet(other))
    held = recogniser().model.held(94.0, 87.0, 82.0).fields
    rest = reading_of([PlacedMagnet(other)], [1.0] * 25, Faults(), Random(4))  # noqa: S311 - simulated noise
    fields = tuple(field + more for field, more in zip(rest.fields, held, strict=True))
    reading = Reading(fields, rest.clipped, rest.count)
    lifted = frozenset({other})
    arrangements = [frozenset({home, other}), lifted, frozenset({other, StandingMagnet(12, 3, 1)})]
    verdict = run_to_end(recogniser().score(reading, reference, arrangements, present=(1, -1)))
    assert verdict.best.arrangement == lifted
    assert verdict.best.held


def test_what_no_world_explains_leaves_a_large_misfit() -> None:
    """A magnet that lies on the rim, of a phone's cover perhaps."""
    here = StandingMagnet(12, 0, 1)
    _, reference = board(PlacedMagnet(here))
    reading, _ = board(PlacedMagnet(here))
    fields = tuple(field + 2.0 * (sensor % 5 == 0) for sensor, field in enumerate(reading.fields))
    verdict = run_to_end(recogniser().score(Reading(fields, reading.clipped, 8), reference, [frozenset({here})]))
    assert verdict.best.misfit > PACE.misfit


def test_a_cold_board_that_looks_as_expected_is_confirmed() -> None:
    arrangement = [
        PlacedMagnet(StandingMagnet(6, 0, 1), 2, 1),
        PlacedMagnet(StandingMagnet(13, 2, -1), -3, 1),
        PlacedMagnet(StandingMagnet(21, 3, 1), 0, 2),
    ]
    reading, _ = board(*arrangement)
    levels = [0] * 25
    levels[13], levels[21] = 2, 3
    verdict = run_to_end(recogniser().decode(reading, frozenset(each.standing for each in arrangement), levels))
    assert verdict.best.arrangement == {each.standing for each in arrangement}
    assert verdict.margin > PACE.margin


@pytest.mark.parametrize(
    "expected",
    [
        {StandingMagnet(6, 0, 1)},
        {StandingMagnet(6, 0, 1), StandingMagnet(12, 1, -1), StandingMagnet(20, 0, 1)},
        {StandingMagnet(6, 0, -1), StandingMagnet(12, 1, -1)},
        {StandingMagnet(7, 0, 1), StandingMagnet(12, 1, -1)},
        set[StandingMagnet](),
    ],
    ids=["one is there too many", "one is missing", "of the other seat", "on another square", "nothing expected"],
)
def test_a_cold_board_that_looks_otherwise_is_read_as_it_is(expected: set[StandingMagnet]) -> None:
    truth = (PlacedMagnet(StandingMagnet(6, 0, 1), 2.0, -2.0), PlacedMagnet(StandingMagnet(12, 1, -1), 1.0, 3.0))
    reading, _ = board(*truth)
    levels = [0] * 25
    levels[12] = 1
    verdict = run_to_end(recogniser().decode(reading, frozenset(expected), levels))
    assert verdict.best.arrangement == {each.standing for each in truth}
    assert verdict.margin > PACE.margin


def test_what_an_explanation_leaves_over_is_what_it_does_not_hold() -> None:
    """A magnet on the rim adds to three sensors; a clipped sensor that is explained leaves nothing."""
    here, there = PlacedMagnet(StandingMagnet(12, 0, 1), 1.0, 1.0), PlacedMagnet(StandingMagnet(7, 2, -1))
    _, reference = board(here)
    reading, _ = board(here, there)
    assert 12 in reading.clipped
    stray = {0: 0.8, 5: 1.5, 10: 0.7}
    fields = tuple(field + stray.get(sensor, 0.0) for sensor, field in enumerate(reading.fields))
    found = run_to_end(recogniser().explain(reading, reference, frozenset({here.standing, there.standing})))
    left = recogniser().residual(Reading(fields, reading.clipped, reading.count), reference, found).unexplained
    assert left == pytest.approx([stray.get(sensor, 0.0) for sensor in range(25)], abs=0.15)
    assert left[12] == 0.0


@pytest.mark.parametrize("late", [False, True], ids=["in both readings", "since the reference"])
def test_sensors_that_are_not_to_be_believed_change_nothing(late: bool) -> None:  # noqa: FBT001 - a case of the test
    home, other, landed = (
        PlacedMagnet(StandingMagnet(6, 1, 1)),
        PlacedMagnet(StandingMagnet(17, 0, -1)),
        PlacedMagnet(StandingMagnet(8, 2, 1), 3.0, 2.0),
    )
    _, reference = board(home, other)
    reading, _ = board(other, landed)
    blur = tuple(BOUNDLESS if sensor in (8, 20) else 0.0 for sensor in range(25))
    spoiled = tuple(-30.0 if sensor in (8, 20) else field for sensor, field in enumerate(reading.fields))
    reading = Reading(spoiled, reading.clipped, reading.count, blur)
    if not late:
        fields = tuple(-30.0 if sensor in (8, 20) else field for sensor, field in enumerate(reference.reading.fields))
        reference = ReferenceReading(Reading(fields, reference.reading.clipped, 8, blur), reference.placed)
    free = [square for square in range(25) if square != 17]
    arrangements = [frozenset({other.standing, StandingMagnet(square, 2, 1)}) for square in free]
    verdict = run_to_end(
        recogniser().score(reading, reference, [reference.arrangement, frozenset({other.standing}), *arrangements])
    )
    assert verdict.best.arrangement == {other.standing, landed.standing}
    assert verdict.margin > PACE.margin
    assert recogniser().residual(reading, reference, verdict.best).unexplained[8] == 0.0


def test_sensors_that_a_smaller_board_does_not_have_count_for_nothing() -> None:
    small = Recogniser(FieldModel(replace(GEOMETRY, size=4)))
    here = PlacedMagnet(StandingMagnet(6, 0, 1))
    reading, reference = board(here)
    fields = tuple(20.0 if sensor % 5 == 4 or sensor >= 20 else field for sensor, field in enumerate(reading.fields))
    verdict = run_to_end(
        small.score(
            Reading(fields, reading.clipped, 8), reference, [reference.arrangement, frozenset[StandingMagnet]()]
        )
    )
    assert verdict.best.arrangement == reference.arrangement
    assert verdict.best.misfit < PACE.misfit


def test_no_world_to_weigh_is_an_error() -> None:
    reading, reference = board()
    with pytest.raises(ValueError, match="at least one"):
        run_to_end(recogniser().score(reading, reference, []))


def test_geometry_of_the_test_is_that_of_the_recogniser() -> None:
    assert recogniser().model.geometry == GEOMETRY
