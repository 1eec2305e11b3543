"""A link that works badly is degraded, says why, and is ready again when it works well."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from firmware_bridge.messages import Message, OtherVersion, Ping, Pong, Scan
from hardware.board import LinkChanged, LinkState
from tests.firmware_bridge.line import HELLO, Host, Line, in_step
from tests.hardware.fake_device import ZERO, FakeDevice


@dataclass
class Scanning:
    """A board in step that scans 50 times a second, and answers pings while it is not ``mute``."""

    host: Host = field(default_factory=in_step)
    number: int = 1
    mute: bool = False

    def passes(self, seconds: float, lost: float = 0.0) -> None:
        """Let time pass, with this part of the scans lost on the way."""
        chance = Random(1)  # noqa: S311 - chance for a line, not for secrets
        for _ in range(round(seconds * 50)):
            self.host.now += 0.02
            self.number += 1
            for message, seq in self.host.sent():
                self.answer(message, seq)
            if chance.random() >= lost:
                self.host.hears(Scan(self.number * 20, self.number, ZERO))
            self.host.sent()

    def answer(self, message: Message | OtherVersion, seq: int) -> None:
        assert isinstance(message, Ping)
        if not self.mute:
            self.host.hears(Pong(message.echo, HELLO.boots, 0, 3, 9), seq)

    def said(self) -> LinkChanged:
        return [event for event in self.host.events if isinstance(event, LinkChanged)][-1]


def test_a_good_link_stays_ready() -> None:
    board = Scanning()
    board.passes(20)
    assert board.host.state() is LinkState.READY
    counters = board.host.conversation.counters
    assert (counters.board_broken, counters.board_dropped) == (3, 9)


def test_a_single_hiccup_is_no_trouble() -> None:
    board = Scanning()
    board.passes(3)
    board.number += 4
    board.passes(3)
    assert [event.state for event in board.host.events if isinstance(event, LinkChanged)][-1] is LinkState.READY
    assert board.host.conversation.counters.missed == 4


@pytest.mark.parametrize("lost", [0.3, 0.6])
def test_many_missed_readings_degrade_it_until_they_come_again(lost: float) -> None:
    board = Scanning()
    board.passes(4, lost)
    assert board.said().state is LinkState.DEGRADED
    assert "missed" in board.said().detail
    board.passes(3)
    assert board.said().state is LinkState.READY


def test_a_little_trouble_neither_degrades_it_nor_lets_it_be_well() -> None:
    board = Scanning()
    board.passes(5, 0.1)
    assert board.said().state is LinkState.READY
    board.passes(4, 0.5)
    board.passes(5, 0.1)
    assert board.said().state is LinkState.DEGRADED


def test_broken_frames_degrade_it() -> None:
    board = Scanning()
    board.passes(3)
    for _ in range(60):
        board.host.conversation.receive(b"MPY: soft reboot\0", board.host.now)
        board.passes(0.04)
    assert board.said().state is LinkState.DEGRADED
    assert "broken" in board.said().detail


def test_a_second_without_a_reading_degrades_it_before_it_is_lost() -> None:
    board = Scanning()
    board.passes(3)
    board.passes(1.5, lost=1.0)
    assert board.said().state is LinkState.DEGRADED
    assert "no reading" in board.said().detail
    board.passes(5)
    assert board.said().state is LinkState.READY


def test_presses_and_readings_of_a_degraded_board_count() -> None:
    line = Line(FakeDevice())
    line.run(1.0)
    drop = Random(3)  # noqa: S311 - as above
    line.harm = lambda frame: frame if len(frame) < 50 or drop.random() < 0.5 else b""
    before = len(line.frames())
    line.run(5.0)
    assert line.host.state is LinkState.DEGRADED
    assert len(line.frames()) - before > 80


def test_a_board_that_answers_late_is_degraded() -> None:
    board = Scanning(mute=True)
    board.host.conversation._round_trip._longest = 10.0
    board.passes(1.1)  # a ping goes out
    board.host.conversation._pending.due = float("inf")  # type: ignore[union-attr]  # the ping
    board.passes(1.5)
    assert board.said().state is LinkState.DEGRADED
    assert "no reply" in board.said().detail
