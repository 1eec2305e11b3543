"""How the firmware starts, restarts, fails and leaves. All on real MicroPython, over the wire."""

from __future__ import annotations

import logging
import os
import select
import time
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.codec import WireFrame
from firmware_bridge.emulated.pico import EmulatedPico
from firmware_bridge.link import SerialBoard
from firmware_bridge.messages import (
    Configure,
    Hello,
    Kind,
    Leave,
    Leaving,
    LedFrame,
    LogMessage,
    Nak,
    NakCode,
    ResetCause,
)
from hardware.board import ALL_DARK, Colour, Lights, LinkChanged, LinkState
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_wire import powered
from tests.hardware.board_contract import next_frame, ready, until
from tests.hardware.fake_device import FakeDevice

pytestmark = NEEDS_MICROPYTHON

WORN_OUT = """
def waiting_lights(ms):
    if ms > 12_000:
        raise ValueError("worn out")
    return bytearray(75)
"""


def test_each_start_is_counted_and_a_watchdog_reset_is_said(flash: Path) -> None:
    with powered(flash=flash) as wire:
        assert wire.hello().boots == 1
        wire.pico.reset()
        again = wire.next(lambda message, _: isinstance(message, Hello) and message.boots == 2)
        assert isinstance(again, Hello)
        wire.ask(Configure(50))
        wire.device.stall = 2.5
        barked = wire.next(lambda message, _: isinstance(message, Hello) and message.boots == 3)
        assert isinstance(barked, Hello)
        assert barked.reset is ResetCause.WATCHDOG


def test_it_leaves_when_it_is_asked_rightly_and_its_console_is_there() -> None:
    with powered() as wire:
        wrong = wire.ask_frame(WireFrame(1, Kind.LEAVE, 3, b"LEAV"))
        assert wrong == Nak(NakCode.MALFORMED, Kind.LEAVE)
        wire.ask(LedFrame(Lights((Colour(9, 9, 9),) * 25), 800))
        assert isinstance(wire.ask(Leave()), Leaving)
        assert wire.device.shown[-1] == ALL_DARK
        wire.write(b"\r\x03\r\x01print(6 * 7)\x04")
        ends, said = time.monotonic() + 20, b""
        while b"OK42" not in said and time.monotonic() < ends:
            try:
                said += os.read(wire.file, 4096)
            except BlockingIOError:
                select.select([wire.file], [], [], 1.0)
        assert b"OK42" in said


def test_an_engine_that_cannot_be_started_leaves_nothing_open(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError), EmulatedPico(FakeDevice(), engine=lambda *_: [str(tmp_path / "none")]):
        pass
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_link_is_ready_again_after_a_reset(flash: Path) -> None:
    with EmulatedPico(FakeDevice(), flash=flash) as pico, SerialBoard(pico.path) as board:
        events = board.events()
        next_frame(events)
        pico.reset()
        until(events, lambda event: isinstance(event, LinkChanged) and event.state is not LinkState.READY)
        ready(events)
        assert next_frame(events)
        assert board.identity is not None
        assert board.identity.boots == 2


def test_it_comes_back_after_a_reset_at_any_moment(flash: Path) -> None:
    chance = Random(3)  # noqa: S311 - chance for tests
    before = len(os.listdir("/proc/self/fd"))
    with EmulatedPico(FakeDevice(), flash=flash) as pico, SerialBoard(pico.path) as board:
        events = board.events()
        for _ in range(20):
            for _ in range(chance.randrange(1, 8)):
                next_frame(events)
            pico.reset()
            ready(events)
        assert board.identity is not None
        assert board.identity.boots == 21
    assert len(os.listdir("/proc/self/fd")) == before


def test_what_it_says_first_is_read_by_a_host_that_holds_half_a_frame() -> None:
    with powered() as wire:
        wire.has_heard(b"half a fra")
        first = wire.next(lambda message, _: isinstance(message, Hello))
        assert isinstance(first, Hello)
        assert first.boots == 1


def test_a_firmware_that_fails_after_a_while_reports_it_and_restarts(flash: Path) -> None:
    with (flash / "lights.py").open("a") as file:
        file.write(WORN_OUT)
    with powered(flash=flash, by_request=True) as wire:
        wire.pico.let_time_pass()
        log = wire.next(lambda message, _: isinstance(message, LogMessage) and message.level == logging.ERROR)
        assert isinstance(log, LogMessage)
        assert "restarts: ValueError('worn out'" in log.text
        again = wire.next(lambda message, _: isinstance(message, Hello) and message.boots == 2)
        assert isinstance(again, Hello)
