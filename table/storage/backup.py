"""Backup and restore of everything that a table stores: its journal (seats, settings, the game), the finished games,
the calibration and wiring of boards, and the configuration."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from common.sqlite_file import SqliteFile
from common.toml_section import FaultyFileError
from table.settings.configuration import Configured, ValueSource
from table.settings.configuration_file import accepted_text, parse_configuration
from table.storage.backup_file import (
    CONFIGURATION,
    FOLDERS,
    IDENTITY,
    MATCH_KEY,
    PIECES,
    STREAK,
    BackupError,
    BackupManifest,
    read_backup,
    write_backup,
)
from table.storage.entry_format import EntryError, parse_entry
from table.storage.folder_access import (
    NEW,
    FolderInUseError,
    FolderLock,
    as_owner_of,
    begin_restoring,
    finish_restoring,
    immovable_folder,
    is_under_way,
    put_in_place,
    remove_drafts,
    stage,
    write_draft,
)
from table.storage.journal_file import (
    CONFIRMED,
    FILE_NAME,
    ConfirmedError,
    ConfirmedLength,
    DamagedJournalError,
    JournalError,
    format_of,
    is_marked,
    migrated,
    read_confirmed,
    rows_of,
)

_LOG = f"{FILE_NAME}-wal"
_TRIES = 20


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The data of a table: its data folder, and its configuration, if it has one."""

    folder: Path
    configuration: Path | None = None


AcceptsSettings = Callable[[Configured], frozenset[str]]
"""Decides which settings of a backup's configuration are used besides the harmless ones
(`table.settings.configuration_file`)."""


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """The result of a restore: the backup's manifest, the folder with the old files, and the path of the configuration,
    or None if the backup had none."""

    manifest: BackupManifest
    before: Path
    configuration: Path | None


def back_up(data: BackupContents, file: Path, *, force: bool = False) -> BackupManifest:
    """Write a backup, over an existing file with ``force`` only; the table may run meanwhile.

    :raises BackupError: if there is nothing to back up, the journal is damaged, or the file cannot be written.
    """
    if not (data.folder / FILE_NAME).exists():
        raise BackupError(f"{data.folder}: no table has stored anything there; name its folder with --data")
    try:
        contents = _contents(data.folder)
        if data.configuration is not None:
            contents[CONFIGURATION] = data.configuration.read_bytes()
        return write_backup(file, contents, version("thera"), f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", force=force)
    except OSError as error:
        raise BackupError(f"{error.filename or file}: {error.strerror or error}") from error


def restore(file: Path, data: BackupContents, accepts: AcceptsSettings | None = None) -> RestoredBackup:
    """Replace the data of a table by a backup; the old files are moved to a folder. ``accepts`` is called once the
    whole backup was found good, and before any change. If it is None, the configuration of the backup is not used, and
    is stored in the data folder.

    :raises BackupError: if a table runs, or any byte of the backup is wrong: then nothing has changed; or if the disk
    fails: then the message says whether anything has.
    """
    try:
        lock = FolderLock(data.folder)
    except FolderInUseError as error:
        raise BackupError(f"{data.folder}: a table runs there; stop it first") from error
    except OSError as error:
        raise BackupError(f"{data.folder}: {error.strerror}") from error
    try:
        return _restored(file, data, accepts)
    except OSError as error:
        on = "; the restore has begun, and goes on when the table starts" if is_under_way(data.folder) else ""
        raise BackupError(f"{error.filename or data.folder}: {error.strerror or error}{on}") from error
    finally:
        lock.release()


def _restored(file: Path, data: BackupContents, accepts: AcceptsSettings | None) -> RestoredBackup:
    folder, time = data.folder, f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}"
    replaced = None
    if data.configuration is not None:
        remove_drafts(data.configuration)  # of a restore that was interrupted
    try:
        manifest, text = _staged(file, folder)
        if text is not None and data.configuration is not None and accepts is not None and _is_for(text, folder):
            found = parse_configuration(text)
            text = accepted_text(found, text, accepts(found))
            _check_board_file(file, text)
            replaced = data.configuration
            draft = write_draft(replaced, text, time, folder.stat().st_gid)
        with as_owner_of(folder):
            if replaced is not None:
                (folder / NEW / CONFIGURATION).unlink()
            before = begin_restoring(folder, time, None if replaced is None else draft)
        if replaced is not None:
            put_in_place(draft)
    finally:
        with as_owner_of(folder):
            finish_restoring(folder)
        if replaced is not None:
            remove_drafts(replaced)
    put = None if text is None else replaced or folder / CONFIGURATION
    return RestoredBackup(manifest, folder / before, put)


def _staged(file: Path, folder: Path) -> tuple[BackupManifest, str | None]:
    """Check a backup and write its files to a new folder. Return its manifest and its configuration."""
    with file.open("rb") as opened, as_owner_of(folder):
        hindering = immovable_folder(folder)
        if hindering is not None:
            raise BackupError(f"{hindering}: belongs to somebody else than {folder}, so it cannot be moved aside")
        ready = stage(folder)
        manifest = read_backup(file, opened, ready)
        _check_journal(file, ready)
        given = ready / CONFIGURATION
        return manifest, _configuration(file, given) if given.exists() else None


def _contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a data folder, by their names in a backup."""
    with as_owner_of(folder), tempfile.TemporaryDirectory(prefix="thera-") as scratch:
        _copy_journal(folder, Path(scratch))
        journal = [(name, Path(scratch) / name) for name in (FILE_NAME, CONFIRMED)]
        # A journal of an earlier version has no confirmed length.
        return {name: path.read_bytes() for name, path in (*journal, *_files(folder)) if path.exists()}


def _copy_journal(folder: Path, scratch: Path) -> None:
    """Copy the journal as it is at one moment, complete and closed. While the file itself does not change, the log
    beside it only grows, so they can be copied one after the other; the confirmed length before what it confirms."""
    source = folder / FILE_NAME
    why = "is written all the time; try again"
    for _ in range(_TRIES):
        before = _state(source)
        for name in (FILE_NAME, CONFIRMED, _LOG):
            (scratch / name).unlink(missing_ok=True)
            with contextlib.suppress(
                FileNotFoundError
            ):  # a closed journal has no log, one of an earlier version no confirmed length
                shutil.copyfile(folder / name, scratch / name)
        if _state(source) != before:
            continue
        try:
            _take_log_in(scratch / FILE_NAME)
            check_journal(scratch / FILE_NAME)
        except DamagedJournalError:
            why = "damaged; start the table once, which repairs it"  # or it was being replaced just then
        except JournalError as error:
            raise BackupError(f"{source}: {error}") from error
        else:
            return
    raise BackupError(f"{source}: {why}")


def _take_log_in(path: Path) -> None:
    """Move everything from SQLite's log beside a copied file into the file itself.

    :raises DamagedJournalError: if the file is damaged.
    """
    database = SqliteFile(path)
    try:
        database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise DamagedJournalError(f"is damaged: {error}") from error
    finally:
        database.close()


def _check_journal(file: Path, ready: Path) -> None:
    if not (ready / FILE_NAME).exists():
        raise BackupError(f"{file}: has no journal in it")
    try:
        check_journal(ready / FILE_NAME)
    except JournalError as error:
        raise BackupError(f"{file}: its journal {error}") from error


def _state(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _files(folder: Path) -> list[tuple[str, Path]]:
    found = [
        (f"{name}/{path.name}", path)
        for name in FOLDERS
        if (folder / name).is_dir()
        for path in sorted((folder / name).iterdir())
        if path.is_file() and not path.name.endswith(".new")
    ]
    return [
        *found,
        *((name, folder / name) for name in (PIECES, STREAK, IDENTITY, MATCH_KEY) if (folder / name).exists()),
    ]


def _configuration(file: Path, given: Path) -> str:
    try:
        text = given.read_text("utf-8")
        parse_configuration(text, Path(f"{file}: {CONFIGURATION}"))
    except FaultyFileError as error:
        raise BackupError(str(error)) from error
    except UnicodeDecodeError as error:
        raise BackupError(f"{file}: its configuration is no text") from error
    return text


def _is_for(text: str, folder: Path) -> bool:
    """Whether this configuration names this data folder, or no folder."""
    found = parse_configuration(text)
    return found.source("storage", "folder") is ValueSource.DEFAULT or found.configuration.storage.folder == folder


def _check_board_file(file: Path, text: str) -> None:
    named = parse_configuration(text).configuration.board.file
    if named is not None and not named.exists():
        raise BackupError(f"{file}: its configuration names the board file {named}, which is not here")


LARGEST_ENTRY = 1024**2
"""The most characters of an entry; the usual one has about a hundred."""


def check_journal(path: Path) -> None:
    """Check that every entry of a closed journal is good, and that all confirmed entries are there. Nothing in the file
    is executed, and one entry is in memory at a time.

    :raises DamagedJournalError: if not.
    :raises JournalError: if it is of a newer Thera, or of another program.
    """
    database = SqliteFile(path, immutable=True)
    try:
        database.limit_texts(LARGEST_ENTRY)
        _check(database, read_confirmed(path.parent))
    except (sqlite3.Error, ConfirmedError) as error:
        raise DamagedJournalError(f"is damaged: {error}") from error
    finally:
        database.close()


def _check(database: SqliteFile, confirmed: ConfirmedLength | None) -> None:
    try:
        written = format_of(database)  # other tables or views are damage: a view may be a query that never ends
    except JournalError as error:
        raise JournalError(f"cannot be used: {error}") from error
    if confirmed is None and is_marked(database):
        raise DamagedJournalError(f"lacks {CONFIRMED}")
    missed = confirmed is not None and confirmed.number > 0
    for row in rows_of(database):
        missed = missed and ConfirmedLength(row.number, row.checksum) != confirmed
        try:
            for body in migrated([row.body], written):
                parse_entry(body)
        except EntryError as error:
            raise JournalError(f"has an entry that is not known: {error}") from error
    if missed:
        raise DamagedJournalError("lacks entries that were confirmed")
