"""The journal of a table in a match is compacted as any other: when a game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.session.journal_entries import JournalShortened, evolve
from table.session.lobby import Rematch
from table.session.rematch import RematchKind
from table.session.saved_state import SavedState
from tests.online.match.families import ListedBroker, are_level, begin, paired, play, settle


def test_a_long_journal_is_compacted_when_the_next_game_of_a_match_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = ListedBroker()
    tables = here, there = paired(broker, tmp_path)
    begin(broker, tables)
    play(broker, tables)
    monkeypatch.setattr("table.storage.journal.LONG", 30)
    assert all(table.journal.count > 30 for table in tables)
    here.does(Rematch(RematchKind.SWAPPED))
    settle(broker, here, there)
    for table in tables:
        assert isinstance(table.journal.entries[0], JournalShortened)
        assert table.journal.count < 20
    play(broker, tables, turns=6)
    assert are_level(tables)
    for table in tables:
        saved = SavedState()
        for entry in table.journal.entries:
            saved = evolve(saved, entry)
        assert saved == table.saved
