"""The one file that a maker flashes, on an emulated RP2040: it boots, answers, scans, lights and stores as a board
does, and keeps what it stores when the power fails. One run shows all of it."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge.emulated.pico import find_engine
from firmware_bridge.firmware_image import FIRMWARE, firmware_version
from firmware_bridge.messages import (
    CalibrationStored,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    LedFrame,
    LedShown,
    LogMessage,
    Ping,
    Pong,
    Scan,
    StoreCalibration,
    WeightsMessage,
)
from hardware.board import ALL_DARK, Colour, Lights
from hardware.board_file import BoardFile, parse_board_file
from hardware.calibration import Calibration
from hardware.device import DeviceFault
from hardware.electronics import PicoPins, SpiPins
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.rp2040.chip_run import INPUTS, LONGEST, NEEDS_CHIP, ChipRun, ChipTrouble, run_chip

pytestmark = [pytest.mark.parts, NEEDS_CHIP, pytest.mark.timeout(LONGEST + 60)]

WIRING = BoardFile().electronics.wiring
SQUARES_MIXED = replace(WIRING, sensors=tuple((7 * square + 3) % INPUTS for square in range(25)))
"""Sensors in another order than that of the squares, at both multiplexers."""

BOARD = replace(BoardFile(), electronics=replace(BoardFile().electronics, wiring=SQUARES_MIXED))
COUNTS = tuple(4095 - 127 * channel for channel in range(INPUTS))
SHOWN = Lights((Colour(255, 0, 16), Colour(0, 64, 0), *ALL_DARK.colours[2:]))
FIRST, SECOND = Calibration((2048.0,) * 25, (37.25,) * 25, 4095, 8), Calibration((2050.5,) * 25, (-36.5,) * 25, 4095, 8)
SENT = (
    (900.0, HelloRequest()),
    (930.0, Configure(50)),
    (1250.0, LedFrame(SHOWN, 800)),
    (1300.0, Ping(7)),
    (1310.0, StoreCalibration(FIRST)),
    (1700.0, StoreCalibration(SECOND)),
)
UNTIL = 2200.0

# Times of a pulse in ns, by the data sheet of the WS2812B-V5: a 0 is high for 220 to 380, a 1 for 580 to 1000.
ZERO, ONE = (220, 380), (580, 1000)


@pytest.fixture(scope="module")
def chip(tmp_path_factory: pytest.TempPathFactory) -> ChipRun:
    return run_chip(tmp_path_factory.mktemp("chip"), BOARD, COUNTS, SENT, UNTIL)


def test_it_boots_and_says_who_it_is(chip: ChipRun) -> None:
    first, answer = chip.of(Hello)
    assert first.at < 1100, "ms after it was switched on"
    assert isinstance(answer.message, Hello)
    assert answer.message.name == BOARD.name
    assert answer.message.firmware == firmware_version()
    assert (answer.message.boots, answer.message.faults) == (1, DeviceFault.NONE)
    assert chip.resets == ()


def test_there_is_memory_to_spare(chip: ChipRun) -> None:
    (started,) = chip.of(LogMessage)
    assert isinstance(started.message, LogMessage)
    assert int(started.message.text.split()[2]) > 150_000


def test_it_scans_every_square_at_its_own_input(chip: ChipRun) -> None:
    scans = [each.message for each in chip.of(Scan) if isinstance(each.message, Scan)]
    wanted = tuple(COUNTS[channel] for channel in SQUARES_MIXED.sensors)
    assert len(scans) > 40
    assert {scan.counts for scan in scans} == {wanted}


def test_it_scans_as_often_as_it_was_asked(chip: ChipRun) -> None:
    (configured,) = chip.of(ConfigureReply)
    assert configured.message == ConfigureReply(50)
    scans = [scan for scan in chip.scans if configured.at < scan.at < 1250]
    assert len(scans) >= (1250 - configured.at) // 20 - 1
    # What it does beside, twice a second, moves a scan by up to 3 ms, and those after it are on time again.
    assert all(abs(scan.at - scans[0].at - 20 * number) < 3 for number, scan in enumerate(scans))
    *usual, longest = sorted(scan.lasted for scan in chip.scans)
    assert usual[-1] < 20 / 3, "a scan leaves two thirds of the time for the rest"
    assert longest < 15, "once a second MicroPython frees memory, which may be in the middle of a scan"


def test_its_lights_get_pulses_that_they_understand(chip: ChipRun) -> None:
    (reply,) = chip.of(LedShown)
    shown = [each for each in chip.lights if 1250 < each.at < reply.at + 1]
    assert len(shown) == 1
    pulses = shown[0]
    assert pulses.bits == 25 * 24
    assert pulses.content == bytes(part for each in SHOWN.colours for part in (each.green, each.red, each.blue))
    for measured, (low, high) in ((pulses.zeros, ZERO), (pulses.ones, ONE)):
        assert low <= min(measured) <= max(measured) <= high
    assert reply.at - 1250 < 40, "ms from the host to the light"


def test_nothing_is_lost_on_the_way(chip: ChipRun) -> None:
    (pong,) = chip.of(Pong)
    assert isinstance(pong.message, Pong)
    assert (pong.message.echo, pong.message.boots, pong.message.errors, pong.message.dropped) == (7, 1, 0, 0)


def test_it_stores_a_calibration(chip: ChipRun) -> None:
    stored = [each.message for each in chip.of(CalibrationStored)]
    assert stored == [CalibrationStored(each.checksum) for each in (FIRST, SECOND)]


READ_STORE = """
import os, sys, vfs
class Flash:
    def __init__(self, name):
        with open(name, "rb") as file: self.content = bytearray(file.read())
    def readblocks(self, block, buffer, offset=0):
        at = block * 4096 + offset
        buffer[:] = self.content[at : at + len(buffer)]
    def writeblocks(self, block, buffer, offset=0):
        at = block * 4096 + offset
        self.content[at : at + len(buffer)] = buffer
    def ioctl(self, what, block):
        if what == 4: return len(self.content) // 4096
        if what == 5: return 4096
        return 0
sys.path.append(sys.argv[1])
from store import Store
for name in sys.argv[3:]:
    vfs.mount(vfs.VfsLfs2(Flash(name), progsize=256), "/flash")
    os.chdir("/flash")
    store = Store("calibration", int(sys.argv[2]))
    print(store.value.hex() if store.value else store.value, store.broken, "main.py" in os.listdir())
    os.chdir("/")
    vfs.umount("/flash")
"""


@NEEDS_MICROPYTHON
def test_a_power_cut_at_any_write_loses_nothing_that_was_stored(chip: ChipRun, tmp_path: Path) -> None:
    """After each step of the flash, and in the middle of each, the filesystem can be read, the program is there, and
    the calibration is the one before or the new one."""
    first, second = (each.at for each in chip.of(CalibrationStored))
    cuts = [(steps, torn) for steps in range(len(chip.flash)) for torn in (False, True)] + [(len(chip.flash), False)]
    names = []
    for steps, torn in cuts:
        path = tmp_path / f"{steps}{'torn' if torn else ''}"
        path.write_bytes(chip.flash_after(steps, torn=torn))
        names.append(str(path))
    command = [
        str(find_engine()),
        "-X",
        "heapsize=32M",
        "-c",
        READ_STORE,
        str(FIRMWARE),
        str(len(FIRST.packed)),
        *names,
    ]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LONGEST)
    told = [line.split() for line in run.stdout.splitlines()]
    assert len(told) == len(cuts), run.stderr
    assert len(chip.flash) >= 6
    old, new = FIRST.packed.hex(), SECOND.packed.hex()
    for (steps, _), (value, broken, program) in zip(cuts, told, strict=True):
        done = chip.flash[steps - 1].at if steps else 0.0
        assert program == "True"
        if done > second:
            assert (value, broken) == (new, "False")
        elif done > first:
            assert (value in {old, new}, broken) == (True, "False")
        else:
            assert value in {old, "None"}
    assert told[-1][0] == new


@pytest.mark.parametrize(("samples", "pins"), [(64, PicoPins()), (16, PicoPins(spi=SpiPins()))])
def test_a_board_file_may_ask_for_as_many_scans_as_the_chip_makes(tmp_path: Path, samples: int, pins: PicoPins) -> None:
    electronics = replace(BOARD.electronics, pins=pins, samples=samples)
    sent = ((900.0, HelloRequest()), (930.0, Configure(100)))
    chip = run_chip(tmp_path, replace(BOARD, electronics=electronics), COUNTS, sent, 1100.0)
    (configured,) = chip.of(ConfigureReply)
    assert isinstance(configured.message, ConfigureReply)
    assert electronics.fastest_hz <= configured.message.scan_hz <= electronics.fastest_hz + 3


def test_with_an_mcp3208_it_says_how_often_it_can_scan(tmp_path: Path) -> None:
    """At 1 MHz, the most that the chip takes at 3.3 V, fifty scans a second are too many."""
    electronics = replace(BOARD.electronics, pins=PicoPins(spi=SpiPins()))
    sent = ((900.0, HelloRequest()), (930.0, Configure(50)))
    chip = run_chip(tmp_path, replace(BOARD, electronics=electronics), COUNTS, sent, 1300.0)
    (configured,) = chip.of(ConfigureReply)
    assert isinstance(configured.message, ConfigureReply)
    assert 30 <= configured.message.scan_hz < 50
    scans = [each.message for each in chip.of(Scan) if isinstance(each.message, Scan)]
    assert {scan.counts for scan in scans} == {tuple(COUNTS[channel] for channel in SQUARES_MIXED.sensors)}
    period = 1000 // configured.message.scan_hz
    starts = [scan.at for scan in chip.scans if scan.at > configured.at]
    assert all(period - 2 <= after - before <= period + 2 for before, after in pairwise(starts))


WEIGHTS = (0x555555, -0x2AAAAB, (1 << 23) - 1, -1)


def test_a_scale_is_read_within_the_times_of_its_converters(tmp_path: Path) -> None:
    """By the data sheet of the HX711 a pulse of its clock is high for 50 us at most. The four chips have clocks of
    their own, which differ by up to 5 %, so that their values pass each other more than once."""
    sent = ((900.0, HelloRequest()), (930.0, Configure(50, weights=True)), (2000.0, Ping(1)))
    chip = run_chip(tmp_path, parse_board_file("[scale]\n"), COUNTS, sent, 3000.0, weights=WEIGHTS)
    reset, *readings = chip.scale
    assert (reset.pulses, reset.longest > 60) == (1, True), "the chips are reset first"
    assert not any(reading.spoilt for reading in readings)
    assert {reading.pulses for reading in readings} == {25}, "channel A with gain 128"
    assert max(reading.longest for reading in readings) < 50
    found = [each.message.counts for each in chip.of(WeightsMessage) if isinstance(each.message, WeightsMessage)]
    assert set(found) == {WEIGHTS}
    (configured,) = chip.of(ConfigureReply)
    assert len(found) > 40 * (3000 - configured.at) / 1000
    scans = [scan for scan in chip.scans if scan.at > configured.at]
    assert len(scans) > 48 * (3000 - configured.at) / 1000, "no scan is missed for them"
    assert (chip.broken, chip.resets) == (0, ())


def test_a_host_that_asks_while_the_board_starts_does_not_stop_it(tmp_path: Path) -> None:
    """Its first bytes come as soon as the port is there. A byte 3 among them is Ctrl-C on MicroPython's console."""
    sent = [(float(at), b"\x00\x03\x00") for at in range(300, 1200, 20)]
    chip = run_chip(tmp_path, BOARD, COUNTS, (*sent, (1200.0, HelloRequest())), 1400.0)
    assert [each.message for each in chip.of(Hello)]
    assert b"KeyboardInterrupt" not in chip.text


FELT = tuple(1000 * number - 11_000 for number in range(24))


def test_a_ring_of_sensors_is_read_with_each_scan(tmp_path: Path) -> None:
    """One of the sensors is unplugged. Scans come as often as they were asked for all the same."""
    sent = ((900.0, HelloRequest()), (930.0, Configure(50)))
    trouble = ChipTrouble(unplugged=(6,))
    chip = run_chip(tmp_path, parse_board_file("[ring]"), COUNTS, sent, 1500.0, trouble=trouble, ring=FELT)
    scans = [each.message for each in chip.of(Scan) if isinstance(each.message, Scan)]
    assert {scan.further for scan in scans} == {(*FELT[:18], -32768, -32768, -32768, *FELT[21:])}
    assert {scan.counts for scan in scans} == {COUNTS[:25]}
    told = [each.message.text for each in chip.of(LogMessage) if isinstance(each.message, LogMessage)]
    assert "the sensor 0x78 on I2C 1 does not answer" in told
    (configured,) = chip.of(ConfigureReply)
    assert configured.message == ConfigureReply(50)
    starts = [scan.at for scan in chip.scans if scan.at > configured.at + 20]
    assert len(starts) >= 10
    assert all(abs(start - starts[0] - 20 * number) < 3 for number, start in enumerate(starts))
    assert max(scan.lasted for scan in chip.scans) < 20 / 3
