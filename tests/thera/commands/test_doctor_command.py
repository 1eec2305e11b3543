from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from hardware.board_file import describe, read_board_file
from hardware.doctor.examination import examine
from table.settings.configuration import Configuration, Configured, StorageSettings
from tests.hardware.doctor.checked_computers import MODELS, PWM, machine
from thera.cli import main
from thera.commands.doctor_command import data_to_check, report


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
