"""What every board does, whatever it is made of. A board's own test file subclasses ``BoardContract`` and gives it a
``rig``; pytest then runs all of these against that board."""

from __future__ import annotations

import os
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import pairwise

import pytest

from hardware.board import (
    ALL_DARK,
    DARK,
    SQUARE_COUNT,
    Board,
    BoardEvent,
    Button,
    ButtonPressed,
    Colour,
    Frame,
    Lights,
    LinkChanged,
    LinkState,
)
from hardware.lights import DEFAULT_BUDGET_MA, current, limit

PATIENCE = 10.0

RED = Colour(40, 0, 0)


class BoardRig(ABC):
    """A board under test and the test's hands on its other side."""

    board: Board

    @abstractmethod
    def press(self, button: Button) -> None:
        """Press a rim button."""

    @abstractmethod
    def wait_for_lights(self, lights: Lights) -> None:
        """Until the lamps themselves show this; fails after long waiting."""

    @abstractmethod
    def shown(self) -> list[Lights]:
        """All that the lamps have shown, in order."""


def until(events: Iterator[BoardEvent], wanted: Callable[[BoardEvent], bool]) -> BoardEvent:
    """The next event that is wanted."""
    for event in events:
        if wanted(event):
            return event
    raise AssertionError("the events ended before")


def ready(events: Iterator[BoardEvent]) -> None:
    """Until the board is ready."""
    until(events, lambda event: isinstance(event, LinkChanged) and event.state is LinkState.READY)


def next_frame(events: Iterator[BoardEvent]) -> Frame:
    """The next frame."""
    event = until(events, lambda event: isinstance(event, Frame))
    assert isinstance(event, Frame)
    return event


def one_lit(square: int, colour: Colour = RED) -> Lights:
    """One square lit."""
    return Lights(tuple(colour if index == square else DARK for index in range(SQUARE_COUNT)))


def _until_none(received: queue.SimpleQueue[BoardEvent | None]) -> Iterator[BoardEvent]:
    while (event := received.get(timeout=PATIENCE)) is not None:
        yield event


class BoardContract:
    """Subclass and override ``make_rig``."""

    def make_rig(self) -> AbstractContextManager[BoardRig]:
        """A board with something at its other side; its exit ends both."""
        raise NotImplementedError

    @pytest.fixture
    def rig(self) -> Iterator[BoardRig]:
        with self.make_rig() as rig:
            yield rig

    def test_says_who_it_is_once_ready(self, rig: BoardRig) -> None:
        ready(rig.board.events())
        identity = rig.board.identity
        assert identity is not None
        assert identity.unique_id

    def test_frames_come_in_order_with_a_field_for_each_square(self, rig: BoardRig) -> None:
        events = rig.board.events()
        frames = [next_frame(events) for _ in range(10)]
        assert all(len(frame.fields) == SQUARE_COUNT for frame in frames)
        assert all(earlier.number < later.number and earlier.at <= later.at for earlier, later in pairwise(frames))

    def test_forwards_its_events_to_a_receiver_and_says_when_they_end(self, rig: BoardRig) -> None:
        received: queue.SimpleQueue[BoardEvent | None] = queue.SimpleQueue()
        rig.board.forward(received.put, lambda: received.put(None))
        events = _until_none(received)
        frames = [next_frame(events) for _ in range(5)]
        assert all(earlier.number < later.number for earlier, later in pairwise(frames))
        rig.board.close()
        assert all(isinstance(event, BoardEvent) for event in events)

    @pytest.mark.parametrize("button", list(Button))
    def test_a_press_is_reported_once(self, rig: BoardRig, button: Button) -> None:
        events = rig.board.events()
        next_frame(events)
        rig.press(button)
        pressed = until(events, lambda event: isinstance(event, ButtonPressed))
        assert isinstance(pressed, ButtonPressed)
        assert pressed.button is button
        following = [next(events) for _ in range(5)]
        assert not any(isinstance(event, ButtonPressed) for event in following)

    def test_shows_lights(self, rig: BoardRig) -> None:
        ready(rig.board.events())
        rig.board.show(one_lit(7))
        rig.wait_for_lights(one_lit(7))

    def test_the_latest_lights_win(self, rig: BoardRig) -> None:
        ready(rig.board.events())
        for square in range(SQUARE_COUNT):
            rig.board.show(one_lit(square))
        rig.wait_for_lights(one_lit(24))

    def test_lights_given_before_it_is_ready_are_shown_then(self, rig: BoardRig) -> None:
        rig.board.show(one_lit(3))
        rig.wait_for_lights(one_lit(3))

    def test_never_draws_more_than_the_budget(self, rig: BoardRig) -> None:
        ready(rig.board.events())
        white = Lights((Colour(255, 255, 255),) * SQUARE_COUNT)
        rig.board.show(white)
        rig.wait_for_lights(limit(white, DEFAULT_BUDGET_MA))
        rig.board.show(one_lit(0))
        rig.wait_for_lights(one_lit(0))
        assert max(current(lights) for lights in rig.shown()) <= DEFAULT_BUDGET_MA

    def test_an_impossible_colour_is_the_callers_error(self, rig: BoardRig) -> None:
        with pytest.raises(ValueError, match="0 to 255"):
            rig.board.show(one_lit(0, Colour(256, 0, 0)))

    def test_close_darkens_and_ends_the_events(self, rig: BoardRig) -> None:
        events = rig.board.events()
        ready(events)
        rig.board.show(one_lit(12))
        rig.wait_for_lights(one_lit(12))
        rig.board.close()
        assert rig.shown()[-1] == ALL_DARK
        assert list(events) == []

    def test_close_ends_the_wait_of_a_reader(self, rig: BoardRig) -> None:
        read: list[BoardEvent] = []
        reader = threading.Thread(target=lambda: read.extend(rig.board.events()))
        reader.start()
        rig.board.close()
        reader.join()

    def test_after_close_nothing_is_an_error(self, rig: BoardRig) -> None:
        rig.board.close()
        rig.board.close()
        rig.board.show(one_lit(0))
        assert list(rig.board.events()) == []

    def test_leaves_no_thread_and_no_open_file(self) -> None:
        def held() -> tuple[set[str], int]:
            return {thread.name for thread in threading.enumerate()}, len(os.listdir("/proc/self/fd"))

        before = held()
        for _ in range(3):
            with self.make_rig() as rig, rig.board:
                ready(rig.board.events())
        assert held() == before
