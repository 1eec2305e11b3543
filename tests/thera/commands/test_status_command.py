"""``thera board status``, and boards that are found on USB."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_bridge import board_search as places
from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from firmware_bridge.serial_ports import UsbPort
from hardware.device import DeviceFault
from tests.hardware.board_contract import ready
from tests.hardware.fake_device import FakeDevice
from thera.boards import serial_backend
from thera.cli import main


def test_a_ready_board_is_reported_with_what_it_says_of_itself(capsys: pytest.CaptureFixture[str]) -> None:
    device = FakeDevice()
    device.revision, device.faults = 2, DeviceFault.WIRING
    with PtyPort(device) as port:
        assert main(["board", "status", "--board", port.path]) == 0
    printed = capsys.readouterr().out
    for words in (
        "state        ready",
        f"port         {port.path}",
        "board        fake board, unique id fake-1",
        "firmware     0.1.0, protocol 1.3, started 1 times",
        "revision     2",
        "calibration  the board's default, nothing is stored",
        "fault        the wiring stored on it was broken",
        "round trip   ",
    ):
        assert words in printed


def test_programs_get_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "status", "--board", "virtual", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["state"], told["name"], told["missed"]) == ("ready", "Virtual board", 0)
    assert told["frames"] > 0
    assert told["round_trip_ms"] > 0


def test_a_board_that_another_program_has_is_reported_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as table:
        ready(table.events())
        assert main(["board", "status", "--board", port.path]) == 1
    assert "another program has" in capsys.readouterr().out


def test_a_board_that_may_not_use_its_pins_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    device = FakeDevice()
    device.faults = DeviceFault.STRAPS
    with PtyPort(device) as port:
        assert main(["board", "status", "--board", port.path]) == 1
    printed = capsys.readouterr().out
    assert "state        refused" in printed
    assert "fault        its straps do not match its configuration" in printed


def test_without_a_board_on_usb_that_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _attach(monkeypatch)
    assert main(["board", "status"]) == 1
    assert "no board on USB: plug it in" in capsys.readouterr().out


def test_two_boards_on_usb_are_a_question(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with PtyPort(FakeDevice("id-1")) as first, PtyPort(FakeDevice("id-2")) as second:
        _attach(monkeypatch, first.path, second.path)
        assert main(["board", "status"]) == 2
        assert f"fake board (id-1) at {first.path} and fake board (id-2)" in capsys.readouterr().err
        assert main(["board", "status", "--board", "serial:id-2"]) == 0
        assert f"port         {second.path}" in capsys.readouterr().out


def test_a_trace_has_no_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.trace"
    assert main(["board", "record", str(path), "--seconds", "0.3"]) == 0
    assert main(["board", "status", "--board", f"replay:{path}"]) == 2
    assert "has no link" in capsys.readouterr().err


def _attach(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    """Let these be the devices on USB."""

    def on_usb(unique_id: str | None = None) -> places.OnUsb:
        return places.OnUsb(unique_id, ports=lambda: tuple(map(UsbPort, paths)), names=lambda: paths)

    monkeypatch.setattr(serial_backend, "OnUsb", on_usb)
