"""A restore by root on an installed table: all belongs to whom it belonged, and at whatever step the power goes, the
table starts with all that was there or with all that the backup held."""

from __future__ import annotations

import contextlib
import encodings.utf_8_sig  # noqa: F401 - likewise
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import pytest

from common.atomic_files import write_whole
from hardware.board_store import BoardStore
from hardware.board_store import StoredBoard as KeptBoard
from hardware.calibration import Calibration
from table.session.journal_entries import Opened
from table.session.saved_state import EndedGame
from table.settings.configuration_file import read_configuration
from table.storage import backup, backup_file
from table.storage.backup import BackupContents, back_up, restore
from table.storage.backup_file import BackupError, BackupManifest
from table.storage.game_archive import GameArchive
from table.storage.journal import Journal, JournalError
from tests.system.cut_restore import cut_at
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.table.storage.test_backup import ENTRIES, everything

USER, GROUP = (4242, 4243) if os.geteuid() == 0 else (os.getuid(), os.getgid())
"""Whom the table runs as; root alone can make it another one than itself."""
datetime.strptime("2000+0000", "%Y%z")  # loads a module that the table's user may not be able to read here
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder made by tempfile is in it, where thousands of syncs cost nothing
OLD, NEW = '[table]\nname = "Old"\n', '[table]\nname = "New"\n'


@dataclass(frozen=True)
class Installed:
    """A computer with a table as `thera install` leaves it: its data folder, its configuration, and a backup of another
    table."""

    home: Path

    @property
    def kept(self) -> BackupContents:
        return BackupContents(self.home / "var" / "thera", self.home / "etc" / "thera.toml")

    @property
    def backup(self) -> Path:
        return self.home / "root" / "thera.tar.gz"

    @property
    def configuration(self) -> Path:
        return self.home / "etc" / "thera.toml"

    def copy(self, name: str) -> Installed:
        """The same once more."""
        other = Installed(self.home.parent / name)
        copy_with_owners(self.home, other.home)
        return other


def copy_with_owners(one: Path, other: Path) -> None:
    shutil.copytree(one, other)
    for path in (one, *one.rglob("*")):
        found = path.stat()
        os.chown(other / path.relative_to(one), found.st_uid, found.st_gid)


@contextmanager
def as_the_table() -> Iterator[None]:
    """What the service may do, and no more."""
    if os.geteuid() != 0:
        yield
        return
    groups, group = os.getgroups(), os.getegid()
    os.setgroups([])
    os.setegid(GROUP)
    os.seteuid(USER)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def fill(folder: Path) -> None:
    """What a table keeps that has played."""
    GameArchive(folder / "games", write_whole, lambda: NOW).save(EndedGame(NAME, played(), ANN_AND_BEN), just_now=True)
    BoardStore(folder / "boards").write("a", KeptBoard(Calibration.nominal(), None, "then"))


@pytest.fixture
def installed() -> Iterator[Installed]:
    folder = Path(tempfile.mkdtemp(prefix="thera-", dir=MEMORY if MEMORY.is_dir() else None))
    folder.chmod(0o755)  # the table has to find the way
    before = os.umask(0o022)
    try:
        made = Installed(folder / "one")
        (made.home / "etc").mkdir(parents=True)
        (made.home / "root").mkdir(mode=0o700)
        (made.home / "var").mkdir()
        made.kept.folder.mkdir()
        os.chown(made.kept.folder, USER, GROUP)
        made.kept.folder.chmod(0o750)
        with as_the_table():
            os.umask(0o077)
            with Journal(made.kept.folder) as journal:
                journal.append(*ENTRIES)
            fill(made.kept.folder)
        os.umask(0o022)
        made.configuration.write_text(NEW)
        back_up(made.kept, made.backup)
        with as_the_table():
            os.umask(0o077)
            with Journal(made.kept.folder) as journal:
                journal.append(Opened())
            write_whole(made.kept.folder / "virtual-board.json", "{}")
            write_whole(made.kept.folder / "games" / "old.json", "old")
            write_whole(made.kept.folder / "boards" / "old.json", "old")
        os.umask(0o022)
        made.configuration.write_text(OLD)
        os.chown(made.configuration, os.geteuid(), GROUP)
        made.configuration.chmod(0o640)
        yield made
    finally:
        os.umask(before)
        shutil.rmtree(folder)


def started(machine: Installed) -> str:
    """Start the table as its service does, and tell whether all is ``old`` or all is ``new``."""
    folder = machine.kept.folder
    with as_the_table():
        named = read_configuration(machine.configuration).configuration.table.settings.name
        with Journal(folder) as journal:
            assert journal.mended is None
            entries = journal.entries
            journal.append(Opened())
        found = {
            "Old": named == "Old",
            "journal": entries == (*ENTRIES, Opened()),
            "games": (folder / "games" / "old.json").exists(),
            "boards": (folder / "boards" / "old.json").exists(),
            "virtual": (folder / "virtual-board.json").exists(),
        }
        assert [name for name, _ in GameArchive(folder / "games", write_whole).games] == [NAME]
        write_whole(folder / "games" / "later.json", "later")
    assert len(set(found.values())) == 1, found
    assert named in ("Old", "New")
    assert named == "Old" or entries == ENTRIES
    return named.lower()


def owners(machine: Installed) -> dict[str, tuple[int, int, str]]:
    """Whose the things in the data folder are, and the configuration."""
    seen = [machine.configuration, machine.kept.folder, *machine.kept.folder.rglob("*")]
    found = {str(path.relative_to(machine.home)): path.lstat() for path in seen}
    return {name: (each.st_uid, each.st_gid, stat.filemode(each.st_mode)) for name, each in found.items()}


def test_all_that_root_restores_belongs_to_whom_it_belonged(installed: Installed) -> None:
    before = owners(installed)
    done = restore(installed.backup, installed.kept, everything)
    assert done.configuration == installed.configuration
    after = owners(installed)
    for name, owner in after.items():
        kind = owner[2][0]
        wanted = before.get(name, (USER, GROUP, "drwx------" if kind == "d" else "-rw-------"))
        assert owner == wanted, name
    assert started(installed) == "new"
    old = installed.configuration.with_name("thera.toml.before")
    assert old.read_text() == OLD
    assert (old.stat().st_uid, old.stat().st_gid, old.stat().st_mode & 0o777) == (os.geteuid(), GROUP, 0o640)


def test_where_no_configuration_was_it_is_as_after_an_installation(installed: Installed) -> None:
    installed.configuration.unlink()
    restore(installed.backup, installed.kept, everything)
    found = installed.configuration.stat()
    assert (found.st_uid, found.st_gid) == (os.geteuid(), GROUP)
    assert found.st_mode & 0o777 == (0o640 if os.geteuid() == 0 else 0o600)
    assert started(installed) == "new"


def test_a_power_cut_at_any_step_leaves_all_that_was_or_all_that_came_and_the_table_starts(
    installed: Installed,
) -> None:
    outcomes = []
    for step in range(1000):
        machine = installed.copy(str(step))
        cut = cut_at(step, lambda machine=machine: restore(machine.backup, machine.kept, everything))  # type: ignore[misc]  # of this round
        outcomes.append(started(machine))
        assert not list(machine.kept.folder.glob("restoring*"))
        restore(machine.backup, machine.kept, everything)  # whatever is left of that one, the next one goes to its end
        assert started(machine) == "new"
        assert sorted(path.name for path in machine.configuration.parent.iterdir()) == [
            "thera.toml",
            "thera.toml.before",
        ]
        if not cut:
            break
    print(f"{len(outcomes)} steps")
    assert len(outcomes) > 20
    assert outcomes == sorted(outcomes, reverse=True)
    assert {outcomes[0], outcomes[-1]} == {"old", "new"}


def test_a_power_cut_while_a_start_goes_on_with_a_restore_is_gone_on_from_too(installed: Installed) -> None:
    outcomes = set()
    for step in range(0, 1000, 3):
        machine = installed.copy(str(step))
        cut = cut_at(step, lambda machine=machine: restore(machine.backup, machine.kept, everything))  # type: ignore[misc]  # of this round
        for again in range(0, 20, 2):
            other = machine.copy(f"{step}-{again}")

            def opened(other: Installed = other) -> None:
                with as_the_table(), Journal(other.kept.folder):
                    pass

            more = cut_at(again, opened)
            outcomes.add(started(other))
            shutil.rmtree(other.home)
            if not more:
                break
        shutil.rmtree(machine.home)
        if not cut:
            break
    assert outcomes == {"old", "new"}


def test_what_the_table_may_not_look_at_decides_nothing(installed: Installed) -> None:
    for step in range(1000):
        machine = installed.copy(str(step))
        cut_at(step, lambda machine=machine: restore(machine.backup, machine.kept, everything))  # type: ignore[misc]  # of this round
        if list(machine.kept.folder.glob("restoring-0-*")):
            break
    etc = machine.configuration.parent
    etc.chmod(0o000)
    with pytest.raises(JournalError, match="Permission denied"), as_the_table():
        Journal(machine.kept.folder)
    etc.chmod(0o755)
    assert started(machine) == "old"


def test_all_is_on_the_disk_before_anything_takes_its_place(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = set[int]()
    unsynced = dict[str, list[str]]()
    sync, replace = os.fsync, os.replace

    def syncing(descriptor: int) -> None:
        sync(descriptor)
        synced.add(os.fstat(descriptor).st_ino)

    def replacing(origin: Path, target: Path, **more: int) -> None:
        replace(origin, target, **more)
        came = installed.configuration.parent / Path(target).name
        if Path(target).name == "thera.toml":
            ready = next(installed.kept.folder.glob("restoring*"))
            seen = [came, ready, *ready.rglob("*")]
            unsynced["configuration"] = [path.name for path in seen if path.stat().st_ino not in synced]

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(os, "replace", replacing)
    restore(installed.backup, installed.kept, everything)
    assert unsynced == {"configuration": []}


@pytest.mark.parametrize("place", ["restoring.new", "games", "boards"])
def test_root_is_led_nowhere_by_links_in_a_folder_of_another(installed: Installed, place: str) -> None:
    """Whoever has the table's rights may write what they like into its folder, and get no more rights by it."""
    other = installed.home / "elsewhere"
    other.mkdir(mode=0o700)
    (other / "secret").write_text("secret")
    there = installed.kept.folder / place
    if there.is_dir():
        shutil.rmtree(there)
    with as_the_table():
        there.symlink_to(other)
    with contextlib.suppress(BackupError):
        restore(installed.backup, installed.kept, everything)
    assert [path.name for path in other.iterdir()] == ["secret"]
    found = (other / "secret").stat()
    assert (found.st_uid, other.stat().st_uid) == (os.geteuid(), os.geteuid())


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can be led to where others may not write")
def test_root_is_led_nowhere_by_a_folder_that_becomes_a_link_meanwhile(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = installed.home / "elsewhere"
    other.mkdir(mode=0o700)
    read = backup_file.read_backup

    def exchanged(file: Path, opened: BinaryIO, place: Path) -> BackupManifest:
        place.rename(place.with_name("gone"))
        place.symlink_to(other)
        return read(file, opened, place)

    monkeypatch.setattr(backup, "read_backup", exchanged)
    with pytest.raises(BackupError, match="Permission denied"):
        restore(installed.backup, installed.kept, everything)
    assert list(other.iterdir()) == []
    assert started(installed) == "old"


def test_a_configuration_for_another_folder_is_not_put_in_force(installed: Installed) -> None:
    installed.configuration.write_text('[storage]\nfolder = "/srv/games"\n')
    back_up(installed.kept, installed.backup, force=True)
    installed.configuration.write_text(OLD)
    done = restore(installed.backup, installed.kept, everything)
    assert done.configuration == installed.kept.folder / "thera.toml"
    assert installed.configuration.read_text() == OLD
    assert "/srv/games" in (installed.kept.folder / "thera.toml").read_text()


def test_a_configuration_with_which_no_table_starts_here_is_refused(installed: Installed) -> None:
    installed.configuration.write_text('[board]\nfile = "/nowhere/board.toml"\n')
    back_up(installed.kept, installed.backup, force=True)
    installed.configuration.write_text(OLD)
    with pytest.raises(BackupError, match=r"names the board file /nowhere/board\.toml, which is not here"):
        restore(installed.backup, installed.kept, everything)
    assert started(installed) == "old"


def test_what_root_cannot_move_for_the_table_stops_a_restore_before_it_begins(installed: Installed) -> None:
    if os.geteuid() != 0:
        pytest.skip("root alone can leave a folder of its own there")
    os.chown(installed.kept.folder / "games", 0, 0)
    before = owners(installed)
    with pytest.raises(BackupError, match="games: belongs to somebody else than"):
        restore(installed.backup, installed.kept, everything)
    assert owners(installed) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can be led to what others may not read")
def test_a_backup_by_root_holds_nothing_that_the_table_may_not_read(installed: Installed) -> None:
    secret = installed.home / "root" / "secret"
    secret.write_text("secret")
    with as_the_table():
        (installed.kept.folder / "games" / "link.json").symlink_to(secret)
    with pytest.raises(BackupError):
        back_up(installed.kept, installed.home / "root" / "other.tar.gz")
