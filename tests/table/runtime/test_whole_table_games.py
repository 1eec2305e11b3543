"""Whole games in which the table plays one, several or all seats: with every power, three players, teams, the Golden
Fleece, and each kind of draft. Nothing raises, nobody waits for ever, and the journal leads to the same state."""

from __future__ import annotations

import random

import pytest

from engine import Seat
from engine.casting.catalogue import IMPOSSIBLE_PAIRS
from engine.setup import Bans, Edition, PowerName, Profile
from opponent.levels import LevelName
from table.session.lobby import BeginGame, ChooseOptions, LetTablePlay
from table.session.saved_state import TABLE_SEATS
from table.session.snapshot import Phase
from table.settings.options import DraftMode, GameOptions
from tests.engine.playing import FLEECE, FOUR, NAMES, THREE
from tests.sampling import one_in
from tests.table.runtime.watched_table import WatchedTable
from tests.table.session.sitting_down import sit_still

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE


def together(names: list[PowerName], count: int, seed: int) -> list[tuple[PowerName, ...]]:
    """Groups of different powers that may be played together, each power in one at least."""
    chance = random.Random(seed)  # noqa: S311 - repeatable chance, no secret
    groups = []
    for name in names:
        while True:
            group = (name, *chance.sample([each for each in names if each != name], count - 1))
            if not any(frozenset({one, other}) in IMPOSSIBLE_PAIRS for one in group for other in group):
                break
        groups.append(group)
    return groups


def played(table: WatchedTable) -> WatchedTable:
    table.plays_out()
    assert table.replays()
    assert table.saved.phase is Phase.OVER, f"left in turn {table.game.turn}"
    return table


@pytest.mark.parametrize("powers", one_in(8, together(NAMES, 2, 21)))
def test_every_power_against_another_the_table_plays_one_seat_or_both(powers: tuple[PowerName, ...]) -> None:
    seed = NAMES.index(powers[0])
    seats = ((BLUE,), (ORANGE,), (BLUE, ORANGE))[seed % 3]
    played(WatchedTable.set_up(powers, seats, seed=powers))


@pytest.mark.parametrize("powers", one_in(8, together(THREE, 3, 22), 3))
def test_three_players(powers: tuple[PowerName, ...]) -> None:
    seed = THREE.index(powers[0])
    seats = (TABLE_SEATS[1:3], TABLE_SEATS[:3], TABLE_SEATS[2:3])[seed % 3]
    played(WatchedTable.set_up(powers, seats, seed=powers))


@pytest.mark.parametrize("powers", one_in(8, together(FOUR, 4, 23), 5))
def test_two_teams_of_two(powers: tuple[PowerName, ...]) -> None:
    seed = FOUR.index(powers[0])
    seats = (TABLE_SEATS[1:], TABLE_SEATS, TABLE_SEATS[2:3], TABLE_SEATS[1::2])[seed % 4]
    played(WatchedTable.set_up(powers, seats, seed=powers))


@pytest.mark.parametrize("power", one_in(8, FLEECE, 1))
def test_the_golden_fleece(power: PowerName) -> None:
    seats = ((ORANGE,), (BLUE, ORANGE))[FLEECE.index(power) % 2]
    played(WatchedTable.set_up((power,), seats, seed=power, fleece=True))


@pytest.mark.parametrize("mode", list(DraftMode))
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow), 4])
@pytest.mark.parametrize("people", [0, 1])
def test_from_the_lobby_through_each_kind_of_draft(mode: DraftMode, players: int, people: int) -> None:
    table = WatchedTable(seed=(mode, players, people))
    table.tokens = sit_still(table.table, BLUE)
    for seat in TABLE_SEATS[people:players]:
        table.does(LetTablePlay(seat, LevelName.BEGINNER))
    table.does(ChooseOptions(GameOptions(powers=True, mode=mode, first_games=True)), BeginGame())
    played(table)


@pytest.mark.parametrize("seed", one_in(8, range(16)))
def test_the_rules_of_2007_with_two_gods_each(seed: int) -> None:
    table = WatchedTable(seed=seed)
    table.tokens = sit_still(table.table, BLUE)
    for seat in TABLE_SEATS[seed % 2 : 2]:
        table.does(LetTablePlay(seat, LevelName.BEGINNER))
    rules = Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2, bans=Bans.ENFORCE)
    table.does(ChooseOptions(GameOptions(powers=True, mode=DraftMode.QUICK, rules=rules)), BeginGame())
    played(table)
