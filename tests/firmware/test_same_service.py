"""The firmware's service answers whatever comes as the pattern of all boards does (`firmware_bridge.agent`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pytest

from firmware_bridge.agent import BoardService
from firmware_bridge.codec import DELIMITER, Decoder, WireFrame
from firmware_bridge.messages import Kind
from hardware.board import SQUARE_COUNT, Lights
from hardware.device import UNKNOWN_REVISION, DeviceFault
from tests.firmware.board_code import firmware_module
from tests.firmware_bridge.fuzz import Fuzz
from tests.hardware.fake_device import FakeDevice

BUDGET_MA = 300
PIECES = 2000
PASSING_MS = (0, 1, 20, 21, 500, 2990, 3010)
"""Not the 3000 of silence themselves: the pattern counts in seconds, which it cannot hit exactly."""


class Says(Protocol):
    """What both services do when somebody takes what they say."""

    def next_output(self) -> bytes | bytearray | None: ...


class Kept:
    """A calibration or a wiring of the board beneath the firmware's service."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.stored = False


class Board:
    """What the firmware's service serves: the same as a device that nothing was done to."""

    budget_ma, silence_ms, boots, fastest = BUDGET_MA, 3000, 1, 50

    def __init__(self, device: FakeDevice) -> None:
        self._device = device
        self.further = list(device.scan()[SQUARE_COUNT:])
        self.shown = bytes(75)
        self.calibration, self.wiring = Kept(device.calibration.packed), Kept(device.wiring.packed)

    def hello(self) -> tuple[object, ...]:
        named = self._device.identity
        said = (1, 3, 1, 0, 25, 25, 12, 15, named.name, named.unique_id, named.firmware)
        return (*said, UNKNOWN_REVISION, DeviceFault.NONE, len(self.further), self._device.cells)

    def scan(self) -> list[int]:
        return list(self._device.scan()[:SQUARE_COUNT])

    def weigh(self) -> list[int] | None:
        return next((list(weighed.counts) for weighed in self._device.weights(0)), None)

    def silent_cells(self) -> list[int]:
        return []

    def notes(self) -> list[str]:
        return []

    def recall(self) -> None:
        """Nothing is wrong."""

    def show(self, colours: bytearray) -> None:
        self.shown = bytes(colours)

    def presses(self, _now: int) -> list[int]:
        return []

    def store_calibration(self, payload: bytes) -> None:
        self.calibration.payload, self.calibration.stored = payload, True

    def store_wiring(self, payload: bytes) -> None:
        self.wiring.payload, self.wiring.stored = payload, True


def said(service: Says, decoder: Decoder) -> Iterator[WireFrame]:
    """All but scans, whose first comes at another moment; of hello not what only one of them is able to."""
    while (output := service.next_output()) is not None:
        for frame in decoder.feed(bytes(output)):
            if frame.kind == Kind.HELLO:
                yield WireFrame(frame.version, frame.kind, frame.seq, frame.payload[:10] + frame.payload[12:])
            elif frame.kind != Kind.SCAN:
                yield frame


def channels(shown: Lights) -> bytes:
    return bytes(channel for each in shown.colours for channel in (each.red, each.green, each.blue))


@pytest.mark.parametrize("seed", range(3))
def test_it_answers_and_lights_as_the_pattern_does(seed: int) -> None:
    fuzz, device, board = Fuzz(seed), FakeDevice(), Board(FakeDevice())
    pattern = BoardService(device, 0.0, budget_ma=BUDGET_MA, fastest_hz=50, silence=3.0)
    firmware = firmware_module("service").Service(board, 0)
    by_pattern, by_firmware, heard, now = Decoder(), Decoder(), Decoder(), 0
    for number in range(PIECES):
        now += fuzz.chance.choice(PASSING_MS)
        piece = fuzz.piece() + DELIMITER
        if any(frame.kind == Kind.LEAVE for frame in heard.feed(piece)):
            continue  # only one of them has a console to leave for
        pattern.receive(piece, now / 1000)
        firmware.receive(piece, now)
        pattern.tick(now / 1000)
        firmware.tick(now)
        answers = list(said(pattern, by_pattern))
        assert list(said(firmware, by_firmware)) == answers, f"after piece {number}"
        assert board.shown == channels(device.shown[-1]), f"after piece {number}"
