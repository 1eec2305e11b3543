from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Done
from engine.notation.action_form import parse_action
from engine.seats import Seat
from engine.setup import PowerName
from table.session.board_choice import BoardKind
from table.session.journal_entries import (
    Acted,
    BoardChanged,
    BoardTurned,
    ClockPaused,
    Entry,
    GameAbandoned,
    GameBegan,
    JournalMended,
    JournalShortened,
    MendingRead,
    NamesRemembered,
    Opened,
    OptionsChosen,
    PositionCorrected,
    PowerChosen,
    PowersOffered,
    PowersVoted,
    RematchAgreed,
    SeatLeft,
    SeatTaken,
    StartPlayerNamed,
    StepUndone,
    TableCleared,
    TimeUsed,
    TurnConfirmed,
    TurnTakenBack,
)
from table.session.rematch import RematchKind
from table.settings.options import ClockRule, Confirm, GameOptions
from table.storage.entry_format import EntryError, entry_text, parse_entry
from table.storage.journal import FILE_NAME, Journal, JournalError

EVERY_KIND: tuple[Entry, ...] = (
    Opened(),
    TableCleared(),
    SeatTaken(Seat.BLUE, "Änn “the” {bold}", "ab12"),
    SeatLeft(Seat.BLUE),
    OptionsChosen(GameOptions(powers=True)),
    GameBegan(),
    JournalMended(17, "journal.sqlite3.damaged-20260301T191205Z"),
    JournalShortened(12),
    MendingRead(),
    NamesRemembered(("Änn", "Bo")),
    GameBegan(size=4),
    PowersVoted(Seat.BLUE, (PowerName("apollo"), PowerName("pan")), done=False),
    PowersVoted(Seat.ORANGE, (), done=True),
    PowersOffered((PowerName("apollo"), PowerName("pan"))),
    PowerChosen(PowerName("pan")),
    StartPlayerNamed(Seat.ORANGE),
    StartPlayerNamed(Seat.ORANGE, seed=7),
    Acted((parse_action("b2-c3"), parse_action("c3^c4"), Done())),
    StepUndone(),
    PositionCorrected(((6, Seat.BLUE), (18, Seat.ORANGE)), ((12, 2), (24, 4))),
    BoardTurned(2),
    BoardChanged(BoardKind.REAL),
    TurnConfirmed(),
    TimeUsed(Seat.BLUE, 61_250),
    ClockPaused(paused=True),
    ClockPaused(paused=False),
    TurnTakenBack(3),
    OptionsChosen(GameOptions(powers=True, confirm=Confirm.AT_ONCE, clock=ClockRule(20, 5))),
    RematchAgreed(),
    RematchAgreed(RematchKind.SWAPPED, seed=9),
    GameAbandoned(),
)


def fill(folder: Path) -> Path:
    with Journal(folder) as journal:
        for entry in EVERY_KIND:
            journal.append(entry)
    return folder / FILE_NAME


@pytest.mark.parametrize("entry", EVERY_KIND, ids=lambda entry: type(entry).__name__)
def test_an_entry_and_its_text_are_the_same(entry: Entry) -> None:
    assert parse_entry(entry_text(entry)) == entry


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '"acted"',
        '{"entry":7}',
        '{"entry":"flown"}',
        '{"entry":"acted"}',
        '{"entry":"position_corrected"}',
        '{"entry":"position_corrected","position":"b2-c3"}',
        '{"entry":"position_corrected","position":"correct=b2:green"}',
        '{"entry":"board_turned","quarters":4}',
        '{"entry":"board_turned"}',
        '{"entry":"acted","actions":["b9-c3"]}',
        '{"entry":"seat_left","seat":"green"}',
        '{"entry":"options_chosen","powers":1}',
        '{"entry":"options_chosen","options":{"clock":{"minutes":61,"increment":0}}}',
        '{"entry":"time_used","seat":"blue","ms":-1}',
        '{"entry":"turn_taken_back","plies":true}',
        '{"entry":"rematch_agreed","kind":"never"}',
        '{"entry":"clock_paused"}',
        '{"entry":"game_began","size":6}',
        '{"entry":"game_began","size":"5"}',
        "[" * 100_000,
        f'{{"entry":"turn_taken_back","plies":{"9" * 5000}}}',
    ],
    ids=lambda text: text[:60],
)
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(EntryError):
        parse_entry(text)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def read_or_refused(text: str) -> None:
    with suppress(EntryError):
        entry = parse_entry(text)
        assert parse_entry(entry_text(entry)) == entry


@given(st.data(), st.sampled_from(EVERY_KIND), st.sampled_from(EVERY_KIND))
def test_an_entry_with_a_foreign_field_is_read_or_refused(data: st.DataObject, entry: Entry, other: Entry) -> None:
    fields, foreign = json.loads(entry_text(entry)), json.loads(entry_text(other))
    name = data.draw(st.sampled_from(sorted(fields)))
    fields[name] = data.draw(st.sampled_from(list(foreign.values())) | ANYTHING)
    read_or_refused(json.dumps(fields))


@given(st.text() | ANYTHING.map(json.dumps))
def test_whatever_stands_in_a_journal_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


def test_a_game_of_the_time_when_there_was_one_size_of_board_was_played_on_that() -> None:
    assert parse_entry('{"entry":"game_began"}') == GameBegan(size=5)


def test_entries_come_back_in_order(tmp_path: Path) -> None:
    fill(tmp_path)
    with Journal(tmp_path) as journal:
        assert journal.entries == EVERY_KIND
        journal.append(Opened())
    with Journal(tmp_path) as journal:
        assert journal.entries == (*EVERY_KIND, Opened())


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = fill(tmp_path / "new" / "folder")
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def change(path: Path, statement: str) -> bytes:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(statement)
    database.close()
    return path.read_bytes()


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    other = change(path, "CREATE TABLE recipes (title TEXT)")
    with pytest.raises(JournalError, match="not a journal of Thera"):
        Journal(tmp_path)
    assert path.read_bytes() == other
    assert os.listdir(tmp_path) == [FILE_NAME]


def test_one_table_at_a_time(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Opened())
        other = subprocess.run(
            [
                sys.executable,
                "-c",
                f"from table.storage.journal import *; from pathlib import *; Journal(Path({str(tmp_path)!r}))",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert other.returncode != 0
        assert "in use by another table" in other.stderr
        with pytest.raises(JournalError, match="in use by another table"):
            Journal(tmp_path)
        journal.append(Opened())
    with Journal(tmp_path) as journal:
        assert len(journal.entries) == 2


def test_a_folder_that_cannot_be_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot store the journal there"):
        Journal(tmp_path / "file" / "folder")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="cannot store the journal there"):
        Journal(tmp_path)


def test_each_entry_is_on_the_disk_before_append_returns(tmp_path: Path) -> None:
    """What a second machine would find, had the power failed right then: the files as they are, without a close."""
    with Journal(tmp_path / "now") as journal:
        for count, entry in enumerate(EVERY_KIND, start=1):
            journal.append(entry)
            shutil.copytree(tmp_path / "now", tmp_path / f"after{count}")
    for count in range(1, len(EVERY_KIND) + 1):
        with Journal(tmp_path / f"after{count}") as found:
            assert found.entries == EVERY_KIND[:count]
