"""A journal that is not as it was written: what is right in it goes on, the file itself stays, and it is said."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from engine.notation.action_form import parse_action
from engine.seats import Seat
from table.session.journal_entries import Acted, Entry, GameBegan, JournalMended, Opened, SeatTaken
from table.storage import journal_file
from table.storage.entry_format import entry_text
from table.storage.journal import FILE_NAME, Journal, JournalError, resume
from table.storage.journal_file import CONFIRMED, ConfirmedLength, chained, replace_file, write_confirmed

ENTRIES: tuple[Entry, ...] = tuple(
    SeatTaken(tuple(Seat)[number % 4], f"Ännchen {number}", f"{number:064x}") for number in range(200)
)
"""As many as fill some ten pages of the file."""
PAGE = 4096
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder made by tempfile is in it
FORMAT_AND_OWNER = {*range(60, 64), *range(68, 72)}
"""Bytes of SQLite's header that say which program's file it is, and of which format: nothing else does."""


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in memory, where thousands of syncs cost nothing; what the journal itself needs for a while, too."""
    monkeypatch.setattr(tempfile, "tempdir", str(MEMORY) if MEMORY.is_dir() else None)
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a journal that was closed."""
    folder = tmp_path_factory.mktemp("written")
    with Journal(folder) as journal:
        journal.append(*ENTRIES)
    return (folder / FILE_NAME).read_bytes()


def put(folder: Path, content: bytes) -> None:
    """Let a folder have a journal with this content; as long as nobody wrote more, all of `ENTRIES` were confirmed."""
    (folder / FILE_NAME).write_bytes(content)
    if not (folder / CONFIRMED).exists():
        last = chained(map(entry_text, ENTRIES))[-1]
        write_confirmed(folder / CONFIRMED, ConfirmedLength(last.number, last.checksum))


def opened(folder: Path, content: bytes) -> tuple[tuple[Entry, ...], JournalMended | None]:
    """The entries of a journal with this content, without the note of what became of it, and that note."""
    put(folder, content)
    with Journal(folder) as journal:
        held, mended = journal.entries, journal.mended
        journal.append(Opened())
    with Journal(folder) as journal:
        assert journal.entries == (*held, Opened())
        assert journal.mended is None
    return (held if mended is None else held[:-1]), mended


def aside(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob(f"{FILE_NAME}.damaged-*") if not path.name.endswith("-wal"))


def is_beginning(entries: tuple[Entry, ...]) -> bool:
    return entries == ENTRIES[: len(entries)]


def change(path: Path, statement: str) -> bytes:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(statement)
    database.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("UPDATE entries SET body = replace(body, 'Ännchen', 'Ben') WHERE number = 3", 2),
        ("UPDATE entries SET checksum = 'ab' WHERE number = 77", 76),
        ("DELETE FROM entries WHERE number = 1", 0),
        ("DELETE FROM entries WHERE number = 5", 4),
        ("UPDATE entries SET number = 999 WHERE number = 14", 13),
        ("DROP TABLE entries", 0),
    ],
)
def test_what_is_before_the_first_bad_entry_goes_on(tmp_path: Path, written: bytes, statement: str, kept: int) -> None:
    (tmp_path / "changed").write_bytes(written)
    damaged = change(tmp_path / "changed", statement)
    entries, mended = opened(tmp_path, damaged)
    assert entries == ENTRIES[:kept]
    [bad] = aside(tmp_path)
    assert mended == JournalMended(kept, bad.name)
    assert bad.read_bytes() == damaged


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        pytest.param(lambda _: b"", 0, id="nothing"),
        pytest.param(lambda _: b"not a database at all" * 100, 0, id="garbage"),
        pytest.param(lambda whole: whole[:100], 0, id="header-alone"),
        pytest.param(lambda whole: bytes(len(whole)), 0, id="zeros"),
        pytest.param(lambda whole: os.urandom(PAGE) + whole[PAGE:], len(ENTRIES), id="first-page"),
        pytest.param(lambda whole: bytes(PAGE) + whole[PAGE:], len(ENTRIES), id="first-page-of-zeros"),
        pytest.param(lambda whole: whole[:PAGE] + b"\x55" * (len(whole) - PAGE), 0, id="all-other-pages"),
    ],
)
def test_garbage_is_set_aside(tmp_path: Path, written: bytes, content: Callable[[bytes], bytes], kept: int) -> None:
    damaged = content(written)
    entries, mended = opened(tmp_path, damaged)
    assert entries == ENTRIES[:kept]
    [bad] = aside(tmp_path)
    assert mended == JournalMended(kept, bad.name)
    assert bad.read_bytes() == damaged


def test_a_journal_that_is_cut_off_anywhere_keeps_its_beginning(tmp_path: Path, written: bytes) -> None:
    kept = []
    for length in range(0, len(written), 1500):
        folder = tmp_path / str(length)
        folder.mkdir()
        entries, mended = opened(folder, written[:length])
        assert is_beginning(entries)
        assert mended is not None
        kept.append(len(entries))
    assert max(kept) > len(ENTRIES) // 2
    assert kept[0] == 0


def outcome(folder: Path, written: bytes, place: int, value: int) -> str:
    """What becomes of a journal one byte of which was changed."""
    folder.mkdir()
    damaged = bytearray(written)
    damaged[place] = value
    entries, mended = opened(folder, bytes(damaged))
    assert is_beginning(entries)
    if mended is None:
        assert entries == ENTRIES
        return "whole"
    assert aside(folder)[0].read_bytes() == damaged
    return "mended"


@pytest.mark.parametrize("value", [0x8A, pytest.param(0x00, marks=pytest.mark.slow)])
def test_whichever_byte_of_the_first_page_is_changed_the_table_goes_on(
    memory: Path, written: bytes, value: int
) -> None:
    """Its header says which program's file this is and of which format, its other texts name the tables."""
    texts = {place for found in re.finditer(rb"CREATE[ -~]+", written[:PAGE]) for place in range(*found.span())}
    start = min(texts)  # between the header and these texts nothing is written
    told = {place: outcome(memory / str(place), written, place, value) for place in (*range(120), *range(start, PAGE))}
    changed = {place for place in told if written[place] != value}
    assert {told[place] for place in changed} == {"whole", "mended"}
    assert all(told[place] == "mended" for place in changed & {*range(17), *FORMAT_AND_OWNER, *texts})
    assert all(told[place] == "whole" for place in {*told} - changed)


def test_whichever_other_byte_is_changed_all_before_it_is_kept(memory: Path, written: bytes) -> None:
    chance = random.Random(5)  # noqa: S311 - places to try, no secret
    places = chance.sample(range(120, len(written)), 80)
    told = {outcome(memory / str(place), written, place, written[place] ^ 0x55) for place in places}
    assert told == {"whole", "mended"}


@pytest.mark.slow
def test_all_bytes_of_the_first_page_one_by_one(memory: Path, written: bytes) -> None:
    for value in (0x8A, 0xFF, 0x20):
        for place in range(PAGE):
            outcome(memory / f"{value}-{place}", written, place, value)
            shutil.rmtree(memory / f"{value}-{place}")


def after_a_power_cut(tmp_path: Path, written: bytes, more: int) -> Path:
    """The folder of a table that had written so many more entries, one by one, when the plug was pulled: they are in
    SQLite's log."""
    living, dead = tmp_path / "living", tmp_path / "dead"
    living.mkdir()
    put(living, written)
    with Journal(living) as journal:
        for _ in range(more):
            journal.append(Opened())
        shutil.copytree(living, dead)
    return dead


def test_what_is_in_sqlites_log_goes_on_beside_a_damaged_file(tmp_path: Path, written: bytes) -> None:
    dead = after_a_power_cut(tmp_path, written, 1)
    content = bytearray((dead / FILE_NAME).read_bytes())
    content[0:16] = b"no longer SQLite"
    entries, mended = opened(dead, bytes(content))
    assert mended is not None
    assert entries == (*ENTRIES, Opened())


def test_entries_that_are_lost_from_the_middle_of_sqlites_log_are_noticed(tmp_path: Path, written: bytes) -> None:
    """SQLite reads its log up to the first part that is not right, and says nothing of what comes after."""
    dead = after_a_power_cut(tmp_path, written, 5)
    log = dead / f"{FILE_NAME}-wal"
    damaged = bytearray(log.read_bytes())
    damaged[32 + 2 * (24 + PAGE) + 100] ^= 0xFF
    log.write_bytes(damaged)
    entries, mended = opened(dead, (dead / FILE_NAME).read_bytes())
    assert mended == JournalMended(len(entries), aside(dead)[0].name)
    assert len(ENTRIES) <= len(entries) < len(ENTRIES) + 5
    assert (dead / f"{mended.aside}-wal").read_bytes() == damaged


def test_only_its_owner_can_read_sqlites_log_of_a_damaged_journal(tmp_path: Path, written: bytes) -> None:
    """The folder may be one that was there before and that everybody can look into."""
    dead = after_a_power_cut(tmp_path, written, 1)
    dead.chmod(0o755)
    _, mended = opened(dead, b"garbage")
    assert mended is not None
    assert (dead / f"{mended.aside}-wal").stat().st_mode & 0o077 == 0


def test_each_damage_has_a_name_of_its_own(tmp_path: Path) -> None:
    for _ in range(3):
        opened(tmp_path, b"garbage")
    assert len(aside(tmp_path)) == 3


@pytest.mark.parametrize("stopped", ["before", "between"])
def test_a_power_cut_while_the_good_part_is_saved_loses_nothing(
    tmp_path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch, stopped: str
) -> None:
    """The new file is whole when the plug is pulled: before it could take its place, or after the old log was gone."""
    damaged = written[: 4 * PAGE]
    put(tmp_path, damaged)

    class Cut(BaseException):
        pass

    def cut(path: Path) -> None:
        if stopped == "between":
            (path.parent / f"{FILE_NAME}-wal").unlink(missing_ok=True)
        raise Cut

    with monkeypatch.context() as patched:
        patched.setattr(journal_file, "finish_replacing", cut)
        with pytest.raises(Cut):
            Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == damaged
    with Journal(tmp_path) as journal:
        assert journal.entries
        assert is_beginning(journal.entries[:-1])
        assert isinstance(journal.entries[-1], JournalMended)


def test_a_newer_journal_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as later:
        later.setattr(journal_file, "FORMAT", 2)
        later.setattr("table.storage.journal.FORMAT", 2)
        with Journal(tmp_path) as journal:
            journal.append(*ENTRIES)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(JournalError, match="newer Thera") as told:
        Journal(tmp_path)
    assert "\n" not in str(told.value)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("form", [1, 2])
def test_what_the_header_says_of_the_format_has_to_fit_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: int
) -> None:
    """A damaged byte is no newer Thera; this holds for the next format as it does for this one."""
    monkeypatch.setattr(journal_file, "FORMAT", form)
    monkeypatch.setattr("table.storage.journal.FORMAT", form)
    with Journal(tmp_path) as journal:
        journal.append(*ENTRIES)
    for number in range(1, 4):
        change(tmp_path / FILE_NAME, f"PRAGMA user_version={form + number}")
        with Journal(tmp_path) as journal:
            assert len(journal.entries) == len(ENTRIES) + number
            assert journal.mended is not None


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    before = change(tmp_path / FILE_NAME, "CREATE TABLE entries (number, body, checksum)")
    with pytest.raises(JournalError, match="not a journal"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_an_entry_of_a_newer_thera_is_no_damage(tmp_path: Path) -> None:
    replace_file(tmp_path / FILE_NAME, [entry_text(Opened()), '{"entry":"flown","to":"the moon"}'])
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="newer Thera"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert not aside(tmp_path)


def twice(body: str) -> Iterable[str]:
    """A step to the next format: of each start there are two entries, of a game that began none."""
    return () if "game_began" in body else (body, body)


def test_a_journal_of_an_older_format_goes_on_in_todays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Opened(), GameBegan())
    before = (tmp_path / FILE_NAME).read_bytes()
    monkeypatch.setattr(journal_file, "FORMAT", 2)
    monkeypatch.setattr("table.storage.journal.FORMAT", 2)
    monkeypatch.setitem(journal_file.MIGRATIONS, 1, twice)
    with Journal(tmp_path) as journal:
        assert journal.entries == (Opened(), Opened())
        assert journal.renewed is not None
        assert journal.mended is None
        kept = tmp_path / journal.renewed
        journal.append(Opened())
    assert kept.name.startswith(f"{FILE_NAME}.format-1-")
    assert kept.read_bytes() == before
    with Journal(tmp_path) as journal:
        assert journal.entries == (Opened(), Opened(), Opened())
        assert journal.renewed is None


def test_a_damaged_journal_of_an_older_format_is_mended_and_migrated(
    tmp_path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_file, "FORMAT", 2)
    monkeypatch.setattr("table.storage.journal.FORMAT", 2)
    monkeypatch.setitem(journal_file.MIGRATIONS, 1, lambda body: (body,))
    (tmp_path / "changed").write_bytes(written)
    entries, mended = opened(tmp_path, change(tmp_path / "changed", "DELETE FROM entries WHERE number = 5"))
    assert entries == ENTRIES[:4]
    assert mended is not None


def test_a_journal_that_is_too_old_is_left_alone(
    tmp_path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, written)
    monkeypatch.setattr(journal_file, "FORMAT", 2)  # to which no step leads from the first one
    monkeypatch.setattr("table.storage.journal.FORMAT", 2)
    with pytest.raises(JournalError, match="too old"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == written


def test_what_the_rules_do_not_allow_is_given_up_and_the_rest_goes_on(tmp_path: Path) -> None:
    """As after an update that mends a rule: the table starts, and the game as it was is kept aside."""
    with Journal(tmp_path) as journal:
        journal.append(Opened(), Acted((parse_action("@a1"),)), Opened())
    with Journal(tmp_path) as journal:
        before = journal.entries
        saved = resume(journal)
        assert saved.mended == journal.mended
        assert journal.mended is not None
        assert journal.mended.kept == 1
        held = (Opened(), journal.mended, Opened())
    (tmp_path / "other").mkdir()
    with Journal(tmp_path) as journal:
        assert journal.entries == held
    shutil.copyfile(aside(tmp_path)[0], tmp_path / "other" / FILE_NAME)
    shutil.copyfile(tmp_path / CONFIRMED, tmp_path / "other" / CONFIRMED)
    with Journal(tmp_path / "other") as other:
        assert other.entries[:3] == before
