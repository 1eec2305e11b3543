"""A trace is a board like every other, and tells what it was told, in its order."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from hardware.board import (
    SQUARE_COUNT,
    Button,
    ButtonPressed,
    Frame,
    Identity,
    Lights,
    LinkChanged,
    LinkState,
)
from hardware.replay import ReplayBoard
from hardware.trace import TraceHead, TraceItem, TraceLine, TraceNote, TraceReader
from tests.hardware.board_contract import BoardContract, BoardRig
from tests.hardware.whole_traces import write_trace

IDENTITY = Identity("Recorded board", "recorded-1", "1", 4)
FIELDS = (0.0,) * SQUARE_COUNT


class ReplayRig(BoardRig):
    """A trace that is still being written: presses come into it when the test wants them."""

    def __init__(self) -> None:
        self.presses: queue.SimpleQueue[Button] = queue.SimpleQueue()
        self.lamps: queue.SimpleQueue[Lights] = queue.SimpleQueue()
        self.seen: list[Lights] = []
        self.board = ReplayBoard(self.lines(), self.lamps.put)

    def lines(self) -> Iterator[TraceLine]:
        yield TraceLine(2, IDENTITY)
        yield TraceLine(3, LinkChanged(LinkState.READY))
        for number in count():
            yield TraceLine(4 + number, Frame(number, number, FIELDS))
            while not self.presses.empty():
                yield TraceLine(4 + number, ButtonPressed(number, self.presses.get()))

    def press(self, button: Button) -> None:
        self.presses.put(button)

    def wait_for_lights(self, lights: Lights) -> None:
        while not self.seen or self.seen[-1] != lights:
            self.seen.append(self.lamps.get(timeout=30))

    def shown(self) -> list[Lights]:
        while not self.lamps.empty():
            self.seen.append(self.lamps.get())
        return self.seen


class TestReplayBoard(BoardContract):
    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        rig = ReplayRig()
        with rig.board:
            yield rig


def told(items: tuple[TraceItem, ...], path: Path) -> list[object]:
    """All that a board of this trace tells, until it says that the link is lost."""
    write_trace(path, TraceHead(""), items)
    found: list[object] = []
    with TraceReader(path) as trace, ReplayBoard(trace) as board:
        for event in board.events():
            found.append(event)
            if isinstance(event, LinkChanged) and event.state is LinkState.LOST:
                found.append(board.identity)
                board.close()
    return found


def test_it_says_what_was_recorded_and_then_that_the_link_is_lost(tmp_path: Path) -> None:
    ready, press = LinkChanged(LinkState.READY), ButtonPressed(40, Button.UNDO)
    frames = [Frame(at, at // 20, FIELDS) for at in (20, 40, 20)]
    items = (ready, IDENTITY, frames[0], TraceNote("board", "null"), press, frames[1], frames[2])
    assert told(items, tmp_path / "a.trace") == [
        ready,
        frames[0],
        press,
        frames[1],
        frames[2],
        LinkChanged(LinkState.LOST, "the trace ends here"),
        IDENTITY,
    ]


def test_a_trace_that_cannot_be_read_any_further_is_a_lost_board(tmp_path: Path) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, TraceHead(""), ())
    path.write_text(path.read_text("utf-8") + "coffee\n", "utf-8")
    with TraceReader(path) as trace, ReplayBoard(trace) as board:
        event = next(board.events())
    assert isinstance(event, LinkChanged)
    assert event.state is LinkState.LOST
    assert f"{path}:2: not JSON" in event.detail
