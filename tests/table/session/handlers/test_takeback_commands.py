"""Requests to take back a confirmed turn, and the answers to them."""

from __future__ import annotations

import pytest

from engine.errors import UndoBarred
from engine.seats import Seat
from table.session.handlers.takeback_commands import answer_takeback, ask_takeback, may_take_back, takeback_view
from table.session.journal_entries import GameBegan, TurnConfirmed, TurnTakenBack
from table.session.refusals import CommandRefused
from table.session.snapshot import TakebackView
from table.session.table_state import Takeback
from tests.table.session.handlers.saved_states import BLUE, GUEST, HOST, NOBODY, ORANGE, acted, game, lobby, refused

PLAYED = game(acted("b2-c3", "c3+b3"), TurnConfirmed())
REQUEST = Takeback(BLUE, frozenset({BLUE}), 7)
BOTH: tuple[Seat, ...] = (BLUE, ORANGE)


def test_a_request_waits_for_the_others_unless_the_phone_has_all_seats() -> None:
    assert ask_takeback(PLAYED, HOST, None, 7) == REQUEST
    assert ask_takeback(PLAYED, BOTH, None, 7) == TurnTakenBack(2)


def test_asking_for_what_another_has_asked_agrees_to_it() -> None:
    assert ask_takeback(PLAYED, GUEST, REQUEST, 9) == TurnTakenBack(2)


def test_an_answer_agrees_or_refuses() -> None:
    assert answer_takeback(PLAYED, GUEST, REQUEST, agree=True) == TurnTakenBack(2)
    assert answer_takeback(PLAYED, GUEST, REQUEST, agree=False) == Takeback(BLUE, frozenset({BLUE}), 7, ORANGE)


def test_who_asked_may_withdraw_but_not_agree() -> None:
    assert answer_takeback(PLAYED, HOST, REQUEST, agree=False) is None
    with pytest.raises(CommandRefused) as caught:
        answer_takeback(PLAYED, HOST, REQUEST, agree=True)
    assert refused(caught) == ("table.no_takeback", False)


def test_a_spectator_neither_asks_nor_answers() -> None:
    assert (may_take_back(PLAYED, HOST), may_take_back(PLAYED, NOBODY)) == (True, False)
    with pytest.raises(CommandRefused) as caught:
        ask_takeback(PLAYED, NOBODY, None, 7)
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        answer_takeback(PLAYED, NOBODY, REQUEST, agree=True)
    assert refused(caught) == ("table.not_your_seat", True)


def test_there_must_be_a_request_a_game_and_a_turn() -> None:
    with pytest.raises(CommandRefused) as caught:
        answer_takeback(PLAYED, GUEST, None, agree=True)
    assert refused(caught) == ("table.no_takeback", False)
    with pytest.raises(CommandRefused) as caught:
        ask_takeback(lobby(), HOST, None, 1)
    assert refused(caught) == ("table.not_now", False)
    begun = lobby(GameBegan(5))
    assert not may_take_back(begun, HOST)
    with pytest.raises(UndoBarred):
        ask_takeback(begun, HOST, None, 1)


def test_phones_see_who_asked_who_is_missing_and_who_refused() -> None:
    assert takeback_view(PLAYED, None) is None
    assert takeback_view(PLAYED, REQUEST) == TakebackView(BLUE, (ORANGE,), None)
