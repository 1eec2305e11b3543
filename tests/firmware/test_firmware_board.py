"""What the firmware does beyond the contract of boards: what it stores, what it refuses, how it waits and leaves. All
on real MicroPython, over the wire."""

from __future__ import annotations

import math
import os
import select
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from firmware_bridge import messages
from firmware_bridge.codec import DELIMITER, Decoder, WireFrame, encode
from firmware_bridge.emulated.pico import EmulatedPico, Hardware, fill_flash
from firmware_bridge.firmware_config import configuration
from firmware_bridge.kept_messages import (
    Calibration,
    CalibrationRequest,
    CalibrationStored,
    StoreCalibration,
    StoreWiring,
    WiringRequest,
    WiringStored,
)
from firmware_bridge.kept_messages import Wiring as WiringTold
from firmware_bridge.kinds import Kind, NakCode, ResetCause
from firmware_bridge.link import SerialBoard
from firmware_bridge.messages import (
    Configure,
    Configured,
    Hello,
    HelloRequest,
    Leave,
    Leaving,
    LedFrame,
    LedShown,
    LogMessage,
    Message,
    Nak,
    OtherVersion,
    Ping,
    Pong,
    Scan,
)
from hardware import calibration as calibrated
from hardware.board import ALL_DARK, SQUARE_COUNT, Colour, Lights, LinkChanged, LinkState
from hardware.board_file import BoardFile
from hardware.checksum import crc16
from hardware.current import current
from hardware.device import Fault
from hardware.electronics import Electronics, PicoPins, SpiPins
from hardware.sensor_types import Sensor
from hardware.waiting import waiting_lights
from hardware.wiring import Wiring
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.hardware.board_contract import next_frame, ready, until
from tests.hardware.fake_device import FakeDevice

pytestmark = NEEDS_MICROPYTHON

MIXED = Wiring(
    tuple((7 * square + 3) % 32 for square in range(25)), tuple((11 * square + 4) % 100 for square in range(25))
)
SOME = calibrated.Calibration(tuple(2000.0 + square for square in range(25)), (37.5,) * 25)
COUNTS = tuple(1000 + 10 * square for square in range(25))
MCP3208 = Electronics(pins=PicoPins(spi=SpiPins()))


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
        self._file = os.open(pico.path, os.O_RDWR | os.O_NOCTTY)
        os.set_blocking(self._file, False)
        self._decoder = Decoder()
        self._seq = 0
        self.heard: list[Message | OtherVersion] = []
        self._pending: list[tuple[Message | OtherVersion, int]] = []

    def close(self) -> None:
        os.close(self._file)

    def write(self, data: bytes) -> None:
        while data:
            try:
                data = data[os.write(self._file, data) :]
            except BlockingIOError:
                self._read()

    @property
    def broken(self) -> int:
        """Frames that could not be read."""
        return self._decoder.crc_errors + self._decoder.overflows + self._decoder.malformed

    def _read(self) -> list[tuple[Message | OtherVersion, int]]:
        try:
            data = os.read(self._file, 4096)
        except BlockingIOError:
            select.select([self._file], [], [], 0.01)
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
) -> Iterator[Wire]:
    """A board that was told what ``described`` says, made with these ``electronics`` if not as described."""
    device = Sensors()
    device.counts = COUNTS
    hardware = None if electronics is None else Hardware(electronics)
    with ExitStack() as stack:
        pico = stack.enter_context(
            EmulatedPico(
                device, described, hardware=hardware, flash=flash, silence_ms=silence_ms, by_request=by_request
            )
        )
        wire = Wire(pico, device)
        stack.callback(wire.close)
        yield wire


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    fill_flash(tmp_path, configuration(BoardFile()))
    return tmp_path


def test_it_says_who_it_is() -> None:
    with powered(BoardFile(name="Bord på klubben")) as wire:
        hello = wire.hello()
        assert (hello.name, hello.unique_id, hello.boots) == ("Bord på klubben", "e66038b713596f2b", 1)
        assert (hello.sensors, hello.lights, hello.adc_bits) == (25, 25, 12)
        assert (hello.revision, hello.faults, hello.reset) == (0, Fault.NONE, ResetCause.POWER)


def test_a_name_in_letters_of_several_bytes_is_cut_between_letters() -> None:
    with powered(BoardFile(name=60 * "盤")) as wire:
        assert wire.hello().name == 21 * "盤"


@pytest.mark.parametrize("electronics", [Electronics(), MCP3208], ids=["own converter", "MCP3208"])
@pytest.mark.parametrize("samples", [1, 8])
def test_each_sensor_is_read_at_its_own_channel(electronics: Electronics, samples: int) -> None:
    """Its settling time and the first conversion after each change of channel are kept: the emulated chip would else
    give the reading of the channel before."""
    made = Electronics(wiring=MIXED, pins=electronics.pins, samples=samples)
    with powered(BoardFile(electronics=made)) as wire:
        assert wire.ask(Configure(50)) == Configured(50)
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


def test_a_calibration_is_kept_without_power(flash: Path) -> None:
    with powered(flash=flash) as wire:
        before = wire.ask(CalibrationRequest())
        assert before == Calibration(calibrated.Calibration.unpacked(BoardFile().calibration.packed), stored=False)
        assert wire.ask(StoreCalibration(SOME)) == CalibrationStored(SOME.checksum)
        assert wire.ask(StoreCalibration(SOME)) == CalibrationStored(SOME.checksum)
    with powered(flash=flash) as wire:
        assert wire.ask(CalibrationRequest()) == Calibration(SOME, stored=True)
        assert wire.hello().boots == 2


def test_a_wiring_is_kept_and_read_by_at_once(flash: Path) -> None:
    with powered(flash=flash, electronics=Electronics(wiring=MIXED)) as wire:
        wire.ask(Configure(50))
        assert wire.counts() != COUNTS
        assert wire.ask(WiringRequest()) == WiringTold(Wiring.straight(), stored=False)
        assert wire.ask(StoreWiring(MIXED)) == WiringStored(MIXED.checksum)
        assert wire.counts() == COUNTS
        wire.ask(LedFrame(Lights((Colour(1, 2, 3), *ALL_DARK.colours[1:])), 800))
        assert wire.device.shown[-1].colours[0] == Colour(1, 2, 3)
    with powered(flash=flash, electronics=Electronics(wiring=MIXED)) as wire:
        assert wire.ask(WiringRequest()) == WiringTold(MIXED, stored=True)
        wire.ask(Configure(50))
        assert wire.counts() == COUNTS


@pytest.mark.parametrize(("name", "fault"), [("calibration", Fault.CALIBRATION), ("wiring", Fault.WIRING)])
def test_what_is_stored_and_broken_is_said_and_the_default_is_used(flash: Path, name: str, fault: Fault) -> None:
    (flash / f"{name}.0").write_bytes(b"rubbish")
    with powered(flash=flash) as wire:
        assert wire.hello().faults == fault
        wire.ask(Configure(50))
        assert wire.counts() == COUNTS
        wire.ask(StoreCalibration(SOME))
        wire.ask(StoreWiring(Wiring.straight()))
        assert wire.hello().faults == Fault.NONE


def test_what_was_changed_on_the_way_is_not_stored() -> None:
    good = StoreCalibration(SOME).pack()
    nothing = struct.pack("<f", 0.0)
    with powered() as wire:
        bitten = bytes((good[0] ^ 1,)) + good[1:]
        assert wire.ask_frame(WireFrame(1, Kind.STORE_CALIBRATION, 9, bitten)) == Nak(
            NakCode.BAD_CHECKSUM, Kind.STORE_CALIBRATION
        )
        dead = good[:-6] + nothing
        dead += struct.pack("<H", crc16(dead))
        assert wire.ask_frame(WireFrame(1, Kind.STORE_CALIBRATION, 10, dead)) == Nak(
            NakCode.MALFORMED, Kind.STORE_CALIBRATION
        )
        answer = wire.ask(CalibrationRequest())
        assert isinstance(answer, Calibration)
        assert not answer.stored


def test_a_flash_that_cannot_be_written_is_said(flash: Path) -> None:
    for slot in "01":
        (flash / f"calibration.{slot}").mkdir()
    with powered(flash=flash) as wire:
        assert wire.ask(StoreCalibration(SOME)) == Nak(NakCode.CANNOT_STORE, Kind.STORE_CALIBRATION)


def test_with_wrong_straps_it_speaks_but_drives_no_pin(flash: Path) -> None:
    with powered(flash=flash, electronics=Electronics(revision=5)) as wire:
        hello = wire.hello()
        assert (hello.revision, hello.faults) == (5, Fault.STRAPS)
        wire.ask(LedFrame(Lights((Colour(9, 9, 9),) * 25), 800))
        assert wire.ask(Configure(50)) == Configured(0)
        assert wire.device.shown == [ALL_DARK]
        assert isinstance(wire.ask(Ping(1)), Pong)


@pytest.mark.parametrize("content", [None, "", "{", '{"format": 99}'])
def test_without_a_configuration_it_says_so(flash: Path, content: str | None) -> None:
    (flash / "board.json").unlink()
    if content is not None:
        (flash / "board.json").write_text(content)
    with powered(flash=flash) as wire:
        hello = wire.hello()
        assert (hello.revision, hello.faults) == (255, Fault.CONFIGURATION)
        assert wire.ask(Configure(50)) == Configured(0)


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


def test_the_boot_counter_costs_one_write_a_start(flash: Path) -> None:
    written = []
    for boot in range(1, 5):
        with powered(flash=flash) as wire:
            assert wire.hello().boots == boot
        written.append({path.name: path.read_bytes() for path in flash.glob("boots.*")})
    for earlier, later in pairwise(written):
        assert len(later.items() - earlier.items()) == 1


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
        wire.pico.ask(1)  # nobody scans, so time goes on
        wire.device.wait_until_shown(waiting_lights(59_750))
        wire.device.wait_for_lights(ALL_DARK)
        assert len(wire.device.shown) == 1 + 1 + 240 + 1  # begun dark, and the strip, each step, and the end


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
                said += os.read(wire._file, 4096)
            except BlockingIOError:
                select.select([wire._file], [], [], 1.0)
        assert b"OK42" in said


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


def test_it_has_room_to_spare() -> None:
    """192 KiB of heap, as on a Pico; objects of this computer are twice as large as those of a Pico."""
    with powered() as wire:
        log = wire.next(lambda message, _: isinstance(message, LogMessage))
        assert isinstance(log, LogMessage)
        assert int(log.text.split()[2]) > 100_000
