"""A journal that has become long begins anew between two games, and nobody at the table notices."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.setup import PowerName
from table.commands import (
    AbandonGame,
    BeginGame,
    ChooseOptions,
    ChooseSettings,
    HandHost,
    OfferPowers,
    Rematch,
)
from table.entries import BoardTurned
from table.evening import replay
from table.events import Kept
from table.options import ClockRule, Options
from table.rematch import RematchKind
from table.settings import Settings
from table.shortening import shortened
from tests.table.paper_table import ANN, ORANGE, WITH_POWERS, Runner, finish_placing, play_on, playing, seated

NAME = "20260101T000000Z-1"


def set_up() -> Runner:
    table = seated()
    table.do(ANN, ChooseSettings(Settings("Oia", brightness=45, greeted=True)))
    table.do(ANN, ChooseOptions(Options(powers=True, clock=ClockRule(20, 5))))
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
    evening = replay(between().entries)
    entries = shortened(evening)
    assert entries is not None
    assert replay(entries) == evening
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
    table.feed(Kept(NAME))
    assert shortened(replay(table.entries)) is not None
