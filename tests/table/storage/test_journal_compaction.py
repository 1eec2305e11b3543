"""A journal that has become long begins anew between two games, and nobody at the table notices."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from engine.setup import PowerName
from table.session.archive import GameSaved
from table.session.drafting import OfferPowers
from table.session.journal_entries import BoardTurned, JournalShortened, Opened, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, Rematch
from table.session.rematch import RematchKind
from table.session.seating import HandHost
from table.session.table_setup import ChooseSettings
from table.settings.options import ClockRule, GameOptions, TableSettings
from table.storage.journal import FILE_NAME, LONG, Journal, NotWrittenError, resume, shorten, shortened
from tests.table.runtime.long_life import grow_old
from tests.table.session.reduced_table import ANN, ORANGE, WITH_POWERS, Runner, finish_placing, play_on, playing, seated
from tests.table.storage.small_disk import mounted

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
    tmp_path: Path,
) -> None:
    chance = random.Random(5)  # noqa: S311 - for a test
    ages = list(grow_old(tmp_path, 4, 1, chance))
    assert ages[-1].steps > 4 * 30
    with Journal(tmp_path) as journal:
        saved = resume(journal)
        assert journal.count < 400
        assert isinstance(journal.entries[0], JournalShortened)
    assert [sitter.name for sitter in saved.seating.players] == ["Ann", "Ben"]
    assert len(list((tmp_path / "games").iterdir())) == 4


def test_without_room_a_long_journal_goes_on_as_it_is_and_is_compacted_later(tmp_path: Path) -> None:
    saved, held = replay(given_up().entries), (*given_up().entries, *[Opened()] * LONG)
    with mounted(tmp_path) as disk:
        folder = disk.folder / "thera"
        with Journal(folder) as journal:
            journal.append(*held)
            disk.fill()
            shorten(journal, saved)
            assert journal.entries[: journal.count] == held
            with pytest.raises(NotWrittenError):
                journal.append(Opened())
            disk.free()
            journal.append(Opened())
        with Journal(folder) as journal:
            assert (journal.entries, journal.mended) == ((*held, Opened()), None)
            shorten(journal, saved)
            assert replay(journal.entries) == saved
            assert journal.count < 12


class Cut(BaseException):
    """The power is cut."""


STEPS = ("replace", "link", "unlink", "fsync")
"""What a compaction asks of the system, apart from SQLite."""


def test_a_power_cut_at_each_step_of_it_leaves_the_entries_of_before_or_the_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tuple(given_up().entries)
    few = shortened(replay(before))
    assert few is not None
    found = []
    for last in count(1):
        folder = tmp_path / str(last)
        with Journal(folder) as journal:
            journal.append(Opened())
            journal.replace_all(*before)  # there is one of before already, as there always is but once
            with monkeypatch.context() as patched:
                cuts_power(patched, at=last)
                try:
                    journal.replace_all(*few)
                    break
                except Cut:
                    pass
        with Journal(folder) as journal:
            assert journal.mended is None
            assert journal.entries in (before, few)
            found.append(journal.entries == few)
            journal.append(Opened())
    assert found == sorted(found), "the old ones until the new file is whole"
    assert set(found) == {False, True}


def cuts_power(patched: pytest.MonkeyPatch, at: int) -> None:
    """At this step."""
    steps = count(1)

    def counted(do: Callable[..., object]) -> Callable[..., object]:
        def step(*given: object, **named: object) -> object:
            if next(steps) >= at:
                raise Cut
            return do(*given, **named)

        return step

    for name in STEPS:
        patched.setattr(os, name, counted(getattr(os, name)))


@pytest.mark.parametrize("damage", [lambda _: b"", lambda whole: b"\x55" * len(whole), None])
def test_a_table_whose_journal_is_lost_goes_on_from_the_one_before(
    tmp_path: Path, damage: Callable[[bytes], bytes] | None
) -> None:
    table = given_up()
    with Journal(tmp_path) as journal:
        journal.append(*table.entries)
        held, saved = journal.count, replay(table.entries)
        few = shortened(saved)
        assert few is not None
        journal.replace_all(*few)
        journal.append(Opened())
    path = tmp_path / FILE_NAME
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))
    with Journal(tmp_path) as journal:
        assert journal.mended is not None
        assert journal.mended.kept == held
        assert journal.entries == (*table.entries, journal.mended)
        assert replace(replay(journal.entries), mended=None) == saved
