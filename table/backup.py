"""Backup and restore of all that a table keeps.

That is its journal (seats, settings, the game), finished games, what boards were found to be, and the configuration.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from files.section import FaultyFileError
from table.backup_file import BackupError, Manifest, read_backup, write_backup
from table.configuration_file import parse_configuration
from table.folder_lock import FolderInUseError, FolderLock
from table.journal import FILE_NAME, Journal, JournalError
from table.restoring import begin_restoring

CONFIGURATION = "thera.toml"
"""The name of the configuration in a backup."""

_FOLDERS = ("games", "boards")
_LOG = "-wal"
_TRIES = 100


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a table keeps what it keeps: its data folder, and its configuration (None: it has none)."""

    folder: Path
    configuration: Path | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """What became of a restore: the backup's manifest, the folder with what was there before, and where the
    configuration was put (None: the backup had none)."""

    manifest: Manifest
    before: Path
    configuration: Path | None


def back_up(kept: Kept, file: Path) -> Manifest:
    """Write a backup; the table may run meanwhile.

    :raises BackupError: if there is nothing to back up, the journal is damaged, or the file cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix="thera-") as room:
        try:
            journal = _copied_journal(kept.folder, Path(room))
            files = [(FILE_NAME, journal), *_files(kept)]
            return write_backup(file, files, version("thera"), f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
        except OSError as error:
            raise BackupError(f"{error.filename or file}: {error.strerror or error}") from error


def restore(file: Path, kept: Kept) -> Restored:
    """Let a backup take the place of what is kept; that is kept aside.

    :raises BackupError: if a table runs, or the backup is not right in every byte; nothing was changed.
    """
    try:
        lock = FolderLock(kept.folder)
    except FolderInUseError as error:
        raise BackupError(f"{kept.folder}: a table runs there; stop it first") from error
    except OSError as error:
        raise BackupError(f"{kept.folder}: {error.strerror}") from error
    try:
        return _restored(file, kept)
    except OSError as error:
        raise BackupError(f"{error.filename or kept.folder}: {error.strerror or error}") from error
    finally:
        lock.release()


def _restored(file: Path, kept: Kept) -> Restored:
    ready = kept.folder / "restoring.new"
    shutil.rmtree(ready, ignore_errors=True)  # of a restore that was stopped before it began
    ready.mkdir(mode=0o700)
    try:
        manifest = read_backup(file, ready)
        _check_journal(file, ready)
        given = ready / CONFIGURATION
        text = _configuration(file, given) if given.exists() else None
        if text is not None and kept.configuration is not None:
            _put_configuration(kept.configuration, text)
            given.unlink()
    except BaseException:
        shutil.rmtree(ready, ignore_errors=True)
        raise
    _own_as(kept.folder, ready)
    before = kept.folder / begin_restoring(kept.folder, ready, f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}")
    put = None if text is None else kept.configuration or kept.folder / CONFIGURATION
    return Restored(manifest, before, put)


def _copied_journal(folder: Path, room: Path) -> Path:
    """A copy of the journal as it is at one moment, whole and closed. While the file stays as it is, what is written
    beside it only grows, and so both can be copied one after the other."""
    source, copy = folder / FILE_NAME, room / FILE_NAME
    if not source.exists():
        raise BackupError(f"{folder}: no table has kept anything there; name its folder with --data")
    for _ in range(_TRIES):
        before = _state(source)
        shutil.copyfile(source, copy)
        log = Path(f"{source}{_LOG}")
        Path(f"{copy}{_LOG}").unlink(missing_ok=True)
        with contextlib.suppress(FileNotFoundError):  # it was closed
            shutil.copyfile(log, f"{copy}{_LOG}")
        if _state(source) == before:
            break
    else:
        raise BackupError(f"{source}: is written all the time; try again")
    with _opened(room, source) as journal:
        if journal.mended is not None:
            raise BackupError(f"{source}: damaged; start the table once, which keeps what is right in it")
    return copy


def _opened(folder: Path, named: Path) -> Journal:
    try:
        return Journal(folder)
    except JournalError as error:
        raise BackupError(f"{named}: cannot be used: {error}") from error


def _check_journal(file: Path, ready: Path) -> None:
    if not (ready / FILE_NAME).exists():
        raise BackupError(f"{file}: has no journal in it")
    with _opened(ready, file) as journal:
        if journal.mended is not None:
            raise BackupError(f"{file}: its journal is damaged")
    for name in ready.glob(f"{FILE_NAME}?*"):
        name.unlink()  # what a journal of an older format was kept as; the backup has it


def _state(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _files(kept: Kept) -> list[tuple[str, Path]]:
    found = [
        (f"{name}/{path.name}", path)
        for name in _FOLDERS
        if (kept.folder / name).is_dir()
        for path in sorted((kept.folder / name).iterdir())
        if path.is_file() and not path.name.endswith(".new")
    ]
    for name, path in (
        ("virtual-board.json", kept.folder / "virtual-board.json"),
        (CONFIGURATION, kept.configuration),
    ):
        if path is not None and path.exists():
            found.append((name, path))
    return found


def _configuration(file: Path, given: Path) -> str:
    try:
        text = given.read_text("utf-8")
        parse_configuration(text, Path(f"{file}: {CONFIGURATION}"))
    except FaultyFileError as error:
        raise BackupError(str(error)) from error
    except UnicodeDecodeError as error:
        raise BackupError(f"{file}: its configuration is no text") from error
    return text


def _put_configuration(path: Path, text: str) -> None:
    """Write the configuration; what was there stays beside it as ``.before``, and whose it was."""
    draft = path.with_name(f"{path.name}.new")
    if path.exists():
        shutil.copy2(path, path.with_name(f"{path.name}.before"))
        shutil.copy2(path, draft)
    draft.write_text(text, "utf-8")
    os.replace(draft, path)


def _own_as(folder: Path, new: Path) -> None:
    """Let root give the files to whoever has the data folder."""
    owner = folder.stat()
    if os.geteuid() == 0:
        for path in (new, *new.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)
