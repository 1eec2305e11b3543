"""Whether a worker that seems to have come down lies on its side."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest

from hardware.board import SQUARE_COUNT
from hardware.hand_actions import HandAction, Lift, Put, Roll, Stack
from perception.arrangements import Explanation, Reading, ReferenceReading, StandingMagnet, Verdict
from perception.counted_work import run_to_end
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import ExpectedArrangements
from perception.findings import StrayField
from perception.fitting.residual import NOTHING
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.interference_fit import STRAY_PRIOR, InterferenceFit
from perception.sensors.movement import RestRecord
from perception.sensors.zero_steps import ZeroSteps
from perception.tracking.change_test import ChangeTest
from perception.tracking.fall_test import FallTest
from perception.tracking.hover_test import HoverTest
from perception.tracking.reading_change import ReadingChange
from tests.perception.landings import recogniser
from tests.perception.tracked_board import WatchedBoard

TO = 11
"""The square that the worker comes to; the game has no block there."""
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


def may_have_fallen(best: Explanation, change: ReadingChange) -> bool:
    """Whether it may lie there, if a magnet beside the board is said to be the rest."""
    judge = recogniser()
    decoder = InterferenceDecoder(judge, frozenset)
    found = InterferenceFit(StrayField(frozenset()), -STRAY_PRIOR, change.reading, change.reference, NOTHING, NOTHING)
    return run_to_end(FallTest(judge, decoder).may_have_fallen(best, change, found))


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
    test = ChangeTest(judge, decoder, DecisionLimits(), HoverTest(judge.model), steps)
    with_magnet = replace(best, misfit=best.misfit + 20.0, likelihood=best.likelihood - 10.0)
    is_better = test.is_better(Verdict(best, 25.0, None), Verdict(with_magnet, 25.0, None), change)
    assert run_to_end(is_better) is stands
