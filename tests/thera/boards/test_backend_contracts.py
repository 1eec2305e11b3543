"""Each board that can be named keeps the contract of all boards, opened by its name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from unittest.mock import patch

import pytest

from firmware_bridge.agent import PtyPort
from firmware_bridge.board_search import OnUsb
from firmware_bridge.link import SerialBoard
from firmware_bridge.serial_ports import UsbPort
from hardware.board import ALL_DARK, Board, Button, Lights
from hardware.board_backends import BACKENDS, FORMS, PATH, BoardBackend, find_backend
from hardware.board_file import BoardFile
from hardware.hand_actions import Press
from hardware.virtual.virtual_device import VirtualDevice
from table.session.board_choice import BoardKind
from tests.firmware_bridge import test_serial_board_contract as serial_contract
from tests.hardware import test_replay_board as replay_contract
from tests.hardware.board_contract import BoardContract, BoardRig
from tests.hardware.fake_device import FakeDevice, FakeDeviceRig
from tests.thera.boards.plugged_boards import usb
from thera.boards import serial_backend
from thera.boards.open_board import load_opener, open_board


class VirtualRig(BoardRig):
    """A simulated board; its lights are recorded as they are set."""

    def __init__(self, board: Board, virtual: VirtualDevice) -> None:
        self.board = board
        self._virtual = virtual
        self._recorded = [ALL_DARK]
        self._changed = threading.Condition()
        self._show = virtual.show

    def record(self, lights: Lights) -> None:
        self._show(lights)
        with self._changed:
            if lights != self._recorded[-1]:
                self._recorded.append(lights)
                self._changed.notify_all()

    def press(self, button: Button) -> None:
        self._virtual.act(Press.named(button))

    def wait_for_lights(self, lights: Lights) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._recorded[-1] == lights, 30)

    def shown(self) -> list[Lights]:
        with self._changed:
            return list(self._recorded)


class TestVirtualBackend(BoardContract):
    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        with ExitStack() as stack:
            opened = open_board("virtual", None, seed=0, data=None, stack=stack)
            assert isinstance(opened.hands, VirtualDevice)
            assert opened.adjustable is not None
            rig = VirtualRig(opened.board, opened.hands)
            stack.enter_context(patch.object(opened.hands, "show", rig.record))
            yield rig


class TestAutoBackend(BoardContract):
    """A pair at a socket into which a board is plugged."""

    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        device = FakeDevice("id-1")
        device.identity = replace(device.identity, name=BoardFile().name)
        with usb() as socket, ExitStack() as stack:
            socket.plug_in(device)
            opened = open_board("auto", None, seed=0, data=None, stack=stack)
            assert opened.pair is not None
            assert opened.pair.board.in_use is BoardKind.REAL
            yield FakeDeviceRig(opened.board, device)


class TestUsbBackend(BoardContract):
    name = "serial"

    @contextmanager
    def make_rig(self) -> Iterator[BoardRig]:
        device = FakeDevice("id-1")
        with ExitStack() as stack:
            path = stack.enter_context(PtyPort(device)).path

            def on_usb(unique_id: str | None = None) -> OnUsb:
                return OnUsb(unique_id, ports=lambda: (UsbPort(path),), names=lambda: (path,))

            stack.enter_context(patch.object(serial_backend, "OnUsb", on_usb))
            opened = open_board(self.name, None, seed=0, data=None, stack=stack)
            assert isinstance(opened.board, SerialBoard)
            assert opened.adjustable is opened.board
            yield FakeDeviceRig(opened.board, device)


class TestUsbBackendByUniqueId(TestUsbBackend):
    name = "serial:id-1"


CONTRACTS: dict[str, type[BoardContract]] = {
    "auto": TestAutoBackend,
    "virtual": TestVirtualBackend,
    "serial": TestUsbBackend,
    "serial:ID": TestUsbBackendByUniqueId,
    "replay:FILE": replay_contract.TestReplayBoard,
    PATH: serial_contract.TestSerialBoard,
}


def test_each_board_keeps_the_contract() -> None:
    assert set(CONTRACTS) == set(FORMS)
    assert len(set(FORMS)) == len(FORMS)


@pytest.mark.parametrize("backend", BACKENDS, ids=FORMS)
def test_each_board_can_be_opened_and_says_what_it_is(backend: BoardBackend) -> None:
    assert callable(load_opener(backend))
    assert backend.help
    assert backend.needs


def test_the_boards_that_can_be_flashed_and_those_that_are_recorded() -> None:
    assert {backend.form for backend in BACKENDS if backend.flashable} == {"serial", "serial:ID", PATH}
    assert {backend.form for backend in BACKENDS if backend.recorded} == {"replay:FILE"}


@pytest.mark.parametrize(
    ("name", "form", "argument"),
    [
        ("auto", "auto", ""),
        ("virtual", "virtual", ""),
        ("serial", "serial", ""),
        ("serial:E661", "serial:ID", "E661"),
        ("serial:a:b", "serial:ID", "a:b"),
        ("replay:a/b.trace", "replay:FILE", "a/b.trace"),
        ("/dev/ttyACM0", PATH, "/dev/ttyACM0"),
    ],
)
def test_a_name_means_one_board(name: str, form: str, argument: str) -> None:
    assert [each.form for each in BACKENDS if each.accepts(name)] == [form]
    backend = find_backend(name)
    assert backend is not None
    assert backend.argument(name) == argument


@pytest.mark.parametrize(
    "name", ["", "wooden", "serial:", "replay:", "replay", "/", "auto:1", "virtual:1", "dev/ttyACM0"]
)
def test_other_names_mean_none(name: str) -> None:
    assert find_backend(name) is None
