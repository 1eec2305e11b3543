"""A board with the real firmware on an emulated Pico, as a rig for the contract of boards and for whoever asks more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_bridge.emulated.pico import EmulatedHardware, EmulatedPico
from firmware_bridge.link import SerialBoard
from hardware.board_file import BoardFile
from tests.hardware.fake_device import FakeDevice, FakeDeviceRig


class FirmwareRig(FakeDeviceRig):
    board: SerialBoard

    def __init__(self, board: SerialBoard, device: FakeDevice, pico: EmulatedPico) -> None:
        super().__init__(board, device)
        self.pico = pico


@contextmanager
def firmware_rig(
    described: BoardFile | None = None, *, hardware: EmulatedHardware | None = None, flash: Path | None = None
) -> Iterator[FirmwareRig]:
    """A board whose firmware was told what ``described`` says, on ``hardware`` that is the same unless given."""
    device = FakeDevice()
    with EmulatedPico(device, described, hardware=hardware, flash=flash) as pico:
        board = SerialBoard(pico.path)
        with board:
            yield FirmwareRig(board, device, pico)
