"""What the firmware makes of its line: noise, echoes, hosts that are gone or do not read. All on real MicroPython."""

from __future__ import annotations

from random import Random

from firmware_bridge.codec import WireFrame, encode
from firmware_bridge.messages import (
    Configure,
    Hello,
    Kind,
    LedFrame,
    Nak,
    NakCode,
    Ping,
    Pong,
    Scan,
)
from hardware.board import ALL_DARK, Colour, Lights
from hardware.lights import waiting_lights
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_wire import COUNTS, powered

pytestmark = NEEDS_MICROPYTHON


def test_a_host_that_is_gone_is_waited_for_with_a_light_and_then_in_the_dark() -> None:
    bright = Lights((Colour(9, 9, 9),) * 25)
    with powered(silence_ms=300) as wire:
        wire.ask(LedFrame(bright, 800))
        wire.ask(Configure(50))
        wire.device.wait_until_shown(waiting_lights(0))
        wire.until_quiet()
        heard = len(wire.heard)
        wire.device.wait_until_shown(waiting_lights(1750))
        assert not [message for message in wire.heard[heard:] if isinstance(message, Scan)]
        wire.ask(LedFrame(bright, 800))
        assert wire.device.shown[-1] == bright


def test_a_board_that_was_just_powered_waits_and_an_orderly_farewell_leaves_it_dark() -> None:
    with powered(silence_ms=300) as wire:
        wire.device.wait_until_shown(waiting_lights(0))
        wire.ask(LedFrame(ALL_DARK, 800))
        wire.ask(Configure(50))
        wire.scan()
        wire.until_quiet()
        assert wire.device.shown[-1] == ALL_DARK


def test_after_a_minute_it_waits_in_the_dark() -> None:
    with powered(by_request=True) as wire:
        wire.pico.let_time_pass()
        wire.device.wait_until_shown(waiting_lights(59_750))
        wire.device.wait_for_lights(ALL_DARK)
        assert len(wire.device.shown) == 1 + 1 + 240 + 1  # begun dark, and the strip, each step, and the end


def test_an_unknown_command_and_another_version_are_answered() -> None:
    with powered() as wire:
        assert wire.ask_frame(WireFrame(1, 0x55, 3, b"x")) == Nak(NakCode.UNKNOWN_KIND, 0x55)
        assert wire.ask_frame(WireFrame(1, Kind.CONFIGURE, 4, b"\0")) == Nak(NakCode.MALFORMED, Kind.CONFIGURE)
        wire.write(encode(WireFrame(7, Kind.HELLO_REQUEST, 5, b"\7\0")))
        assert isinstance(wire.next(lambda _, seq: seq == 5), Hello)


def test_what_echoes_its_words_is_not_answered() -> None:
    with powered() as wire:
        wire.hello()
        wire.until_quiet()
        before = len(wire.heard)
        for kind in (Kind.HELLO, Kind.SCAN, Kind.NAK, Kind.LEAVING):
            wire.write(encode(WireFrame(1, kind, 77, b"")))
        pong = wire.ask(Ping(5))
        assert isinstance(pong, Pong)
        assert pong.errors == 4
        assert wire.heard[before:] == [pong]


def test_no_byte_means_anything_but_itself() -> None:
    """Neither Ctrl-C, which would end a program in MicroPython, nor anything else of a long noise."""
    with powered() as wire:
        wire.write(b"\x03\x04\x01\x03" * 50)
        wire.write(Random(5).randbytes(100_000))  # noqa: S311 - chance for tests
        assert wire.hello().boots == 1


def test_a_host_that_does_not_read_costs_scans_and_nothing_else() -> None:
    with powered(silence_ms=1_000_000, by_request=True) as wire:
        wire.ask(Configure(200))
        wire.pico.ask(3000)
        wire.device.wait_for_scans(3000)
        pong = wire.ask(Ping(7))
        assert isinstance(pong, Pong)
        assert pong.dropped > 0
        wire.pico.ask(2)
        last = wire.next(lambda message, _: isinstance(message, Scan) and message.number == 3001)
        assert isinstance(last, Scan)
        assert last.counts == COUNTS
        assert wire.broken == 0
