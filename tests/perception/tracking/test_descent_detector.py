"""A hand is seen to put down a worker by where the worker was in the moments before."""

from __future__ import annotations

import pytest

from hardware.field_model import FieldModel
from perception.arrangements import Explanation, PlacedMagnet, Reading, ReferenceReading, StandingMagnet
from perception.counted_work import run_to_end
from perception.fitting.dipole_fit import dipole
from perception.fitting.residual import NOTHING, Fields
from perception.recognition.recogniser import Recogniser
from perception.sensors.movement import RestRecord
from perception.tracking.descent_detector import DescentDetector
from tests.perception.landings import GEOMETRY

MODEL = FieldModel(GEOMETRY)
CENTRES = tuple(GEOMETRY.centre(square) for square in range(25))
EMPTY = ReferenceReading(Reading(NOTHING, count=50), ())
TOP = MODEL.height(3)
STANDS = StandingMagnet(10, 3, 1)
X, Y = GEOMETRY.centre(10)
EXPLAINED = Explanation(frozenset({STANDS}), 0.0, 10.0, (PlacedMagnet(STANDS),))


def carried(*places: tuple[float, float, float]) -> tuple[Fields, ...]:
    """The frames of a worker that a hand carries by these places: mm east and north of a3, and above its tower."""
    return tuple(tuple(MODEL.held(X + east, Y + north, TOP + up).fields) for east, north, up in places)


def magnet_at(x: float) -> Fields:
    """What the sensors feel of a magnet west of the board."""
    _, _, down = dipole((x, Y, 20.0), CENTRES)
    return tuple(300_000 * each for each in down)


def came_down(before: tuple[Fields, ...], beside: Fields = NOTHING) -> bool:
    rest = RestRecord(400, 0.03, before=before)
    reading = Reading(MODEL.around(X, Y, 3), count=20)
    return run_to_end(DescentDetector(Recogniser(MODEL)).came_down(EXPLAINED, reading, EMPTY, beside, rest))


DOWN = carried((30, 9, 70), (24, 7, 58), (17, 5, 44), (10, 3, 30), (5, 1, 17), (1, 0, 6))


def test_a_worker_that_comes_down_on_its_tower_is_seen() -> None:
    assert came_down(DOWN)


def test_it_is_seen_beside_a_magnet_that_lies_there() -> None:
    beside = magnet_at(-80.0)
    assert came_down(tuple(tuple(map(sum, zip(each, beside, strict=True))) for each in DOWN), beside)


@pytest.mark.parametrize(
    "before",
    [
        carried((-90, 0, 0), (-70, 0, 0), (-50, 0, 0), (-30, 0, 0), (-15, 0, 0), (-2, 0, 0)),
        carried((0, 0, 12), (0, 0, 11), (0, 0, 10), (0, 0, 12), (0, 0, 10), (0, 0, 11)),
        carried((30, 9, 70), (24, 7, 69), (17, 5, 66), (10, 3, 60), (5, 1, 50), (1, 0, 40)),
        carried((90, 90, 60), (90, 90, 60), (90, 90, 60), (90, 90, 60), (90, 90, 60), (2, 0, 5)),
        (),
    ],
    ids=["from outside", "never above", "still above", "from afar at once", "nothing known"],
)
def test_what_else_goes_before_a_rest_is_no_worker_that_comes_down(before: tuple[Fields, ...]) -> None:
    assert not came_down(before)


# -- on the ground

ON_GROUND = StandingMagnet(10, 0, 1)
LANDS = Explanation(frozenset({ON_GROUND}), 0.0, 10.0, (PlacedMagnet(ON_GROUND, 8.0, 4.0),))
GROUND = MODEL.height(0)


def landing(*places: tuple[float, float, float]) -> tuple[Fields, ...]:
    """The frames of a worker on its way to the ground by these places: mm east and north of a3, and above the ground.
    Lower than a hand can be fitted it feels much stronger than the field of a hand says."""
    return tuple(
        tuple((1.3 if up < 12 else 1.0) * each for each in MODEL.held(X + east, Y + north, GROUND + up).fields)
        for east, north, up in places
    )


def lands(before: tuple[Fields, ...], start: ReferenceReading = EMPTY) -> bool:
    rest = RestRecord(400, 0.03, before=before)
    reading = Reading(MODEL.around(X + 8.0, Y + 4.0, 0), count=20)
    return run_to_end(DescentDetector(Recogniser(MODEL)).came_down(LANDS, reading, start, NOTHING, rest))


ABOVE, LOW = ((14, 7, 40), (10, 5, 24)), (8.0, 4.0, 3.0)


@pytest.mark.parametrize(("looks", "is_seen"), [(1, True), (3, True), (5, True), (6, False)])
def test_a_worker_is_seen_to_come_down_on_the_ground_though_its_last_way_is_too_low_to_fit(
    looks: int, *, is_seen: bool
) -> None:
    assert lands(landing(*ABOVE, *[LOW] * looks)) is is_seen


def test_who_only_comes_off_its_own_tower_is_not_put_down() -> None:
    """It stood 18 mm higher on the next square."""
    home = StandingMagnet(11, 1, 1)
    stood = Reading(MODEL.around(*GEOMETRY.centre(11), 1), count=50)
    before = ReferenceReading(stood, (PlacedMagnet(home),))
    pitch = GEOMETRY.pitch

    def gone_from(place: tuple[float, float, float]) -> Fields:
        return landing(place)[0]

    rolled = tuple(map(gone_from, ((pitch, 0, 18), (36, 2, 30), (28, 3, 26), (16, 4, 24), LOW, LOW)))
    carried_over = tuple(map(gone_from, ((36, 2, 60), (30, 2, 52), (20, 3, 44), (14, 4, 24), LOW, LOW)))
    assert not lands(rolled, before)
    assert lands(carried_over, before)


def may_have_come_down(before: tuple[Fields, ...]) -> bool:
    rest = RestRecord(400, 0.03, before=before)
    reading = Reading(MODEL.around(X, Y, 3), count=20)
    return run_to_end(DescentDetector(Recogniser(MODEL)).may_have_come_down(EXPLAINED, reading, EMPTY, rest))


def test_a_worker_that_frames_show_poorly_may_have_come_down() -> None:
    """Some sensors feel another worker that is not quite where it is thought to be."""
    poor = tuple(tuple(field + 0.25 * (square in {3, 22}) for square, field in enumerate(each)) for each in DOWN)
    assert not came_down(poor)
    assert may_have_come_down(poor)


def test_a_worker_that_stood_there_all_the_time_or_before_anything_is_known_may_have_come_down() -> None:
    stood = tuple(tuple(MODEL.around(X, Y, 3)) for _ in range(8))
    assert may_have_come_down(stood)
    assert may_have_come_down(())
    assert not came_down(stood)


def test_a_hand_that_stayed_elsewhere_put_nothing_down() -> None:
    assert not may_have_come_down(carried(*((45, 30, 12) for _ in range(8))))


def test_a_magnet_that_is_pushed_towards_the_board_is_no_worker_that_comes_down() -> None:
    """Alone at the end it looks much like a worker on three blocks."""
    assert not came_down(tuple(magnet_at(x) for x in (-180.0, -150.0, -120.0, -100.0, -85.0, -75.0)))


def test_a_magnet_that_still_moved_does_not_pass_for_a_hand() -> None:
    beside = magnet_at(-50.0)
    moving = (-110.0, -100.0, -90.0, -80.0, -70.0, -60.0)
    frames = tuple(tuple(map(sum, zip(each, magnet_at(x), strict=True))) for each, x in zip(DOWN, moving, strict=True))
    assert not came_down(frames, beside)
