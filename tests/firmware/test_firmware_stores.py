"""What the firmware keeps without power: calibration, wiring, how often it started. All on real MicroPython."""

from __future__ import annotations

import struct
from binascii import crc_hqx
from itertools import pairwise
from pathlib import Path

import pytest

from common.numbers import CRC16_START
from firmware_bridge.codec import WireFrame
from firmware_bridge.messages import (
    CalibrationMessage,
    CalibrationRequest,
    CalibrationStored,
    Configure,
    Kind,
    LedFrame,
    Nak,
    NakCode,
    StoreCalibration,
    StoreWiring,
    WiringRequest,
    WiringStored,
)
from firmware_bridge.messages import WiringMessage as WiringTold
from hardware import calibration as calibrated
from hardware.board import ALL_DARK, Colour, Lights
from hardware.board_file import BoardFile
from hardware.device import DeviceFault
from hardware.electronics import Electronics
from hardware.wiring import Wiring
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_wire import COUNTS, MIXED, SOME, powered

pytestmark = NEEDS_MICROPYTHON


def test_a_calibration_is_stored_without_power(flash: Path) -> None:
    with powered(flash=flash) as wire:
        before = wire.ask(CalibrationRequest())
        assert before == CalibrationMessage(
            calibrated.Calibration.unpacked(BoardFile().calibration.packed), stored=False
        )
        assert wire.ask(StoreCalibration(SOME)) == CalibrationStored(SOME.checksum)
        assert wire.ask(StoreCalibration(SOME)) == CalibrationStored(SOME.checksum)
    with powered(flash=flash) as wire:
        assert wire.ask(CalibrationRequest()) == CalibrationMessage(SOME, stored=True)
        assert wire.hello().boots == 2


def test_a_wiring_is_stored_and_read_by_at_once(flash: Path) -> None:
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


@pytest.mark.parametrize(("name", "fault"), [("calibration", DeviceFault.CALIBRATION), ("wiring", DeviceFault.WIRING)])
def test_what_is_stored_and_broken_is_said_and_the_default_is_used(flash: Path, name: str, fault: DeviceFault) -> None:
    (flash / f"{name}.0").write_bytes(b"rubbish")
    with powered(flash=flash) as wire:
        assert wire.hello().faults == fault
        wire.ask(Configure(50))
        assert wire.counts() == COUNTS
        wire.ask(StoreCalibration(SOME))
        wire.ask(StoreWiring(Wiring.straight()))
        assert wire.hello().faults == DeviceFault.NONE


def test_what_was_changed_on_the_way_is_not_stored() -> None:
    good = StoreCalibration(SOME).pack()
    nothing = struct.pack("<f", 0.0)
    with powered() as wire:
        bitten = bytes((good[0] ^ 1,)) + good[1:]
        assert wire.ask_frame(WireFrame(1, Kind.STORE_CALIBRATION, 9, bitten)) == Nak(
            NakCode.BAD_CHECKSUM, Kind.STORE_CALIBRATION
        )
        dead = good[:-6] + nothing
        dead += struct.pack("<H", crc_hqx(dead, CRC16_START))
        assert wire.ask_frame(WireFrame(1, Kind.STORE_CALIBRATION, 10, dead)) == Nak(
            NakCode.MALFORMED, Kind.STORE_CALIBRATION
        )
        answer = wire.ask(CalibrationRequest())
        assert isinstance(answer, CalibrationMessage)
        assert not answer.stored


def test_a_flash_that_cannot_be_written_is_said(flash: Path) -> None:
    for slot in "01":
        (flash / f"calibration.{slot}").mkdir()
    with powered(flash=flash) as wire:
        assert wire.ask(StoreCalibration(SOME)) == Nak(NakCode.CANNOT_STORE, Kind.STORE_CALIBRATION)


def test_the_boot_counter_costs_one_write_a_start(flash: Path) -> None:
    written = []
    for boot in range(1, 5):
        with powered(flash=flash) as wire:
            assert wire.hello().boots == boot
        written.append({path.name: path.read_bytes() for path in flash.glob("boots.*")})
    for earlier, later in pairwise(written):
        assert len(later.items() - earlier.items()) == 1
