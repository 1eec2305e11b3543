"""The same firmware under another MicroPython: a newer one, with the 32-bit numbers of a Pico, as WebAssembly."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.emulated.pico import MODULES, EmulatedPico
from firmware_bridge.link import SerialBoard
from hardware.board_file import BoardFile
from hardware.electronics import Electronics, PicoPins, SpiPins
from tests.firmware.firmware_rig import FirmwareRig
from tests.firmware.get_micropython import SECOND_ENGINE
from tests.hardware.board_contract import BoardContract, BoardRig
from tests.hardware.fake_device import FakeDevice

HERE = Path(__file__).with_name("second_engine")
NODE = shutil.which("node")
PACKAGE = Path(sys.prefix) / SECOND_ENGINE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"

pytestmark = pytest.mark.skipif(NODE is None or not PACKAGE.exists(), reason="needs node, and make micropython")


def under_node(told: Path, flash: Path) -> list[str]:
    return [str(NODE), str(HERE / "engine.mjs"), str(PACKAGE), str(told), str(MODULES), str(flash), str(HERE)]


@contextmanager
def second_rig(described: BoardFile) -> Iterator[FirmwareRig]:
    device = FakeDevice()
    with EmulatedPico(device, described, engine=under_node) as pico:
        board = SerialBoard(pico.path)
        with board:
            yield FirmwareRig(board, device, pico)


class TestFirmwareUnderTheSecondEngine(BoardContract):
    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        with second_rig(BoardFile(electronics=Electronics(pins=PicoPins(spi=SpiPins())))) as rig:
            yield rig
