"""The journal: every entry is on the disk before anyone sees its effect.

One SQLite file (`table.storage.journal_file`), and a small one with its length (`table.storage.confirmed_length`).
Write-ahead log with ``synchronous=FULL``: a commit is one append and one fsync, and is durable when it returns. The
rollback journal promises that only with ``EXTRA``, since its commit is the removal of a file, and FULL does not sync
the folder. The folder is locked while the journal is open; so no second table can use it, and SQLite needs no
shared-memory file.

A long journal is compacted between two games: finished games have files of their own, and then the state of a table is
no more than its players, options and settings, and how the board lies.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from types import TracebackType

from table.draft_record import draft_record
from table.session.evolve import replay
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
    OptionsChosen,
    SeatedApart,
    SeatTaken,
    SettingsChosen,
    TablePlays,
)
from table.session.saved_state import SavedState
from table.settings.game_options import GameOptions
from table.setup_form import setup_form
from table.storage.confirmed_length import ConfirmedError, ConfirmedLength, ConfirmedLengthFile, read_confirmed
from table.storage.entry_format import EntryError, entry_text, parse_entry
from table.storage.folder_access import FolderInUseError, FolderLock
from table.storage.journal_file import (
    APPLICATION,
    FILE_NAME,
    FORMAT,
    SMALLEST,
    JournalContents,
    JournalError,
    JournalRow,
    add_rows,
    chained,
    finish_replacing,
    good_part,
    is_cut_short,
    is_damage,
    is_marked,
    mark,
    migrated,
    name_aside,
    read_log,
    read_rows,
    replace_file,
    something_is_left,
)

log = logging.getLogger(__name__)

__all__ = ["FILE_NAME", "FORMAT", "Journal", "JournalError", "NotWrittenError"]
LONG = 4000
"""Entries: some forty games, which are read within a second when the table starts."""


class NotWrittenError(JournalError):
    """Entries could not be written now (a full disk), and none of them is in the journal; a later try may succeed.
    ``reason`` is why, without the path."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: cannot write: {reason}")
        self.reason = reason


class Journal:
    """The entries of a data folder: those of before in ``entries``, new ones through ``append``. Use it from one
    thread."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in this folder, or create one.

        Of a damaged journal the entries before the first bad one are copied to a new file; one of an older format is
        converted. In both cases the old file is renamed, and ``mended`` or ``renewed`` has its name.

        :raises JournalError: if the folder cannot be written, another table uses it, or the file was written by a newer
            Thera or is no journal at all.
        """
        self.path = folder / FILE_NAME
        self.mended: JournalMended | None = None
        """What was repaired when this was opened; also the last of the entries. None if nothing was damaged."""
        self.renewed: str | None = None
        """The name of the file of an older format; None if the journal was of today's."""
        self.entries: tuple[Entry, ...] = ()
        self._delayed: tuple[Entry, ...] = ()
        self._last: JournalRow | None = None
        self._wal = b""
        self._database: sqlite3.Connection | None = None
        self._confirmed: ConfirmedLengthFile | None = None
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
        """How many entries are on the disk."""
        return 0 if self._last is None else self._last.number

    def append(self, *entries: Entry) -> None:
        """Add entries, all of them or none; they are durable when this returns.

        :raises NotWrittenError: if they could not be written (a full disk); then none is in the journal.
        :raises JournalError: if the file turns out to be damaged.
        """
        rows = chained(map(entry_text, (*self._delayed, *entries)), self._last)
        database = self._open_database
        try:
            with database:
                database.execute("BEGIN")
                add_rows(database, rows)
        except sqlite3.Error as error:
            if is_damage(error) and not _is_read_only(error):
                raise JournalError(f"{self.path}: damaged: {error}") from error
            raise NotWrittenError(self.path, str(error)) from error
        if rows:
            self._confirm(rows)
            self._last = rows[-1]
        self._delayed = ()

    def append_when_possible(self, *entries: Entry) -> None:
        """Add entries whose effect nobody sees. If they cannot be written now, they are written before the next ones.

        :raises JournalError: if the file turns out to be damaged.
        """
        try:
            self.append(*entries)
        except NotWrittenError:
            self._delayed = (*self._delayed, *entries)

    def replace_all(self, *entries: Entry) -> None:
        """Replace all entries by these, which lead to the same state.

        :raises NotWrittenError: if they could not be written (a full disk); then nothing has changed.
        """
        self._close_files()
        try:
            replace_file(self.path, map(entry_text, entries))
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
        bodies = [row.body for row in self._rows().rows[:number]]
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
        if self._confirmed is not None:
            self._confirmed.close()
        if self._database is not None:
            self._database.close()

    def _confirm(self, rows: tuple[JournalRow, ...]) -> None:
        """Confirm rows that are in the file; if that fails, none of them stays there.

        :raises NotWrittenError: if they could not be confirmed.
        :raises JournalError: if they could not be deleted again either.
        """
        last = ConfirmedLength(rows[-1].number, rows[-1].checksum)
        try:
            if self._confirmed is None:
                self._confirmed = ConfirmedLengthFile.begun(self.path.parent, last)
            else:
                self._confirmed.write(last)
        except OSError as error:
            try:
                self._open_database.execute("DELETE FROM entries WHERE number >= ?", (rows[0].number,))
            except sqlite3.Error as worse:
                raise JournalError(f"{self.path}: cannot write: {worse}") from worse
            raise NotWrittenError(self.path, error.strerror or str(error)) from error

    @property
    def _open_database(self) -> sqlite3.Connection:
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
        self._database = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            written = self._set_up()
            found = self._rows()
            lost = self._is_cut_short() or self._lacks(found)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise JournalError(self._explain(error)) from error
            self._open_database.close()
            self._mend(self._good_part())
            return
        if found.fault is not None or lost:
            self._open_database.close()
            self._mend(self._migrated(self._good_part(), written))
        elif written != FORMAT:
            self._open_database.close()
            self._renew(self._migrated([row.body for row in found.rows], written), written)
        else:
            self._take_over(found)

    def _set_up(self) -> int:
        """Set the open file up for a journal; the format it is written in."""
        run = self._open_database.execute
        run("PRAGMA locking_mode=EXCLUSIVE")
        run("BEGIN IMMEDIATE")
        if self._number("PRAGMA application_id") != APPLICATION:
            raise JournalError(f"{self.path}: this is not a journal of Thera; choose another folder with --data")
        written = self._number("PRAGMA user_version")
        if written > FORMAT:
            raise JournalError(
                f"{self.path}: written by a newer Thera (format {written}, this one reads up to {FORMAT}); nothing was"
                " changed. Install the newer Thera again, or choose another folder with --data"
            )
        run("COMMIT")
        mode = run("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise JournalError(f"{self.path}: this file system cannot store a journal safely (mode {mode})")
        run("PRAGMA synchronous=FULL")
        return written

    def _number(self, question: str, column: int = 0) -> int:
        return int(self._open_database.execute(question).fetchone()[column])

    def _is_cut_short(self) -> bool:
        """Whether entries of SQLite's log are lost."""
        if not self._wal:
            return False
        try:
            frames = self._number("PRAGMA wal_checkpoint", 1)
        except sqlite3.Error as error:
            if is_damage(error):
                raise
            return False  # on a full disk the log cannot be emptied, so it is still there at the next start
        return is_cut_short(self._wal, frames)

    def _lacks(self, found: JournalContents) -> bool:
        """Whether a confirmed entry is missing, or may be."""
        try:
            confirmed = read_confirmed(self.path.parent)
        except ConfirmedError:
            return True
        return is_marked(self._open_database) if confirmed is None else not confirmed.is_among(found.rows)

    def _rows(self) -> JournalContents:
        return read_rows(self._open_database)

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
        """Go on with these texts in a new file, with an entry that names the old one."""
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
        self._database = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._set_up()
            self._take_over(self._rows())
        except sqlite3.Error as error:
            raise JournalError(self._explain(error)) from error

    def _take_over(self, found: JournalContents) -> None:
        self._wal = b""
        self.entries = tuple(self._parsed(row.number, row.body) for row in found.rows)
        self._last = found.rows[-1] if found.rows else None
        last = ConfirmedLength() if self._last is None else ConfirmedLength(self._last.number, self._last.checksum)
        try:
            self._confirmed = ConfirmedLengthFile.begun(self.path.parent, last)
            if not is_marked(self._open_database):
                mark(self._open_database)
        except OSError as error:  # the next entry is refused until it can
            log.warning("%s: how long it is cannot be written: %s", self.path, error.strerror or error)

    def _parsed(self, number: int, body: str) -> Entry:
        try:
            return parse_entry(body)
        except EntryError as error:
            raise JournalError(
                f"{self.path}: entry {number} is intact but unknown to this version ({error}): a newer Thera wrote it;"
                " nothing was changed. Install the newer one again, or choose another folder with --data"
            ) from error

    def _explain(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"{self.path}: in use by another table; stop that one or choose another folder with --data"
        return f"{self.path}: cannot be used: {error}"


def _is_read_only(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF == sqlite3.SQLITE_READONLY


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
    """The fewest entries that lead to this state; None while it has a game that they cannot hold."""
    if saved.ended or (saved.game is not None and saved.game.plies):
        return None
    entries = tuple(_lobby(saved) + _beginning(saved))
    return entries if replay(entries) == saved else None


def _lobby(saved: SavedState) -> list[Entry]:
    # The settings even if they are the default ones: those that are configured for a new table must not replace them.
    entries: list[Entry] = [JournalShortened(saved.starts), SettingsChosen(saved.settings)]
    if saved.options != GameOptions():
        entries.append(OptionsChosen(saved.options))
    for player in saved.seating.players:
        if player.mark:
            entries.append(SeatTaken(player.seat, player.name, player.mark))
        if player.level is not None:
            entries.append(TablePlays(player.seat, player.level))
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
        entries.append(saved.mended)
    return entries


def _beginning(saved: SavedState) -> list[Entry]:
    """The beginning of a draft, of a game without powers, or of a game of a match."""
    if saved.size is None:
        return []
    if saved.drafting_apart and saved.draft is not None:
        return [DraftedApart(draft_record(saved.draft))]
    begun: Entry = GameBegan(saved.size)
    if saved.match is not None and saved.match.current and saved.game is not None:
        begun = GameBeganApart(saved.match.began, setup_form(saved.game.setup))
    return [begun, *([] if saved.name is None else [GameNamed(saved.name)])]
