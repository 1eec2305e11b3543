"""The firmware, under real MicroPython, keeps the contract of all boards, with either converter."""

from __future__ import annotations

from contextlib import AbstractContextManager

from hardware.board_file import BoardFile
from hardware.electronics import Electronics, PicoPins, SpiPins
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware.firmware_rig import firmware_rig
from tests.hardware.board_contract import BoardContract, BoardRig


@NEEDS_MICROPYTHON
class TestFirmware(BoardContract):
    def make_rig(self) -> AbstractContextManager[BoardRig]:
        return firmware_rig()


@NEEDS_MICROPYTHON
class TestFirmwareWithAnMcp3208(BoardContract):
    def make_rig(self) -> AbstractContextManager[BoardRig]:
        return firmware_rig(BoardFile(electronics=Electronics(pins=PicoPins(spi=SpiPins()))))
