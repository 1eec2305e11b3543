"""A game that was interrupted, by a power cut or at night: found at the next start, it goes on or is given up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.notation.actions import parse_action
from hardware.board import Button
from table.commands import AbandonGame, Act, ClaimSeat, ConfirmTurn, ResumeGame, UndoStep
from table.door import Accepted
from table.entries import Opened
from table.evening import evolve
from table.events import Pressed, StepsRead
from table.refusals import Refusal
from table.snapshot import Phase
from table.state import TableState
from tests.table.paper_table import ANN, BEN, BLUE, EVE, Runner, playing, refusal, seated


def started_again(table: Runner) -> Runner:
    """The same table after a power cut: what was true for the moment is forgotten."""
    return Runner(TableState.opening(evolve(table.state.evening, Opened())), [*table.entries, Opened()])


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


def test_a_player_whose_phone_is_gone_sits_down_again_before_the_game_goes_on() -> None:
    table = started_again(playing())
    assert isinstance(table.ask(EVE, ClaimSeat(BLUE, "Ann"), fresh="new"), Accepted)
    press(table)
    new = frozenset({"new"})
    assert table.seen(new).seats_held == (BLUE,)
    assert table.seen(new).found
