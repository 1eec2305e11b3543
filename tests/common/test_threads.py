"""A slow reader of a queue misses frames, and nothing else; what many threads ask for is computed once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from common.threads import ComputedOnce, LossyQueue
from hardware.board import BoardEvent, Button, ButtonPressed, Frame, LinkChanged, LinkState, Weighed

PATIENCE = 10.0


def frame(number: int) -> Frame:
    return Frame(20 * number, number, (0.0,) * 25)


def queue_of_events(limit: int) -> LossyQueue[BoardEvent]:
    return LossyQueue(Frame, limit)


def test_every_second_frame_gives_way_and_presses_and_link_changes_stay() -> None:
    queue = queue_of_events(4)
    ready = LinkChanged(LinkState.READY)
    press = ButtonPressed(30, Button.DONE)
    events: list[BoardEvent] = [ready, frame(1), frame(2), press, *map(frame, range(3, 8))]
    for event in events:
        queue.put(event)
    assert queue.drain() == (ready, press, *map(frame, (4, 6, 7)))


@pytest.mark.parametrize("count", [33, 100, 1000])
def test_what_waits_of_many_frames_has_no_long_gap_and_ends_with_the_newest(count: int) -> None:
    queue = queue_of_events(32)
    for number in range(count):
        queue.put(frame(number))
    numbers = [each.number for each in queue.drain() if isinstance(each, Frame)]
    assert 16 < len(numbers) <= 32
    assert numbers[-1] == count - 1
    assert all(later - earlier <= max(2, (count - earlier) / 2) for earlier, later in pairwise(numbers))


def test_frames_and_weights_are_dropped_apart_and_both_keep_the_newest() -> None:
    """They come in turn: if every second item of both together were dropped, all of one kind would be."""
    queue = LossyQueue[BoardEvent]((Frame, Weighed), 4)
    for number in range(30):
        queue.put(frame(number))
        queue.put(Weighed(20 * number, number, (0.0,) * 4))
    kept = queue.drain()
    for kind in (Frame, Weighed):
        numbers = [each.number for each in kept if isinstance(each, kind)]
        assert 2 < len(numbers) <= 4
        assert numbers[-1] == 29


def test_frames_that_were_read_make_room_again() -> None:
    queue = queue_of_events(1)
    for number in range(3):
        queue.put(frame(number))
        assert queue.get() == frame(number)


def test_after_close_there_is_nothing_more() -> None:
    queue = queue_of_events(1)
    queue.put(frame(1))
    queue.close()
    assert queue.get() is None


def test_a_reader_that_waits_ends_with_the_queue() -> None:
    queue = queue_of_events(1)
    reader = threading.Thread(target=queue.get)
    reader.start()
    queue.close()
    reader.join(PATIENCE)
    assert not reader.is_alive()


def test_a_reader_waits_no_longer_than_it_is_told() -> None:
    assert queue_of_events(1).get(0.0) is None


def test_what_waits_can_be_taken_out_at_once_and_makes_room() -> None:
    queue = queue_of_events(1)
    press = ButtonPressed(30, Button.DONE)
    queue.put(press)
    queue.put(frame(1))
    assert queue.drain() == (press, frame(1))
    assert queue.drain() == ()
    queue.put(frame(2))
    assert queue.get() == frame(2)


def test_a_forwarding_queue_gives_what_waits_and_then_each_item_at_once() -> None:
    queue, received, ends = queue_of_events(1), list[BoardEvent](), list[str]()
    press = ButtonPressed(30, Button.DONE)
    queue.put(press)
    queue.put(frame(1))
    queue.forward(received.append, lambda: ends.append("closed"))
    assert received == [press, frame(1)]
    for number in (2, 3, 4):
        queue.put(frame(number))
    assert received == [press, *map(frame, (1, 2, 3, 4))]
    assert queue.drain() == ()
    assert ends == []
    queue.close()
    queue.close()
    assert ends == ["closed"]


def test_a_queue_that_is_closed_already_forwards_its_end() -> None:
    queue, received, ends = queue_of_events(1), list[BoardEvent](), list[str]()
    queue.put(frame(1))
    queue.close()
    queue.forward(received.append, lambda: ends.append("closed"))
    assert (received, ends) == ([], ["closed"])


def test_threads_that_ask_at_the_same_time_share_one_computation() -> None:
    computed, go = list[object](), threading.Event()

    def compute() -> object:
        assert go.wait(PATIENCE)
        computed.append(object())
        return computed[-1]

    once = ComputedOnce(compute)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(once.get) for _ in range(4)]
        go.set()
        found = [each.result(PATIENCE) for each in asked]
    assert found == computed * 4


def test_after_an_error_it_is_computed_again() -> None:
    answers: Iterator[ValueError | int] = iter((ValueError("not now"), 7))

    def compute() -> int:
        answer = next(answers)
        if isinstance(answer, ValueError):
            raise answer
        return answer

    once = ComputedOnce(compute)
    with pytest.raises(ValueError, match="not now"):
        once.get()
    assert [once.get(), once.get()] == [7, 7]
