"""The agent on a real pseudo-terminal: survives garbage and a host that never reads."""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from firmware_bridge import messages
from firmware_bridge.agent import Agent, PtyPort
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.messages import Command, Configure, HelloRequest, LedFrame, Message, OtherVersion, Ping, Pong, Scan
from hardware.board import ALL_DARK, Lights
from hardware.device import DeviceError
from hardware.lights import waiting_lights
from tests.hardware.board_contract import one_lit
from tests.hardware.fake_device import FakeDevice

Wanted = TypeVar("Wanted", bound=Message)


class Terminal:
    """A host that reads and writes by hand."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._decoder = Decoder()
        self._heard: list[Message | OtherVersion] = []

    def says(self, command: Command) -> None:
        os.write(self.descriptor, encode(messages.to_frame(command, 1)))

    def hears(self, wanted: type[Wanted]) -> Wanted:
        """The next message of that type."""
        while True:
            while self._heard:
                message = self._heard.pop(0)
                if isinstance(message, wanted):
                    return message
            ready, _, _ = select.select([self.descriptor], [], [], 30)
            assert ready, "nothing comes"
            self._heard += [messages.from_frame(frame) for frame in self._decoder.feed(os.read(self.descriptor, 4096))]


@contextmanager
def opened(port: PtyPort) -> Iterator[Terminal]:
    descriptor = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    try:
        yield Terminal(descriptor)
    finally:
        os.close(descriptor)


def test_survives_whatever_is_written_to_it() -> None:
    with PtyPort(FakeDevice()) as port, opened(port) as host:
        os.write(host.descriptor, os.urandom(2000) + b"\x03\x04\x11\x13\x1a\r\n\0")
        host.says(Ping(7))
        assert host.hears(Pong).echo == 7


def test_a_host_that_never_reads_does_not_stop_it() -> None:
    device = FakeDevice()
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # as little room as the kernel allows
    with ours, theirs, Agent(device, ours.fileno(), fastest_hz=200, silence=60):
        host = Terminal(theirs.fileno())
        host.says(Configure(200))
        device.wait_for_scans(100)
        host.says(LedFrame(one_lit(1), 800))
        device.wait_for_lights(one_lit(1))
        host.says(Ping(1))
        assert host.hears(Scan).number == 0
        assert host.hears(Pong).dropped > 50


def test_serves_one_host_after_another() -> None:
    with PtyPort(FakeDevice()) as port:
        for _ in range(2):
            with opened(port) as host:
                host.says(HelloRequest())
                assert host.hears(messages.Hello).unique_id == "fake-1"


def test_when_the_host_vanishes_the_board_shows_that_it_waits() -> None:
    device = FakeDevice()
    with PtyPort(device, silence=0.05) as port:
        with opened(port) as host:
            host.says(LedFrame(one_lit(1), 800))
            device.wait_for_lights(one_lit(1))
        device.wait_for_lights(waiting_lights(0))


def test_darkens_when_it_ends() -> None:
    device = FakeDevice()
    with PtyPort(device) as port, opened(port) as host:
        host.says(LedFrame(one_lit(1), 800))
        device.wait_for_lights(one_lit(1))
    assert device.shown[-1] == ALL_DARK


def test_ends_when_a_socket_is_closed_at_the_other_side() -> None:
    device = FakeDevice()
    ours, theirs = socket.socketpair()
    with ours, Agent(device, ours.fileno(), silence=60):
        with theirs:
            theirs.sendall(encode(messages.to_frame(LedFrame(one_lit(1), 800), 1)))
            device.wait_for_lights(one_lit(1))
        device.wait_for_lights(ALL_DARK)


def test_the_link_names_the_terminal_and_is_taken_away_with_it(tmp_path: Path) -> None:
    link = tmp_path / "board"
    for _ in range(2):
        with PtyPort(FakeDevice(), link=link) as port:
            assert port.path == str(link)
            assert link.resolve().is_char_device()
        assert not link.is_symlink()


class Failing(FakeDevice):
    """Can be neither scanned nor darkened any more once it has ``failed``."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self._failure = failure
        self.failed = threading.Event()

    def scan(self) -> tuple[int, ...]:
        self.failed.set()
        raise self._failure

    def show(self, lights: Lights) -> None:
        if self.failed.is_set():
            raise DeviceError("the lights can no longer be set")
        super().show(lights)


def test_what_a_device_raises_is_its_owners_to_say_and_nothing_stays_open() -> None:
    before = len(os.listdir("/proc/self/fd"))
    device = Failing(DeviceError("the sensors can no longer be read"))
    with PtyPort(device) as port:
        with opened(port) as host:
            assert port.failure is None
            host.says(Configure(50))
            device.failed.wait(30)
        port.close()
        assert str(port.failure) == "the sensors can no longer be read"
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_fault_of_the_program_leaves_its_traceback_too(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Failing(ZeroDivisionError("division by zero"))
    tracebacks: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda told: tracebacks.append(told.exc_type))
    with PtyPort(device) as port:
        with opened(port) as host:
            host.says(Configure(50))
            device.failed.wait(30)
        port.close()
        assert isinstance(port.failure, ZeroDivisionError)
    assert len(tracebacks) == 1


def test_a_budget_below_dark_lights_is_refused_and_nothing_stays_open() -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(ValueError, match="dark lights"):
        PtyPort(FakeDevice(), budget_ma=10)
    assert len(os.listdir("/proc/self/fd")) == before
