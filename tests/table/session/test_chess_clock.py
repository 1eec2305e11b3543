"""The chess clock by choice, and turns that stand as soon as nothing more can be done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from common.message import Message
from engine.actions import Resign
from engine.notation.action_form import parse_action
from engine.seats import Seat
from hardware.board import Button
from perception.calibration.procedure import Task, WorkshopView
from table.runtime.publisher import Publication
from table.session.answers import Accepted, Refusal
from table.session.at_board import BoardStatusChanged, CameToRest, Pressed, QuestionAsked, StepsRead
from table.session.chess_clock import GAP_MS
from table.session.journal_entries import ClockPaused, Entry, TimeUsed, TurnConfirmed, replay
from table.session.lobby import BeginGame, ChooseOptions, Rematch
from table.session.rematch import RematchKind
from table.session.session_events import TimePassed
from table.session.snapshot import BoardMode, BoardView
from table.session.table_state import unread_board
from table.session.turns import Act, AskTakeback, ConfirmTurn, PauseClock, UndoStep
from table.session.workshop import WorkshopChanged
from table.settings.options import ClockRule, Confirm, GameOptions
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, ORANGE, PLACED, TURNS, Runner, refusal, seated

READY = replace(unread_board(), link="ready")
MINUTE = 60_000
RULE = ClockRule(1, 2)


def timed(confirm: Confirm = Confirm.ASK, clock: ClockRule | None = RULE) -> Runner:
    """A table whose players have placed, with a minute each and two seconds a turn."""
    table = seated()
    table.feed(BoardStatusChanged(READY))
    table.do(ANN, ChooseOptions(GameOptions(confirm=confirm, clock=clock)), BeginGame())
    for marks, steps in ((ANN, PLACED[:2]), (BEN, PLACED[2:])):
        table.act(marks, *steps)
        table.feed(CameToRest())
        if table.state.saved.confirming is not None:
            table.do(marks, ConfirmTurn())
    return table


def think(table: Runner, *moments: int) -> None:
    """The board is heard at these moments, in ms."""
    for at in moments:
        table.time.pass_to(at)
        table.feed(TimePassed(table.time.take()))


def seconds(start: int, count: int) -> Iterable[int]:
    return range(start, start + 1000 * count + 1, 1000)


def left(table: Runner) -> dict[Seat, int]:
    clock = Publication(table.state).snapshot(EVE).clock
    assert clock is not None
    return dict(clock.left)


def running(table: Runner) -> Seat | None:
    clock = Publication(table.state).snapshot(EVE).clock
    assert clock is not None
    return clock.running


def test_time_runs_for_the_player_to_act_and_is_kept_when_the_turn_stands() -> None:
    table = timed()
    assert (running(table), left(table)) == (BLUE, {BLUE: MINUTE, ORANGE: MINUTE})
    think(table, *seconds(500, 5))
    assert left(table) == {BLUE: MINUTE - 5000, ORANGE: MINUTE}
    table.act(ANN, *TURNS[:2])
    assert running(table) is BLUE
    think(table, 6000)
    table.do(ANN, ConfirmTurn())
    assert table.entries[-2:] == [TimeUsed(BLUE, 5500), TurnConfirmed()]
    assert left(table) == {BLUE: MINUTE - 3500, ORANGE: MINUTE}
    assert running(table) is ORANGE
    assert replay(table.entries) == table.state.saved


def test_the_button_at_the_rim_stops_the_clock_too() -> None:
    table = timed()
    think(table, *seconds(0, 3))
    table.act(ANN, *TURNS[:2])
    table.feed(Pressed(Button.DONE))
    assert table.entries[-2:] == [TimeUsed(BLUE, 3000), TurnConfirmed()]


def test_time_that_a_step_taken_back_has_cost_is_gone() -> None:
    table = timed()
    think(table, *seconds(0, 4))
    table.act(ANN, TURNS[0])
    table.do(ANN, UndoStep())
    assert left(table)[BLUE] == MINUTE - 4000
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())
    assert left(table)[BLUE] == MINUTE - 4000 + 2000


def test_with_a_turn_that_is_taken_back_the_clock_goes_back_to_where_it_began() -> None:
    table = timed()
    think(table, *seconds(0, 4))
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())
    after_one = left(table)
    think(table, *seconds(4000, 3))
    table.act(BEN, *TURNS[2:4])
    table.do(BEN, ConfirmTurn())
    think(table, *seconds(7000, 5))
    assert left(table) == {BLUE: MINUTE - 2000 - 5000, ORANGE: MINUTE - 1000}
    table.do(ANN | BEN, AskTakeback())
    assert (left(table), running(table)) == (after_one, ORANGE)
    assert replay(table.entries) == table.state.saved
    table.do(ANN | BEN, AskTakeback())
    assert (left(table), running(table)) == ({BLUE: MINUTE, ORANGE: MINUTE}, BLUE)


def test_time_that_has_run_out_decides_nothing() -> None:
    table = timed()
    think(table, *seconds(0, 75))
    assert left(table)[BLUE] == -15_000
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())


@pytest.mark.parametrize(
    "away",
    [
        BoardStatusChanged(unread_board()),
        BoardStatusChanged(replace(READY, link="lost")),
        WorkshopChanged(WorkshopView(Task.MONITOR, "watch", Message("adjust.monitor"))),
    ],
)
def test_the_clock_stands_while_the_board_is_away(away: BoardStatusChanged | WorkshopChanged) -> None:
    table = timed()
    think(table, 0)
    table.feed(away)
    assert running(table) is None
    think(table, 1000, 2000)
    assert left(table)[BLUE] == MINUTE


def test_time_without_readings_is_nobodys() -> None:
    table = timed()
    think(table, 0, GAP_MS + 1, GAP_MS + 101)
    assert left(table)[BLUE] == MINUTE - 100
    think(table, 50, 80)
    assert left(table)[BLUE] == MINUTE - 130


def test_anyone_who_sits_there_pauses_the_clock() -> None:
    table = timed()
    assert refusal(table.ask(EVE, PauseClock(paused=True))) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(BEN, PauseClock(paused=True))
    assert (running(table), table.entries[-1]) == (None, ClockPaused(paused=True))
    think(table, *seconds(0, 5))
    assert left(table)[BLUE] == MINUTE
    table.do(ANN, PauseClock(paused=False))
    assert running(table) is BLUE


def test_pausing_the_clock_leaves_the_game_as_it_is() -> None:
    """What the board asks stays asked, and who was just tapping need not tap again."""
    table = timed()
    readings = ((parse_action("b2-c3"),), (parse_action("b4-c3"),))
    table.feed(QuestionAsked(readings))
    seen = table.state.version
    table.do(BEN, PauseClock(paused=True))
    assert table.seen(ANN).choices == readings
    assert isinstance(table.ask(ANN, Act(parse_action("b2-c3")), seen), Accepted)


@pytest.mark.parametrize("again", [RematchKind.SAME, RematchKind.DRAFT])
def test_everybody_begins_the_next_game_with_all_their_time(again: RematchKind) -> None:
    table = timed()
    think(table, *seconds(0, 5))
    table.do(BEN, Act(Resign(ORANGE)))
    for marks in (ANN, BEN):
        table.do(marks, Rematch(again))
    assert left(table) == {BLUE: MINUTE, ORANGE: MINUTE}


def test_nobody_thinks_before_all_have_placed_or_after_the_end() -> None:
    table = seated()
    table.feed(BoardStatusChanged(READY))
    table.do(ANN, ChooseOptions(GameOptions(clock=ClockRule(1, 0))), BeginGame())
    assert running(table) is None
    table = timed()
    table.do(ANN, Act(Resign(BLUE)))
    assert running(table) is None


def test_without_a_clock_there_is_none() -> None:
    table = timed(clock=None)
    think(table, 0, 500)
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())
    assert table.seen(ANN).clock is None
    assert not any(isinstance(entry, TimeUsed) for entry in table.entries)
    assert refusal(table.ask(ANN, PauseClock(paused=True)))[0] == Refusal.NOT_NOW


# Turns that stand at once.


def confirmed(entries: list[Entry]) -> int:
    return sum(isinstance(entry, TurnConfirmed) for entry in entries)


def test_a_turn_stands_at_once_when_the_board_stands_as_the_game() -> None:
    table = timed(Confirm.AT_ONCE)
    assert confirmed(table.entries) == 2
    think(table, *seconds(0, 2))
    table.feed(StepsRead(tuple(parse_action(step) for step in TURNS[:2])))
    table.feed(CameToRest())
    assert table.entries[-2:] == [TimeUsed(BLUE, 2000), TurnConfirmed()]
    assert table.state.saved.to_act is ORANGE
    assert replay(table.entries) == table.state.saved


@pytest.mark.parametrize(
    "board",
    [
        replace(READY, mode=BoardMode.IN_HAND, lifted=3),
        replace(READY, mode=BoardMode.RESTORE),
        replace(READY, mode=BoardMode.UNSURE),
        replace(READY, link="lost"),
    ],
)
def test_a_turn_from_the_phone_stands_when_hands_have_followed(board: BoardView) -> None:
    table = timed(Confirm.AT_ONCE)
    table.act(ANN, *TURNS[:2])
    table.feed(BoardStatusChanged(board))
    table.feed(CameToRest())
    assert table.state.saved.confirming is BLUE
    table.feed(BoardStatusChanged(READY))
    table.feed(CameToRest())
    assert table.state.saved.confirming is None


def test_who_asks_to_confirm_is_asked() -> None:
    table = timed(Confirm.ASK)
    table.act(ANN, *TURNS[:2])
    table.feed(CameToRest())
    assert table.state.saved.confirming is BLUE
