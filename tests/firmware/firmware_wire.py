"""A board with the real firmware, and the host's end of its wire, a frame at a time."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from firmware_bridge import messages
from firmware_bridge.codec import DELIMITER, Decoder, WireFrame, encode
from firmware_bridge.emulated.pico import EmulatedHardware, EmulatedPico
from firmware_bridge.messages import (
    Hello,
    HelloRequest,
    Kind,
    Message,
    OtherVersion,
    Scan,
)
from hardware import calibration as calibrated
from hardware.board import Lights
from hardware.board_file import BoardFile
from hardware.electronics import Electronics
from hardware.sensor_layout import Ring
from hardware.wiring import Wiring
from tests.hardware.fake_device import FakeDevice

MIXED = Wiring(
    tuple((7 * square + 3) % 32 for square in range(25)), tuple((11 * square + 4) % 100 for square in range(25))
)
SOME = calibrated.Calibration(tuple(2000.0 + square for square in range(25)), (37.5,) * 25)
COUNTS = tuple(1000 + 10 * square for square in range(25))


class Sensors(FakeDevice):
    """Sensors that may once keep the board waiting for so many seconds."""

    stall = 0.0

    def wait_until_shown(self, lights: Lights) -> None:
        """Until the lights have been these, be it for ever so short."""
        with self._changed:
            assert self._changed.wait_for(lambda: lights in self.shown, timeout=30), f"shown was {self.shown}"

    def scan(self) -> tuple[int, ...]:
        time.sleep(self.stall)
        self.stall = 0.0
        return super().scan()


class Wire:
    """The host's end of the wire, a frame at a time."""

    def __init__(self, pico: EmulatedPico, device: Sensors) -> None:
        self.pico = pico
        self.device = device
        self.file = os.open(pico.path, os.O_RDWR | os.O_NOCTTY)
        os.set_blocking(self.file, False)
        self._decoder = Decoder()
        self._seq = 0
        self.heard: list[Message | OtherVersion] = []
        self._pending: list[tuple[Message | OtherVersion, int]] = []

    def close(self) -> None:
        os.close(self.file)

    def has_heard(self, data: bytes) -> None:
        """As if these bytes had come before."""
        self._decoder.feed(data)

    def write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self.file, data) :]
            except BlockingIOError:
                self._read()

    @property
    def broken(self) -> int:
        """Frames that could not be read."""
        return self._decoder.crc_errors + self._decoder.overflows + self._decoder.malformed

    def _read(self) -> list[tuple[Message | OtherVersion, int]]:
        try:
            data = os.read(self.file, 4096)
        except BlockingIOError:
            select.select([self.file], [], [], 0.01)
            return []
        found = [(messages.from_frame(frame), frame.seq) for frame in self._decoder.feed(data)]
        self.heard += [message for message, _ in found]
        return found

    def next(self, wanted: Callable[[Message | OtherVersion, int], bool], patience: float = 20.0) -> Message:
        """The next message that is wanted."""
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            self._pending += self._read()
            while self._pending:
                message, seq = self._pending.pop(0)
                if wanted(message, seq):
                    assert not isinstance(message, OtherVersion)
                    return message
        raise AssertionError(f"it has not said so; it said {self.heard[-5:]}")

    def ask(self, command: messages.Command) -> Message:
        """The reply to a command."""
        self._seq = self._seq % 250 + 1
        return self.ask_frame(messages.to_frame(command, self._seq))

    def ask_frame(self, frame: WireFrame) -> Message:
        """The reply to a frame, which is sent again when that is late, as a host does."""
        answers = (frame.kind | 0x80, Kind.NAK)
        for _ in range(10):
            self.write(DELIMITER + encode(frame))
            with suppress(AssertionError):
                return self.next(lambda message, seq: seq == frame.seq and message.KIND in answers, patience=3.0)
        raise AssertionError(f"no answer; it said {self.heard[-5:]}")

    def hello(self) -> Hello:
        answer = self.ask(HelloRequest())
        assert isinstance(answer, Hello)
        return answer

    def scan(self) -> Scan:
        found = self.next(lambda message, _: isinstance(message, Scan))
        assert isinstance(found, Scan)
        return found

    def until_quiet(self) -> None:
        """Until it says nothing for a second."""
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < 1.0:
            if self._read():
                quiet_since = time.monotonic()

    def counts(self) -> tuple[int, ...]:
        """Of a scan that began after now."""
        self._pending.clear()
        self.scan()
        return self.scan().counts


@contextmanager
def powered(
    described: BoardFile | None = None,
    *,
    electronics: Electronics | None = None,
    flash: Path | None = None,
    silence_ms: int = 3000,
    by_request: bool = False,
    device: Sensors | None = None,
    ring: Ring | None = None,
) -> Iterator[Wire]:
    """A board that was told what ``described`` says, made with these ``electronics`` and another ``ring`` if not as
    described."""
    device = device or Sensors()
    device.counts = COUNTS
    hardware = None if electronics is None else EmulatedHardware(electronics)
    if ring is not None and described is not None:
        hardware = EmulatedHardware(described.electronics, ring)
    with ExitStack() as stack:
        pico = stack.enter_context(
            EmulatedPico(
                device, described, hardware=hardware, flash=flash, silence_ms=silence_ms, by_request=by_request
            )
        )
        wire = Wire(pico, device)
        stack.callback(wire.close)
        yield wire
