"""The journal: every entry is on the disk before anyone sees its effect. A table starts from the state that it holds.

`table.storage.journal_file` has the format of its two files, one of SQLite and a small one with its length. Write-ahead
log with ``synchronous=FULL``: a commit is one append and one fsync, and is durable when it returns. The rollback
journal promises that only with ``EXTRA``, since its commit is the removal of a file, and FULL does not sync the folder.
The folder is locked while the journal is open, so no second table can use it, and SQLite needs no shared-memory file.

The journal is compacted between two games: finished games have their own files, and then the state of a table is no
more than its players, options and settings, and how the board lies. The journal as it was stays until the next time.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

from common.sqlite_file import SqliteFile, primary_code
from table.errors import CannotPlayError
from table.log_forms import draft_record, setup_form
from table.session.interfaces import EntryStore
from table.session.journal_entries import (
    BoardChanged,
    BoardTurned,
    DraftedApart,
    Entry,
    GameBegan,
    GameBeganApart,
    GameNamed,
    HostNamed,
    JournalMended,
    JournalShortened,
    NamesRemembered,
    Opened,
    OptionsChosen,
    SeatedApart,
    SeatTaken,
    SettingsChosen,
    TableCleared,
    TablePlays,
    evolve,
    replay,
)
from table.session.saved_state import SavedState
from table.settings.options import GameOptions, TableSettings
from table.storage.entry_format import EntryError, entry_text, parse_entry
from table.storage.folder_access import FolderInUseError, FolderLock
from table.storage.journal_file import (
    FILE_NAME,
    FORMAT,
    PREVIOUS,
    SMALLEST,
    ConfirmedError,
    ConfirmedLength,
    JournalContents,
    JournalError,
    JournalRow,
    add_rows,
    chained,
    confirm,
    finish_replacing,
    format_of,
    good_part,
    is_marked,
    mark,
    migrated,
    name_aside,
    read_confirmed,
    read_log,
    read_rows,
    replace_file,
    something_is_left,
    use_log,
)

log = logging.getLogger(__name__)

__all__ = ["FILE_NAME", "FORMAT", "Journal", "JournalError", "NotWrittenError"]
LONG = 100
"""The entries of a journal that is compacted: one or two games."""


class NotWrittenError(JournalError):
    """Entries could not be written now (a full disk), and none of them is in the journal; a later try may succeed.
    ``reason`` is why, without the path."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: cannot write: {reason}")
        self.reason = reason


class Journal:
    """The entries of a data folder: earlier ones in ``entries``, new ones through ``append``. Use it from one
    thread."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in this folder, or create one.

        Of a damaged journal the entries before the first bad one are copied to a new file; one of an older format is
        converted. In both cases the old file is renamed, and ``mended`` or ``renewed`` has its name.

        :raises JournalError: if the folder cannot be written, another table uses it, or the file is of a newer Thera or
        no journal at all.
        """
        self.path = folder / FILE_NAME
        self.mended: JournalMended | None = None
        """The repair when this was opened, which is also the last entry; None if nothing was damaged."""
        self.renewed: str | None = None
        """The name of the file of an older format; None if the journal had today's format."""
        self.entries: tuple[Entry, ...] = ()
        self._delayed: tuple[Entry, ...] = ()
        self._last: JournalRow | None = None
        self._wal = b""
        self._database: SqliteFile | None = None
        try:
            self._lock = FolderLock(folder)
        except FolderInUseError as error:
            raise JournalError(
                f"{self.path}: in use by another table; stop that one or choose another folder with --data"
            ) from error
        except OSError as error:
            raise JournalError(f"{folder}: cannot store the journal there: {error.strerror}") from error
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @property
    def count(self) -> int:
        """The number of entries on the disk."""
        return 0 if self._last is None else self._last.number

    def append(self, *entries: Entry) -> None:
        """Add entries, all of them or none; they are durable when this returns.

        :raises NotWrittenError: if they could not be written (a full disk, a card that fails); then none is in the
            journal.
        :raises JournalError: if the file turns out to be damaged.
        """
        rows = chained(map(entry_text, (*self._delayed, *entries)), self._last)
        if self._database is None:
            self._open_log()
        database = self._open_database
        try:
            with database.transaction():
                add_rows(database, rows)
        except sqlite3.Error as error:
            if primary_code(error) != sqlite3.SQLITE_READONLY and database.is_damage(error):
                raise JournalError(f"{self.path}: damaged: {error}") from error
            raise NotWrittenError(self.path, database.unreadable() or str(error)) from error
        if rows:
            self._last = rows[-1]
            self._confirm(rows)
        self._delayed = ()

    def append_when_possible(self, *entries: Entry) -> None:
        """Add entries without a visible effect. If they cannot be written now, they are written before the next ones.

        :raises JournalError: if the file turns out to be damaged.
        """
        try:
            self.append(*entries)
        except NotWrittenError:
            self._delayed = (*self._delayed, *entries)

    def replace_all(self, *entries: Entry) -> None:
        """Replace all entries by these, which give the same state. The old file is then `PREVIOUS`.

        :raises NotWrittenError: if they could not be written (a full disk); then nothing has changed.
        """
        self._close_files()
        try:
            replace_file(self.path, map(entry_text, entries), PREVIOUS)
        except (OSError, sqlite3.Error) as error:
            self._reopen()
            raise NotWrittenError(self.path, str(error)) from error
        self._delayed = ()
        self._reopen()

    def give_up_after(self, number: int) -> None:
        """Drop all entries but the first ``number``, since the next one does not follow from them. The file as it was
        is renamed; ``mended`` has its name.

        :raises JournalError: if that cannot be written.
        """
        bodies = [row.body for row in read_rows(self._open_database).rows[:number]]
        self._close_files()
        self._mend(bodies)

    def close(self) -> None:
        """Close the file and release the folder. Safe to call again."""
        self._close_files()
        self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _close_files(self) -> None:
        if self._database is not None:
            self._database.close()

    def _confirm(self, rows: Sequence[JournalRow]) -> None:
        """Confirm rows, which are on the disk. If that fails, none is lost; only damage to the newest of them would not
        be noticed."""
        try:
            confirm(self.path.parent, ConfirmedLength.of(rows))
        except OSError as error:
            log.warning("%s: how long it is cannot be written: %s", self.path, error.strerror or error)

    @property
    def _open_database(self) -> SqliteFile:
        if self._database is None:
            raise JournalError(f"{self.path}: it is not open")
        return self._database

    def _open(self) -> None:
        try:
            finish_replacing(self.path)
            self._wal = read_log(self.path)
            if not self.path.exists() and not something_is_left(self.path):
                replace_file(self.path, ())
            if self.path.exists():
                with self.path.open("r+b"):
                    pass  # a file that may not be written is not a damaged one
        except OSError as error:
            raise JournalError(f"{self.path.parent}: cannot store the journal there: {error.strerror}") from error
        except sqlite3.Error as error:
            raise JournalError(f"{self.path.parent}: cannot store the journal there: {error}") from error
        if not self.path.exists() or self.path.stat().st_size < SMALLEST:
            self._mend(self._good_part())
            return
        database = self._database = SqliteFile(self.path)
        try:
            written = self._set_up(database)
            found = read_rows(database)
            lost = self._lacks(database, found)
        except sqlite3.Error as error:
            database.close()
            self._database = None
            if database.is_damage(error):
                self._mend(self._good_part())
            elif not self._wal and _has_no_room_for_files(self.path.parent):
                self._read_alone()
            else:
                raise JournalError(self._explain(error)) from error
            return
        if found.fault is not None or lost:
            database.close()
            self._mend(self._migrated(self._good_part(), written))
        elif written != FORMAT:
            database.close()
            self._renew(self._migrated([row.body for row in found.rows], written), written)
        else:
            self._take_over(found)

    def _read_alone(self) -> None:
        """Read a journal beside which SQLite cannot make its log, since the disk has no room for another file. Without
        a log all entries are in the file. `append` opens it once there is room."""
        database = SqliteFile(self.path, immutable=True)
        try:
            found = read_rows(database) if self._format(database) == FORMAT else None
            if found is None or found.fault is not None or self._lacks(database, found):
                raise JournalError(f"{self.path}: has to be repaired or converted, and the disk has no room for that")
        except sqlite3.Error as error:
            raise JournalError(self._explain(error)) from error
        finally:
            database.close()
        self._take_over(found)

    def _open_log(self) -> None:
        """Open the file of `_read_alone` for writing.

        :raises NotWrittenError: if there is no room yet.
        """
        database = SqliteFile(self.path)
        try:
            self._set_up(database)
        except sqlite3.Error as error:
            database.close()
            raise NotWrittenError(self.path, str(error)) from error
        self._database = database

    def _set_up(self, database: SqliteFile) -> int:
        """Set up an open file for a journal. Return its format."""
        database.run("PRAGMA locking_mode=EXCLUSIVE")
        with database.transaction():
            written = self._format(database)
        use_log(database)
        database.run("PRAGMA synchronous=FULL")
        return written

    def _format(self, database: SqliteFile) -> int:
        try:
            return format_of(database)
        except JournalError as error:
            raise JournalError(
                f"{self.path}: {error}; nothing was changed. Install the Thera that wrote it, or choose another folder"
                " with --data"
            ) from error

    def _lacks(self, database: SqliteFile, found: JournalContents) -> bool:
        """Whether a confirmed entry is missing, or may be."""
        try:
            confirmed = read_confirmed(self.path.parent)
        except ConfirmedError:
            return True
        return is_marked(database) if confirmed is None else not confirmed.is_among(found.rows)

    def _good_part(self) -> tuple[str, ...]:
        try:
            return good_part(self.path)
        except OSError as error:
            raise JournalError(
                f"{self.path}: damaged, and its good part cannot be read: {error.strerror}; nothing was changed"
            ) from error

    def _migrated(self, bodies: list[str] | tuple[str, ...], written: int) -> tuple[str, ...]:
        try:
            return migrated(bodies, written)
        except JournalError as error:
            raise JournalError(f"{self.path}: {error}; nothing was changed") from error

    def _mend(self, bodies: list[str] | tuple[str, ...]) -> None:
        """Continue with these texts in a new file, with an entry that names the old one."""
        for number, body in enumerate(bodies, start=1):
            self._parsed(number, body)
        try:
            self.mended = JournalMended(len(bodies), name_aside(self.path, "damaged"))
            replace_file(self.path, (*bodies, entry_text(self.mended)), self.mended.aside, self._wal)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{self.path}: damaged, and its good part cannot be stored: {error}") from error
        log.warning(
            "%s was damaged; the table continues with its first %d entries, and the damaged file is now %s",
            self.path,
            self.mended.kept,
            self.mended.aside,
        )
        self._reopen()

    def _renew(self, bodies: tuple[str, ...], written: int) -> None:
        try:
            self.renewed = name_aside(self.path, f"format-{written}")
            replace_file(self.path, bodies, self.renewed)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(f"{self.path}: cannot be brought to format {FORMAT}: {error}") from error
        log.warning("%s was converted to format %d; the old file is now %s", self.path, FORMAT, self.renewed)
        self._reopen()

    def _reopen(self) -> None:
        database = self._database = SqliteFile(self.path)
        try:
            self._set_up(database)
            self._take_over(read_rows(database))
        except sqlite3.Error as error:
            raise JournalError(self._explain(error)) from error

    def _take_over(self, found: JournalContents) -> None:
        self._wal = b""
        self.entries = tuple(self._parsed(row.number, row.body) for row in found.rows)
        self._last = found.rows[-1] if found.rows else None
        self._confirm(found.rows)
        if self._database is not None and not is_marked(self._database):
            mark(self._database)

    def _parsed(self, number: int, body: str) -> Entry:
        try:
            return parse_entry(body)
        except EntryError as error:
            raise JournalError(
                f"{self.path}: entry {number} is intact but unknown to this version ({error}): a newer Thera wrote it;"
                " nothing was changed. Install the newer one again, or choose another folder with --data"
            ) from error

    def _explain(self, error: sqlite3.Error) -> str:
        if primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"{self.path}: in use by another table; stop that one or choose another folder with --data"
        return f"{self.path}: cannot be used: {error}"


def _has_no_room_for_files(folder: Path) -> bool:
    """Whether no file can be made here since the disk, or this user's quota, is full; SQLite does not say why it cannot
    make one."""
    attempt = folder / f"{FILE_NAME}.attempt"
    try:
        os.close(os.open(attempt, os.O_WRONLY | os.O_CREAT, 0o600))
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    attempt.unlink()
    return False


def shorten(journal: EntryStore, saved: SavedState) -> None:
    """Compact a long journal between two games. If the disk has no room for that, the journal goes on."""
    entries = shortened(saved) if journal.count > LONG else None
    if entries is None:
        return
    try:
        journal.replace_all(*entries)
    except NotWrittenError as error:
        log.warning("%s", error)


def shortened(saved: SavedState) -> tuple[Entry, ...] | None:
    """Return the fewest entries that give this state; None while it has a game that they cannot hold."""
    if saved.ended or (saved.game is not None and saved.game.plies):
        return None
    entries = tuple(_lobby(saved) + _beginning(saved))
    return entries if replay(entries) == saved else None


def _lobby(saved: SavedState) -> list[Entry]:
    # The settings even if they are the default ones: those that are configured for a new table must not replace them.
    entries: list[Entry] = [JournalShortened(saved.starts, saved.gods_played), SettingsChosen(saved.settings)]
    if saved.options != GameOptions():
        entries.append(OptionsChosen(saved.options))
    for player in saved.seating.players:
        if player.mark:
            entries.append(SeatTaken(player.seat, player.name, player.mark))
        if player.level is not None:
            entries.append(TablePlays(player.seat, player.level, player.rung))
    if saved.match is not None:
        entries.append(SeatedApart(saved.match.seats))
    if saved.names:
        entries.append(NamesRemembered(saved.names))
    if saved.seating.named_host is not None:
        entries.append(HostNamed(saved.seating.named_host))
    if saved.turned:
        entries.append(BoardTurned(saved.turned))
    if saved.board is not None:
        entries.append(BoardChanged(saved.board))
    if saved.mended is not None:
        entries.append(JournalMended(saved.mended.kept, saved.mended.aside))
    return entries


def _beginning(saved: SavedState) -> list[Entry]:
    """Return the beginning of a draft, of a game without powers, or of a game of a match."""
    if saved.size is None:
        return []
    if saved.drafting_apart and saved.draft is not None:
        return [DraftedApart(draft_record(saved.draft))]
    begun: Entry = GameBegan(saved.size)
    if saved.match is not None and saved.match.current and saved.game is not None:
        begun = GameBeganApart(saved.match.began, setup_form(saved.game.setup))
    return [begun, *([] if saved.name is None else [GameNamed(saved.name)])]


# ---- The start of a table


NOTHING_SET = TableSettings()
USUAL_OPTIONS = GameOptions()


def starting_entries(
    entries: Sequence[Entry],
    *,
    new_table: bool,
    first: TableSettings = NOTHING_SET,
    options: GameOptions = USUAL_OPTIONS,
) -> tuple[Entry, ...]:
    """Return the entries that a start adds to a journal that holds ``entries``. ``new_table`` clears the table.
    ``first`` are the settings until the host chooses some, ``options`` those of a table without entries and of a
    cleared one."""
    begun: tuple[Entry, ...] = (Opened(), TableCleared()) if new_table else (Opened(),)
    if options != USUAL_OPTIONS and (new_table or not entries):
        begun = (*begun, OptionsChosen(options))
    chosen = first == NOTHING_SET or any(isinstance(entry, SettingsChosen) for entry in entries)
    return begun if chosen else (*begun, SettingsChosen(first))


def resume(
    journal: Journal,
    *,
    new_table: bool = False,
    size: int = 5,
    first: TableSettings = NOTHING_SET,
    options: GameOptions = USUAL_OPTIONS,
) -> SavedState:
    """Return the state that a journal holds, and note this start in it; with ``new_table`` return an empty table.
    ``size`` is the number of squares a side of the board; ``first`` and ``options`` are as in `starting_entries`. An
    entry that does not follow from earlier ones, such as a step that the rules of this Thera do not allow, is dropped
    with all later ones, and the old journal is stored under another name.

    :raises JournalError: if the journal cannot be written.
    :raises CannotPlayError: if its game is played on a board of another size.
    """
    saved, count = _folded(journal.entries)
    if count < len(journal.entries):
        journal.give_up_after(count)
        saved, _ = _folded(journal.entries)
    if not new_table and saved.size not in (None, size):
        raise CannotPlayError(
            f"{journal.path}: the stored game is played on {saved.size} x {saved.size} squares, and"
            f" this board has {size} x {size}; go on with it on a board of its size, or give it up: thera play --new"
        )
    for entry in starting_entries(journal.entries, new_table=new_table, first=first, options=options):
        journal.append_when_possible(entry)
        saved = evolve(saved, entry)
    return saved


def _folded(entries: Iterable[Entry]) -> tuple[SavedState, int]:
    """Return the state after the entries that follow from each other, and the number of those."""
    saved, count = SavedState(), 0
    for entry in entries:
        try:
            saved = evolve(saved, entry)
        except ValueError as error:  # the engine's errors are among these
            log.warning("entry %d of the journal does not fit to those before it: %s", count + 1, error)
            break
        count += 1
    return saved, count
