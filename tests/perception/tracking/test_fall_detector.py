"""Whether a worker that seems to have come down lies on its side."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest

from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from hardware.hand_actions import HandAction, Lift, MagnetVisit, Put, PutStray, Roll, Stack
from hardware.virtual.journey import HandStyle
from hardware.virtual.magnets import outside, stray_of
from hardware.virtual.spread import SensorSpread
from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    Explanation,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
)
from perception.counted_work import run_to_end
from perception.findings import SensorFault, SensorTrouble, StrayField
from perception.fitting.residual import NOTHING
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.interference_fit import InterferenceFit
from perception.interference.limits import STRAY_PRIOR
from perception.limits import DecisionThresholds
from perception.sensors.drift import ZeroSteps
from perception.sensors.movement import RestRecord
from perception.tracking.change_decoder import ChangeDecoder
from perception.tracking.descent_detector import FallDetector
from perception.tracking.hover_detector import HoverDetector
from perception.tracking.reading_change import ReadingChange
from tests.perception.landings import recogniser
from tests.perception.tracked_board import Setting, WatchedBoard

TO = 11
"""The square that the worker comes to; the game has no block there."""
ELSEWHERE = 24
FAR_OFF = (9.0, 8.0)
"""How many mm east and north of the middle of its square no hand puts a worker."""
LEFT_OVER = 0.3
"""How many mT of a reading may come from a magnet that goes."""


def mean_reading(table: WatchedBoard) -> Reading:
    frames = [table.board.frame() for _ in range(20)]
    fields = tuple(sum(each) / len(frames) for each in zip(*(frame.fields for frame in frames), strict=True))
    return Reading(fields, frozenset().union(*(frame.clipped for frame in frames)), len(frames))


def seems_to_stand(seed: int, level: int, *actions: HandAction) -> tuple[Explanation, ReadingChange]:
    """After these actions: blue-1 as if it stood on so many blocks, and the change of the reading."""
    table, judge = WatchedBoard(seed=seed), recogniser()
    stood = table.arrangement()
    before = mean_reading(table)
    reference = ReferenceReading(before, run_to_end(judge.explain_alone(before, stood)).placed)
    for action in actions:
        table.board.enqueue(action)
    while not table.board.idle:
        table.board.scan()
    now = mean_reading(table)
    seems = table.arrangement(blue_1=None) | {StandingMagnet(TO, level, 1)}
    best = run_to_end(judge.explain(now, reference, seems))
    levels = tuple(table.heights.get(square, 0) for square in range(SQUARE_COUNT))
    expected = ExpectedArrangements(stood, levels, tapped=frozenset({TO}))
    return best, ReadingChange(now, reference, stood, expected, RestRecord(500, 0.03, (0,), (now.fields,)))


MAGNET = StrayField(frozenset())
Cause = StrayField | SensorFault


def may_have_fallen(best: Explanation, change: ReadingChange, cause: Cause = MAGNET) -> bool:
    """Whether it may lie there, if this is said to be the rest: else a magnet beside the board."""
    judge = recogniser()
    decoder = InterferenceDecoder(judge, frozenset)
    found = InterferenceFit(cause, -STRAY_PRIOR, change.reading, change.reference, NOTHING, NOTHING)
    return run_to_end(FallDetector(judge, decoder).may_have_fallen(best, change, found))


@pytest.mark.parametrize("seed", [0, 4, 10])
def test_beside_a_magnet_a_worker_on_a_block_that_the_game_does_not_have_may_lie_on_the_ground(seed: int) -> None:
    best, change = seems_to_stand(seed, 1, Roll("blue-1", TO))
    (came,) = [each for each in best.placed if each.standing.square == TO]
    assert hypot(came.east, came.north) < 9.0, "one that is further off is doubted for that alone"
    assert may_have_fallen(best, change)


@pytest.mark.parametrize("seed", range(3))
def test_who_stands_on_a_block_too_many_does_not_lie_there(seed: int) -> None:
    best, change = seems_to_stand(seed, 1, Stack(TO, dome=False), Lift("blue-1"), Put("blue-1", TO))
    assert not may_have_fallen(best, change)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("fails", "doubted"), [(TO, True), (ELSEWHERE, False)])
def test_no_worker_comes_unseen_to_a_sensor_that_fails_just_then(seed: int, fails: int, *, doubted: bool) -> None:
    best, change = seems_to_stand(seed, 0, Lift("blue-1"), Put("blue-1", TO, spot=(2.0, 0.0)))
    assert may_have_fallen(best, change, SensorFault(fails, SensorTrouble.WEAK)) is doubted


@pytest.mark.parametrize("seed", range(3))
def test_far_off_the_middle_no_worker_comes_unseen_as_any_sensor_fails(seed: int) -> None:
    best, change = seems_to_stand(seed, 0, Lift("blue-1"), Put("blue-1", TO, spot=FAR_OFF))
    assert may_have_fallen(best, change, SensorFault(ELSEWHERE, SensorTrouble.WEAK))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("blocks", [0, 1])
def test_far_off_the_middle_no_worker_comes_unseen_to_a_tower_that_is_too_low(seed: int, blocks: int) -> None:
    best, change = seems_to_stand(seed, 0, Lift("blue-1"), Put("blue-1", TO, spot=FAR_OFF))
    levels = tuple(blocks if square == TO else level for square, level in enumerate(change.expected.levels))
    change = replace(change, expected=replace(change.expected, levels=levels))
    alone = FallDetector(recogniser(), InterferenceDecoder(recogniser(), frozenset))
    assert run_to_end(alone.may_have_fallen(best, change)) is bool(blocks)


@pytest.mark.parametrize(
    ("seed", "watch"),
    [
        pytest.param(267, (0.44, 2.79, -0.38, -11.8), id="the watch would have to be nearer than any is"),
        pytest.param(409, (0.9, 3.4, -0.85, 52.0), id="it lies there beside the watch as likely as it stands"),
        pytest.param(414, (0.6, 2.19, 1.06, 39.4), id="its own sensor seems to fail"),
        pytest.param(16, (0.55, 3.02, -0.2, 15.7), id="far off, and another sensor seems to fail"),
        pytest.param(12, (0.63, 4.13, 0.4, -8.6), id="far off, and too low"),
    ],
)
def test_a_worker_that_rolls_off_its_tower_as_a_watch_comes_is_not_read_where_it_lies(
    seed: int, watch: tuple[float, float, float, float]
) -> None:
    """It rolls to a square where the game could have it."""
    setting = Setting((("blue-1", 5), ("blue-2", 21), ("orange-1", 15), ("orange-2", 0)), ((5, 2), (10, 1), (0, 2)))
    table = WatchedBoard(setting, seed=seed, spread=SensorSpread.handmade(), style=HandStyle.natural())
    table.expect(table.arrangement(blue_1=10))
    field, heading, dip, y = watch
    visit = MagnetVisit(-78, y, height=9.0, field=field, heading=heading, dip=dip, stay=0.0, worn=True)
    table.board.enqueue(PutStray(stray_of(visit, Geometry()), start=outside(visit, Geometry())), hand=1)
    table.board.enqueue(Roll("blue-1", 10))
    assert_never_read(table, table.arrangement(blue_1=10))


@pytest.mark.parametrize(
    ("seed", "setting", "to", "wait", "visit"),
    [
        (
            35,
            Setting(
                (("blue-1", 17), ("blue-2", 10), ("orange-1", 24), ("orange-2", 4)), ((17, 2), (10, 1), (24, 1), (4, 1))
            ),
            21,
            1500,
            MagnetVisit(144.4, 264.0, 37.5, 0.42, 2.302, 0.609, stay=0.0, worn=True),
        ),
        (
            1110,
            Setting(
                (("blue-1", 15), ("blue-2", 6), ("orange-1", 20), ("orange-2", 19)), ((15, 1), (6, 1), (20, 1), (19, 2))
            ),
            10,
            1133,
            MagnetVisit(97.6, 241.3, 26.0, 0.765, 0.728, -1.339, stay=0.0, worn=True),
        ),
    ],
)
def test_a_worker_that_lies_on_its_side_is_not_read_there_as_a_watch_comes(
    seed: int, setting: Setting, to: int, wait: int, visit: MagnetVisit
) -> None:
    """Though the hand that made it fall seemed to lift it."""
    table = WatchedBoard(setting, seed=seed, spread=SensorSpread.handmade(), style=HandStyle.natural())
    table.expect(*(table.arrangement(blue_1=each) for each in neighbours(setting)))
    table.board.enqueue(Roll("blue-1", to))
    table.rest(wait)
    table.board.enqueue(PutStray(stray_of(visit, Geometry()), start=outside(visit, Geometry())), hand=1)
    assert_never_read(table, table.arrangement(blue_1=to))


def neighbours(setting: Setting) -> list[int]:
    """The free squares to which blue-1 can step."""
    taken = dict(setting.spots)
    rank, file = divmod(taken["blue-1"], 5)
    near = [each for each in range(SQUARE_COUNT) if max(abs(each // 5 - rank), abs(each % 5 - file)) == 1]
    return [each for each in near if each not in taken.values()]


def assert_never_read(table: WatchedBoard, wrong: Arrangement) -> None:
    """Until hands are done and four seconds more."""
    until = None
    while until is None or table.board.now < until:
        table.feed(table.board.frame())
        assert table.tracker.arrangement is None or outline(table.tracker.arrangement) != outline(wrong)
        if until is None and table.board.idle:
            until = table.board.now + 4000


@pytest.mark.parametrize("seed", range(3, 7))
@pytest.mark.parametrize(
    ("actions", "stands"), [((Lift("blue-1"), Put("blue-1", TO)), True), ((Roll("blue-1", TO),), False)]
)
def test_as_a_magnet_beside_the_board_goes_a_worker_that_fell_is_not_read(
    seed: int, actions: tuple[HandAction, ...], *, stands: bool
) -> None:
    """With the magnet and without it, the same workers may seem to stand."""
    best, change = seems_to_stand(seed, 0, *actions)
    change = replace(change, reading=replace(change.reading, extra_variance=(LEFT_OVER**2,) * SQUARE_COUNT))
    judge = recogniser()
    best = run_to_end(judge.explain(change.reading, change.reference, best.arrangement))
    decoder, steps = InterferenceDecoder(judge, frozenset), ZeroSteps(judge.model, judge.noise_model)
    test = ChangeDecoder(judge, decoder, DecisionThresholds(), HoverDetector(judge.model), steps)
    with_magnet = replace(best, misfit=best.misfit + 20.0, likelihood=best.likelihood - 10.0)
    is_better = test.is_better(Verdict(best, 25.0, None), Verdict(with_magnet, 25.0, None), change)
    assert run_to_end(is_better) is stands
