"""A game that was interrupted, by a power cut or at night: found at the next start, it goes on or is given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from engine.actions import Resign
from engine.notation.action_form import parse_action
from hardware.board import Button
from table.session.answers import Accepted, Caller, Origin, Refusal
from table.session.at_board import Pressed, StepsRead
from table.session.journal_entries import Opened, evolve
from table.session.lobby import AbandonGame
from table.session.seating import ClaimSeat, HandsPaused
from table.session.snapshot import Phase
from table.session.table_setup import ResumeGame
from table.session.table_state import TableState
from table.session.turns import Act, ConfirmTurn, UndoStep
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, ORANGE, Runner, playing, refusal, seated


def started_again(table: Runner) -> Runner:
    """The same table after a power cut: what was true for the moment is forgotten."""
    return Runner(TableState.opening(evolve(table.state.saved, Opened())), [*table.entries, Opened()])


def test_a_game_is_found_when_the_table_starts_again() -> None:
    table = started_again(playing())
    for marks in (ANN, BEN, EVE):
        assert table.seen(marks).found
        assert table.seen(marks).phase is Phase.PLAYING


@pytest.mark.parametrize("before", [Runner, seated])
def test_without_a_game_nothing_is_found(before: Callable[[], Runner]) -> None:
    assert not started_again(before()).seen(ANN).found
    assert not playing().seen(ANN).found


def test_whoever_sits_may_go_on_with_it() -> None:
    table = started_again(playing())
    assert refusal(table.ask(EVE, ResumeGame())) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(BEN, ResumeGame())
    assert not table.seen(ANN).found
    assert refusal(table.ask(BEN, ResumeGame())) == (Refusal.NOT_NOW, False)


def test_the_host_may_give_it_up() -> None:
    table = started_again(playing())
    assert refusal(table.ask(BEN, AbandonGame())) == (Refusal.HOST_ONLY, True)
    table.do(ANN, AbandonGame())
    assert (table.seen(ANN).found, table.seen(ANN).phase) == (False, Phase.LOBBY)


def read(table: Runner) -> None:
    table.feed(StepsRead((parse_action("b2-c3"),)))


def act(table: Runner) -> None:
    table.do(ANN, Act(parse_action("b2-c3")))


def press(table: Runner) -> None:
    table.feed(Pressed(Button.DONE))


@pytest.mark.parametrize("goes_on", [read, act, press])
def test_playing_on_goes_on_with_it(goes_on: Callable[[Runner], None]) -> None:
    table = started_again(playing())
    goes_on(table)
    assert not table.seen(BEN).found


def test_a_finished_turn_still_waits_to_be_confirmed_and_is_gone_on_with_by_that() -> None:
    table = playing()
    table.act(ANN, "b2-c3", "c3+b3")
    for command in (ConfirmTurn(), UndoStep()):
        again = started_again(table)
        assert again.seen(ANN).confirming is BLUE
        again.do(ANN, command)
        assert not again.seen(ANN).found


NEW, FAR = frozenset({"new"}), frozenset({"far"})


def asking(table: Runner) -> Runner:
    """Ann comes back with another phone, and a stranger far away asks for her seat, too."""
    for marks in (NEW, FAR):
        (mark,) = marks
        caller = Caller(Origin(mark, mark))
        assert isinstance(table.ask(EVE, ClaimSeat(BLUE, "Ann"), fresh=mark, caller=caller), Accepted)
    return table


def presses_on(table: Runner, marks: frozenset[str]) -> tuple[Button, ...]:
    """The presses that this phone shows."""
    return next(claim.presses for claim in table.seen(marks).claims if claim.mine)


def press_all(table: Runner, presses: Sequence[Button]) -> None:
    for button in presses:
        table.feed(Pressed(button))


def in_a_turn() -> Runner:
    table = playing()
    table.act(ANN, "b2-c3")
    return table


def confirming() -> Runner:
    table = in_a_turn()
    table.act(ANN, "c3+b3")
    return table


def over() -> Runner:
    table = playing()
    table.do(BEN, Act(Resign(ORANGE)))
    assert table.state.saved.phase is Phase.OVER
    return table


LYING_STILL = [playing, in_a_turn, confirming, over]


@pytest.mark.parametrize("before", LYING_STILL)
def test_a_player_whose_phone_is_gone_shows_it_by_a_sign_at_the_rim(before: Callable[[], Runner]) -> None:
    """It is for one phone alone, and the game hears nothing of it."""
    table = asking(started_again(before()))
    saved, found = table.state.saved, table.state.found
    press_all(table, presses_on(table, NEW))
    assert table.seen(NEW).seats_held == (BLUE,)
    assert table.seen(FAR).seats_held == ()
    assert table.state.found == found
    assert table.state.saved == replace(saved, seating=table.state.saved.seating)


@pytest.mark.parametrize("before", LYING_STILL)
def test_one_wrong_press_shows_nothing_and_the_sign_is_begun_anew(before: Callable[[], Runner]) -> None:
    table = asking(started_again(before()))
    saved = table.state.saved
    right = presses_on(table, NEW)
    for place in range(1, len(right)):
        wrong = Button.DONE if right[place] is Button.UNDO else Button.UNDO
        press_all(table, (*right[:place], wrong, *right[place + 1 :]))
        assert table.state.saved == saved
    press_all(table, right)
    assert table.seen(NEW).seats_held == (BLUE,)


def test_a_sign_that_is_left_off_keeps_nobody_from_going_on_with_done() -> None:
    table = asking(started_again(playing()))
    press_all(table, presses_on(table, NEW)[:2])
    table.feed(HandsPaused())
    assert table.seen(ANN).found
    press(table)
    assert not table.seen(ANN).found


@pytest.mark.parametrize("claimed", [False, True])
@pytest.mark.parametrize("before", LYING_STILL)
def test_undo_at_the_rim_does_nothing_to_a_game_that_lies_still(before: Callable[[], Runner], *, claimed: bool) -> None:
    table = started_again(before())
    if claimed:
        asking(table)
    saved, found = table.state.saved, table.state.found
    table.feed(Pressed(Button.UNDO))
    assert (table.state.saved, table.state.found) == (saved, found)


def test_once_the_game_goes_on_no_sign_at_the_rim_proves_anything() -> None:
    table = asking(started_again(playing()))
    sign = presses_on(table, NEW)
    press(table)
    assert presses_on(table, NEW) == ()
    press_all(table, sign)
    assert table.seen(NEW).seats_held == ()
