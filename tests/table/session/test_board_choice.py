"""A table with two boards: at which it plays, which it offers, and what a change does to a game."""

from __future__ import annotations

import pytest

from table.session.answers import Accepted, Refusal
from table.session.at_board import BoardsSeen, BoardStatusChanged
from table.session.board_choice import PATIENCE, BoardKind, BoardPresence, offered_board, wanted_board
from table.session.journal_entries import BoardChanged, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.session_events import TimePassed
from table.session.table_setup import ResumeGame, UseBoard
from table.session.turns import UndoStep
from table.settings.options import GameOptions
from table.storage.journal import shortened
from tests.table.session.reduced_table import ANN, BEN, EVE, Runner, playing, refusal, seated
from tests.table.session.test_chess_clock import READY, timed

REAL, VIRTUAL = BoardKind.REAL, BoardKind.VIRTUAL
THERE, GONE = 0.0, PATIENCE


@pytest.mark.parametrize(
    ("presence", "bound", "away", "wanted"),
    [
        (BoardPresence(VIRTUAL), False, GONE, VIRTUAL),
        (BoardPresence(VIRTUAL, plugged_in=True), False, THERE, REAL),
        (BoardPresence(VIRTUAL, plugged_in=True), True, THERE, VIRTUAL),
        (BoardPresence(REAL), False, PATIENCE - 0.1, REAL),
        (BoardPresence(REAL), False, GONE, VIRTUAL),
        (BoardPresence(REAL), True, 10 * GONE, REAL),
        (BoardPresence(REAL, plugged_in=True), False, THERE, REAL),
    ],
)
def test_the_board_to_play_at(presence: BoardPresence, bound: bool, away: float, wanted: BoardKind) -> None:  # noqa: FBT001 - a column
    assert wanted_board(presence, bound=bound, away=away) is wanted


@pytest.mark.parametrize(
    ("presence", "setting_up", "offered"),
    [
        (BoardPresence(VIRTUAL), False, None),
        (BoardPresence(VIRTUAL, plugged_in=True), False, REAL),
        (BoardPresence(REAL, plugged_in=True), False, None),
        (BoardPresence(REAL, plugged_in=True), True, VIRTUAL),
        (BoardPresence(REAL), False, VIRTUAL),
    ],
)
def test_the_board_that_is_offered(presence: BoardPresence, setting_up: bool, offered: BoardKind | None) -> None:  # noqa: FBT001 - a column
    assert offered_board(presence, setting_up=setting_up) is offered


def at(table: Runner, kind: BoardKind, *, plugged_in: bool = True) -> None:
    """The table plays at this board now."""
    table.feed(BoardsSeen(BoardPresence(kind, plugged_in=plugged_in)))


def test_a_change_is_an_entry_and_only_a_change() -> None:
    table = seated()
    at(table, VIRTUAL, plugged_in=False)
    at(table, VIRTUAL)
    at(table, REAL)
    changes = [entry for entry in table.entries if isinstance(entry, BoardChanged)]
    assert changes == [BoardChanged(VIRTUAL), BoardChanged(REAL)]
    assert replay(table.entries).board is REAL


def test_a_journal_that_is_compacted_still_knows_the_board() -> None:
    table = seated()
    at(table, REAL)
    entries = shortened(table.state.saved)
    assert entries is not None
    assert replay(entries).board is REAL


def test_a_table_that_learns_of_its_boards_in_the_middle_of_a_game_goes_on_as_it_was() -> None:
    table = playing()
    at(table, VIRTUAL)
    assert not table.state.found
    assert table.seen(ANN).boards is not None


def test_a_game_that_comes_to_wood_waits_to_be_set_up_and_its_clock_with_it() -> None:
    table = timed()
    at(table, VIRTUAL)
    assert table.state.running is not None
    at(table, REAL)
    seen = table.seen(ANN)
    assert (seen.found, seen.boards is not None and seen.boards.moved) == (True, True)
    used = table.state.clock
    table.feed(TimePassed(5000))
    assert table.state.clock == used
    table.do(BEN, ResumeGame())
    seen = table.seen(ANN)
    assert (seen.found, seen.boards is not None and seen.boards.moved) == (False, False)
    assert table.state.running is not None


def test_a_game_that_comes_to_the_screen_goes_on_at_once() -> None:
    table = timed()
    for kind in (VIRTUAL, REAL, VIRTUAL):
        at(table, kind)
    assert not table.state.found
    assert table.state.running is not None


def test_what_was_asked_before_the_change_is_not_stale_after_it() -> None:
    table = playing()
    at(table, VIRTUAL)
    table.act(ANN, "b2-c3")
    before = table.state.version
    at(table, REAL)
    assert isinstance(table.ask(ANN, UndoStep(), version=before), Accepted)


def test_a_game_without_a_single_step_is_set_up_on_no_board() -> None:
    table = seated()
    at(table, VIRTUAL)
    table.do(ANN, ChooseOptions(GameOptions(powers=False)), BeginGame())
    at(table, REAL)
    assert not table.state.found


def test_a_board_is_taken_only_by_players_and_only_if_it_is_offered() -> None:
    table = playing()
    at(table, VIRTUAL)
    assert refusal(table.ask(EVE, UseBoard(REAL))) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(BEN, UseBoard(VIRTUAL))) == (Refusal.NOT_NOW, False)
    assert isinstance(table.ask(BEN, UseBoard(REAL)), Accepted)
    table.do(ANN, AbandonGame())
    assert refusal(table.ask(BEN, UseBoard(REAL))) == (Refusal.NOT_NOW, False)


def test_a_table_with_one_board_offers_none() -> None:
    table = playing()
    table.feed(BoardStatusChanged(READY))
    assert table.seen(ANN).boards is None
    assert refusal(table.ask(ANN, UseBoard(REAL))) == (Refusal.NOT_NOW, False)
