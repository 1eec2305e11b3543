"""The journal knows how long it is: whatever of its files is cut, emptied, changed or gone, no entry that was confirmed
is lost without a word."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from engine.seats import Seat
from table.session.journal_entries import Entry, Opened, SeatTaken
from table.storage.entry_format import entry_text
from table.storage.journal import FILE_NAME, Journal
from table.storage.journal_file import (
    APPLICATION,
    CONFIRMED,
    ConfirmedLength,
    chained,
    read_confirmed,
    write_confirmed,
)

ENTRIES: tuple[Entry, ...] = tuple(
    SeatTaken(tuple(Seat)[number % 4], f"Ännchen {number}", f"{number:064x}") for number in range(80)
)
LOG = f"{FILE_NAME}-wal"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder made by tempfile is in it
FILES = (FILE_NAME, LOG, CONFIRMED)
SCHEMA_BEFORE = "CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT NOT NULL, checksum TEXT NOT NULL) STRICT"
"""The whole of a journal as Thera wrote it before it knew of its length."""


@pytest.fixture
def tmp_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """In memory, where thousands of syncs cost nothing; what the journal itself needs for a while, too."""
    monkeypatch.setattr(tempfile, "tempdir", str(MEMORY) if MEMORY.is_dir() else None)
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table whose plug was pulled: half of its entries are in SQLite's file, half in its log."""
    living, dead = tmp_path_factory.mktemp("living"), tmp_path_factory.mktemp("dead") / "folder"
    with Journal(living) as journal:
        for entry in ENTRIES[:40]:
            journal.append(entry)
    with Journal(living) as journal:
        for entry in ENTRIES[40:]:
            journal.append(entry)
        shutil.copytree(living, dead)
    assert sorted(path.name for path in dead.iterdir()) == sorted(FILES)
    return dead


def found(folder: Path) -> int | None:
    """How many entries a damaged folder has kept, which was said; None if none is lost. Then it goes on as ever."""
    with Journal(folder) as journal:
        held, mended = journal.entries, journal.mended
        journal.append(Opened())
    kept = held if mended is None else held[:-1]
    assert kept == ENTRIES[: len(kept)]
    if mended is None:
        assert len(kept) == len(ENTRIES)
    else:
        assert mended.kept == len(kept)
        assert (folder / mended.aside).exists()
    with Journal(folder) as journal:
        assert journal.entries == (*held, Opened())
        assert journal.mended is None
    return None if mended is None else len(kept)


def test_nothing_is_lost_and_nothing_is_said_after_a_power_cut(tmp_path: Path, cut_off: Path) -> None:
    assert found(shutil.copytree(cut_off, tmp_path / "copy")) is None


@pytest.mark.parametrize("parts", [100, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_cut_off_anywhere_loses_no_entry_without_a_word(
    tmp_path: Path, cut_off: Path, name: str, parts: int
) -> None:
    whole = (cut_off / name).read_bytes()
    lengths = sorted({0, 1, len(whole) - 1, *(len(whole) * part // parts for part in range(parts))})
    told = {}
    for length in lengths:
        folder = shutil.copytree(cut_off, tmp_path / str(length))
        (folder / name).write_bytes(whole[:length])
        told[length] = found(folder)
    assert told[0] is not None  # and of others it depends on what was cut off and stands elsewhere, too
    if name == LOG:
        assert None not in told.values()


@pytest.mark.parametrize("gone", [each for size in (1, 2) for each in combinations(FILES, size)])
def test_whatever_is_gone_is_said(tmp_path: Path, cut_off: Path, gone: tuple[str, ...]) -> None:
    folder = shutil.copytree(cut_off, tmp_path / "copy")
    for name in gone:
        (folder / name).unlink()
    kept = found(folder)
    assert kept is not None
    if gone == (LOG,):
        assert kept == 40
    if gone == (CONFIRMED,):
        assert kept == 80


@pytest.mark.parametrize("gone", [FILE_NAME, CONFIRMED])
def test_a_journal_that_was_closed_does_not_lose_a_file_without_a_word(tmp_path: Path, gone: str) -> None:
    with Journal(tmp_path) as journal:
        journal.append(*ENTRIES)
    (tmp_path / gone).unlink()
    assert found(tmp_path) == (0 if gone == FILE_NAME else 80)


@pytest.mark.parametrize("places", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_whichever_bytes_are_changed_no_entry_is_lost_without_a_word(
    tmp_path: Path, cut_off: Path, places: int
) -> None:
    chance = random.Random(15)  # noqa: S311 - places to try, no secret
    whole = {name: (cut_off / name).read_bytes() for name in FILES}
    told = set()
    for number in range(places):
        name = FILES[number % 3]
        folder = shutil.copytree(cut_off, tmp_path / str(number))
        changed = bytearray(whole[name])
        place = chance.randrange(len(changed))
        changed[place] ^= chance.randrange(1, 256)
        (folder / name).write_bytes(changed)
        told.add(found(folder) is not None)
    assert told == {True, False}


def test_whichever_byte_of_a_header_is_changed_no_entry_is_lost_without_a_word(tmp_path: Path, cut_off: Path) -> None:
    """Of SQLite's log, of each eighth of its frames, and of the line with the confirmed length."""
    whole = {name: (cut_off / name).read_bytes() for name in (LOG, CONFIRMED)}
    frame = 24 + 4096
    frames = range(32, len(whole[LOG]) - 23, 8 * frame)
    places = [
        (LOG, place)
        for start, length in ((0, 32), *((at, 24) for at in frames))
        for place in range(start, start + length)
    ]
    places += [(CONFIRMED, place) for place in range(whole[CONFIRMED].index(b"\n") + 1)]
    for name, place in places:
        folder = shutil.copytree(cut_off, tmp_path / f"{name} {place}")
        changed = bytearray(whole[name])
        changed[place] ^= 0x8A
        (folder / name).write_bytes(changed)
        found(folder)


@pytest.mark.parametrize("changed", range(1, 9))
def test_the_last_entry_is_missed_if_it_was_confirmed(tmp_path: Path, cut_off: Path, changed: int) -> None:
    """SQLite takes what is wrong at the end of its log for a write that the power cut tore, and says nothing."""
    folder = shutil.copytree(cut_off, tmp_path / "copy")
    log = bytearray((folder / LOG).read_bytes())
    log[-500 * changed] ^= 0xFF
    (folder / LOG).write_bytes(log)
    assert found(folder) == 79


def test_a_write_that_was_torn_before_it_was_confirmed_is_no_loss(
    tmp_path: Path, cut_off: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    living = shutil.copytree(cut_off, tmp_path / "living")
    with Journal(living):
        pass  # now all are in the file, and the next one alone is in the log
    with Journal(living) as journal:
        monkeypatch.setattr(journal, "_confirm", lambda _rows: shutil.copytree(living, tmp_path / "dead"))
        journal.append(Opened())
    log = tmp_path / "dead" / LOG
    whole = log.read_bytes()
    for torn in (0, 1, 100, 3000, 5000):
        folder = shutil.copytree(tmp_path / "dead", tmp_path / str(torn))
        (folder / LOG).write_bytes(whole[: len(whole) - torn])
        with Journal(folder) as journal:
            assert journal.mended is None
            assert journal.entries == (*ENTRIES, *[Opened()] * (torn == 0))


def test_an_entry_whose_number_cannot_be_written_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The card fails between the entry and its number."""
    with Journal(tmp_path) as journal:
        journal.append(*ENTRIES[:3])

        def fail(_folder: Path, _confirmed: ConfirmedLength) -> None:
            raise OSError(5, "Input/output error")

        with monkeypatch.context() as patched:
            patched.setattr("table.storage.journal.confirm", fail)
            journal.append(*ENTRIES[3:5])
        assert "how long it is cannot be written: Input/output error" in caplog.text
        assert journal.count == 5
        journal.append(*ENTRIES[5:])
    assert found(tmp_path) is None


@pytest.mark.parametrize("number", [0, 40, 79])
def test_a_number_that_a_power_cut_left_behind_is_no_loss(tmp_path: Path, cut_off: Path, number: int) -> None:
    """It is not synced, so that it may be some seconds old."""
    folder = shutil.copytree(cut_off, tmp_path / "copy")
    rows = chained(map(entry_text, ENTRIES[:number]))
    write_confirmed(folder / CONFIRMED, ConfirmedLength.of(rows))
    assert found(folder) is None


def test_the_two_lines_of_earlier_versions_are_read(tmp_path: Path, cut_off: Path) -> None:
    """They wrote them in turn, each into a block of its own; a power cut may have torn one."""
    rows = chained(map(entry_text, ENTRIES))
    older, newest = (ConfirmedLength.of(rows[:number]).line.ljust(4096, b"\0") for number in (79, 80))
    for name, content in {"first": newest + older, "second": older + newest, "torn": b"7" * 4096 + newest}.items():
        folder = shutil.copytree(cut_off, tmp_path / name)
        (folder / CONFIRMED).write_bytes(content)
        assert read_confirmed(folder) == ConfirmedLength.of(rows)
        shutil.copytree(folder, tmp_path / f"{name} cut")
        assert found(folder) is None
        (tmp_path / f"{name} cut" / LOG).unlink()
        assert found(tmp_path / f"{name} cut") == 40


def journal_of_before(folder: Path, entries: tuple[Entry, ...]) -> None:
    """A journal as Thera wrote it before it knew of its length."""
    folder.mkdir()
    database = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
    database.execute(f"PRAGMA application_id={APPLICATION}")
    database.execute("PRAGMA user_version=1")
    database.execute("PRAGMA journal_mode=WAL")
    database.execute(SCHEMA_BEFORE)
    rows = [(row.number, row.body, row.checksum) for row in chained(map(entry_text, entries))]
    database.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    database.close()


def test_a_journal_of_before_opens_as_ever_and_knows_its_length_then(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    journal_of_before(folder, ENTRIES[:40])
    with Journal(folder) as journal:
        assert (journal.entries, journal.mended, journal.renewed) == (ENTRIES[:40], None, None)
        for entry in ENTRIES[40:]:
            journal.append(entry)
        shutil.copytree(folder, tmp_path / "dead")
    assert found(folder) is None
    for name in FILES:
        dead = shutil.copytree(tmp_path / "dead", tmp_path / f"without {name}")
        (dead / name).unlink()
        assert found(dead) is not None


def test_an_older_thera_may_write_meanwhile(tmp_path: Path) -> None:
    """As after an upgrade that was taken back: it adds entries and knows of no length."""
    with Journal(tmp_path) as journal:
        journal.append(*ENTRIES[:40])
    database = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    rows = chained(map(entry_text, ENTRIES))[40:]
    database.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(row.number, row.body, row.checksum) for row in rows])
    database.close()
    assert found(tmp_path) is None
