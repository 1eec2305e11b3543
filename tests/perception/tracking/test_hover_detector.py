"""Magnets that rest as high as if they stood, and are judged to stand or to be in a hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import pi, sin

import pytest

from common.numbers import seeded
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.hand_actions import Hover, Lift, Put, Stack, Tap
from perception.arrangements import (
    ExpectedArrangements,
    MagnetInHand,
    PlacedMagnet,
    ReferenceReading,
    StandingMagnet,
    outline,
)
from perception.sensors.movement import RestRecord
from perception.tracking.hover_detector import HoverDetector, put_down
from tests.perception.exact_readings import explanation, magnet, reading
from tests.perception.landings import BOARDS, GEOMETRY, magnet_name
from tests.perception.tracked_board import Setting, WatchedBoard
from tests.sampling import one_in

MODEL = FieldModel(GEOMETRY)
C3, C4, D4 = 12, 17, 18


def over_c3(blocks: int) -> MagnetInHand:
    """A magnet in a hand over c3, as high as if it stood on so many blocks."""
    return MagnetInHand(1, *MODEL.geometry.centre(C3), MODEL.geometry.foot_height(blocks))


NOISE = 0.03


def over_a_forgotten_block(above: float, tremor: float, *then: float) -> bool:
    """Whether a worker may be in a hand that a brief rest shows on the one block of c3, ``above`` mm higher than it
    should be there and trembling by so many mT. ``then`` are how many mm further up it is in the next frames (none: it
    still rests)."""
    hand = replace(over_c3(1), height=MODEL.height(1) + above)
    placed = PlacedMagnet(StandingMagnet(C3, 1, 1), rise=above, fields=reading(hands=(hand,)).fields)
    times = (0, 40, 80, 120, 160)
    frames = tuple(tuple(field + tremor * sin(2 * pi * 8.3 * at / 1000) for field in placed.fields) for at in times)
    raised = (replace(hand, height=hand.height + each) for each in then)
    after = tuple(reading(hands=(each,)).fields for each in raised)
    c3 = frozenset({C3})
    expected = ExpectedArrangements(
        frozenset(), tuple(int(square == C3) for square in range(25)), tapped=c3, awaited=c3
    )
    best, rest = explanation(placed), RestRecord(times[-1], NOISE, times, frames, after=after)
    return HoverDetector(MODEL).may_be_held(best, ReferenceReading(reading(), ()), expected, rest)


@pytest.mark.parametrize(
    ("above", "tremor", "held"), [(0.0, 0.0, False), (2.0, 0.0, False), (0.0, 0.03, False), (4.0, 0.1, True)]
)
def test_a_brief_rest_as_high_as_a_forgotten_block_may_be_a_hand(above: float, tremor: float, *, held: bool) -> None:
    """One that trembles little for a moment, and is a little too high."""
    assert over_a_forgotten_block(above, tremor, 0.5, 2.0, 6.0, 12.0) is held


@pytest.mark.parametrize(
    ("blocks", "rested", "held"), [(3, 300, False), (1, 700, True), (1, 1600, False)], ids=["right", "pause", "stands"]
)
def test_what_seems_to_stand_on_more_blocks_than_there_are_may_be_a_hand_that_pauses(
    blocks: int, rested: int, *, held: bool
) -> None:
    """On its way a hand rested for 0.6 s where it had the field of a worker on three blocks; the tower had one."""
    placed = magnet(C3, 3)
    placed = replace(placed, fields=reading(placed).fields)
    times = tuple(range(0, rested + 1, 20))
    rest = RestRecord(rested, NOISE, times, (placed.fields,) * len(times))
    expected = ExpectedArrangements(frozenset(), (blocks,) * SQUARE_COUNT)
    assert (
        HoverDetector(MODEL).may_be_held(explanation(placed), ReferenceReading(reading(), ()), expected, rest) is held
    )


@pytest.mark.parametrize(("moves", "held"), [(120, False), (420, True)], ids=["landing", "hand"])
def test_a_hand_that_stops_trembling_over_a_square_touches_no_new_block_there(moves: int, *, held: bool) -> None:
    """A landing bounces for a moment. A hand over the ground trembled for 0.4 s and was still for 0.3 s, as high as the
    new block (simulated game 5520363)."""
    placed = magnet(C3, 1)
    placed = replace(placed, fields=reading(placed).fields)
    chance, times = seeded(3), tuple(range(0, 760, 20))
    frames = tuple(
        tuple(
            field + chance.gauss(0.0, 0.8 * NOISE) + (at < moves) * 0.25 * sin(2 * pi * 8.3 * at / 1000)
            for field in placed.fields
        )
        for at in times
    )
    c3 = frozenset({C3})
    expected = ExpectedArrangements(frozenset(), (0,) * SQUARE_COUNT, tapped=c3, awaited=c3)
    rest = RestRecord(times[-1], NOISE, times, frames)
    assert (
        HoverDetector(MODEL).may_be_held(explanation(placed), ReferenceReading(reading(), ()), expected, rest) is held
    )


@pytest.mark.parametrize("then", [(), (-0.8, 0.6, -0.5, 0.9), (0.5, 1.0, -0.9, 0.2)])
def test_a_brief_rest_may_be_a_pause_in_a_tremor_until_it_is_known_what_follows(then: tuple[float, ...]) -> None:
    """A worker that was on wood comes no lower."""
    assert over_a_forgotten_block(0.0, 0.0, *then)


@pytest.mark.parametrize(("off", "rested", "held"), [(3.0, 300, True), (3.0, 1000, False), (13.0, 300, False)])
def test_a_worker_that_came_past_the_sensor_to_a_place_off_the_middle_was_not_lower(
    off: float, rested: int, *, held: bool
) -> None:
    """Its field is the greatest on the way there; near the middle that is so only for one that was lower. It may have
    slid, and stands if it does not tremble for long (simulated game 5520028)."""
    placed = magnet(C3, 1, 1, off, 0.0)
    placed = replace(placed, fields=reading(placed).fields)
    passing = tuple(1.3 * field for field in placed.fields)
    chance, times = seeded(3), tuple(range(0, rested, 20))
    frames = tuple(tuple(field + chance.gauss(0.0, 0.8 * NOISE) for field in placed.fields) for _ in times)
    c3 = frozenset({C3})
    expected = ExpectedArrangements(frozenset(), (1,) * SQUARE_COUNT, tapped=c3, awaited=c3)
    rest = RestRecord(times[-1], NOISE, times, frames, before=(passing,))
    assert (
        HoverDetector(MODEL).may_be_held(explanation(placed), ReferenceReading(reading(), ()), expected, rest) is held
    )


def test_a_worker_is_put_down_on_the_square_under_the_hand_unless_one_stands_there() -> None:
    d1 = StandingMagnet(3, 0, -1)
    found = list(put_down(MODEL, frozenset({d1}), over_c3(2)))
    assert [arrangement - {d1} for arrangement in found] == [
        frozenset({StandingMagnet(C3, level, 1)}) for level in range(len(found))
    ]
    assert len(found) >= 4
    assert list(put_down(MODEL, frozenset({StandingMagnet(C3, 0, -1)}), over_c3(2))) == []


@pytest.mark.parametrize(("east", "north", "square"), [(0.0, 0.0, 0), (110.0, 170.0, 22), (-40.0, 0.0, None)])
def test_a_hand_is_over_a_square_or_beside_the_board(east: float, north: float, square: int | None) -> None:
    assert MODEL.geometry.square_at(east, north) == square


@pytest.mark.parametrize("above", [24.0, 30.0, 40.0])
@pytest.mark.parametrize("square", [7, 13])
def test_a_worker_held_over_a_high_tower_to_build_on_does_not_touch_it(square: int, above: float) -> None:
    """Over its dome's height, that is: at it, so high over the sensor, neither field nor tremor tells the two apart."""
    table = WatchedBoard(Setting(towers=((square, 3),)))
    table.expected = replace(table.expected, tapped=frozenset({square}), awaited=frozenset({square}))
    seen = set()
    for action in (Lift("blue-2"), Hover("blue-2", square, above, 1200), Put("blue-2", 18)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        seen.add(table.read)
    assert {outline(arrangement) for arrangement in seen if arrangement} <= {
        outline(table.arrangement()),
        outline(table.arrangement(blue_2=None)),
    }
    table.rest(600)
    assert table.read == table.arrangement()


def one_block_higher(period: int, seed: int, geometry: Geometry) -> WatchedBoard:
    """c4 has one block, and a worker may move there."""
    setting = Setting(towers=((6, 1), (8, 2), (13, 3), (C4, 1)))
    table = WatchedBoard(setting, period=period, seed=seed, geometry=geometry)
    table.expect(table.arrangement(blue_2=C4))
    return table


@pytest.mark.parametrize(
    ("period", "seed"), [(40, 0), (40, 22), (40, 49), (20, 0), (20, 1), (20, 4), (20, 8), (20, 10)]
)
@pytest.mark.parametrize("geometry", BOARDS, ids=magnet_name)
def test_a_hand_that_pauses_in_its_tremor_over_a_tower_does_not_stand_on_one_that_is_a_block_higher(
    geometry: Geometry, period: int, seed: int
) -> None:
    """Its field is that of a worker on two blocks: only its tremor tells."""
    table = one_block_higher(period, seed, geometry)
    seen = set()
    for action in (Lift("blue-2"), Hover("blue-2", C4, 18.0, 1300), Put("blue-2", D4)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        seen.add(table.read)
    assert {outline(arrangement) for arrangement in seen if arrangement} <= {
        outline(table.arrangement()),
        outline(table.arrangement(blue_2=None)),
    }


@pytest.mark.parametrize("case", one_in(2, product(BOARDS, (20, 40), range(4))))
def test_a_tower_that_is_a_block_higher_is_noticed_or_doubted_once_its_worker_has_stood_still(
    case: tuple[Geometry, int, int],
) -> None:
    """By discs of 15 mm it is noticed. Those of 12 mm show two thirds of the tremor, little more than noise."""
    geometry, period, seed = case
    table = one_block_higher(period, seed, geometry)
    table.hands(Stack(C4, dome=False), Lift("blue-2"), Put("blue-2", C4), rest=4500)
    if table.read is None:
        assert geometry == GEOMETRY
        assert {StandingMagnet(C4, 2, 1)} == table.tracker.doubt.disputed
    else:
        assert outline(table.read) == outline(table.arrangement(blue_2=C4))
        assert {each.square: each.level for each in table.tracker.findings.heights}[C4] == 2


def seeds(quick: int, every: int) -> tuple[object, ...]:
    """Seeds of chance, of which the first few are played in each run."""
    return (*range(quick), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(quick, every)))


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_a_worker_that_stays_on_two_blocks_that_were_put_at_once_is_noticed_or_doubted_there(seed: int) -> None:
    """A short touch there might be a hand that hesitates over the empty square."""
    table = WatchedBoard(period=40, seed=seed)
    table.expected = replace(table.expected, tapped=frozenset({17}), awaited=frozenset({17}))
    for action in (Stack(17, dome=False), Stack(17, dome=False), Tap("blue-2", 17)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        assert table.read is None or all(each.square != 17 for each in table.read)
    table.rest(600)
    assert table.read == table.arrangement()
    table.hands(Lift("blue-2"), Put("blue-2", 17), rest=4500)
    found = {each.square: each.level for each in table.tracker.findings.heights}
    assert found.get(17) == 2 or StandingMagnet(17, 2, 1) in table.tracker.doubt.disputed


HESITATING = list(product(range(3), (14.0, 18.0, 22.0, 26.0, 30.0), range(4)))
"""On which board and for how long a hand does so, and how many mm above which tower."""


@pytest.mark.parametrize(
    "case",
    one_in(3, [(*each, 40) for each in HESITATING]) + one_in(7, [(*each, 20) for each in HESITATING]),
    ids=str,
)
def test_a_hand_that_hesitates_over_a_square_touches_nothing(case: tuple[int, float, int, int]) -> None:
    """For up to a second, one block's height included, over a tower of any height."""
    seed, height, level, period = case
    table = WatchedBoard(period=period, seed=seed)
    table.hands(*(Stack(17, dome=False),) * level)
    table.heights[17] = level
    table.expect()
    table.expected = replace(table.expected, tapped=frozenset({17}), awaited=frozenset({17}))
    for action in (Lift("blue-2"), Hover("blue-2", 17, height, 300.0 + 350 * seed), Put("blue-2", 18)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        assert table.read is None or all(each.square != 17 for each in table.read)


THINKING = [(seed, *over) for seed in range(8) for over in ((8.0, 1), (10.0, 1), (12.0, 1), (10.0, 2), (12.0, 2))]
"""On which board a hand thinks so, and how many mm above which tower."""


@pytest.mark.parametrize("case", one_in(3, THINKING), ids=str)
def test_a_hand_that_thinks_low_over_a_tower_has_not_moved_there(case: tuple[int, float, int]) -> None:
    """Lower than any hand that hesitates to build: the worker seems to stand there, but hardly as high as the tower."""
    seed, height, level = case
    table = WatchedBoard(seed=seed)
    table.hands(*(Stack(17, dome=False),) * level)
    table.heights[17] = level
    table.expect(table.arrangement(blue_2=17))
    for action in (Lift("blue-2"), Hover("blue-2", 17, height, 4000.0)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.feed(table.board.frame())
        assert table.read is None or all(each.square != 17 for each in table.read)
    table.hands(Put("blue-2", 17), rest=1500)
    assert table.read == table.arrangement(blue_2=17)


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_a_worker_on_three_blocks_is_noticed_where_the_game_has_two(seed: int) -> None:
    """It is said or doubted to stand so high, and never said to stand on two."""
    table = WatchedBoard(seed=seed)
    table.heights[17] = 2
    table.expect(table.arrangement(blue_2=17))
    table.hands(*(Stack(17, dome=False),) * 3, Lift("blue-2"), Put("blue-2", 17), rest=2500)
    found = {each.square: each.level for each in table.tracker.findings.heights}
    assert found.get(17) == 3 or {StandingMagnet(17, 3, 1)} == table.tracker.doubt.disputed
