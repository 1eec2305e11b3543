"""A journal that was damaged is told to the host alone, until the host has read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.message import Message
from table.session.answers import Accepted, Refusal
from table.session.journal_entries import JournalMended, MendingRead, Opened, TableCleared, replay
from table.session.session_events import DiskFull, EntryDecided
from table.session.table_setup import DismissMending
from table.session.table_state import TableState
from table.session.turns import Act
from table.storage.journal import FILE_NAME, Journal, resume
from tests.table.session.reduced_table import ANN, BEN, EVE, Runner, playing, refusal, seated

MENDED = JournalMended(17, "journal.sqlite3.damaged-20260301T191205Z")
TOLD = Message("storage.mended", (("file", MENDED.aside), ("kept", "17")))


def mended() -> Runner:
    table = seated()
    table.feed(EntryDecided(MENDED))
    return table


def test_the_host_alone_is_told_and_may_have_read_it() -> None:
    table = mended()
    assert [table.seen(marks).mended for marks in (ANN, BEN, EVE)] == [TOLD, None, None]
    assert refusal(table.ask(BEN, DismissMending())) == (Refusal.HOST_ONLY, True)
    table.do(ANN, DismissMending())
    assert table.seen(ANN).mended is None
    assert refusal(table.ask(ANN, DismissMending())) == (Refusal.NOT_NOW, False)


def test_it_is_told_until_it_is_read_whatever_happens_to_the_table() -> None:
    assert replay([MENDED, Opened(), TableCleared()]).mended == MENDED
    assert replay([MENDED, MendingRead()]).mended is None


def test_it_disturbs_no_game() -> None:
    table = playing()
    table.feed(EntryDecided(MENDED))
    seen = table.state.version
    table.do(ANN, DismissMending())
    assert isinstance(table.ask(ANN, Act(table.state.saved.game.legal_actions()[0]), seen), Accepted)  # type: ignore[union-attr]  # there is a game


def test_everyone_is_told_that_nothing_can_be_written_now() -> None:
    table = seated()
    table.feed(DiskFull("database or disk is full"))
    told = Message("storage.full", (("detail", "database or disk is full"),))
    assert [table.seen(marks).unwritten for marks in (ANN, EVE)] == [told, told]
    table.feed(DiskFull(None))
    assert table.seen(EVE).unwritten is None


def test_it_is_said_where_the_table_is_started(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"garbage")
    with Journal(tmp_path) as journal:
        state = TableState.opening(resume(journal))
    assert state.saved.mended == journal.mended
    assert "was damaged; the table continues with its first 0 entries, and the damaged file is now" in caplog.text
