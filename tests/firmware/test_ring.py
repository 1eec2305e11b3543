"""The firmware reads a ring of sensors by the register map of their data sheet. On real MicroPython, on the wire."""

from __future__ import annotations

import pytest

from firmware_bridge.messages import Configure, LogMessage, Scan
from hardware.board_file import BoardFile, parse_board_file
from hardware.calibration import Calibration
from hardware.sensor_layout import FURTHER_FULL_SCALE, Ring
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_wire import COUNTS, Wire, powered

pytestmark = NEEDS_MICROPYTHON

BOARD = parse_board_file("[ring]")
OTHER_CONVERTER = parse_board_file('[ring]\n[electronics]\nconverter = "mcp3208"')
UNPLUGGED = (-FURTHER_FULL_SCALE,) * 3
FELT = tuple(1000 * number - 11_000 for number in range(24))


def with_third(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The counts of all sensors, with these of the third one."""
    return COUNTS + FELT[:6] + counts + FELT[9:]


def until(wire: Wire, further: tuple[int, ...]) -> Scan:
    """The first scan with these counts of the ring."""
    found = wire.next(lambda message, _: isinstance(message, Scan) and message.further == further)
    assert isinstance(found, Scan)
    return found


def told(wire: Wire, text: str) -> LogMessage:
    found = wire.next(lambda message, _: isinstance(message, LogMessage) and text in message.text)
    assert isinstance(found, LogMessage)
    return found


@pytest.mark.parametrize("board", [BOARD, OTHER_CONVERTER], ids=["own converter", "MCP3208"])
def test_x_y_and_z_of_each_sensor_come_with_each_scan(board: BoardFile) -> None:
    with powered(board) as wire:
        assert wire.hello().further == 24
        wire.device.counts = COUNTS + FELT
        wire.ask(Configure(50))
        assert until(wire, FELT).counts == COUNTS
        calibration = Calibration.nominal().with_further(board.geometry.further_channels)
        assert calibration.fields(COUNTS + FELT)[25] == pytest.approx(-11_000 / 32768 * 80, abs=0.001)


@pytest.mark.parametrize("range_mt", [40, 80, 133, 266])
def test_the_sensors_are_set_to_the_range_of_the_board_file(range_mt: int) -> None:
    with powered(parse_board_file(f"[ring]\nrange_mt = {range_mt}")) as wire:
        wire.device.counts = COUNTS + FELT
        wire.ask(Configure(50))
        until(wire, FELT)


def test_a_sensor_that_does_not_answer_is_named_and_the_rest_goes_on() -> None:
    with powered(BOARD) as wire:
        wire.device.counts = with_third(UNPLUGGED)
        wire.ask(Configure(50))
        assert told(wire, "does not answer").text == "the sensor 0x78 on I2C 0 does not answer"
        assert until(wire, FELT[:6] + UNPLUGGED + FELT[9:]).counts == COUNTS
        wire.ask(Configure(50))
        # Plugged in again it has forgotten what it was told, and is set up as before.
        wire.device.counts = COUNTS + FELT
        assert told(wire, "answers again").level == 30
        until(wire, FELT)


def test_the_end_of_the_range_is_not_taken_for_silence() -> None:
    with powered(BOARD) as wire:
        wire.device.counts = with_third((-FURTHER_FULL_SCALE, 0, FURTHER_FULL_SCALE - 1))
        wire.ask(Configure(50))
        until(wire, (*FELT[:6], -FURTHER_FULL_SCALE + 1, 0, FURTHER_FULL_SCALE - 1, *FELT[9:]))


def test_another_version_of_the_sensor_is_not_read() -> None:
    with powered(BOARD, ring=Ring(range=133.0)) as wire:
        wire.device.counts = COUNTS + FELT
        wire.ask(Configure(50))
        assert told(wire, "0x35 on I2C 1").text.endswith("is no TMAG5273 of version 1")
        assert until(wire, 8 * UNPLUGGED).counts == COUNTS
