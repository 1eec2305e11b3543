"""The commands about the configuration, and a table that is started by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.agent import PtyPort
from table.session.board_choice import BoardKind
from table.session.journal_entries import BoardChanged, Opened, OptionsChosen, SettingsChosen
from table.settings.options import FIRST_OPTIONS, TableSettings
from table.storage.journal import FILE_NAME, Journal
from tests.hardware.fake_device import FakeDevice
from tests.thera.test_cli import refused, running, state_of
from thera.cli import main


def test_a_file_without_errors_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("[web]\nport = 80\n", "utf-8")
    assert main(["config", "check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} has no errors\n"


def test_a_section_by_its_earlier_name_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("[keeping]\nfolder = '/srv/games'\n", "utf-8")
    assert main(["config", "check", str(file)]) == 0
    told = capsys.readouterr()
    assert told.err == f"thera: {file}: [keeping] is called [storage] now; it is still read\n"
    assert told.out == f"{file} has no errors\n"


def test_every_fault_is_reported_in_a_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("[web]\nprot = 80\n[board]\nseed = -1\n", "utf-8")
    for arguments in (["config", "check", str(file)], ["config", "show", str(file)], ["play", "--config", str(file)]):
        assert main(arguments) == 2
        first, second = capsys.readouterr().err.splitlines()
        assert first == f"thera: {file}: [web] prot is not known; did you mean port?"
        assert second == f"thera: {file}: [board] seed is a whole number, 0 to 4294967295, not -1"


def test_the_board_file_is_checked_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, board = tmp_path / "thera.toml", tmp_path / "board.toml"
    file.write_text(f"[board]\nfile = '{board}'\n", "utf-8")
    assert main(["config", "check", str(file)]) == 2
    assert f"{board}: cannot be read" in capsys.readouterr().err
    board.write_text("scan_hz = 1000\nnmae = 'x'\n", "utf-8")
    assert main(["config", "check", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_the_file_of_the_environment_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("[web]\nport = 80\n", "utf-8")
    monkeypatch.setenv("THERA_CONFIG", str(file))
    assert main(["config", "show"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"# {file}\n[board]\n")
    assert "\nport = 80  # from the file\n" in shown
    assert '\nhost = "::"  # default\n' in shown


def test_a_table_is_set_up_by_the_file_and_options_change_single_values(tmp_path: Path) -> None:
    file, kept = tmp_path / "thera.toml", tmp_path / "kept"
    file.write_text(
        f"[storage]\nfolder = '{tmp_path / 'elsewhere'}'\n[web]\naddress = 'http://table.example'\n"
        "[table]\nname = 'Kitchen'\nbrightness = 40\n",
        "utf-8",
    )
    with running(kept, "--config", str(file)) as (process, address, _):
        assert address == "http://table.example/"
        process.terminate()
        process.wait(10)
    assert (kept / FILE_NAME).exists()
    assert not (tmp_path / "elsewhere").exists()
    with Journal(kept) as journal:
        chosen = SettingsChosen(TableSettings("Kitchen", None, 40))
        assert set(journal.entries) == {Opened(), OptionsChosen(FIRST_OPTIONS), chosen, BoardChanged(BoardKind.VIRTUAL)}


def test_what_the_host_chose_stays_whatever_the_file_says_later(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    with Journal(tmp_path) as journal:
        journal.append(Opened(), SettingsChosen(TableSettings("Chosen")))
    file.write_text("[table]\nname = 'Kitchen'\n", "utf-8")
    with running(tmp_path, "--config", str(file)) as (_, address, _):
        settings = state_of(address)["settings"]
    assert isinstance(settings, dict)
    assert settings["name"] == "Chosen"


def test_a_file_that_is_asked_for_and_not_there_is_reported(tmp_path: Path) -> None:
    assert "no.toml: cannot be read: No such file" in refused("play", "--config", str(tmp_path / "no.toml"))


def test_the_log_writes_from_the_level_on_that_is_configured(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    told = {}
    for level in ("info", "warning"):
        file.write_text(f"[log]\nlevel = '{level}'\n", "utf-8")
        with running(tmp_path / level, "--config", str(file)) as (process, _, _):
            process.terminate()
            _, told[level] = process.communicate(timeout=10)
    assert "board: ready" in told["info"]
    assert told["warning"] == ""


@pytest.fixture
def on_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Writes the configuration of this machine."""
    file = tmp_path / "thera.toml"
    monkeypatch.setenv("THERA_CONFIG", str(file))

    def configure(text: str) -> None:
        file.write_text(text, "utf-8")

    return configure


def test_commands_look_at_the_board_that_is_configured(
    on_the_machine: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with PtyPort(FakeDevice("id-1")) as configured, PtyPort(FakeDevice("id-2")) as other:
        on_the_machine(f"[board]\nlink = '{configured.path}'\n")
        assert main(["board", "status"]) == 0
        assert "unique id id-1" in capsys.readouterr().out
        assert main(["board", "status", "--board", other.path]) == 0
        assert "unique id id-2" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["doctor"], ["board", "wiring"], ["board", "template"], ["board", "selftest"]])
def test_commands_take_the_board_file_that_is_configured(
    command: list[str], on_the_machine: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    on_the_machine("[board]\nfile = '/nowhere/board.toml'\n")
    assert main(command) == 2
    assert "/nowhere/board.toml: cannot be read" in capsys.readouterr().err


def test_the_doctor_looks_where_games_are_stored_by_the_configuration(
    tmp_path: Path, on_the_machine: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    on_the_machine(f"[storage]\nfolder = '{tmp_path / 'file' / 'kept'}'\n")
    main(["doctor"])
    assert str(tmp_path / "file") in capsys.readouterr().out
