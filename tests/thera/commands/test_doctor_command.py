from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from firmware_bridge.agent import PtyPort
from hardware.board_file import describe, parse_board_file, read_board_file
from hardware.board_store import BoardStore, StoredBoard
from hardware.device import CellCounts
from hardware.doctor.examination import examine
from table.settings.configuration import Configuration, Configured, StorageSettings
from tests.hardware.doctor.checked_computers import MODELS, PWM, machine
from tests.hardware.fake_device import ZERO, FakeDevice
from thera.cli import main
from thera.commands import doctor_command
from thera.commands.doctor_command import data_to_check, look_at_parts, parts_of_board, report


def test_the_doctor_looks_at_this_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--data", str(tmp_path)])
    printed = capsys.readouterr().out
    assert "Python" in printed
    assert code == int("WRONG" in printed)


def test_findings_can_be_read_by_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--data", str(tmp_path), "--json"])
    findings = json.loads(capsys.readouterr().out)
    assert code == int(any(finding["state"] == "wrong" for finding in findings))
    assert {"what", "state", "meaning", "fix", "commands"} == set(findings[0])


def test_the_exit_code_says_that_something_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board_file = tmp_path / "board.toml"
    board_file.write_text(describe(PWM), "utf-8")
    (tmp_path / "pi").mkdir()
    made = machine(tmp_path / "pi", MODELS["pi4"])
    assert report(examine(made.computer, read_board_file(board_file)), as_json=False) == 0
    assert "\n0 wrong, 0 worth a look, " in capsys.readouterr().out
    made.remove("/dev/spidev0.0")
    assert report(examine(made.computer, read_board_file(board_file)), as_json=False) == 1
    printed = capsys.readouterr().out
    assert "WRONG  SPI  " in printed
    assert "sudo reboot" in printed
    assert "\n1 wrong, 0 worth a look, " in printed


def test_where_a_service_is_installed_its_games_are_looked_at_and_not_a_home(tmp_path: Path) -> None:
    made = machine(tmp_path).with_(service_data=Path("/var/lib/thera"))
    nothing_said = Namespace(data=None)
    own = Configuration(storage=StorageSettings(tmp_path / "own"))
    assert data_to_check(nothing_said, lambda: Configured(own), made.computer) == tmp_path / "own"
    made.write("/etc/systemd/system/thera.service", "")
    unread = Configured(own)  # the defaults of this user, who may not read the configuration of the service
    assert data_to_check(nothing_said, lambda: unread, made.computer) == Path("/var/lib/thera")
    read = Configured(own, Path("/etc/thera/thera.toml"))
    assert data_to_check(nothing_said, lambda: read, made.computer) == tmp_path / "own"
    assert data_to_check(Namespace(data=tmp_path), lambda: unread, made.computer) == tmp_path


def test_a_board_file_that_is_none_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--board-file", str(tmp_path / "none.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err


# -- a board that weighs, and one with a ring


class PartsDevice(FakeDevice):
    """A board with these load cells, and with the channels of a ring that read these counts."""

    def __init__(self, cells: int = 0, ring: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.cells = cells
        self.counts = (*ZERO, *ring)
        self.calibration = self.calibration.with_further(CHANNELS[: len(ring)])

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        return (CellCounts(elapsed, (300_000,) * 4),) if self.cells else ()


CHANNELS = parse_board_file("[ring]\n").geometry.further_channels
RINGED = (0,) * len(CHANNELS)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a board does not send in three seconds it does not send."""
    monkeypatch.setattr(doctor_command, "LOOK_SECONDS", 3.0)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize(
    ("text", "device", "scale", "ring"),
    [
        ("[scale]\n", PartsDevice(4), "warning: 4 load cells send their loads; it was not", "not here: the board file"),
        ("[scale]\n", PartsDevice(), "warning: the board sends no weights", "not here: the board file has no [ring]"),
        ("[ring]\n", PartsDevice(ring=RINGED), "not here: the board file has no [scale]", "ok: its 8 sensors answer"),
        ("[ring]\n", PartsDevice(ring=(*RINGED[1:], -32768)), "not here: the", "wrong: sensors that do not answer"),
        ("[ring]\n", PartsDevice(), "not here: the", "wrong: the board 'fake board' sends 0 values of further sensors"),
    ],
)
def test_a_board_is_asked_for_what_its_file_says(
    text: str, device: PartsDevice, scale: str, ring: str, tmp_path: Path
) -> None:
    with PtyPort(device) as port:
        found = look_at_parts(port.path, parse_board_file(text), BoardStore(tmp_path))
    for finding, told in zip(found, (scale, ring), strict=True):
        assert f"{finding.state}: {finding.meaning}".startswith(told)
        assert (finding.fix == "") == told.startswith(("ok", "not here"))


def test_a_scale_that_was_calibrated_here_is_well(tmp_path: Path) -> None:
    device, described, kept = PartsDevice(cells=4), parse_board_file("[scale]\n"), BoardStore(tmp_path)
    assert described.scale is not None
    kept.write(device.identity.unique_id, StoredBoard(None, None, "now", described.scale.measured))
    with PtyPort(device) as port:
        scale, _ = look_at_parts(port.path, described, kept)
    assert (scale.state, scale.fix) == ("ok", "")
    assert "it was calibrated on this machine" in scale.meaning


def test_without_a_board_nothing_is_asked(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.unplug()
    for text, why in (("[scale]\n[ring]\n", "no board is on USB"), ("", "the board file has no [scale]")):
        scale, ring = parts_of_board(made.computer, parse_board_file(text))
        assert {scale.state, ring.state} == {"not here"}
        assert why in scale.meaning
