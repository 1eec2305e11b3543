"""The names that a table remembers, and what is chosen at a table where nobody has chosen anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Resign
from engine.casting.catalogue import FIRST_GAMES
from engine.seats import Seat
from table.session.answers import Accepted, Caller, Origin
from table.session.journal_entries import (
    NamesRemembered,
    Opened,
    OptionsChosen,
    SeatLeft,
    SeatTaken,
    TableCleared,
    replay,
)
from table.session.lobby import BeginGame, ChooseOptions
from table.session.saved_state import NAMES_REMEMBERED
from table.session.seating import ClaimSeat, LeaveSeat
from table.session.table_setup import ForgetName
from table.session.turns import Act
from table.settings.options import FIRST_OPTIONS, GameOptions
from table.storage.journal import Journal, resume, shortened
from table.traces import anonymous
from tests.table.session.reduced_table import ANN, BEN, EVE, Runner, seated


def test_the_lobby_shows_everybody_who_sat_here_the_latest_first() -> None:
    table = seated()
    table.do(BEN, LeaveSeat(Seat.ORANGE))
    assert table.seen(EVE).names == ("Ben", "Ann")


def test_in_a_game_nobody_is_shown_the_names() -> None:
    table = seated()
    table.do(ANN, BeginGame())
    assert table.seen(ANN).names == ()


def test_a_name_is_remembered_once_and_the_longest_unused_one_gives_way() -> None:
    table = seated()
    hands = Caller(Origin("here", "here"), hands=True)
    for number in range(NAMES_REMEMBERED):
        claim = ClaimSeat(Seat.WHITE, f"Guest {number}")
        assert isinstance(table.ask(EVE, claim, fresh=f"mark {number}", caller=hands), Accepted)
        table.do(ANN, LeaveSeat(Seat.WHITE))
    table.do(BEN, LeaveSeat(Seat.ORANGE))
    assert isinstance(table.ask(EVE, ClaimSeat(Seat.ORANGE, "Guest 5"), fresh="again", caller=hands), Accepted)
    names = table.seen(ANN).names
    assert (names[0], names.count("Guest 5"), len(names)) == ("Guest 5", 1, NAMES_REMEMBERED)
    assert "Ann" not in names


def test_a_name_that_is_forgotten_stays_so_when_the_table_starts_again(tmp_path: Path) -> None:
    table = seated()
    table.do(ANN, ForgetName("Ben"))
    with Journal(tmp_path) as journal:
        journal.append(*table.entries)
    with Journal(tmp_path) as journal:
        assert resume(journal).names == ("Ann",)


def test_a_cleared_and_a_compacted_journal_remember_the_names() -> None:
    left = (Opened(), SeatTaken(Seat.BLUE, "Ann", "1"), SeatTaken(Seat.ORANGE, "Ben", "2"), SeatLeft(Seat.ORANGE))
    saved = replay(left)
    assert replay((*left, TableCleared())).names == ("Ben", "Ann")
    entries = shortened(saved)
    assert entries is not None
    assert replay(entries) == saved


def test_a_trace_has_no_names() -> None:
    assert anonymous(NamesRemembered(("Ann", "Ben"))) == NamesRemembered(())


def test_a_new_table_begins_with_first_gods_and_what_was_chosen_later_stays(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert resume(journal, options=FIRST_OPTIONS).options == FIRST_OPTIONS
        journal.append(OptionsChosen(GameOptions()))
    with Journal(tmp_path) as journal:
        assert resume(journal, options=FIRST_OPTIONS).options == GameOptions()
    with Journal(tmp_path) as journal:
        assert resume(journal, options=FIRST_OPTIONS, new_table=True).options == FIRST_OPTIONS


def test_a_table_of_before_goes_on_with_the_options_that_it_had(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        resume(journal)
    with Journal(tmp_path) as journal:
        assert resume(journal, options=FIRST_OPTIONS).options == GameOptions()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_gods_are_those_for_first_games_and_enough_for_everybody(players: int) -> None:
    assert FIRST_OPTIONS.pool == FIRST_GAMES
    assert players <= len(FIRST_OPTIONS.pool)


def test_who_gives_no_name_is_not_remembered_and_stays_without_one(tmp_path: Path) -> None:
    table = seated()
    hands = Caller(Origin("here", "here"), hands=True)
    assert isinstance(table.ask(EVE, ClaimSeat(Seat.WHITE, ""), fresh="cleo", caller=hands), Accepted)
    assert [seat.name for seat in table.seen(ANN).seats] == ["Ann", "Ben", "", None]
    assert table.seen(ANN).names == ("Ben", "Ann")
    with Journal(tmp_path) as journal:
        journal.append(*table.entries)
    with Journal(tmp_path) as journal:
        assert [player.name for player in resume(journal).seating.players] == ["Ann", "Ben", ""]


def test_a_finished_game_names_those_who_have_names() -> None:
    table = Runner(name="game 1")
    table.sit(Seat.BLUE, "Ann", "ann")
    table.sit(Seat.ORANGE, " ", "ben")
    table.do(ANN, ChooseOptions(GameOptions(powers=False)), BeginGame(), Act(Resign(Seat.BLUE)))
    assert [game.players for game in table.state.saved.ended] == [((Seat.BLUE, "Ann"),)]
