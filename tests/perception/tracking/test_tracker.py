"""Rest is told from motion at any frame rate, through missed frames and with more or less noise."""

from __future__ import annotations

from dataclasses import replace
from operator import add

import pytest

from hardware.board import SQUARE_COUNT
from hardware.hand_actions import Hover, Lift, Pause, Put, Slide, Tap
from hardware.virtual.spread import SensorSpread
from perception.tracking.rests import FrameResult
from tests.perception.landings import LARGER
from tests.perception.tracked_board import Setting, WatchedBoard


@pytest.mark.parametrize("period", [20, 40])
@pytest.mark.parametrize("noise", [0.005, 0.03, 0.1])
def test_steps_are_read_at_any_frame_rate_and_noise(period: int, noise: float) -> None:
    table = WatchedBoard(spread=SensorSpread(noise=noise, placement=3.0), period=period)
    table.expect(table.arrangement(blue_1=7))
    table.hands(Lift("blue-1"), rest=1500)
    assert table.read == table.arrangement(blue_1=None)
    table.hands(Put("blue-1", 7), rest=1500)
    assert table.read == table.arrangement(blue_1=7)
    assert table.disturbances == ()


@pytest.mark.parametrize("period", [20, 40])
def test_a_rest_is_not_broken_by_noise(period: int) -> None:
    table = WatchedBoard(period=period)
    since = table.tracker.since
    sights = {table.tracker.feed(table.board.frame(), table.expected) for _ in range(1500)}
    assert sights == {FrameResult.SAME}
    assert table.tracker.since == since


def test_workers_rest_anew_after_a_rest_that_nothing_explained() -> None:
    """One of them may have stood elsewhere meanwhile. A rest on a square counts from when it came back to it."""
    table = WatchedBoard()
    strange = [3.0 * (-1) ** square for square in range(SQUARE_COUNT)]
    for _ in range(40):
        frame = table.board.frame()
        table.feed(replace(frame, fields=tuple(map(add, frame.fields, strange))))
    assert table.tracker.unclear_since is not None
    back = table.board.now
    table.rest(600)
    assert table.read == table.arrangement()
    assert table.tracker.since >= back


def test_a_worker_that_slides_rests_nowhere_on_its_way() -> None:
    table = WatchedBoard()
    arrangements = set()
    table.board.enqueue(Slide("blue-2", (19, 24)))
    table.expect(table.arrangement(blue_2=19), table.arrangement(blue_2=24))
    while not table.board.idle:
        table.feed(table.board.frame())
        arrangements.add(table.tracker.arrangement)
    table.rest(500)
    assert arrangements == {table.arrangement()}
    assert table.read == table.arrangement(blue_2=24)


def test_a_lift_is_seen_on_its_way() -> None:
    table = WatchedBoard()
    table.expect(table.arrangement(blue_2=12))
    start = table.board.now
    table.board.enqueue(Lift("blue-2"))
    while table.tracker.lifting is None:
        table.feed(table.board.frame())
        assert table.board.now - start < 150
    assert {table.tracker.lifting} == table.arrangement() - table.arrangement(blue_2=None)


def test_a_worker_that_hovers_does_not_stand() -> None:
    table = WatchedBoard()
    table.expect(table.arrangement(blue_2=12))
    arrangements = set()
    table.board.enqueue(Lift("blue-2"))
    table.board.enqueue(Hover("blue-2", 12, 15.0, 1500.0))
    while not table.board.idle:
        table.feed(table.board.frame())
        arrangements.add(table.read)
    assert table.arrangement(blue_2=12) not in arrangements


def test_a_worker_that_is_back_while_another_came_down_that_was_never_seen_in_a_hand() -> None:
    spots = (("blue-1", 3), ("blue-2", 5), ("orange-1", 15), ("orange-2", 19))
    table = WatchedBoard(Setting(spots=spots, towers=((3, 1), (5, 1), (15, 1), (16, 2))))
    table.hands(Lift("blue-2"))
    for action in (Lift("orange-1"), Put("orange-1", 16), Put("blue-2", 5)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.miss(1)
    table.rest(600)
    assert table.read == table.arrangement(orange_1=16)
    assert table.disturbances == ()


@pytest.mark.parametrize("seed", [3, 46, 51])
def test_a_worker_that_is_back_some_millimetres_off_hides_no_other_that_went_on(seed: int) -> None:
    """Neither was seen in a hand."""
    spots = (("blue-1", 23), ("blue-2", 15), ("orange-1", 18), ("orange-2", 0))
    towers = ((11, 1), (12, 1), (14, 1), (15, 2), (16, 1), (18, 1))
    spread = SensorSpread(placement=6.0, gain=0.05)
    table = WatchedBoard(Setting(spots, towers), spread=spread, seed=seed, period=40)
    table.expected = replace(table.expected, open=frozenset({12, 14, 16, 17, 22, 24}))
    for action in (Lift("orange-1"), Lift("blue-1"), Put("orange-1", 14), Put("blue-1", 23)):
        table.board.enqueue(action)
    while not table.board.idle:
        table.miss(1)
    table.rest(1000)
    assert table.read == table.arrangement(orange_1=14)
    assert table.disturbances == ()


@pytest.mark.parametrize("seed", range(4))
def test_a_touch_that_takes_thought_counts_even_if_the_hand_has_gone_on_when_it_is_understood(seed: int) -> None:
    """Every sensor is somewhat off since the board was understood, so that something may disturb. The fields of larger
    magnets leave room for as much."""
    table = WatchedBoard(seed=seed, period=40, geometry=LARGER)
    table.expected = replace(table.expected, tapped=frozenset({12}), awaited=frozenset({12}))
    table.board.enqueue(Tap("blue-1", 12))
    while not table.board.idle:
        frame = table.board.frame()
        off = tuple(value + (-0.05 if square % 2 else 0.05) for square, value in enumerate(frame.fields))
        table.feed(replace(frame, fields=off))
    table.rest(1000)
    assert table.arrangement(blue_1=12) in table.believed
    assert table.read == table.arrangement()


@pytest.mark.parametrize("seed", [35, 56])
def test_a_touch_far_off_the_middle_counts_even_if_the_hand_has_gone_on_when_it_is_understood(seed: int) -> None:
    table = WatchedBoard(spread=SensorSpread(placement=9.0), seed=seed, period=40)
    table.expected = replace(table.expected, tapped=frozenset({12}), awaited=frozenset({12}))
    table.board.enqueue(Tap("blue-1", 12))
    seen = set()
    while not table.board.idle:
        table.feed(table.board.frame())
        seen.add(table.tracker.arrangement)
    assert table.arrangement(blue_1=12) in seen


@pytest.mark.parametrize("frames", [1, 3, 20], ids=["one", "some", "many"])
def test_missed_frames_in_a_step_do_no_harm(frames: int) -> None:
    table = WatchedBoard()
    table.expect(table.arrangement(blue_1=7))
    table.board.enqueue(Lift("blue-1"))
    table.board.enqueue(Pause(400.0))
    table.board.enqueue(Put("blue-1", 7))
    while not table.board.idle:
        table.miss(frames)
        table.feed(table.board.frame())
    table.rest(600)
    assert table.read == table.arrangement(blue_1=7)
    assert table.faults == ()


def test_a_table_that_is_slow_to_think_understands_in_the_end() -> None:
    table = WatchedBoard()
    table.board.enqueue(Lift("blue-1"))
    table.board.enqueue(Put("blue-1", 24))
    while not table.board.idle:
        table.miss(1)
    table.tracker.trust(table.arrangement())  # somebody says so, and then it is put where it should be
    table.rest(500)
    table.hands(Lift("blue-1"), Put("blue-1", 6), rest=0)
    until = table.board.now + 20_000
    while table.board.now < until:
        if table.tracker.feed(table.board.frame(), table.expected) is FrameResult.UNCLEAR:
            table.miss(20)
    assert table.read == table.arrangement()


@pytest.mark.parametrize(
    ("meanwhile", "place"),
    [((), 6), ((Put("blue-1", 7),), 7), ((Put("blue-1", 6), Tap("blue-2", 23)), 6)],
    ids=["still in the hand", "put down", "put back, and another one touched"],
)
def test_a_link_that_is_lost_in_the_middle_of_a_carry(meanwhile: tuple[Put | Tap, ...], place: int) -> None:
    table = WatchedBoard()
    table.expect(table.arrangement(blue_1=7))
    table.hands(Lift("blue-1"))
    for action in meanwhile:
        table.board.enqueue(action)
    while not table.board.idle:
        table.miss(1)
    table.miss(100)
    table.tracker.resume_after_gap()
    table.rest(1500)
    assert table.read == table.arrangement(blue_1=place if meanwhile else None)
    if not meanwhile:
        table.hands(Put("blue-1", 7))
        assert table.read == table.arrangement(blue_1=7)


def test_what_somebody_says_is_right_is_believed_and_played_from() -> None:
    table = WatchedBoard()
    table.tracker.trust(table.arrangement())
    table.rest(300)
    assert table.read == table.arrangement()
    table.expect(table.arrangement(blue_1=7))
    table.hands(Lift("blue-1"), Put("blue-1", 7))
    assert table.read == table.arrangement(blue_1=7)


@pytest.mark.parametrize("into_it", [40, 240, 480, 640])
def test_what_is_said_while_a_hand_moves_is_not_said_of_what_comes_of_it(into_it: int) -> None:
    table = WatchedBoard()
    table.hands(Lift("blue-1"), Put("blue-1", 24))
    for action in (Lift("blue-1"), Put("blue-1", 7)):
        table.board.enqueue(action)
    table.rest(into_it)
    table.tracker.trust(table.arrangement())
    table.hands(rest=1500)
    assert table.read == table.arrangement(blue_1=7)


@pytest.mark.parametrize("seed", range(6))
def test_a_worker_that_is_lifted_gently_off_a_high_tower_is_in_a_hand_at_once(seed: int) -> None:
    spots = (("blue-1", 2), ("blue-2", 18), ("orange-1", 8), ("orange-2", 16))
    table = WatchedBoard(Setting(spots, ((2, 3), (8, 2), (13, 3))), seed=seed)
    table.expect(table.arrangement(blue_1=7))
    table.hands(Lift("blue-1"), rest=700)
    assert table.read == table.arrangement(blue_1=None)
