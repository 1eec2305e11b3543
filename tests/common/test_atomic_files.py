"""The plug is pulled at every step of a write: what was kept is there, or what is being kept; nothing between."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from common import atomic_files as whole_files
from common.atomic_files import make_folder, write_whole
from engine import Seat
from hardware.board_store import BoardStore, StoredBoard
from hardware.calibration import Calibration
from table.session.journal_entries import Opened
from table.session.saved_state import EndedGame
from table.storage.game_archive import GameArchive
from table.storage.journal import FILE_NAME, Journal
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played

FIRST, SECOND = (
    StoredBoard(Calibration.nominal(), None, "first"),
    StoredBoard(Calibration.nominal(37.0), None, "second"),
)


def disks(folder: Path, home: Path, write: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What a disk may hold when the power fails before and after each call to the file system that counts: all that
    was written, and what is left if nothing but what was synced has reached it."""
    taken: list[Path] = []
    drafts: set[Path] = set()

    def take() -> None:
        for kept in (1.0, 0.5, 0.0):
            copy = home / str(len(taken))
            shutil.copytree(folder, copy)
            for draft in folder.rglob("*.new"):
                if draft not in drafts:
                    left = copy / draft.relative_to(folder)
                    os.truncate(left, int(left.stat().st_size * kept))
            taken.append(copy)

    def watched(call: Callable[..., object]) -> Callable[..., object]:
        def watching(*arguments: object) -> object:
            take()
            done = call(*arguments)
            if call is os.fsync:
                drafts.update(folder.rglob("*.new"))
            take()
            return done

        return watching

    calls = {**vars(os), **{name: watched(getattr(os, name)) for name in ("replace", "link", "fsync")}}
    with monkeypatch.context() as patched:
        patched.setattr(whole_files, "os", SimpleNamespace(**calls))
        write()
    take()
    return taken


def test_a_calibration_is_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = BoardStore(tmp_path / "boards")
    boards.write("a", FIRST)
    taken = disks(tmp_path / "boards", tmp_path / "taken", lambda: boards.write("a", SECOND), monkeypatch)
    found = []
    for disk in taken:
        kept = BoardStore(disk)
        found.append(kept.read("a"))
        assert kept.trouble is None
    assert found[0] == FIRST
    assert found[-1] == SECOND
    assert found == [each for each in found if each == FIRST] + [each for each in found if each == SECOND]


@pytest.fixture(params=[errno.EPERM, errno.EOPNOTSUPP])
def without_links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on FAT, exFAT and many network shares; they say so in one of two ways."""

    def no_links(*_: object) -> None:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(os, "symlink", no_links)


@pytest.mark.usefixtures("without_links")
def test_where_there_are_no_links_the_calibration_before_stays_all_the_same(tmp_path: Path) -> None:
    boards = BoardStore(tmp_path)
    boards.write("a", FIRST)
    before = boards.path("a").read_bytes()
    boards.write("a", SECOND)
    assert boards.read("a") == SECOND
    assert boards.path("a").with_suffix(".json.previous").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.usefixtures("without_links")
def test_a_damaged_journal_is_set_aside_where_there_are_no_links(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Opened())
    damaged = bytearray((tmp_path / FILE_NAME).read_bytes())
    damaged[60] ^= 1
    (tmp_path / FILE_NAME).write_bytes(damaged)
    with Journal(tmp_path) as journal:
        assert journal.mended is not None
        assert journal.entries == (Opened(), journal.mended)
        assert (tmp_path / journal.mended.aside).read_bytes() == damaged


def test_a_game_is_stored_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = GameArchive(tmp_path / "games", write_whole, lambda: NOW)
    games.save(EndedGame("20250101T000000Z-1", played(seed=4), ANN_AND_BEN), just_now=True)
    ended = EndedGame(NAME, played(), ANN_AND_BEN)
    taken = disks(tmp_path / "games", tmp_path / "taken", lambda: games.save(ended, just_now=True), monkeypatch)
    counts = []
    for disk in taken:
        archive = GameArchive(disk, write_whole, lambda: NOW)
        counts.append(len(archive.games))
        assert archive.set_aside == ()
        archive.save(ended, just_now=False)
        assert {name for name, _ in archive.games} == {NAME, "20250101T000000Z-1"}
        assert archive.game(NAME).names == {Seat.BLUE: "Ann", Seat.ORANGE: "Ben"}
    assert sorted(set(counts)) == [1, 2]
    assert counts == sorted(counts)


def test_only_its_owner_can_read_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "boards"
    made = os.umask(0o022)
    try:
        make_folder(folder)
    finally:
        os.umask(made)
    assert [each.stat().st_mode & 0o777 for each in (folder.parent, folder)] == [0o700, 0o700]
