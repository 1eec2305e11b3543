"""Commands about turns: whose steps they are, what can be taken back, and confirming."""

from __future__ import annotations

import pytest

from engine.actions import Resign
from engine.notation.action_form import parse_action
from engine.seats import Seat
from table.session.chess_clock import ChessClock
from table.session.commands import RestartTurn, UndoStep
from table.session.handlers.turn_commands import (
    can_undo,
    confirm_turn,
    may_restart,
    may_undo,
    require_own_action,
    require_own_steps,
    undo_steps,
)
from table.session.journal_entries import StepUndone, TurnConfirmed
from table.session.refusals import CommandRefused
from tests.table.session.handlers.saved_states import BLUE, GUEST, HOST, NOBODY, ORANGE, acted, game, lobby, refused

MOVE = parse_action("b2-c3")
MOVED = game(acted("b2-c3"))
FINISHED = game(acted("b2-c3", "c3+b3"))


def test_steps_are_those_of_the_seat_to_act() -> None:
    assert require_own_steps(game(), HOST, (MOVE,)) == (MOVE,)
    for held in (GUEST, NOBODY):
        with pytest.raises(CommandRefused) as caught:
            require_own_steps(game(), held, (MOVE,))
        assert refused(caught) == ("table.not_your_seat", True)


def test_no_step_is_made_before_the_finished_turn_is_confirmed_or_without_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        require_own_steps(FINISHED, GUEST, (MOVE,))
    assert refused(caught) == ("table.confirm_first", False)
    with pytest.raises(CommandRefused) as caught:
        require_own_steps(lobby(), HOST, (MOVE,))
    assert refused(caught) == ("table.not_now", False)


def test_a_player_resigns_at_any_time_and_only_for_the_own_seat() -> None:
    assert require_own_action(game(), GUEST, Resign(ORANGE)) == (Resign(ORANGE),)
    with pytest.raises(CommandRefused) as caught:
        require_own_action(game(), GUEST, Resign(BLUE))
    assert refused(caught) == ("table.not_your_seat", True)


@pytest.mark.parametrize(("held", "allowed"), [(HOST, True), (GUEST, False), (NOBODY, False)])
def test_who_may_take_back_a_step(held: tuple[Seat, ...], *, allowed: bool) -> None:
    assert can_undo(MOVED)
    assert may_undo(MOVED, held) == allowed
    assert not may_restart(MOVED, held)
    assert may_restart(FINISHED, held) == allowed


def test_one_step_or_the_whole_turn_is_taken_back() -> None:
    assert undo_steps(FINISHED, HOST, UndoStep()) == (StepUndone(),)
    assert undo_steps(FINISHED, HOST, RestartTurn()) == (StepUndone(), StepUndone())
    with pytest.raises(CommandRefused) as caught:
        undo_steps(FINISHED, GUEST, UndoStep())
    assert refused(caught) == ("table.not_your_seat", True)


def test_confirmed_steps_are_not_taken_back_so() -> None:
    assert not can_undo(game())
    with pytest.raises(CommandRefused) as caught:
        undo_steps(game(), HOST, UndoStep())
    assert refused(caught) == ("table.nothing_to_undo", False)


def test_the_player_confirms_the_finished_turn() -> None:
    assert confirm_turn(FINISHED, HOST, ChessClock()) == (TurnConfirmed(),)
    with pytest.raises(CommandRefused) as caught:
        confirm_turn(FINISHED, GUEST, ChessClock())
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        confirm_turn(MOVED, HOST, ChessClock())
    assert refused(caught) == ("table.nothing_to_confirm", False)
