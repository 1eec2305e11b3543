"""A journal that has become long begins anew between two games, and nobody at the table notices."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.setup import PowerName
from table.session.commands import AbandonGame, BeginGame, ChooseOptions, ChooseSettings, HandHost, OfferPowers, Rematch
from table.session.evolve import replay
from table.session.journal_entries import BoardTurned, JournalShortened, Opened
from table.session.rematch import RematchKind
from table.session.session_events import GameSaved
from table.settings.game_options import ClockRule, GameOptions
from table.settings.table_settings import TableSettings
from table.storage.journal import Journal, NotWrittenError, shortened
from table.storage.startup import resume
from tests.table.runtime.long_life import grow_old
from tests.table.session.reduced_table import ANN, ORANGE, WITH_POWERS, Runner, finish_placing, play_on, playing, seated

NAME = "20260101T000000Z-1"


def set_up() -> Runner:
    table = seated()
    table.do(ANN, ChooseSettings(TableSettings("Oia", brightness=45, greeted=True)))
    table.do(ANN, ChooseOptions(GameOptions(powers=True, clock=ClockRule(20, 5))))
    table.do(ANN, HandHost(ORANGE))
    table.entries.append(BoardTurned(3))
    return table


def given_up() -> Runner:
    table = playing()
    table.do(ANN, AbandonGame())
    return table


def drafting() -> Runner:
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame())
    return table


def offered() -> Runner:
    table = drafting()
    table.do(ANN, OfferPowers((PowerName("apollo"), PowerName("pan"))))
    return table


def placing() -> Runner:
    table = seated()
    table.name = NAME
    table.do(ANN, BeginGame())
    return table


@pytest.mark.parametrize("between", [Runner, seated, set_up, given_up, drafting, placing])
def test_between_games_the_table_is_told_by_few_entries(between: Callable[[], Runner]) -> None:
    saved = replay(between().entries)
    entries = shortened(saved)
    assert entries is not None
    assert replay(entries) == saved
    assert len(entries) < 12


@pytest.mark.parametrize("within", [playing, offered])
def test_a_game_that_goes_on_is_not_shortened(within: Callable[[], Runner]) -> None:
    assert shortened(replay(within().entries)) is None


def test_a_finished_game_stays_in_the_journal_until_it_is_kept() -> None:
    table = placing()
    finish_placing(table)
    play_on(table, random.Random(2))  # noqa: S311 - for a test
    table.do(ANN, Rematch(RematchKind.LOBBY))
    assert shortened(replay(table.entries)) is None
    table.feed(GameSaved(NAME))
    assert shortened(replay(table.entries)) is not None


def test_a_long_journal_begins_anew_when_a_game_is_over_and_its_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.storage.journal.LONG", 100)
    chance = random.Random(5)  # noqa: S311 - for a test
    ages = list(grow_old(tmp_path, 8, 1, chance))
    assert ages[-1].steps > 8 * 30
    with Journal(tmp_path) as journal:
        saved = resume(journal)
        assert journal.count < 400
        assert isinstance(journal.entries[0], JournalShortened)
    assert [sitter.name for sitter in saved.seating.players] == ["Ann", "Ben"]
    assert len(list((tmp_path / "games").iterdir())) == 8


def test_without_room_a_long_journal_goes_on_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated()
    with Journal(tmp_path) as journal:
        journal.append(*table.entries)
        monkeypatch.setattr("table.storage.journal.replace_file", full)
        with pytest.raises(NotWrittenError, match="No space left"):
            journal.replace_all(JournalShortened(1))
        journal.append(Opened())
    monkeypatch.undo()
    with Journal(tmp_path) as journal:
        assert journal.entries == (*table.entries, Opened())


def full(_path: Path, _bodies: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
