"""The Debian that KiCad is in: what stops it from being made is told, and one that is half made does not count."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.making.circuit_boards import kicad_root
from hardware.making.circuit_boards.__main__ import main
from hardware.making.circuit_boards.board_files import replace_folder
from hardware.making.circuit_boards.kicad_root import KicadError, check_possible, make_root, missing

ONLY_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make KiCad's Debian")
Program = Callable[[str], None]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the Debian."""
    folder = tmp_path / "state"
    monkeypatch.setattr(kicad_root, "STATE", folder)
    monkeypatch.setattr(kicad_root, "ROOT", folder / "trixie.root")
    monkeypatch.setattr(kicad_root, "_UNFINISHED", folder / "trixie.unfinished")
    monkeypatch.setattr(kicad_root, "_RECIPE", folder / "trixie.recipe")
    return folder


@pytest.fixture
def mmdebstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """What mmdebstrap does, as a script; ``$folder`` is where it makes the Debian."""

    def does(script: str) -> None:
        program = tmp_path / "mmdebstrap"
        program.write_text(f"#!/bin/sh\nfor folder; do :; done\n{script}\n", "utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    return does


@ONLY_ROOT
def test_without_a_network_it_is_told_what_is_needed_and_nothing_counts_as_made(
    state: Path, mmdebstrap: Program
) -> None:
    mmdebstrap('mkdir -p "$folder/etc"; exit 25')
    with pytest.raises(KicadError, match=r"ended with 25 .* fetches packages from Debian's servers .* the same again"):
        make_root()
    assert "has not made" in missing()
    assert not (state / "trixie.root").exists()


@ONLY_ROOT
def test_what_was_half_made_is_made_anew(state: Path, mmdebstrap: Program) -> None:
    mmdebstrap('mkdir -p "$folder"; touch "$folder/half"; exit 25')
    with pytest.raises(KicadError):
        make_root()
    mmdebstrap('mkdir -p "$folder"; touch "$folder/whole"')
    make_root()
    assert missing() == ""
    assert [path.name for path in (state / "trixie.root").iterdir()] == ["whole"]


@ONLY_ROOT
def test_what_a_killed_mmdebstrap_left_mounted_is_unmounted_before_the_rest_is_removed(
    state: Path, mmdebstrap: Program, tmp_path: Path
) -> None:
    """Else files of another file system would be removed, or nothing could ever be made again."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    mmdebstrap(f'mkdir -p "$folder/proc"; mount --bind {elsewhere} "$folder/proc" || exit 32; kill -KILL $$')
    with pytest.raises(KicadError) as raised:
        make_root()
    if "ended with 32" in str(raised.value):
        pytest.skip("nothing can be mounted here")
    mmdebstrap('mkdir -p "$folder"')
    make_root()
    assert missing() == ""
    assert (elsewhere / "kept").exists()
    assert str(state) not in Path("/proc/self/mounts").read_text("utf-8")


@ONLY_ROOT
def test_a_root_that_somebody_removed_does_not_count_as_made(state: Path, mmdebstrap: Program) -> None:
    mmdebstrap('mkdir -p "$folder"')
    make_root()
    (state / "trixie.root").rmdir()
    assert "has not made" in missing()


@ONLY_ROOT
def test_a_disk_without_room_is_told_before_anything_is_fetched(
    state: Path, mmdebstrap: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    mmdebstrap('mkdir -p "$folder"')
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=300_000_000))
    with pytest.raises(KicadError, match=r"takes up to 2\.\d GB while it is made, and 0\.3 GB are free in .*state"):
        make_root()
    assert list(state.iterdir()) == []


def test_files_of_before_stay_if_the_new_ones_cannot_be_written(tmp_path: Path) -> None:
    made, folder = tmp_path / "made", tmp_path / "rank"
    for each in (made, folder):
        each.mkdir()
    (folder / "kept").touch()
    (made / "gone").symlink_to("nowhere")
    with pytest.raises(OSError, match=r"rank cannot be written: \[Errno 2\] No such file or directory$"):
        replace_folder(folder, made)
    assert [path.name for path in folder.iterdir()] == ["kept"]
    (made / "gone").unlink()
    (made / "whole").touch()
    replace_folder(folder, made)
    assert [path.name for path in folder.iterdir()] == ["whole"]
    assert {path.name for path in tmp_path.iterdir()} == {"made", "rank"}


def test_who_is_not_root_is_told_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(KicadError, match=r"only root .* type the same command with sudo"):
        check_possible()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, r"board\.toml: cannot be read: No such file or directory"),
        (b"\xff", r"board\.toml: is not text in UTF-8"),
        (b"[squares]\npitch_mm = 1\n", r"board\.toml: .*pitch_mm"),
    ],
    ids=["missing", "no text", "wrong"],
)
def test_a_board_file_that_cannot_be_used_is_told_in_one_line(
    text: bytes | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    if text is not None:
        file.write_bytes(text)
    assert main(["--board-file", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert re.search(told, said)
