"""What stands on boards of which nothing is known, by fields that are not those of the recogniser's own model."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from perception.arrangements import MagnetInHand, PlacedMagnet, Reading, StandingMagnet
from perception.counted_work import run_to_end
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import MagnetSurvey, survey_magnets
from tests.perception.exact_readings import magnet, reading
from tests.perception.landings import Faults, reading_of, recogniser

LIMITS = DecisionThresholds()
USUAL = Faults(placement=4.0, gain=0.05, frames=12)
ZERO = 0.06


def surveyed(given: Reading) -> MagnetSurvey:
    return run_to_end(survey_magnets(recogniser(), given, LIMITS))


def test_an_empty_board_is_empty() -> None:
    assert surveyed(reading()) == MagnetSurvey((), explained=True)


@pytest.mark.parametrize(
    "there",
    [
        (magnet(6, east=3.0), magnet(18, north=-4.0, polarity=-1)),
        (magnet(0, 1), magnet(4, 2, -1), magnet(20, 3, -1), magnet(24, 3)),
        (magnet(5, 2, -1), magnet(11, 1), magnet(6, 0)),  # one on the ground could hide those beside it
        (magnet(19, 2, -1), magnet(24, 2, -1)),
        (magnet(12, 1), magnet(7, 1, -1), magnet(13, 2), magnet(17, 0, -1)),
    ],
    ids=lambda there: " ".join(f"{each.standing.square}:{each.standing.level}" for each in there),
)
def test_each_magnet_is_found_with_its_polarity_and_height(there: tuple[PlacedMagnet, ...]) -> None:
    found = surveyed(reading(*there))
    assert found.explained
    assert {(each.square, each.polarity) for each in found.magnets} == {
        (each.standing.square, each.standing.polarity) for each in there
    }
    levels = {each.standing.square: each.standing.level for each in there}
    assert {each.square: each.level for each in found.magnets if each.level is not None}.items() <= levels.items()
    assert all(each.sure for each in found.magnets if levels[each.square] < 3)


def random_board(chance: Random) -> tuple[tuple[PlacedMagnet, ...], Reading]:
    """Up to six workers put down as hands do on towers of all heights, and what sensors with errors show of them."""
    squares = chance.sample(range(25), chance.randrange(1, 7))
    placed = []
    for number, square in enumerate(squares):
        place = (9.0, 9.0)
        while hypot(*place) > 10.0:
            place = chance.gauss(0.0, 2.8), chance.gauss(0.0, 2.8)
        level = chance.choice((0, 0, 0, 1, 1, 2, 3))
        placed.append(PlacedMagnet(StandingMagnet(square, level, 1 if number % 2 else -1), *place))
    gains = [chance.gauss(1.0, USUAL.gain) for _ in range(25)]
    seen = reading_of(placed, gains, USUAL, chance)
    return tuple(placed), Reading(tuple(each + chance.gauss(0.0, ZERO) for each in seen.fields), seen.clipped, 12)


@pytest.mark.parametrize("count", [10, pytest.param(300, marks=[pytest.mark.slow, pytest.mark.timeout(900)])])
def test_what_is_sure_is_right_on_boards_as_people_make_them(count: int) -> None:
    """No height that is certain is wrong. Of a hundred boards at most one has a worker that is sure and wrong, or lacks
    one without a word of doubt, and most have no doubt."""
    chance = Random("survey")  # noqa: S311 - simulated wood, no secret
    without_doubt = wrong = 0
    for _ in range(count):
        placed, seen = random_board(chance)
        truth = {each.standing.square: each.standing for each in placed}
        found = surveyed(seen)
        for each in found.magnets:
            assert each.level is None or truth[each.square].level == each.level, placed
        doubtless = all(each.sure for each in found.magnets)
        sure = {(each.square, each.polarity) for each in found.magnets if each.sure}
        right = {(each.square, each.polarity) for each in truth.values()}
        without_doubt += doubtless
        wrong += not sure <= right or (doubtless and sure != right)
    assert without_doubt > 0.8 * count
    assert wrong <= count // 100


def test_a_worker_that_is_held_over_the_board_is_not_sure() -> None:
    found = surveyed(reading(magnet(6), magnet(18, polarity=-1), hands=(MagnetInHand(1, 112.0, 112.0, 35.0),)))
    assert {each.square for each in found.magnets if each.sure} <= {6, 18}
    assert any(not each.sure for each in found.magnets)


def test_beside_what_no_workers_explain_nothing_is_sure() -> None:
    """A board that was moved since its calibration lies in another field."""
    seen = reading(magnet(6), magnet(18, polarity=-1))
    found = surveyed(Reading(tuple(each + 1.5 for each in seen.fields), seen.clipped, seen.count))
    assert not found.explained
    assert not any(each.sure or each.level is not None for each in found.magnets)
