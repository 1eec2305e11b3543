"""What the firmware says of itself, measures and lights, as it is configured. All on real MicroPython, on the wire."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from firmware_bridge.messages import (
    Configure,
    ConfigureReply,
    LedFrame,
    LedShown,
    LogMessage,
    Ping,
    Pong,
    ResetCause,
)
from hardware.board import ALL_DARK, SQUARE_COUNT, Colour, Lights
from hardware.board_file import BoardFile
from hardware.device import DeviceFault
from hardware.electronics import Electronics, PicoPins, SpiPins
from hardware.lights import current
from hardware.sensor_types import Sensor
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_wire import COUNTS, MIXED, powered

pytestmark = NEEDS_MICROPYTHON

MCP3208 = Electronics(pins=PicoPins(spi=SpiPins()))


def test_it_says_who_it_is() -> None:
    with powered(BoardFile(name="Bord på klubben")) as wire:
        hello = wire.hello()
        assert (hello.name, hello.unique_id, hello.boots) == ("Bord på klubben", "e66038b713596f2b", 1)
        assert (hello.sensors, hello.lights, hello.adc_bits) == (25, 25, 12)
        assert (hello.revision, hello.faults, hello.reset) == (0, DeviceFault.NONE, ResetCause.POWER)


def test_a_name_in_characters_of_several_bytes_is_cut_between_characters() -> None:
    with powered(BoardFile(name=60 * "盤")) as wire:
        assert wire.hello().name == 21 * "盤"


@pytest.mark.parametrize("electronics", [Electronics(), MCP3208], ids=["own converter", "MCP3208"])
@pytest.mark.parametrize("samples", [8, 16])
def test_each_sensor_is_read_at_its_own_channel(electronics: Electronics, samples: int) -> None:
    """Its settling time and the first conversion after each change of channel are kept: the emulated chip would else
    give the reading of the channel before."""
    made = Electronics(wiring=MIXED, pins=electronics.pins, samples=samples)
    with powered(BoardFile(electronics=made)) as wire:
        configured = wire.ask(Configure(50))
        assert isinstance(configured, ConfigureReply)
        assert configured.scan_hz > 0  # how often depends on how busy this computer is; the emulated chip shows that
        assert wire.counts() == COUNTS


def test_counts_have_as_many_bits_as_the_board_file_says() -> None:
    with powered(BoardFile(sensor=Sensor(adc_bits=15))) as wire:
        assert wire.hello().adc_bits == 15
        wire.ask(Configure(50))
        assert wire.counts() == tuple(8 * count for count in COUNTS)


def test_scans_come_at_the_rate_that_was_asked_for() -> None:
    with powered(silence_ms=1_000_000, by_request=True) as wire:
        wire.ask(Configure(100))
        wire.pico.ask(51)
        first, *_, last = [wire.scan() for _ in range(51)]
        assert last.number - first.number == 50
        assert last.t_ms - first.t_ms == 500


def test_each_light_is_at_its_own_place_and_within_the_budget() -> None:
    white = Lights((Colour(255, 255, 255),) * SQUARE_COUNT)
    lights = Lights(tuple(Colour(square, 2 * square, 24 - square) for square in range(SQUARE_COUNT)))
    with powered(BoardFile(electronics=Electronics(wiring=MIXED, budget_ma=300))) as wire:
        assert wire.ask(LedFrame(lights, 800)) == LedShown(math.ceil(current(lights)))
        assert wire.device.shown[-1] == lights
        answer = wire.ask(LedFrame(white, 800))
        assert isinstance(answer, LedShown)
        assert answer.limited
        assert answer.current_ma <= 300
        wire.ask(LedFrame(white, 100))
        assert max(current(shown) for shown in wire.device.shown) <= 300
        assert current(wire.device.shown[-1]) <= 100


def test_with_wrong_straps_it_speaks_but_drives_no_pin(flash: Path) -> None:
    with powered(flash=flash, electronics=Electronics(revision=5)) as wire:
        hello = wire.hello()
        assert (hello.revision, hello.faults) == (5, DeviceFault.STRAPS)
        wire.ask(LedFrame(Lights((Colour(9, 9, 9),) * 25), 800))
        assert wire.ask(Configure(50)) == ConfigureReply(0)
        assert wire.device.shown == [ALL_DARK]
        assert isinstance(wire.ask(Ping(1)), Pong)


@pytest.mark.parametrize("content", [None, "", "{", '{"format": 99}'])
def test_without_a_configuration_it_says_so(flash: Path, content: str | None) -> None:
    (flash / "board.json").unlink()
    if content is not None:
        (flash / "board.json").write_text(content)
    with powered(flash=flash) as wire:
        hello = wire.hello()
        assert (hello.revision, hello.faults) == (255, DeviceFault.CONFIGURATION)
        assert wire.ask(Configure(50)) == ConfigureReply(0)


def test_it_has_room_to_spare() -> None:
    """192 KiB of heap, as on a Pico; objects of this computer are twice as large as those of a Pico."""
    with powered() as wire:
        log = wire.next(lambda message, _: isinstance(message, LogMessage))
        assert isinstance(log, LogMessage)
        assert int(log.text.split()[2]) > 100_000
